"""Commands on a disk that is full, breaks or is torn away: one sentence, nothing lost, equal results.

By default some faults of every command; with --slow every change of every command, in four ways.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from short_match import PLAN

from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.files.reservation import reserved
from katachi.files.temporary import temporary_beside
from katachi.matches import Laboratory, play_match

HERE = Path(__file__).parent / "faults"
# Kinds and places of faults, as a share of all changes.
SAMPLES = {
    "match": "full:0.5 killed:0.7",
    "self-play": "torn:0.35 killed:0.6",
    "learn": "broken:0.9 killed:1",
    "forest": "full:0.9 torn:0.4",
    "evolve": "broken:0.7 killed:0.9",
    "reproduce": "full:0.97 torn:0.4",
    "export": "full:0.6 broken:0.3",
}
EVERY = "full:all broken:all torn:all killed:all"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="descriptors are looked up in /proc"
)


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler to make the library of faults")
    library = tmp_path_factory.mktemp("shim") / "faults.so"
    source = HERE / "storage_faults.c"
    words = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-o", library, source, "-ldl"]
    subprocess.run(list(map(str, words)), check=True, timeout=120)
    return library


def run_faults(shim: Path, scenario: str, folder: Path, faults: str) -> dict[str, object]:
    command = [sys.executable, HERE / "faulty_commands.py", scenario, folder, *faults.split()]
    ended = subprocess.run(
        list(map(str, command)),
        env={**os.environ, "LD_PRELOAD": str(shim), "COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found: dict[str, object] = json.loads(ended.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("scenario", SAMPLES)
def test_a_command_survives_faults_of_the_disk(scenario: str, shim: Path, tmp_path: Path) -> None:
    found = run_faults(shim, scenario, tmp_path, SAMPLES[scenario])
    assert found["wrong"] == {}
    changes = found["changes"]
    assert isinstance(changes, int)
    assert changes >= 10, "otherwise there are few faults to try"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SAMPLES)
def test_a_command_survives_every_fault(scenario: str, shim: Path, tmp_path: Path) -> None:
    assert run_faults(shim, scenario, tmp_path, EVERY)["wrong"] == {}


# Left-overs


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    path, other = tmp_path / "x", tmp_path / "xy"
    dead = tmp_path / ".x.999999999-5-0.tmp"
    alive, foreign = temporary_beside(path), temporary_beside(other)
    unknown = tmp_path / ".x.tmp"
    lock = tmp_path / ".x.lock.999999999-5-0.tmp"
    for file in (dead, alive, foreign, unknown, lock):
        file.touch()
    write_atomically(path, "content")
    assert not dead.exists()
    assert alive.exists(), "its process runs"
    assert foreign.exists(), "it belongs to another file"
    with reserved(path):
        assert not lock.exists()
        assert (tmp_path / "x.lock").exists()
    assert not (tmp_path / "x.lock").exists()
    assert path.read_text() == "content"


def test_a_closed_laboratory_holds_no_reservations_even_if_it_could_not_say_so(
    tmp_path: Path,
) -> None:
    """As on a full disk: the process lives, but its laboratory is closed."""
    file = tmp_path / "lab.sqlite"
    slot = PLAN.slots[0]
    with Laboratory(file) as one:
        number = one.add_match(PLAN)
        assert one.reserve(number, slot, attempts=1)
        copy = shutil.copy(file, tmp_path / "copy.sqlite")
        shutil.copy(f"{file}-wal", f"{copy}-wal")
        with Laboratory(Path(copy)) as other:
            assert not other.reserve(number, slot, attempts=1)
    with Laboratory(Path(copy)) as other:
        assert other.reserve(number, slot, attempts=1)


# Folders in which nothing can be written


def without_rights() -> None:
    """Takes from root what lets it write everywhere, for the program that follows."""
    library = ctypes.CDLL(None)
    drop_from_bounding_set = 24
    for right in range(64):
        library.prctl(drop_from_bounding_set, right, 0, 0, 0)


@pytest.mark.parametrize("with_journal", [False, True])
def test_a_laboratory_is_listed_from_a_folder_that_cannot_be_written(
    with_journal: bool,  # noqa: FBT001 - of pytest
    tmp_path: Path,
) -> None:
    """Also when a killed match has left its journal there."""
    folder = tmp_path / "locked"
    folder.mkdir()
    file = tmp_path / "lab.sqlite"
    with Laboratory(file) as laboratory:
        play_match(PLAN.with_pairs(2), laboratory)
        if with_journal:
            shutil.copy(f"{file}-wal", folder / "lab.sqlite-wal")
            shutil.copy(file, folder)
    if not with_journal:
        shutil.copy(file, folder)
    before = sorted(path.name for path in folder.iterdir())
    folder.chmod(0o555)
    tried = subprocess.run(
        ["touch", str(folder / "new")], preexec_fn=without_rights, capture_output=True, check=False
    )
    assert tried.returncode != 0
    try:
        listed = subprocess.run(
            [sys.executable, "-m", "katachi", "lab", folder / "lab.sqlite", "--json"],
            preexec_fn=without_rights,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        folder.chmod(0o755)
    assert listed.returncode == 0, listed.stderr
    assert [row["games"] for row in json.loads(listed.stdout)] == [4]
    assert sorted(path.name for path in folder.iterdir()) == before


def test_reading_a_laboratory_makes_none(tmp_path: Path) -> None:
    with pytest.raises(KatachiError, match="cannot be used as a laboratory"):
        Laboratory(tmp_path / "lab.sqlite", read_only=True)
    (tmp_path / "lab.sqlite").touch()
    with pytest.raises(KatachiError, match="is not a laboratory"):
        Laboratory(tmp_path / "lab.sqlite", read_only=True)
    assert (tmp_path / "lab.sqlite").stat().st_size == 0


def test_standard_output_on_a_full_disk_is_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "katachi", "games", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.strip() == "error: No space left on device"
