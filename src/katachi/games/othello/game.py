"""Othello, also known as Reversi."""

from __future__ import annotations

from dataclasses import dataclass

from katachi import _core
from katachi.errors import IllegalMove
from katachi.games.game import Game
from katachi.games.judging import Judging
from katachi.games.notation import Notation
from katachi.games.othello.dialects import DIALECTS
from katachi.games.othello.drawing import DRAWING
from katachi.games.othello.natural import natural_moves
from katachi.games.othello.notation import notations
from katachi.games.othello.sgf import FORM
from katachi.games.othello.words import WORDS
from katachi.games.outcome import COLORS, Color
from katachi.games.position import Position
from katachi.games.set_up import SetUp

_PUBLISHED_COUNTS = (
    *(4, 12, 56, 244, 1396, 8200, 55092, 390216),
    *(3005288, 24571284, 212258800, 1939886636),
)


_CELL_WEIGHTS: dict[str, float] = {
    "a1": 496,
    "b1": 22,
    "c1": 161,
    "d1": 111,
    "b2": 4,
    "c2": 58,
    "d2": 39,
    "c3": 38,
    "d3": 89,
}


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
    aim = "Who has more discs when nobody can move wins; without a move you pass."
    sizes = (6, 8, 10)
    small_size = 8
    bench_sizes = (6, 8, 10)
    grid = _core.Grid.square_eight
    has_passes = True
    has_score = True
    winner_takes_empty_cells = True
    has_evaluation = True
    sgf = FORM
    piece = "disc"
    drawing = DRAWING
    words = WORDS
    # Chosen on one half of the players of experiments/rivals/ratings.py, confirmed on the other.
    # Eight plies are also those that XOT tournaments impose; 3000 are 30 discs.
    judging = Judging(
        by_evaluation=True,
        moves=14,
        opening_plies=8,
        undecided=3000.0,
        random_plies=6,
        measured_pairs=100,
        # SHAPES, appendix: 100 discs, three weights that vary, nothing for corners as such.
        varied_weights=("openness", "mobility", "stable"),
        fixed_weights=(("discs", 100), ("corners", 0)),
    )
    dialects = DIALECTS

    size: int = 8

    @property
    def published_counts(self) -> tuple[int, ...]:
        """By Aart Bik, http://aartbik.com/MISC/reversi.html, who counts as we do."""
        return _PUBLISHED_COUNTS if self == Othello(8) else ()

    @property
    def published_cell_weights(self) -> dict[str, float]:
        """From which CELLS begins its optimisation."""
        return _CELL_WEIGHTS if self == Othello(8) else {}

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """Othello, GoGui and two letters."""
        return notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up."""
        return _core.othello(self.size, set_up and set_up.core)

    def moves_to_come(self, position: Position) -> int:
        """Half of the empty cells: the board is filled."""
        return self.most_moves_to_come(position)

    def natural_moves(self, position: Position) -> tuple[str, ...]:
        """Corners are taken and not given away."""
        return natural_moves(position)

    def turned(self, position: Position, color: Color, *, freely: bool = False) -> Position:
        """A forced pass is inserted; no other turn may be left out, unless the board was set up."""
        if self.is_passed_over(position, color):
            return position.play("pass")
        if position.to_move == color:
            return position
        if not freely:
            raise IllegalMove(f"it is {position.to_move}'s turn")
        return Position(self, self.set_up(SetUp(position.stones, COLORS.index(color))))

    def is_passed_over(self, position: Position, color: Color) -> bool:
        """A player who cannot move passes, and programs do not always say so."""
        return position.to_move != color and "pass" in position.legal_moves
