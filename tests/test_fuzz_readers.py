"""Every reader, on the corpus of files that fuzzing found and on changes of them: only `KatachiError`.

tests/fuzzing/explore.py makes the corpus grow, led by what is executed; with --slow it runs here, too.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent / "fuzzing"))

from explore import CORPUS, explore, mutated, refused, saved
from readers import READERS, Reader

import katachi

CHANGES = 25  # of the files of each reader
SECONDS = 20.0  # of each reader, with --slow


@pytest.mark.parametrize("name", READERS)
def test_only_katachi_errors_leave_a_reader(name: str) -> None:
    reader = READERS[name]
    corpus = reader.seeds() + saved(name)
    rng = random.Random(name)
    files = corpus + [mutated(rng.choice(corpus), corpus, rng) for _ in range(CHANGES)]
    wrong = [
        f"{error!r} from {data[:200]!r}" for data in files if (error := refused(reader.read, data))
    ]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_exploring_finds_nothing_wrong(name: str) -> None:
    assert explore(name, READERS[name], SECONDS, random.randrange(2**30))[1] == []


def test_the_corpus_is_small_and_of_known_readers() -> None:
    folders = {path.name for path in CORPUS.iterdir()}
    assert folders <= {name.replace(" ", "-") for name in READERS}
    assert len(folders) > 20
    assert sum(path.stat().st_size for path in CORPUS.rglob("*")) < 400_000


def test_a_foreign_exception_would_be_noticed() -> None:
    assert isinstance(refused(lambda data: data[5], b"abc"), IndexError)

    def refuse(_: bytes) -> object:
        raise katachi.KatachiError("no")

    assert refused(refuse, b"") is None


def test_exploring_gets_past_one_check_after_the_other() -> None:
    """A reader whose fault lies behind three checks: chance alone would need 2^24 files."""
    found, wrong = explore("planted", Reader(NAMES["read"], lambda: [b"...."]), 3.0, 1)
    assert found
    assert any("ZeroDivisionError" in text for text in wrong)


# Compiled under a name in the package's folder, so that the tracer counts it as one of its readers.
SOURCE = """
def read(data):
    if data[:1] == b"0":
        if data[1:2] == b"0":
            if data[2:3] == b"0":
                return 1 // 0
    return None
"""
NAMES: dict[str, Any] = {}
exec(compile(SOURCE, str(Path(katachi.__file__).parent / "planted.py"), "exec"), NAMES)
