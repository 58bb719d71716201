"""Zip archives from anywhere: what their directory says, before anything is unpacked.

A small archive can claim a huge directory, list the same bytes a thousand times, or hold a part that
grows a thousandfold. All of ours have a few parts, stored or deflated, none encrypted.
"""

from __future__ import annotations

import io
import zipfile

from katachi.errors import KatachiError

LARGEST_DIRECTORY = 2**16  # bytes
# What a part may grow by; honest ones of ours stay below 10.
MOST_GROWTH = 64
# Bytes that a part may always have.
SMALL = 2**22
_END, _END_SIZE, _LONGEST_COMMENT = b"PK\x05\x06", 22, 2**16
_LOCATOR, _LOCATOR_SIZE = b"PK\x06\x07", 20
_ENCRYPTED = 1


def open_zip(content: bytes) -> zipfile.ZipFile:
    """An archive in memory; raises `KatachiError`, or `zipfile.BadZipFile` for what is none."""
    begin = max(0, len(content) - _END_SIZE - _LONGEST_COMMENT)
    end = content.rfind(_END, begin)
    if end < 0:
        raise zipfile.BadZipFile("File is not a zip file")
    before = content[max(0, end - _LOCATOR_SIZE) : end]
    size = int.from_bytes(content[end + 12 : end + 16], "little")
    if size > LARGEST_DIRECTORY or before.startswith(_LOCATOR):
        raise KatachiError("its directory is too large")
    archive = zipfile.ZipFile(io.BytesIO(content))
    for info in archive.infolist():
        if info.flag_bits & _ENCRYPTED:
            raise KatachiError(f"the part {info.filename[:40]!r} is encrypted")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise KatachiError(f"the part {info.filename[:40]!r} is neither stored nor deflated")
        if info.file_size > max(SMALL, MOST_GROWTH * info.compress_size):
            raise KatachiError(f"the part {info.filename[:40]!r} is too large for its bytes")
    if sum(info.compress_size for info in archive.infolist()) > len(content):
        raise KatachiError("its parts lie above each other")
    return archive


def read_part(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A part of at most `most` bytes; raises `KatachiError`, and what zipfile raises for damage."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        raise KatachiError(f"there is no part {name!r}") from None
    with archive.open(info) as file:
        # The size in the directory may lie.
        content = file.read(most + 1) if info.file_size <= most else None
    if content is None or len(content) > most:
        raise KatachiError(f"the part {name!r} is too large")
    return content
