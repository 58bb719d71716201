"""Looks for files that readers cannot stand, led by what is executed.

    python tests/fuzzing/explore.py [READER ...] [--seconds 60] [--save]

A file that makes a reader execute a line in a new context (the line and the one before it) joins the
corpus, and later files are changes of those in it: so the search gets past one check after the other.
`--save` keeps what was found in tests/fuzzing/corpus, which the tests read every time. Only the
standard library: the tracer of Python tells the lines.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import random
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from readers import READERS, Reader

import katachi

CORPUS = Path(__file__).parent / "corpus"
SOURCE = str(Path(katachi.__file__).parent)
LARGEST = 20_000  # bytes of a file in the corpus
LARGEST_SAVED = 1500
MOST_SAVED = 12  # for a reader
MOST_WRONG = 5  # kinds of exceptions
WORDS = (
    b"0 -1 1e999 nan inf 99999999999999999999 \0 \xff \" ' [ ] { } ( ) ; : , = \n null true {} [[[["
    b" 2147483648 0x1 _ \xe2\x80\x83 ../ katachi"
).split(b" ")

Edge = tuple[str, int, int]


def saved(name: str) -> list[bytes]:
    """The corpus of a reader."""
    return [path.read_bytes() for path in sorted((CORPUS / name.replace(" ", "-")).glob("*"))]


def traced(read: Callable[[bytes], object], data: bytes) -> tuple[set[Edge], Exception | None]:
    """The steps from line to line within katachi, and a foreign exception."""
    edges: set[Edge] = set()
    last = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:  # noqa: ANN401 - as Python has it
        nonlocal last
        name = frame.f_code.co_filename
        if not name.startswith(SOURCE):
            return None
        if event == "line":
            edges.add((name, last, frame.f_lineno))
            last = frame.f_lineno
        return trace

    sys.settrace(trace)
    try:
        return edges, refused(read, data)
    finally:
        sys.settrace(None)


def refused(read: Callable[[bytes], object], data: bytes) -> Exception | None:
    """The exception that is no `KatachiError`; None if all is well."""
    try:
        read(data)
    except katachi.KatachiError:
        return None
    except Exception as error:
        return error
    return None


def mutated(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """A changed file; of an archive, mostly one part, so that its checksums fit again."""
    if data.startswith(b"PK") and rng.random() < 0.8:
        try:
            return _with_changed_part(data, rng)
        except (
            zipfile.BadZipFile,
            ValueError,
            KeyError,
            RuntimeError,
            NotImplementedError,
            OSError,
        ):
            pass
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        _change(changed, others, rng)
    return bytes(changed[:LARGEST])


def _change(changed: bytearray, others: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(changed) + 1)
    length = rng.choice((1, 2, 4, 16, 64))
    match rng.randrange(7):
        case 0 if at < len(changed):
            changed[at] ^= 1 << rng.randrange(8)
        case 1:
            del changed[at : at + length]
        case 2:
            changed[at:at] = changed[at : at + length] * rng.choice((1, 2, 30))
        case 3:
            changed[at:at] = rng.choice(WORDS)
        case 4:
            end = at + length
            changed[at:end] = rng.choice(WORDS)
        case 5:
            other = rng.choice(others)
            start = rng.randrange(len(other) + 1)
            changed[at:at] = other[start : start + rng.choice((8, 100))]
        case _:
            digits = [place for place, byte in enumerate(changed) if 48 <= byte < 58]
            if digits:
                changed[rng.choice(digits)] = rng.choice(b"0123456789-.e")


def _with_changed_part(data: bytes, rng: random.Random) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        names = old.namelist()
        victim = rng.choice(names)
        for name in names:
            content = bytearray(old.read(name))
            if name == victim:
                _change(content, [bytes(content) or b"x"], rng)
            new.writestr(zipfile.ZipInfo(name), bytes(content))
    return buffer.getvalue()[: 10 * LARGEST]


def explore(name: str, reader: Reader, seconds: float, seed: int) -> tuple[list[bytes], list[str]]:
    """New files of the corpus, and what was wrong."""
    rng = random.Random(f"{seed} {name}")
    corpus = reader.seeds() + saved(name)
    known: set[Edge] = set()
    for data in corpus:
        known |= traced(reader.read, data)[0]
    found: list[bytes] = []
    wrong: dict[str, str] = {}
    end, tried, before = time.monotonic() + seconds, 0, len(known)
    while time.monotonic() < end and len(wrong) < MOST_WRONG:
        data = mutated(rng.choice(corpus), corpus, rng)
        edges, error = traced(reader.read, data)
        tried += 1
        if error is not None:
            wrong.setdefault(
                type(error).__name__, f"{type(error).__name__}: {error} from {data[:300]!r}"
            )
        if not edges <= known:
            known |= edges
            corpus.append(data)
            found.append(data)
    print(
        f"{name}: {tried} files, {before} steps, {len(known) - before} new, {len(found)} files kept"
    )
    return found, list(wrong.values())


def save(name: str, found: list[bytes]) -> None:
    """Keeps the smallest files."""
    folder = CORPUS / name.replace(" ", "-")
    small = sorted((data for data in found if len(data) <= LARGEST_SAVED), key=len)
    for data in small[: max(0, MOST_SAVED - len(saved(name)))]:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    bad = 0
    for name in options.readers or READERS:
        found, wrong = explore(name, READERS[name], options.seconds, options.seed)
        for text in wrong:
            print(f"  {text}")
        bad += len(wrong)
        if options.save:
            save(name, found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
