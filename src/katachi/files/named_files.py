"""TOML files that are known by name because they ship, or by their path: agents, papers."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.files.reading import read_bytes

File = TypeVar("File")
LARGEST = 2**22  # bytes


def names_in(folder: Path) -> list[str]:
    """The names of a folder's files, sorted."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def is_path(name: str) -> bool:
    """Whether it can only be a file."""
    return "/" in name or name.endswith(".toml")


def read_named(name: str, folder: Path, kind: type[File], noun: str) -> File:
    """What a file describes; raises `KatachiError` with the offending name or text."""
    path = Path(name) if is_path(name) else folder / f"{name}.toml"
    if not is_path(name) and name not in names_in(folder):
        known = ", ".join(names_in(folder))
        raise KatachiError(f"no {noun} {shown(name)}; known: {known}, or a TOML file")
    try:
        return msgspec.toml.decode(read_bytes(path, LARGEST), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidSettings(f"{path.name}: {error}") from None
