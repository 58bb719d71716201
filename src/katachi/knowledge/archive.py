"""Files that are zip archives of named parts: knowledge, convolutional networks.

The part `format` says what it is. Nothing is executed when one is read, sizes are limited, and the
checksums of zip find damage. Same parts, same bytes. Arrays (`NAME.npy`) are packed and called
`NAME.npy.packed` in the zip; files of before have them as they are, and both are read.
"""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes
from katachi.files.zip_directory import open_zip, read_part
from katachi.knowledge.packing import pack, unpack

# The same time in every archive, so that equal parts have equal bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
_ARRAY = ".npy"
_PACKED = ".packed"
# Bytes in which a file says what it is.
LONGEST_HEAD = 200
# What zipfile, NumPy and msgspec say about damaged content.
_DAMAGE: tuple[type[Exception], ...] = (
    KatachiError,
    OSError,
    MemoryError,
    RecursionError,
    zipfile.BadZipFile,
    msgspec.MsgspecError,
    UnicodeDecodeError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
)


@dataclass(frozen=True)
class Format:
    """What a file says it is, what people call it, and what it and its parts may be as large as."""

    name: str
    version: int
    noun: str
    largest: int


@dataclass(frozen=True)
class Archive:
    """An open file."""

    content: zipfile.ZipFile
    format: Format

    def __contains__(self, name: str) -> bool:
        """Whether there is such a part."""
        return not {name, name + _PACKED}.isdisjoint(self.content.namelist())

    def part(self, name: str) -> bytes:
        """A part, unpacked; raises `KatachiError` if it is missing or too large."""
        if name + _PACKED in self.content.namelist():
            return unpack(self._stored(name + _PACKED), self.format.largest)
        return self._stored(name)

    def _stored(self, name: str) -> bytes:
        return read_part(self.content, name, self.format.largest)


def write_archive(
    path: Path, kind: Format, parts: Mapping[str, bytes], *, overwrite: bool = False
) -> None:
    """Writes a file, completely or not at all."""
    everything = {"format": f"{kind.name} {kind.version}\n".encode(), **parts}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in everything.items():
            stored, data = name, content
            if name.endswith(_ARRAY):
                stored, data = name + _PACKED, pack(content)
            archive.writestr(zipfile.ZipInfo(stored, _TIME), data, zipfile.ZIP_DEFLATED, 9)
    content = buffer.getvalue()
    largest = max(map(len, everything.values()))
    if max(len(content), largest) > kind.largest:
        raise KatachiError(f"'{path}': a {kind.noun} has at most {kind.largest} bytes a part")
    write_atomically(path, content, overwrite=overwrite)


@contextlib.contextmanager
def open_archive(path: Path, kind: Format) -> Iterator[Archive]:
    """Opens a file; whatever is wrong with it becomes a `KatachiError` that names it."""
    try:
        data = read_bytes(path, kind.largest)
    except KatachiError as error:
        raise KatachiError(f"{error}, so it is not a {kind.noun}") from None
    try:
        with open_zip(data) as content:
            archive = Archive(content, kind)
            head = archive.part("format").decode("ascii", "replace").split()
            if head[:1] != [kind.name]:
                raise KatachiError(f"it does not begin with {kind.name}")
            if head != [kind.name, str(kind.version)]:
                raise KatachiError(f"version {shown(' '.join(head[1:]))} is unknown")
            yield archive
    except KatachiError as error:
        raise KatachiError(f"'{path}' is not a {kind.noun}: {error}") from None
    except _DAMAGE as error:
        raise KatachiError(f"'{path}' is not a {kind.noun}: {error}") from None


def format_of_archive(content: bytes) -> str:
    """The name that an archive gives itself; "" if it is damaged or gives none."""
    try:
        with open_zip(content) as archive:
            return (
                read_part(archive, "format", LONGEST_HEAD).decode("ascii", "replace").split(" ")[0]
            )
    except _DAMAGE:
        return ""
