"""Files that are there completely or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from katachi.errors import KatachiError
from katachi.files.temporary import remove_leftovers, temporary_beside


def check_vacant(path: Path, *, overwrite: bool = False) -> None:
    """Raises `KatachiError` if a file could not be written there; touches nothing."""
    if path.is_dir():
        raise KatachiError(f"'{path}' is a folder, not a file")
    if path.exists() and not overwrite:
        raise KatachiError(f"'{path}' exists already and is kept")
    if not path.parent.is_dir():
        raise KatachiError(f"there is no folder '{path.parent}'")
    if not os.access(path.parent, os.W_OK):
        raise KatachiError(f"nothing can be written to the folder '{path.parent}'")


def write_atomically(path: Path, content: str | bytes, *, overwrite: bool = False) -> None:
    """Writes bytes, or text as UTF-8, to a temporary file beside `path` and renames it.

    Whoever reads `path` sees the old file or the new one, never a part. Raises `KatachiError` if
    the file exists and may not be overwritten, or cannot be written. What a killed process left of an
    earlier attempt is removed.
    """
    check_vacant(path, overwrite=overwrite)
    remove_leftovers(path)
    temporary = temporary_beside(path)
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        with temporary.open("xb", buffering=0) as file:
            write_whole(file.fileno(), data)
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise KatachiError(f"cannot write '{path}': {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    _keep_name(path.parent)


def write_whole(descriptor: int, data: bytes) -> None:
    """Writes all of it, however little the system takes at once; raises `OSError`."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _keep_name(folder: Path) -> None:
    """Makes a new name survive a power failure, where the system can; the file itself is safe."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
