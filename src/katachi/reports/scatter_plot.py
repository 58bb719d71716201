"""Points over two logarithmic scales as SVG, with a label each and a third quantity as their shade."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError

WIDTH, HEIGHT, MARGIN = 560, 360, 60
LIGHT, DARK = (214, 228, 240), (16, 56, 102)


@dataclass(frozen=True)
class Point:
    """A point with positive coordinates, a short label, and a positive quantity to shade it by."""

    x: float
    y: float
    label: str
    shade: float


def scatter_plot(points: Sequence[Point], *, title: str, across: str, up: str, shade: str) -> str:
    """All points in one picture; the scales are whole powers of ten around them."""
    if not points:
        raise KatachiError(f"there is nothing to draw for '{title}'")
    left, right = _powers([point.x for point in points])
    low, high = _powers([point.y for point in points])
    pale, deep = _powers([point.shade for point in points])

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            MARGIN + (WIDTH - 2 * MARGIN) * (x - left) / (right - left),
            HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (y - low) / (high - low),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif" font-size="12" role="img" '
        f'aria-label="{html.escape(title)}">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{html.escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="38" text-anchor="middle" fill="#555">'
        f"darker: larger {html.escape(shade)}</text>",
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{html.escape(across)}</text>',
        f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" '
        f'text-anchor="middle">{html.escape(up)}</text>',
    ]
    for power in range(left, right + 1):
        x, bottom = place(power, low)
        parts.append(f'<path d="M{x:.1f} {MARGIN}V{bottom:.1f}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{10**power}</text>'
        )
    for power in range(low, high + 1):
        _, y = place(left, power)
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{10**power}</text>')
    for point in points:
        x, y = place(math.log10(point.x), math.log10(point.y))
        share = (math.log10(point.shade) - pale) / (deep - pale)
        color = ",".join(str(round(a + share * (b - a))) for a, b in zip(LIGHT, DARK, strict=True))
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="rgb({color})" stroke="#222"/>'
            f'<text x="{x + 10:.1f}" y="{y + 4:.1f}">{html.escape(point.label)}</text>'
        )
    parts.append("</svg>")
    return "".join(parts)


def _powers(values: Sequence[float]) -> tuple[int, int]:
    """Powers of ten around all values, at least one apart."""
    if min(values) <= 0:
        raise KatachiError("a logarithmic scale needs positive numbers")
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return (low, high) if high > low else (low, low + 1)
