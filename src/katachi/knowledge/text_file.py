"""Text files of knowledge: read whole, limited in size, errors with the name of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from katachi.errors import InvalidSettings
from katachi.files.reading import read_bytes

Read = TypeVar("Read")

# Bytes of a file; a parser may have a limit of its own.
MOST_BYTES = 1_000_000


def read_text(path: Path, parse: Callable[[str], Read]) -> Read:
    """What a parser makes of a file; raises `KatachiError` that names the file."""
    try:
        text = read_bytes(path, MOST_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidSettings(f"{path.name} is not UTF-8 text") from None
    try:
        return parse(text)
    except InvalidSettings as error:
        raise InvalidSettings(f"{path.name}: {error}") from None
