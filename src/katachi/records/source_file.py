"""Files of games as bytes, with limits: a small file must not become a huge one in memory."""

from __future__ import annotations

import bz2
import hashlib
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from katachi.errors import InvalidRecord, KatachiError
from katachi.files.reading import read_bytes

# All Go games of a large server in one year are less; a decompression bomb is more.
MOST_BYTES = 1 << 30
# lzma's own guard against streams that ask for a huge dictionary.
_LZMA_MEMORY = 256 << 20
_GZIP_WINDOW = 31  # zlib's number for a gzip header and the largest window


class _Decompressor(Protocol):
    """What lzma and bz2 offer, and zlib by another name."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


# By suffix: how the file begins, and what takes it apart.
_COMPRESSIONS: dict[str, tuple[bytes, Callable[[], _Decompressor]]] = {
    ".xz": (b"\xfd7zXZ\x00", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _LZMA_MEMORY)),
    ".gz": (b"\x1f\x8b", lambda: zlib.decompressobj(_GZIP_WINDOW)),
    ".bz2": (b"BZh", bz2.BZ2Decompressor),
}


@dataclass(frozen=True)
class SourceFile:
    """A file: its name without the suffix of a compression, and its content without it.

    `sha256` is of the file as it lies on the disk.
    """

    path: Path
    name: str
    data: bytes
    sha256: str

    @cached_property
    def text(self) -> str:
        """The content as text: UTF-8, or ISO-8859-1 if it is not UTF-8. No error is possible."""
        data = self.data.removeprefix(b"\xef\xbb\xbf")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    @property
    def suffix(self) -> str:
        """Of the name, in lower case."""
        return Path(self.name).suffix.lower()


def open_source(path: Path, *, most_bytes: int = MOST_BYTES) -> SourceFile:
    """Reads a file, decompressed if it is .xz, .gz or .bz2.

    Raises `InvalidRecord` if it cannot be read or holds more than `most_bytes`.
    """
    if path.is_dir():
        raise InvalidRecord(f"'{path}' is a folder, not a file")
    try:
        raw = read_bytes(path, most_bytes)
    except KatachiError as error:
        raise InvalidRecord(str(error)) from None
    return source_of(path, raw, most_bytes=most_bytes)


def source_of(path: Path, raw: bytes, *, most_bytes: int = MOST_BYTES) -> SourceFile:
    """The same for a file that has been read already."""
    name, data = path.name, raw
    for suffix, (magic, make) in _COMPRESSIONS.items():
        if raw.startswith(magic) and name.lower().endswith(suffix):
            try:
                data = _decompressed(raw, make, most_bytes)
            except (lzma.LZMAError, EOFError, OSError, zlib.error) as error:
                raise InvalidRecord(f"'{path}' is damaged: {error}") from None
            name = name[: -len(suffix)]
            break
    if len(data) > most_bytes:
        raise InvalidRecord(f"'{path}' holds more than {most_bytes} bytes when decompressed")
    return SourceFile(path, name, data, hashlib.sha256(raw).hexdigest())


def _decompressed(raw: bytes, make: Callable[[], _Decompressor], most_bytes: int) -> bytes:
    """All streams of a file, at most one byte more than allowed."""
    content = b""
    while raw and len(content) <= most_bytes:
        decompressor = make()
        content += decompressor.decompress(raw, most_bytes + 1 - len(content))
        if len(content) <= most_bytes and not decompressor.eof:
            raise EOFError("it ends in the middle of the compressed data")
        raw = decompressor.unused_data.lstrip(b"\0")
    return content
