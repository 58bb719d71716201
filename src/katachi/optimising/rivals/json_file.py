"""Structures as JSON files that people can read: infinite numbers, which JSON lacks, are texts."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TypeVar

import msgspec

from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically

Structure = TypeVar("Structure")


def write_json(value: msgspec.Struct, path: Path, *, overwrite: bool = False) -> None:
    """Writes a structure, whole or not at all."""
    text = msgspec.json.format(msgspec.json.encode(_finite(msgspec.to_builtins(value))), indent=1)
    write_atomically(path, text + b"\n", overwrite=overwrite)


def read_json(path: Path, kind: type[Structure], what: str) -> Structure:
    """Reads a structure; raises `KatachiError` that names the file and what is wrong with it.

    `FileNotFoundError` is left to the caller.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind, strict=False)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise KatachiError(f"'{path}' is no {what}: {error}") from None


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
