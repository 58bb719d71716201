"""Names of moves. Every program has its own; here they all are.

A `Notation` is a table: number of a move <-> text. Cells are numbered row by row from the top left
corner, and the number after the last cell is the game's special move (pass or swap).
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from katachi.errors import InvalidMove, shown

# Go boards have no column I.
GO_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
LONGEST_MOVE = 32


@dataclass(frozen=True)
class Notation:
    """Texts of all moves, in the order of their numbers; parsing ignores case."""

    name: str
    texts: tuple[str, ...]
    aliases: tuple[tuple[str, int], ...] = ()
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Builds the reverse table."""
        numbers = {text.lower(): number for number, text in enumerate(self.texts)}
        if len(numbers) != len(self.texts):
            raise AssertionError(f"two moves of {self.name} have the same text")
        numbers |= dict(self.aliases)
        object.__setattr__(self, "_numbers", numbers)

    def text(self, number: int) -> str:
        """The text of a move number; raises `InvalidMove` if there is none."""
        if not 0 <= number < len(self.texts):
            raise InvalidMove(f"there is no move number {shown(number)}")
        return self.texts[number]

    def number(self, text: str) -> int:
        """The number of a move; raises `InvalidMove`."""
        found = None
        if isinstance(text, str) and len(text) <= LONGEST_MOVE and text.isascii():
            found = self._numbers.get(text.strip().lower())
        if found is None:
            special = self.texts[-1] or "an empty text for a pass"
            raise InvalidMove(
                f"{shown(text)} is not a move here; moves look like {self.texts[0]}, "
                f"{self.texts[1]} or {special}"
            )
        return found


def _notation(
    name: str,
    cells: Iterable[tuple[int, int]],
    label: Callable[[int, int], str],
    special: str,
    aliases: Iterable[str] = (),
) -> Notation:
    texts = [label(x, y) for x, y in cells]
    return Notation(
        name,
        (*texts, special),
        tuple((alias, len(texts)) for alias in aliases),
    )


def _letter(index: int) -> str:
    return string.ascii_lowercase[index]


def _square(size: int) -> list[tuple[int, int]]:
    return [(x, y) for y in range(size) for x in range(size)]


PASS_ALIASES = ("pa", "ps", "--")


def othello_notations(size: int) -> tuple[Notation, ...]:
    """Othello: a1 is the upper left corner; GoGui counts rows from the bottom.

    `letters` are Go-style points, as some programs write them in SGF.
    """
    cells = _square(size)
    return (
        _notation("othello", cells, lambda x, y: f"{_letter(x)}{y + 1}", "pass", PASS_ALIASES),
        _notation("gogui", cells, lambda x, y: f"{GO_COLUMNS[x]}{size - y}", "pass", PASS_ALIASES),
        _notation("letters", cells, lambda x, y: _letter(x) + _letter(y), "", ("tt", "pass")),
    )


def go_notations(size: int) -> tuple[Notation, ...]:
    """Go: A1 is the lower left corner and there is no column I; SGF letters from the upper left."""
    cells = _square(size)
    return (
        _notation("gtp", cells, lambda x, y: f"{GO_COLUMNS[x]}{size - y}", "pass"),
        _notation(
            "sgf", cells, lambda x, y: _letter(x) + _letter(y), "", ("tt",) if size <= 19 else ()
        ),
    )


def hex_notations(size: int) -> tuple[Notation, ...]:
    """Hex: a1 is the upper left corner, the letter i is used."""
    cells = _square(size)
    return (
        _notation("hex", cells, lambda x, y: f"{_letter(x)}{y + 1}", "swap", ("swap-pieces",)),
        _notation(
            "gogui", cells, lambda x, y: f"{GO_COLUMNS[x]}{size - y}", "swap", ("swap-pieces",)
        ),
        _notation("littlegolem", cells, lambda x, y: _letter(x) + _letter(y), "swap"),
    )


def havannah_notations(size: int) -> tuple[Notation, ...]:
    """Havannah: HavannahGui counts columns of the whole board, Little Golem cells of the row."""
    span = range(2 * size - 1)
    cells = [(x, y) for y in span for x in span if abs(x - y) < size]
    return (
        _notation("havannahgui", cells, lambda x, y: f"{_letter(y)}{x + 1}", "swap"),
        _notation(
            "littlegolem",
            cells,
            lambda x, y: f"{_letter(y).upper()}{x + 1 - max(0, y - size + 1)}",
            "swap",
        ),
        _notation("openspiel", cells, lambda x, y: f"{_letter(x)}{y + 1}", "swap"),
        _notation("gogui", cells, lambda x, y: f"{GO_COLUMNS[x]}{y + 1}", "swap"),
    )
