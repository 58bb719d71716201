"""A hexagon of hexagons: letters before the rows, numbers of columns at the upper edges."""

from __future__ import annotations

from katachi.games.drawing import Centres, Drawing
from katachi.games.drawing.elements import UNIT, hexagons, text
from katachi.games.drawing.layout import BoardLayout, RowLayout, rows_of
from katachi.games.game import Game


def _layout(game: Game) -> BoardLayout:
    """The columns run down to the left.

    The numbers of the first stand above the first row, those of the others behind the rows of the
    upper half.
    """
    size = game.size
    header = " " * (size + 1) + " ".join(str(column + 1) for column in range(size))
    layout = tuple(
        RowLayout(
            " " * (2 * size - 1 - len(row)) + row[0][0],
            row,
            str(size + y + 1) if y < size - 1 else "",
        )
        for y, row in enumerate(rows_of(game))
    )
    return BoardLayout(header, layout, "")


def _board(_game: Game, centres: Centres) -> list[str]:
    return hexagons(centres.values())


def _coordinates(game: Game, centres: Centres) -> list[str]:
    parts = []
    for row in rows_of(game):
        x, y = centres[row[0]]
        parts.append(text(x - UNIT * 0.75, y + 4, row[0][0], size=11))
    for cell in game.topology.cells:
        column, down = game.topology.coordinates(cell)
        if down == max(0, column - game.size + 1):
            x, y = centres[cell]
            parts.append(text(x + UNIT * 0.3, y - UNIT * 0.66, str(column + 1), size=11))
    return parts


DRAWING = Drawing(_layout, _board, _coordinates, slant=-0.5)
