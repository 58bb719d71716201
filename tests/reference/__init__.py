"""Slow, obvious twins of the games, written from the rules and not from the C++ core.

They share nothing with katachi but the numbering of moves: cells row by row from the top left
corner, then the pass or swap. Every question is answered by looking at the whole board.
"""

from __future__ import annotations

from typing import Protocol, Self

BLACK, WHITE, EMPTY = 0, 1, 2

# Winner (BLACK, WHITE or EMPTY for none), reason, Black's margin.
Result = tuple[int, str, float]


class Twin(Protocol):
    """A position; `play` returns a new one."""

    to_move: int

    @property
    def stones(self) -> bytes:
        """One byte per cell."""

    @property
    def is_over(self) -> bool: ...

    @property
    def result(self) -> Result:
        """Of the finished game; in Othello and Go also if play stopped now."""

    def legal_moves(self) -> list[int]: ...

    def play(self, move: int) -> Self: ...


def winner_by(margin: float) -> int:
    if margin == 0:
        return EMPTY
    return BLACK if margin > 0 else WHITE


def perft(position: Twin, depth: int) -> int:
    """Number of move sequences; a finished game counts once."""
    if depth == 0 or position.is_over:
        return 1
    if depth == 1:
        return len(position.legal_moves())
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
