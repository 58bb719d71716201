"""Files that are made to harm: refused with a sentence, within a second and little memory.

Every bomb is read in a process of its own, whose memory is measured; the foreign exceptions that such
files once let through are named in the cases.
"""

from __future__ import annotations

import io
import json
import os
import resource
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from conftest import SANITIZED

from katachi.files.arrays import read_array, read_header

MOST_MEGABYTES = 512
MOST_SECONDS = 1.0  # of work, without what starting Python and importing take

pytestmark = pytest.mark.skipif(
    not Path("/dev/zero").exists(), reason="devices and memory are as on POSIX systems"
)


def array(header: str, content: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    text = f"{header}\n".encode()
    return b"\x93NUMPY" + version + struct.pack("<H", len(text)) + text + content


def header(shape: str, kind: str = "'<f4'") -> str:
    return f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}"


PLAIN = array(header("(3,)"), bytes(12))
CARD = b"{}"


def archive(compression: int = zipfile.ZIP_DEFLATED, **parts: bytes) -> bytes:
    """A knowledge file; names of parts have _ for the point."""
    buffer = io.BytesIO()
    usual = {"format": b"katachi-knowledge 1\n", "card_json": CARD, "features_txt": b"x"}
    with zipfile.ZipFile(buffer, "w", compression, compresslevel=1) as file:
        for name, content in {
            **usual,
            "weights_npy": PLAIN,
            "appearances_npy": PLAIN,
            **parts,
        }.items():
            file.writestr(name.replace("_", "."), content)
    return buffer.getvalue()


def encrypted() -> bytes:
    """The flag alone: nobody gets as far as the password."""
    data = bytearray(archive())
    at = data.index(b"PK\x01\x02")
    while at >= 0:
        data[at + 8] |= 1
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


def crowded() -> bytes:
    """Many parts, all of them the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for number in range(2000):
            file.writestr(f"{number}", b"")
    return buffer.getvalue()


def overlapping() -> bytes:
    """A directory that lists one large part many times."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("format", b"katachi-knowledge 1\n")
        file.writestr("a.npy", bytes(2**20))
        for number in range(200):
            file.filelist.append(file.filelist[1])
            file.NameToInfo[f"{number}.npy"] = file.filelist[1]
    return buffer.getvalue()


def lying() -> bytes:
    """A part that is larger than the directory says."""
    data = bytearray(archive(features_txt=b"x" * 2**24))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(b"features.txt")
        at = (
            data.rindex(mark, 0, at)
            if mark == b"PK\x03\x04"
            else data.rindex(mark, 0, data.rindex(b"features.txt"))
        )
        data[at + place : at + place + 4] = struct.pack("<I", 100)
    return bytes(data)


KNOWLEDGE: dict[str, Callable[[], bytes]] = {
    # tokenize.TokenError: NumPy tries headers of Python 2.
    "token error": lambda: archive(weights_npy=array("{'descr': '<f4', ((((")),
    "absurd shape": lambda: archive(weights_npy=array(header("(99999999999999,)"))),
    # MemoryError
    "absurd shape, packed": lambda: archive(weights_npy_packed=array(header("(9999999999,)"))),
    "many dimensions": lambda: archive(weights_npy=array(header("(" + "1, " * 60 + ")"))),
    "negative": lambda: archive(weights_npy=array(header("(-1,)"))),
    "deep nesting": lambda: archive(weights_npy=array("[" * 9000)),
    "objects": lambda: archive(weights_npy=array(header("(3,)", "'|O'"), b"x" * 24)),
    "records": lambda: archive(weights_npy=array(header("(3,)", "[('a', '<f4')]"), bytes(12))),
    "ratio": lambda: archive(features_txt=bytes(2**25)),
    "ratio of an array": lambda: archive(weights_npy=array(header(f"({2**23},)"), bytes(2**25))),
    "rows of zeros": lambda: archive(
        weights_npy_packed=array(header(f"({2**26}, 1000)"), bytes(2**21))
    ),
    # RuntimeError
    "encrypted": encrypted,
    # lzma.LZMAError, NotImplementedError
    "lzma": lambda: archive(zipfile.ZIP_LZMA),
    "bzip2": lambda: archive(zipfile.ZIP_BZIP2),
    "unknown compression": lambda: archive().replace(b"\x08\x00", b"\x63\x00"),
    "many parts": crowded,
    "overlapping": overlapping,
    "lying": lying,
    # RecursionError
    "deep card": lambda: archive(card_json=b"[" * 2**20),
    "deep card of objects": lambda: archive(card_json=b'{"a":' * 2**18),
    "long number": lambda: archive(card_json=b'{"games": ' + b"9" * 2**20 + b"}"),
    "network of many numbers": lambda: (
        b'{"format": "katachi network 1", "kind": "value", '
        b'"hidden_weights": [[' + b"0," * 2**23 + b"0]]}"
    ),
    "deep network": lambda: b'{"format":' + b"[" * 2**20,
    "half": lambda: archive()[:200],
    "nothing": lambda: b"",
    "zeros": lambda: bytes(2**20),
}

