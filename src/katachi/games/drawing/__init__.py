"""How a game is drawn, as text and as a picture; each game says it in its room.

Everything that shows a board (a terminal, a diagram, an SVG picture of a position, of shapes or of
a pattern) asks the game for its `Drawing`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from katachi.games.drawing.layout import BoardLayout

if TYPE_CHECKING:
    from katachi.games.game import Game

Centre = tuple[float, float]
# By cell, in user units of a picture.
Centres = Mapping[str, Centre]


@dataclass(frozen=True)
class Palette:
    """Colours of a board on a terminal; `last` is for the brackets around the last move."""

    ground: str
    empty: str
    hint: str
    last: str
    black: str = "bold #000000"
    white: str = "bold #ffffff"


WOOD = Palette("#d9a95b", empty="#7a5c2a", hint="bold #1040d0", last="bold #c00000")
PAPER = Palette("#c9b48a", empty="#7d6b45", hint="bold #1040d0", last="bold #c00000")
CLOTH = Palette("#1f7a4d", empty="#0b4227", hint="bold #ffe14d", last="bold #ffb3a0")


@dataclass(frozen=True)
class Drawing:
    """What differs between the boards of games.

    `layout`: the board as lines of text. `board`: the SVG elements under the stones, without
    coordinates. `coordinates`: those beside the board. `slant`: by how many cells each row lies to
    the right of the one above it, half a cell on boards of hexagons. `background`: of a picture;
    where `lines_cross_cells`, a text on an empty cell needs it as its ground.
    """

    layout: Callable[[Game], BoardLayout]
    board: Callable[[Game, Centres], list[str]]
    coordinates: Callable[[Game, Centres], list[str]]
    slant: float = 0.0
    background: str = "#d9d3c3"
    lines_cross_cells: bool = False
    palette: Palette = PAPER

    def place(self, column: float, row: float) -> Centre:
        """Where a cell lies, in units of the distance between neighbours."""
        if self.slant == 0.0:
            return column, row
        return column + self.slant * row, row * math.sqrt(3) / 2


@cache
def board_layout(game: Game) -> BoardLayout:
    """Where cells and coordinates stand in text."""
    return game.drawing.layout(game)
