"""A board as lines of text: where cells and coordinates stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from katachi.games.game import Game


@dataclass(frozen=True)
class RowLayout:
    """A row of cells, and what stands before and after it."""

    before: str
    cells: tuple[str, ...]
    after: str


@dataclass(frozen=True)
class BoardLayout:
    """A board as lines of text: one character a cell, a space before each and after the last.

    `header` and `footer` are lines with the names of columns; either may be empty.
    """

    header: str
    rows: tuple[RowLayout, ...]
    footer: str


def rows_of(game: Game) -> list[tuple[str, ...]]:
    """The cells of each row, from the top."""
    topology = game.topology
    rows: dict[int, list[str]] = {}
    for cell in topology.cells:
        rows.setdefault(topology.coordinates(cell)[1], []).append(cell)
    return [tuple(row) for _, row in sorted(rows.items())]


def square_layout(game: Game) -> BoardLayout:
    """Letters of columns above, numbers of rows at the left."""
    margin = len(str(game.size))
    rows = rows_of(game)
    header = " " * (margin + 1) + " ".join(cell[0] for cell in rows[0])
    layout = tuple(RowLayout(row[0][1:].rjust(margin), row, "") for row in rows)
    return BoardLayout(header, layout, "")