READ = """
import json, re, resource, sys, time
import katachi
from katachi.knowledge.catalogue import load_knowledge
from katachi.files.checkpoint import Checkpoint
from pathlib import Path
found = {}
for word in sys.argv[2:]:
    begin = time.monotonic(), time.process_time()
    try:
        if sys.argv[1] == "checkpoint":
            Checkpoint(Path(word), "form", {}).read()
        elif sys.argv[1] == "records":
            katachi.records.read(word)
        else:
            load_knowledge(word)
        said = "read"
    except katachi.KatachiError as error:
        said = f"KatachiError: {error}"
    except BaseException as error:
        said = type(error).__name__
    found[word] = [said, time.process_time() - begin[1], time.monotonic() - begin[0]]
status = Path("/proc/self/status")
if status.exists():  # getrusage also counts what the parent had when it forked
    most = int(re.search(r"VmHWM:\\s*(\\d+) kB", status.read_text())[1])
else:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([found, most]))
"""


def read_all(kind: str, *paths: Path) -> dict[str, tuple[str, float]]:
    """What is said about each file, and the seconds that it took; checks the memory."""
    ended = subprocess.run(
        [sys.executable, "-c", READ, kind, *map(str, paths)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found, most = json.loads(ended.stdout)
    # A sanitizer keeps freed memory in quarantine.
    assert SANITIZED or most < MOST_MEGABYTES * 1024
    return {Path(word).name: (said, seconds) for word, (said, seconds, _) in found.items()}


def check_refused(found: dict[str, tuple[str, float]]) -> None:
    for name, (said, seconds) in found.items():
        assert said.startswith("KatachiError"), (name, said)
        assert len(said) < 1000, name
        assert seconds < MOST_SECONDS, (name, said)


def test_knowledge_that_is_a_bomb_is_refused(tmp_path: Path) -> None:
    paths = []
    for number, (name, make) in enumerate(KNOWLEDGE.items()):
        suffix = ".network" if "network" in name else ".knowledge"
        paths.append(tmp_path / f"{number} {name}{suffix}")
        paths[-1].write_bytes(make())
    found = read_all("knowledge", *paths)
    assert len(found) == len(KNOWLEDGE)
    check_refused(found)


def checkpoint(**parts: bytes) -> bytes:
    head = np.frombuffer(b'{"format": "form", "identity": {}}', np.uint8)
    buffer = io.BytesIO()
    np.save(buffer, head)
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as content:
            for name, part in {"head_npy": buffer.getvalue(), **parts}.items():
                content.writestr(name.replace("_", "."), part)
        return file.getvalue()


CHECKPOINTS: dict[str, Callable[[], bytes]] = {
    # NotImplementedError, RuntimeError, RecursionError
    "unknown compression": lambda: checkpoint().replace(b"\x08\x00", b"\x63\x00"),
    "encrypted": encrypted,
    "deep nesting": lambda: checkpoint(a_npy=array("[" * 9000)),
    "deep head": lambda: checkpoint(head_npy=array(header(f"({2**20},)", "'|u1'"), b"[" * 2**20)),
    "absurd shape": lambda: checkpoint(a_npy=array(header("(99999999999999,)"))),
    "ratio": lambda: checkpoint(a_npy=array(header(f"({2**25},)", "'|u1'"), bytes(2**25))),
    "overlapping": overlapping,
    "many parts": crowded,
    "token error": lambda: checkpoint(a_npy=array("{'descr': '<f4', ((((")),
    "no array": lambda: checkpoint(a_npy=b"x"),
}


def test_checkpoints_that_are_bombs_are_refused(tmp_path: Path) -> None:
    sound = tmp_path / "sound"
    sound.write_bytes(checkpoint())
    paths = [sound]
    for name, make in CHECKPOINTS.items():
        paths.append(tmp_path / name)
        paths[-1].write_bytes(make())
    found = read_all("checkpoint", *paths)
    assert found.pop("sound")[0] == "read"
    assert len(found) == len(CHECKPOINTS)
    check_refused(found)


@pytest.mark.parametrize("kind", ["knowledge", "checkpoint", "records"])
def test_devices_and_pipes_are_no_files(kind: str, tmp_path: Path) -> None:
    """They were read for ever."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    names = ["pipe", "zero", "folder"] + (["loop", "nothing"] if kind != "checkpoint" else [])
    suffix = ".sgf" if kind == "records" else ".knowledge"
    for name in names:
        if (tmp_path / name).exists() or (tmp_path / name).is_symlink():
            (tmp_path / name).rename(tmp_path / f"{name}{suffix}")
    if (tmp_path / f"loop{suffix}").is_symlink():
        (tmp_path / f"loop{suffix}").unlink()
        (tmp_path / f"loop{suffix}").symlink_to(tmp_path / f"loop{suffix}")
    found = read_all(kind, *(tmp_path / f"{name}{suffix}" for name in names))
    assert len(found) == len(names)
    check_refused(found)


@pytest.mark.parametrize(
    "command",
    [
        "knowledge {}",
        "records info {}",
        "lab {}",
        "lab {} check",
        "forest show {}",
        "learn othello-selfplay --features {} -o x.knowledge",
        "match {} uct hex3",
        "match uct random hex3 --simulations 1 --openings {}",
        "reproduce {}",
    ],
)
@pytest.mark.parametrize("place", ["/dev/zero", "pipe.toml"])
def test_commands_refuse_devices_and_pipes(command: str, place: str, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from katachi.cli import app

    path = Path(place)
    if place == "pipe.toml":
        path = tmp_path / place
        os.mkfifo(path)
    begin = time.monotonic()
    result = CliRunner().invoke(app, command.format(path).split())
    assert result.exit_code == 2, (result.output, result.exception)
    assert result.output.count("\n") == 1
    assert time.monotonic() - begin < 20


# Arrays


@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 0, 4)])
@pytest.mark.parametrize("kind", ["<f4", "<f8", "|u1", "<u4", "|b1", ">i8", "<U3"])
def test_arrays_are_read_as_numpy_writes_them(shape: tuple[int, ...], kind: str) -> None:
    count = int(np.prod(shape))
    wanted = np.arange(count).reshape(shape).astype(kind)
    for one in (wanted, np.asfortranarray(wanted)):
        buffer = io.BytesIO()
        np.save(buffer, one)
        found = read_array(buffer.getvalue())
        assert found.dtype == one.dtype
        np.testing.assert_array_equal(found, one)
        assert read_header(buffer.getvalue()).size == one.nbytes


def test_memory_is_measured_at_all() -> None:
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 10_000
