"""The move that lost a game: where the loser's own chances fell for good.

With v(i) the value that the search of the loser gave the game before its i-th move, from 0 to 1 and
for itself, a move costs

    drop(i) = v(i) - max(v(i+1), v(i+2), ..., 0)

what was there and never came back; the 0 at the end is the loss. A dip from which the values
recover costs nothing, so the later values and the outcome confirm what the next value said. The
losing move has the largest drop; the first of equal ones. Values of a loser that has none (a random
mover, a program outside) are taken from the winner: 1 - w before its own moves, one move earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from katachi.games.outcome import Color, opponent
from katachi.matches.results import GameResult

# Games that were not lost by their moves.
OFF_THE_BOARD = frozenset({"time", "forfeit"})


@dataclass(frozen=True)
class Blunder:
    """The losing move of a game. `ply` counts from 1; values are the loser's, `judge` gave them."""

    ply: int
    move: str
    loser: Color
    before: float
    after: float
    judge: Color

    @property
    def drop(self) -> float:
        """What the move cost."""
        return self.before - self.after


def losing_move(result: GameResult) -> Blunder | None:
    """The move that lost a game; None for draws, for games lost off the board, and without values."""
    if result.winner is None or result.reason in OFF_THE_BOARD or not result.values:
        return None
    loser = opponent(result.winner)
    judge, entries = loser, _values(result, loser)
    if not entries:
        judge = result.winner
        entries = [(ply + 1, 1.0 - value) for ply, value in _values(result, judge)]
    if not entries:
        return None
    # The best value that was still to come; behind the last one comes the loss.
    values = [value for _, value in entries]
    later = [*accumulate([0.0, *values[:0:-1]], max)][::-1]
    found = [
        Blunder(ply + 1, result.moves[ply], loser, value, best, judge)
        for (ply, value), best in zip(entries, later, strict=True)
        if ply < len(result.moves)
    ]
    return max(found, key=lambda blunder: blunder.drop, default=None)


def _values(result: GameResult, color: Color) -> list[tuple[int, float]]:
    """Plies (from 0) at which a colour thought, and its values before them."""
    entries = zip(result.movers, result.values, strict=True)
    return [
        (result.opening_plies + number, value)
        for number, (mover, value) in enumerate(entries)
        if mover == color[0] and value is not None
    ]
