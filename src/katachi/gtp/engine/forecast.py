"""Expected score and owners of points in an analysis, where points have owners.

The search knows who wins, not by how much. So the line that it prefers after each move is played
out, and the means of these playouts are weighted by the visits of the moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.games.capabilities import HasOwners, Owners
from katachi.games.contract import PositionLike
from katachi.games.position import Position
from katachi.games.terms import CountedTerms
from katachi.gtp.engine.state import State

PLAYOUTS = 400  # for one line of an analysis, shared by its moves
LEAST_PLAYOUTS = 16  # of a move


@dataclass(frozen=True)
class Forecast:
    """Means for the player to move: score, its deviation, and owners by cell (1 its own)."""

    score: float
    deviation: float
    owners: tuple[float, ...]
    spread: tuple[float, ...]  # standard deviations of `owners`

    @property
    def score_words(self) -> str:
        """In the words of KataGo."""
        return (
            f" scoreMean {self.score:.6f} scoreStdev {self.deviation:.6f}"
            f" scoreLead {self.score:.6f}"
        )

    @property
    def owners_words(self) -> str:
        """From the upper left corner, row by row."""
        return " ".join(f"{value:.6f}" for value in self.owners)

    @property
    def spread_words(self) -> str:
        """The same of the deviations."""
        return " ".join(f"{value:.6f}" for value in self.spread)


def forecasts(
    state: State, position: PositionLike, variations: Sequence[Sequence[str]]
) -> list[Forecast]:
    """What playouts expect at the end of each variation; empty in other games."""
    game, start, terms = state.game, state.start, state.terms
    if not isinstance(game, HasOwners) or not variations:
        return []
    playouts = max(LEAST_PLAYOUTS, PLAYOUTS // len(variations))
    correction = 0.0
    if isinstance(terms, CountedTerms) and isinstance(start, Position):
        correction = terms.correction(start)
    sign = 1 if position.to_move == "black" else -1
    found = []
    for moves in variations:
        after = position
        for move in moves:
            after = after.play(move)
        found.append(_forecast(game.owners(after, playouts=playouts), sign, correction))
    return found


def _forecast(counted: Owners, sign: int, correction: float) -> Forecast:
    return Forecast(
        score=sign * (counted.score + correction),
        deviation=counted.deviation,
        owners=tuple(sign * value for value in counted.values),
        spread=tuple(
            math.sqrt(max(0.0, 1 - neutral - value * value))
            for value, neutral in zip(counted.values, counted.neutral, strict=True)
        ),
    )


def mean_forecast(parts: Sequence[Forecast], weights: Sequence[float]) -> Forecast:
    """Of several moves; weights need not add up to 1, and without any all count alike."""
    total = sum(weights)
    shares = [weight / total if total else 1 / len(parts) for weight in weights]

    def mean(values: Sequence[float]) -> float:
        return sum(share * value for share, value in zip(shares, values, strict=True))

    cells = range(len(parts[0].owners))
    return Forecast(
        score=mean([part.score for part in parts]),
        deviation=mean([part.deviation for part in parts]),
        owners=tuple(mean([part.owners[cell] for part in parts]) for cell in cells),
        spread=tuple(mean([part.spread[cell] for part in parts]) for cell in cells),
    )
