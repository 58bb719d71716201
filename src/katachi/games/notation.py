"""Names of moves. Every program has its own; each game has them all in its room.

A `Notation` is a table: number of a move <-> text. Cells are numbered row by row from the top left
corner, and the number after the last cell is the game's special move (pass or swap).
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from katachi.errors import InvalidMove, shown

# GTP names columns without the letter I.
GTP_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
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


def make_notation(
    name: str,
    cells: Iterable[tuple[int, int]],
    label: Callable[[int, int], str],
    special: str,
    aliases: Iterable[str] = (),
) -> Notation:
    """A notation that names each cell by its column and row, and the special move by a text."""
    texts = [label(x, y) for x, y in cells]
    return Notation(
        name,
        (*texts, special),
        tuple((alias, len(texts)) for alias in aliases),
    )


def letter(index: int) -> str:
    """A small letter by number, from 0."""
    return string.ascii_lowercase[index]


def square_cells(size: int) -> list[tuple[int, int]]:
    """Columns and rows of a square board or rhombus, row by row."""
    return [(x, y) for y in range(size) for x in range(size)]
