"""Files of convolutional networks: a zip archive with text and an ONNX model.

    format       katachi-convolutional-network 1
    board        the game and its size: othello8
    planes       the names of the planes that it looks at, one a line
    card.json    the card
    model.onnx   the network

Any reader of ONNX can use the model. Sizes are limited, and the checksums of zip find damage. Same
network, same bytes.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from katachi.errors import KatachiError, shown
from katachi.knowledge import Card
from katachi.records.atomic_file import write_atomically

FORMAT = "katachi-convolutional-network"
VERSION = 1
# No file, and no part of one, may be larger.
LARGEST_FILE = 2**26
# The same time in every archive, so that equal networks have equal bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
MAGIC = b"PK"


@dataclass(frozen=True)
class NetworkParts:
    """What a file holds."""

    board: str
    planes: tuple[str, ...]
    card: Card
    model: bytes


def write_archive(path: Path, parts: NetworkParts, *, overwrite: bool = False) -> None:
    """Writes a file, completely or not at all."""
    contents = {
        "format": f"{FORMAT} {VERSION}\n".encode(),
        "board": f"{parts.board}\n".encode(),
        "planes": "".join(f"{name}\n" for name in parts.planes).encode(),
        "card.json": msgspec.json.format(msgspec.json.encode(parts.card), indent=2),
        "model.onnx": parts.model,
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name, _TIME), content, zipfile.ZIP_DEFLATED, 9)
    write_atomically(path, buffer.getvalue(), overwrite=overwrite)


def is_archive(path: Path) -> bool:
    """Whether a file looks like one; raises `KatachiError` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None


def read_archive(path: Path) -> NetworkParts:
    """Reads a file; raises `KatachiError` that names it and what is wrong."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise KatachiError("it is too large")
        with zipfile.ZipFile(path) as archive:
            head = _part(archive, "format").decode("ascii", "replace").split()
            if head[:1] != [FORMAT]:
                raise KatachiError(f"it does not begin with {FORMAT}")
            if head != [FORMAT, str(VERSION)]:
                raise KatachiError(f"version {shown(' '.join(head[1:]))} is unknown")
            return NetworkParts(
                board=_part(archive, "board").decode().strip(),
                planes=tuple(_part(archive, "planes").decode().splitlines()),
                card=msgspec.json.decode(_part(archive, "card.json"), type=Card),
                model=_part(archive, "model.onnx"),
            )
    except KatachiError as error:
        raise KatachiError(f"'{path}' is not a network: {error}") from None
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror or error}") from None
    except _DAMAGE as error:
        raise KatachiError(f"'{path}' is not a network: {error}") from None


# What zipfile and msgspec say about damaged content.
_DAMAGE: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    msgspec.MsgspecError,
    UnicodeDecodeError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
)


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        info = archive.getinfo(name)
    except KeyError:
        raise KatachiError(f"there is no part {name!r}") from None
    with archive.open(info) as file:
        # The size in the directory may lie.
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise KatachiError(f"the part {name!r} is too large")
    return content
