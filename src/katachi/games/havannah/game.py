"""Havannah."""

from __future__ import annotations

from dataclasses import dataclass

from katachi import _core
from katachi.games.connection import ConnectionGame
from katachi.games.havannah.dialects import DIALECTS
from katachi.games.havannah.drawing import DRAWING
from katachi.games.havannah.notation import notations
from katachi.games.havannah.sgf import FORM
from katachi.games.havannah.words import WORDS
from katachi.games.notation import Notation
from katachi.games.set_up import SetUp


@dataclass(frozen=True, repr=False)
class Havannah(ConnectionGame):
    """Havannah with 3 to 10 cells a side; see docs/games/havannah.md.

    A ring, a bridge (two corners) or a fork (three sides) wins. With `swap=True` White may answer
    the first move by `swap`.

    >>> print(Havannah(3).start().play_all("a1 c3 a2 d4 a3").outcome)
    Black wins by a bridge
    """

    name = "havannah"
    aim = "A ring, a bridge of two corners or a fork of three sides wins."
    sizes = tuple(range(3, 11))
    small_size = 5
    bench_sizes = (5, 8, 10)
    grid = _core.Grid.hexagon
    sgf = FORM
    drawing = DRAWING
    words = WORDS
    dialects = DIALECTS
    side_names = (
        "the upper side",
        "the upper right side",
        "the lower right side",
        "the lower side",
        "the lower left side",
        "the upper left side",
    )

    size: int = 5

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """HavannahGui, Little Golem, OpenSpiel and GoGui."""
        return notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up."""
        return _core.havannah(self.size, swap=self.swap, set_up=set_up and set_up.core)
