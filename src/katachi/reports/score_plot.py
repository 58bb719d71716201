"""Curves as SVG: one thin line per game and a thick one for their mean, as AGENTS' appendix has them.

Also for learning curves: any values over any steps.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from katachi.games.position import Position
from katachi.matches.game_text import game_of_text
from katachi.matches.results import GameResult

WIDTH, HEIGHT, MARGIN = 640, 360, 45
# How many neighbours on each side the mean is smoothed over.
SMOOTHING = 2


def score_curve(game_text: str, result: GameResult) -> list[float]:
    """The score after every move, for the first agent: what the game would give if it ended there.

    Games without points give 0 until they end.
    """
    position: Position = game_of_text(game_text).start()
    sign = 1 if result.slot.first_is_black else -1
    curve = []
    for move in result.moves:
        position = position.play(move)
        counts = position.is_over or position.outcome.counts_points
        curve.append(sign * position.outcome.score if counts else 0.0)
    return curve


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
    low, high = min([0.0, *values]), max([0.0, *values])
    high = high if high > low else low + 1.0
    steps = max([2, *map(len, curves)])

    def point(step: int, value: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * step / (steps - 1)
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low)
        return f"{x:.1f} {y:.1f}"

    def path(curve: Sequence[float], style: str) -> str:
        if not curve:
            return ""
        line = "L".join(point(step, value) for step, value in enumerate(curve))
        return f'<path d="M{line}" fill="none" {style}/>'

    ticks = [low, 0.0, high] if low < 0 < high else [low, high]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12" role="img" '
        f'aria-label="{html.escape(title)}">',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{html.escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{html.escape(across)}</text>',
        f'<text x="12" y="{HEIGHT / 2}" transform="rotate(-90 12 {HEIGHT / 2})" '
        f'text-anchor="middle">{html.escape(up)}</text>',
        *(path([tick] * steps, 'stroke="#ddd"') for tick in ticks),
        *(
            f'<text x="{MARGIN - 5}" y="{point(0, tick).split()[1]}" text-anchor="end">{tick:g}'
            "</text>"
            for tick in ticks
        ),
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - MARGIN + 15}" text-anchor="end">{steps}</text>',
    ]
    for number, curve in enumerate(curves):
        hue = 360 * number // max(1, len(curves))
        parts.append(path(curve, f'stroke="hsl({hue} 60% 55%)" stroke-opacity="0.5"'))
    parts.append(path(mean, 'stroke="#444" stroke-width="4" stroke-opacity="0.8"'))
    parts.append("</svg>")
    return "".join(parts)
