"""Y."""

from __future__ import annotations

from dataclasses import dataclass

from katachi import _core
from katachi.games.connection import ConnectionGame
from katachi.games.notation import Notation
from katachi.games.set_up import SetUp
from katachi.games.y.dialects import DIALECTS
from katachi.games.y.drawing import DRAWING
from katachi.games.y.notation import notations
from katachi.games.y.sgf import FORM
from katachi.games.y.words import WORDS


@dataclass(frozen=True, repr=False)
class Y(ConnectionGame):
    """Y on a triangle with 2 to 15 cells a side; see docs/games/y.md.

    A chain that touches all three sides wins. With `swap=True` White may answer the first move by
    `swap`.

    >>> print(Y(3).start().play_all("b2 a1 a2 c3 b3").outcome)
    Black wins by a connection
    """

    name = "y"
    aim = "A chain that touches all three sides wins."
    sizes = tuple(range(2, 16))
    small_size = 7
    bench_sizes = (9, 11, 15)
    grid = _core.Grid.triangle
    sgf = FORM
    drawing = DRAWING
    words = WORDS
    dialects = DIALECTS
    goal = "Who joins all three sides wins"
    side_names = ("the left side", "the right side", "the bottom side")

    size: int = 11

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """Rows from the top, GoGui and OpenSpiel."""
        return notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up."""
        return _core.y(self.size, swap=self.swap, set_up=set_up and set_up.core)
