"""A rhombus of hexagons, each row half a cell farther to the right, with coloured goal sides."""

from __future__ import annotations

from itertools import pairwise

from katachi.games.drawing import Centres, Drawing
from katachi.games.drawing.elements import edge_coordinates, hexagon, hexagons, line
from katachi.games.drawing.layout import BoardLayout, RowLayout, rows_of
from katachi.games.game import Game


def _layout(game: Game) -> BoardLayout:
    """Letters above and below, numbers at both ends of the rows."""
    margin = len(str(game.size))
    rows = rows_of(game)
    header = " " * (margin + 1) + " ".join(cell[0] for cell in rows[0])
    layout = tuple(
        RowLayout(" " * y + row[0][1:].rjust(margin), row, row[0][1:]) for y, row in enumerate(rows)
    )
    return BoardLayout(header, layout, " " * game.size + header)


def _board(game: Game, centres: Centres) -> list[str]:
    """Hexagons, and the goal sides in the colour of their player."""
    parts = hexagons(centres.values())
    # Which corners of the outer hexagons bound each side: top, bottom, left, right.
    borders = ((5, 0, 1), (2, 3, 4), (3, 4, 5), (0, 1, 2))
    for side, corners, color in zip(
        game.topology.sides,
        borders,
        ("#161616", "#161616", "#ffffff", "#ffffff"),
        strict=True,
    ):
        for cell in side:
            outline = hexagon(centres[cell])
            for a, b in pairwise(corners):
                parts.append(line(outline[a], outline[b], color, 4))
    return parts


def _coordinates(game: Game, centres: Centres) -> list[str]:
    return edge_coordinates(game, centres, shift=8)


DRAWING = Drawing(_layout, _board, _coordinates, slant=0.5)
