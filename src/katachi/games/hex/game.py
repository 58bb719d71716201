"""Hex."""

from __future__ import annotations

from dataclasses import dataclass

from katachi import _core
from katachi.games.connection import ConnectionGame
from katachi.games.hex.dialects import DIALECTS
from katachi.games.hex.drawing import DRAWING
from katachi.games.hex.notation import notations
from katachi.games.hex.sgf import FORM
from katachi.games.hex.words import WORDS
from katachi.games.notation import Notation
from katachi.games.set_up import SetUp


@dataclass(frozen=True, repr=False)
class Hex(ConnectionGame):
    """Hex on 3 x 3 to 19 x 19; see docs/games/hex.md.

    Black joins top and bottom, White left and right. With `swap=True` White may answer the first
    move by `swap`.

    >>> print(Hex(3).start().play_all("b2 a1 b1 c1 b3").outcome)
    Black wins by a connection
    """

    name = "hex"
    aim = "Black joins top and bottom, White left and right."
    sizes = tuple(range(3, 20))
    small_size = 7
    bench_sizes = (11, 13, 19)
    grid = _core.Grid.rhombus
    has_evaluation = True
    sgf = FORM
    drawing = DRAWING
    words = WORDS
    dialects = DIALECTS
    goal = "Black joins top and bottom, White left and right"

    size: int = 11

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """Hex (HTP, SGF), GoGui and Little Golem."""
        return notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up."""
        return _core.hex(self.size, swap=self.swap, set_up=set_up and set_up.core)
