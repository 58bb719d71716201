"""Files from anywhere, read whole and within limits: never a device, a pipe or more than is asked for."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from katachi.errors import KatachiError

# Bytes of texts and states that are larger than any of ours.
MOST_BYTES = 2**28


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of an ordinary file; raises `KatachiError` that names it.

    A named pipe would wait for somebody who writes, and a device may have no end.
    """
    refusal = f"cannot read '{path}'"
    descriptor = -1
    try:
        # Without O_NONBLOCK opening a pipe waits, too; ordinary files do not mind it.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise KatachiError(f"{refusal}: it is no ordinary file")
        if found.st_size > most:
            raise KatachiError(f"{refusal}: it is too large, more than {most} bytes")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(most + 1)
    except OSError as error:
        raise KatachiError(f"{refusal}: {error.strerror}") from None
    except KatachiError:
        raise
    except ValueError as error:  # a name with a NUL
        raise KatachiError(f"{refusal}: {error}") from None
    finally:
        if descriptor >= 0:
            os.close(descriptor)
    if len(content) > most:  # it grew meanwhile
        raise KatachiError(f"{refusal}: it is too large, more than {most} bytes")
    return content


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The same as UTF-8 text."""
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError:
        raise KatachiError(f"cannot read '{path}': it is not UTF-8 text") from None
