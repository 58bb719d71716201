"""Curves as SVG: one thin line per game and a thick one for their mean, as AGENTS' appendix has them.

Also for learning curves: any values over any steps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from katachi.games.position import Position
from katachi.matches.game_text import game_of_text
from katachi.matches.results import GameResult
from katachi.reports.axis import Frame, axis_around

WIDTH, HEIGHT, MARGIN = 640, 360, 45
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


def curve_plot(
    curves: Sequence[Sequence[float]], *, title: str, across: str = "move", up: str = "score"
) -> str:
    """All curves and their mean."""
    mean = mean_curve(curves)
    values = [value for curve in [*curves, mean] for value in curve if math.isfinite(value)]
    steps = max([2, *map(len, curves)])
    frame = Frame(axis_around([0, steps]), axis_around([0.0, *values]), WIDTH, HEIGHT, MARGIN)

    def path(curve: Sequence[float], style: str) -> str:
        if not curve:
            return ""
        points = (frame.place(step + 1, value) for step, value in enumerate(curve))
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        return f'<path d="M{line}" fill="none" {style}/>'

    parts = frame.head(title, across, up)
    for number, curve in enumerate(curves):
        hue = 360 * number // max(1, len(curves))
        parts.append(path(curve, f'stroke="hsl({hue} 60% 55%)" stroke-opacity="0.5"'))
    parts.append(path(mean, 'stroke="#444" stroke-width="4" stroke-opacity="0.8"'))
    parts.append("</svg>")
    return "".join(parts)
