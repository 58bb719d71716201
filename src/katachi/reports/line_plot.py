"""Lines with names over a common scale, as SVG: learning curves, shares among the first k."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError
from katachi.reports.axis import Frame, axis_around

WIDTH, HEIGHT, MARGIN = 560, 320, 55
LEGEND_WIDTH = 150
COLORS = ("#1f5fa8", "#b04a00", "#3b7d23", "#7a3b9a", "#444")


@dataclass(frozen=True)
class Series:
    """A line: points (x, y) from left to right, and what it is."""

    label: str
    points: Sequence[tuple[float, float]]


def line_plot(series: Sequence[Series], *, title: str, across: str, up: str) -> str:
    """All lines in one picture; the scales hold all points."""
    points = [point for one in series for point in one.points]
    if not points:
        raise KatachiError(f"there is nothing to draw for '{title}'")
    frame = Frame(
        axis_around([x for x, _ in points]),
        axis_around([y for _, y in points]),
        WIDTH,
        HEIGHT,
        MARGIN,
    )
    parts = frame.head(title, across, up, more_width=LEGEND_WIDTH)
    for number, one in enumerate(series):
        color = COLORS[number % len(COLORS)]
        line = "L".join(
            f"{x:.1f} {y:.1f}" for x, y in (frame.place(*point) for point in one.points)
        )
        parts.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        y = MARGIN + 20 * number
        parts.append(f'<path d="M{WIDTH - MARGIN + 12} {y}h20" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - MARGIN + 38}" y="{y + 4}">{html.escape(one.label)}</text>')
    parts.append("</svg>")
    return "".join(parts)
