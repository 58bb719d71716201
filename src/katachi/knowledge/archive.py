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
from katachi.knowledge.packing import pack, unpack

# The same time in every archive, so that equal parts have equal bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
_ARRAY = ".npy"
_PACKED = ".packed"
# What zipfile, NumPy and msgspec say about damaged content.
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
        try:
            info = self.content.getinfo(name)
        except KeyError:
            raise KatachiError(f"there is no part {name!r}") from None
        largest = self.format.largest
        with self.content.open(info) as file:
            # The size in the directory may lie.
            content = file.read(largest + 1) if info.file_size <= largest else None
        if content is None or len(content) > largest:
            raise KatachiError(f"the part {name!r} is too large")
        return content


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
    write_atomically(path, buffer.getvalue(), overwrite=overwrite)


@contextlib.contextmanager
def open_archive(path: Path, kind: Format) -> Iterator[Archive]:
    """Opens a file; whatever is wrong with it becomes a `KatachiError` that names it."""
    try:
        if path.stat().st_size > kind.largest:
            raise KatachiError("it is too large")
        with zipfile.ZipFile(path) as content:
            archive = Archive(content, kind)
            head = archive.part("format").decode("ascii", "replace").split()
            if head[:1] != [kind.name]:
                raise KatachiError(f"it does not begin with {kind.name}")
            if head != [kind.name, str(kind.version)]:
                raise KatachiError(f"version {shown(' '.join(head[1:]))} is unknown")
            yield archive
    except KatachiError as error:
        raise KatachiError(f"'{path}' is not a {kind.noun}: {error}") from None
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror or error}") from None
    except _DAMAGE as error:
        raise KatachiError(f"'{path}' is not a {kind.noun}: {error}") from None


def format_of_archive(path: Path) -> str:
    """The name that an archive gives itself; "" if it is damaged or gives none."""
    try:
        with zipfile.ZipFile(path) as content, content.open("format") as part:
            return part.read(200).decode("ascii", "replace").split(" ")[0]
    except (KeyError, OSError):
        return ""
    except _DAMAGE:
        return ""
