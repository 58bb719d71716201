"""JSON files, read and written whole: plain values, and structures with a type.

Structures are written for people to read; infinite numbers, which JSON lacks, are texts there.
"""

from __future__ import annotations

import errno
import json
import math
import os
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes, read_text

Structure = TypeVar("Structure")


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """What a file holds; raises `KatachiError` that names it."""
    try:
        return json.loads(read_text(path))
    except KatachiError:
        raise
    except (ValueError, RecursionError) as error:
        raise KatachiError(f"cannot read {shown(str(path))}: {error}") from None


def write_structure(value: msgspec.Struct, path: Path, *, overwrite: bool = False) -> None:
    """Writes a structure, whole or not at all."""
    text = msgspec.json.format(msgspec.json.encode(_finite(msgspec.to_builtins(value))), indent=1)
    write_atomically(path, text + b"\n", overwrite=overwrite)


def read_structure(path: Path, kind: type[Structure], what: str) -> Structure:
    """Reads a structure; raises `KatachiError` that names the file and what is wrong with it.

    `FileNotFoundError` is left to the caller.
    """
    try:
        if not path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return msgspec.json.decode(read_bytes(path), type=kind, strict=False)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise KatachiError(f"'{path}' is no {what}: {error}") from None


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
