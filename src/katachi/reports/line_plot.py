"""Lines with names over a common scale, as SVG: learning curves, shares among the first k."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError

WIDTH, HEIGHT, MARGIN = 560, 320, 55
LEGEND_WIDTH = 150
TICKS = 5
COLORS = ("#1f5fa8", "#b04a00", "#3b7d23", "#7a3b9a", "#444")


@dataclass(frozen=True)
class Series:
    """A line: points (x, y) from left to right, and what it is."""

    label: str
    points: Sequence[tuple[float, float]]


def line_plot(series: Sequence[Series], *, title: str, across: str, up: str) -> str:
    """All lines in one picture; the scales span the points."""
    points = [point for one in series for point in one.points]
    if not points:
        raise KatachiError(f"there is nothing to draw for '{title}'")
    left, right = _span([x for x, _ in points])
    low, high = _span([y for _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            MARGIN + (WIDTH - 2 * MARGIN) * (x - left) / (right - left),
            HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (y - low) / (high - low),
        )

    width = WIDTH + LEGEND_WIDTH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" '
        f'width="{width}" height="{HEIGHT}" font-family="sans-serif" font-size="12" role="img" '
        f'aria-label="{html.escape(title)}">',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{html.escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(across)}</text>',
        f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" '
        f'text-anchor="middle">{html.escape(up)}</text>',
    ]
    for tick in range(TICKS + 1):
        share = tick / TICKS
        x, y = place(left + share * (right - left), low + share * (high - low))
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">'
            f"{low + share * (high - low):.3g}</text>"
        )
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle">'
            f"{left + share * (right - left):.3g}</text>"
        )
    for number, one in enumerate(series):
        color = COLORS[number % len(COLORS)]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in one.points))
        parts.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        y = MARGIN + 20 * number
        parts.append(f'<path d="M{WIDTH - MARGIN + 12} {y}h20" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - MARGIN + 38}" y="{y + 4}">{html.escape(one.label)}</text>')
    parts.append("</svg>")
    return "".join(parts)


def _span(values: Sequence[float]) -> tuple[float, float]:
    """The smallest and the largest; a single value gets room around it."""
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)
