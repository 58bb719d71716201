"""Gomoku, five in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from katachi import _core
from katachi.errors import InvalidGame, shown
from katachi.games.gomoku.dialects import DIALECTS
from katachi.games.gomoku.drawing import DRAWING
from katachi.games.gomoku.notation import notations
from katachi.games.gomoku.sgf import FORM
from katachi.games.gomoku.words import WORDS
from katachi.games.notation import Notation
from katachi.games.set_up import SetUp
from katachi.games.swap import SwapGame


@dataclass(frozen=True, repr=False)
class Gomoku(SwapGame):
    """Gomoku on 9 x 9 to 19 x 19; see docs/games/gomoku.md.

    `rule="free"`: five or more in a row win. `rule="exact"`: exactly five. With `swap=True` White
    may answer the first move by `swap`.

    >>> print(Gomoku(9).start().play_all("a1 a2 b1 b2 c1 c2 d1 d2 e1").outcome)
    Black wins by a five
    """

    name = "gomoku"
    aim = "Five stones in a row win, across, up or on a diagonal."
    sizes = tuple(range(9, 20))
    small_size = 9
    bench_sizes = (9, 15, 19)
    grid = _core.Grid.square_eight
    sgf = FORM
    drawing = DRAWING
    words = WORDS
    dialects = DIALECTS
    stones_stay = True

    size: int = 15
    rule: Literal["free", "exact"] = "free"

    def __post_init__(self) -> None:
        """Refuses rules that do not exist."""
        super().__post_init__()
        if self.rule not in ("free", "exact"):
            raise InvalidGame(f"rule must be free or exact, not {shown(self.rule)}")

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """Gomoku, GoGui and two letters."""
        return notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up."""
        return _core.gomoku(
            self.size,
            exact=self.rule == "exact",
            swap=self.swap,
            set_up=set_up and set_up.core,
        )
