"""Words of GTP: integers, floats, booleans, colours. Wrong ones raise `CommandFailed`."""

from __future__ import annotations

import math
import re

from katachi.errors import shown
from katachi.games.outcome import Color
from katachi.gtp.protocol.wire import LARGEST_INT, CommandFailed

_INT = re.compile(r"[0-9]{1,10}")
# Decimal numbers only: Python's float() would also take "1_0", "nan" and "infinity".
_FLOAT = re.compile(r"[+-]?([0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?")
_LARGEST_FLOAT = 3.4e38  # GTP's floats are IEEE 754 with 32 bits

_COLORS: dict[str, Color] = {"b": "black", "black": "black", "w": "white", "white": "white"}
_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}


def parse_int(word: str, *, what: str = "an integer") -> int:
    """0 to 2^31 - 1."""
    if not _INT.fullmatch(word) or int(word) > LARGEST_INT:
        raise CommandFailed(f"syntax error: {what} is needed, not {shown(word)}")
    return int(word)


def parse_float(word: str, *, what: str = "a number") -> float:
    """A finite decimal number."""
    value = float(word) if _FLOAT.fullmatch(word) else math.inf
    if abs(value) > _LARGEST_FLOAT:
        raise CommandFailed(f"syntax error: {what} is needed, not {shown(word)}")
    return value


def parse_seconds(word: str, *, what: str = "a number of seconds") -> float:
    """A time; not negative, at most about 31 years."""
    value = parse_float(word, what=what)
    if not 0 <= value < 1e9:
        raise CommandFailed(f"syntax error: {what} is needed, not {shown(word)}")
    return value


def parse_boolean(word: str) -> bool:
    """`true` or `false`; also 1 and 0, as GoGui's parameter dialogs send them."""
    found = _BOOLEANS.get(word.lower())
    if found is None:
        raise CommandFailed(f"syntax error: true or false is needed, not {shown(word)}")
    return found


def parse_color(word: str) -> Color:
    """b, black, w or white, in any case."""
    found = _COLORS.get(word.lower())
    if found is None:
        raise CommandFailed(f"syntax error: a colour (b or w) is needed, not {shown(word)}")
    return found
