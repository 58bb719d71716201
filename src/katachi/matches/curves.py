"""Games as curves: the score or the value after every move, and the mean of many games."""

from __future__ import annotations

from collections.abc import Sequence

from katachi.games.position import Position
from katachi.matches.game_text import game_of_text
from katachi.matches.results import GameResult

# How many neighbours on each side the mean is smoothed over.
SMOOTHING = 2


def score_curve(game_text: str, result: GameResult) -> list[float]:
    """The score after every move, for the first agent: what the game would give if it ended there.

    For games that count points.
    """
    position: Position = game_of_text(game_text).start()
    sign = 1 if result.slot.first_is_black else -1
    curve = []
    for move in result.moves:
        position = position.play(move)
        curve.append(sign * position.outcome.score)
    return curve


def value_curve(result: GameResult) -> list[float]:
    """What the first agent's search thought of the game at every move, from 0 to 1.

    Between its moves its last value stands. If it does not search, the second agent's values count,
    from the other side. Empty if nobody's are known.
    """
    first, second = ("b", "w") if result.slot.first_is_black else ("w", "b")
    entries = list(zip(result.movers, result.values, strict=bool(result.values)))
    judge = first if any(m == first and v is not None for m, v in entries) else second
    values = [v if m == judge else None for m, v in entries]
    known = [v for v in values if v is not None]
    if not known:
        return []
    curve, last = [], known[0]
    for value in values:
        last = last if value is None else value
        curve.append(last if judge == first else 1.0 - last)
    return curve


def simulation_curve(result: GameResult, *, first: bool) -> list[float]:
    """How many simulations the first or the second agent made at each of its own moves."""
    black = result.slot.first_is_black == first
    mover = "b" if black else "w"
    pairs = zip(result.movers, result.simulations, strict=True)
    return [float(count) for whose, count in pairs if whose == mover]


def curves_of(game_text: str, results: Sequence[GameResult]) -> tuple[str, list[list[float]]]:
    """What there is to draw of games: scores where points are counted, otherwise values.

    The first text is the name of the axis.
    """
    if game_of_text(game_text).start().outcome.counts_points:
        return "score", [score_curve(game_text, result) for result in results]
    curves = [value_curve(result) for result in results]
    return "value", [curve for curve in curves if curve]


def mean_curve(curves: Sequence[Sequence[float]]) -> list[float]:
    """The mean at every step, where a curve that has ended keeps its last value; smoothed."""
    longest = max(map(len, curves), default=0)
    filled = [[*curve, *[curve[-1]] * (longest - len(curve))] for curve in curves if curve]
    means = [sum(column) / len(column) for column in zip(*filled, strict=True)]
    return [
        sum(near) / len(near)
        for i in range(len(means))
        for near in [means[max(0, i - SMOOTHING) : i + SMOOTHING + 1]]
    ]
