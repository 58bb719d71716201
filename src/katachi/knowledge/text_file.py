"""Text files of knowledge: read whole, limited in size, errors with the name of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from katachi.errors import InvalidSettings, KatachiError, shown

Read = TypeVar("Read")

# Bytes that are looked at; a parser refuses what is longer than its own limit.
MOST_BYTES = 1_000_000


def read_text(path: Path, parse: Callable[[str], Read]) -> Read:
    """What a parser makes of a file; raises `KatachiError` that names the file."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1).decode("utf-8")
    except OSError as error:
        raise KatachiError(f"cannot read {shown(str(path))}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidSettings(f"{path.name} is not UTF-8 text") from None
    try:
        return parse(text)
    except InvalidSettings as error:
        raise InvalidSettings(f"{path.name}: {error}") from None
