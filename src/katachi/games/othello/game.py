"""Othello, also known as Reversi."""

from __future__ import annotations

from dataclasses import dataclass

from katachi import _core
from katachi.games.game import Game
from katachi.games.judging import Judging
from katachi.games.notation import Notation
from katachi.games.othello.notation import notations
from katachi.games.othello.words import WORDS
from katachi.games.set_up import SetUp


@dataclass(frozen=True, repr=False)
class Othello(Game):
    """Othello on 6 x 6, 8 x 8 or 10 x 10; see docs/games/othello.md.

    >>> print(Othello().start())
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . . . . . .
    4 . . . O X . . .
    5 . . . X O . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    Black (X) to move
    """

    name = "othello"
    sizes = (6, 8, 10)
    grid = _core.Grid.square_eight
    piece = "disc"
    words = WORDS
    # Chosen on one half of the players of experiments/rivals/ratings.py, confirmed on the other. Eight
    # plies are also those that XOT tournaments impose; 3000 are 30 discs.
    judging = Judging(
        by_evaluation=True,
        moves=14,
        opening_plies=8,
        undecided=3000.0,
        rivals_evolve=True,
        random_plies=6,
        measured_pairs=100,
    )

    size: int = 8

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """Othello, GoGui and two letters."""
        return notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up."""
        return _core.othello(self.size, set_up and set_up.core)
