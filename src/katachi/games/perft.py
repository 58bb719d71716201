"""How many ways there are to play a number of moves.

The rules of a game are right only if this number is; for Othello it is published. A game that ends
early counts once, and a pass is a move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from katachi.games.contract import PositionLike
from katachi.games.position import Position

# Told the share of a count that is done, and which.
Report = Callable[[float, str | None], None]

_SECONDS_PER_PIECE = 0.2


@dataclass(frozen=True)
class Count:
    """Sequences of `depth` moves, and how long it took to count them."""

    depth: int
    sequences: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Sequences per second."""
        return self.sequences / max(self.seconds, 1e-9)


def count_sequences(position: PositionLike, depth: int) -> int:
    """The number of move sequences of a length; those of a game that ends earlier count once.

    >>> import katachi
    >>> count_sequences(katachi.Othello().start(), 3)
    56
    """
    if isinstance(position, Position):
        return position.core.perft(depth)
    if depth == 0 or position.is_over:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    return sum(count_sequences(position.play(move), depth - 1) for move in position.legal_moves)


def counts(position: PositionLike, deepest: int, report: Report) -> Iterator[Count]:
    """The counts of every depth from 1.

    Long counts are done in pieces, the positions a few moves ahead, so that there is progress to
    show and an interrupt is heard.
    """
    done: list[Count] = []
    for depth in range(1, deepest + 1):
        began = time.perf_counter()
        pieces = _pieces(position, _plies_ahead(done))
        sequences = 0
        for number, (piece, plies) in enumerate(pieces):
            report(number / len(pieces), f"depth {depth}")
            sequences += count_sequences(piece, depth - plies)
        done.append(Count(depth, sequences, time.perf_counter() - began))
        yield done[-1]


def divide(position: PositionLike, depth: int) -> dict[str, int]:
    """The sequences that begin with each legal move."""
    return {move: count_sequences(position.play(move), depth - 1) for move in position.legal_moves}


def _plies_ahead(done: list[Count]) -> int:
    """How far ahead to split the next count, so that a piece takes little time."""
    if len(done) < 2 or done[-1].seconds < _SECONDS_PER_PIECE / 10:
        return 0
    growth = done[-1].sequences / done[-2].sequences
    expected_seconds = done[-1].seconds * growth
    for count in done[:-1]:
        if expected_seconds / count.sequences < _SECONDS_PER_PIECE or count.sequences > 10_000:
            return count.depth
    return 0


def _pieces(position: PositionLike, plies: int) -> list[tuple[PositionLike, int]]:
    """The positions `plies` moves ahead, or fewer where the game is over, with the moves made."""
    pieces: list[tuple[PositionLike, int]] = [(position, 0)]
    for ply in range(plies):
        pieces = [
            piece
            for before, made in pieces
            for piece in (
                [(before.play(move), ply + 1) for move in before.legal_moves]
                if not before.is_over
                else [(before, made)]
            )
        ]
    return pieces


def published(position: Position, depth: int) -> int | None:
    """The number that others have found, if they have."""
    known = position.game.published_counts
    is_start = position == position.game.start()
    return known[depth - 1] if is_start and depth <= len(known) else None
