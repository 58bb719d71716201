"""A triangle of hexagons, its corner at the top: numbers before the rows, letters below."""

from __future__ import annotations

from itertools import pairwise

from katachi.games.drawing import Centres, Drawing
from katachi.games.drawing.elements import UNIT, hexagon, hexagons, line, text
from katachi.games.drawing.layout import BoardLayout, RowLayout, rows_of
from katachi.games.game import Game

# Which corners of the outer hexagons bound each side: left, right, bottom.
_BORDERS = ((3, 4, 5, 0), (0, 1, 2, 3), (2, 3, 4))
_INK = "#6b5a36"


def _layout(game: Game) -> BoardLayout:
    """Places in a row run down to the left, so their letters stand below the last row."""
    size, margin = game.size, len(str(game.size))
    rows = rows_of(game)
    layout = tuple(
        RowLayout(" " * (size - 1 - y) + row[0][1:].rjust(margin), row, "")
        for y, row in enumerate(rows)
    )
    footer = " " * margin + " ".join(cell[0] for cell in rows[-1])
    return BoardLayout("", layout, footer)


def _board(game: Game, centres: Centres) -> list[str]:
    """Hexagons; all three sides are both players' goal, so they have one colour."""
    parts = hexagons(centres.values())
    for side, corners in zip(game.topology.sides, _BORDERS, strict=True):
        for cell in side:
            outline = hexagon(centres[cell])
            for a, b in pairwise(corners):
                parts.append(line(outline[a], outline[b], _INK, 3))
    return parts


def _coordinates(game: Game, centres: Centres) -> list[str]:
    parts = []
    rows = rows_of(game)
    for row in rows:
        x, y = centres[row[0]]
        number = row[0][1:]
        parts.append(text(x - 27, y + 4, number, size=11 if len(number) == 1 else 9))
    for cell in rows[-1]:
        x, y = centres[cell]
        parts.append(text(x - UNIT * 0.3, y + UNIT * 0.85, cell[0], size=11))
    return parts


DRAWING = Drawing(_layout, _board, _coordinates, slant=-0.5)
