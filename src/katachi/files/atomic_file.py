"""Files that are there completely or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from katachi.errors import KatachiError


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
    the file exists and may not be overwritten, or cannot be written.
    """
    check_vacant(path, overwrite=overwrite)
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise KatachiError(f"cannot write '{path}': {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode("utf-8", "replace") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes private files; give the new one the rights of an ordinary file.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except OSError as error:
        raise KatachiError(f"cannot write '{path}': {error.strerror}") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(temporary).unlink()
