"""Pictures of the boards of users' games: squares, hexagons, or circles joined by lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katachi.games.drawing import PAPER, Drawing
from katachi.games.drawing.elements import UNIT, edge_coordinates, hexagons, line, text
from katachi.games.drawing.layout import BoardLayout, RowLayout, rows_of, square_layout

if TYPE_CHECKING:
    from katachi.games.compiled.board import Board
    from katachi.games.drawing import Centres
    from katachi.games.game import Game

_SQUARES = ("#f2dfb6", "#e8d09c")
_INK = "#8a744a"


def drawing_of(board: Board | None) -> Drawing:
    """How a board is drawn; a game without one has a row of numbers."""
    if board is None:
        return Drawing(_named_rows, _circles, _no_coordinates)
    if board.kind == "square":
        return Drawing(square_layout, _squares, edge_coordinates, palette=PAPER)
    if board.kind == "hexagonal":
        slanted_right = board.grid.name == "rhombus"
        slant = 0.5 if slanted_right else -0.5
        return Drawing(_named_rows, _hexagons, _names, slant=slant, palette=PAPER)
    return Drawing(_named_rows, _circles, _names, palette=PAPER)


def _squares(game: Game, centres: Centres) -> list[str]:
    parts = []
    for cell, (x, y) in centres.items():
        shade = _SQUARES[sum(game.topology.coordinates(cell)) % 2]
        parts.append(
            f"<rect x='{x - UNIT / 2:.1f}' y='{y - UNIT / 2:.1f}' width='{UNIT:g}' "
            f"height='{UNIT:g}' fill='{shade}' stroke='{_INK}' stroke-width='1'/>"
        )
    return parts


def _hexagons(_game: Game, centres: Centres) -> list[str]:
    return hexagons(centres.values())


def _circles(game: Game, centres: Centres) -> list[str]:
    parts = [
        line(centres[cell], centres[other], _INK, 2)
        for cell in centres
        for other in game.topology.neighbours(cell)
        if cell < other
    ]
    parts += [
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{UNIT * 0.42:.1f}' fill='{_SQUARES[0]}' "
        f"stroke='{_INK}' stroke-width='1'/>"
        for x, y in centres.values()
    ]
    return parts


def _names(_game: Game, centres: Centres) -> list[str]:
    return [text(x, y + 3, cell, size=8, fill="#a08c62") for cell, (x, y) in centres.items()]


def _no_coordinates(_game: Game, _centres: Centres) -> list[str]:
    return []


def _named_rows(game: Game) -> BoardLayout:
    """Rows with half a cell more before those that begin farther right; names after each row."""
    slant = game.drawing.slant
    rows = rows_of(game)
    begins = [
        2 * (game.topology.coordinates(row[0])[0] + slant * game.topology.coordinates(row[0])[1])
        for row in rows
    ]
    left = min(begins)
    return BoardLayout(
        "",
        tuple(
            RowLayout(" " * round(begin - left), row, "  " + " ".join(row))
            for row, begin in zip(rows, begins, strict=True)
        ),
        "",
    )
