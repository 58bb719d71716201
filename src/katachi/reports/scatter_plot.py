"""Points over two logarithmic scales as SVG, with a label each and a third quantity as their shade."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError
from katachi.reports.axis import Frame, logarithmic_axis

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
    frame = Frame(
        logarithmic_axis([point.x for point in points]),
        logarithmic_axis([point.y for point in points]),
        WIDTH,
        HEIGHT,
        MARGIN,
    )
    shades = logarithmic_axis([point.shade for point in points])
    parts = [
        *frame.head(title, across, up),
        f'<text x="{WIDTH / 2}" y="38" text-anchor="middle" fill="#555">'
        f"darker: larger {html.escape(shade)}</text>",
    ]
    for point in points:
        x, y = frame.place(point.x, point.y)
        share = shades.share(point.shade)
        color = ",".join(str(round(a + share * (b - a))) for a, b in zip(LIGHT, DARK, strict=True))
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="rgb({color})" stroke="#222"/>'
            f'<text x="{x + 10:.1f}" y="{y + 4:.1f}">{html.escape(point.label)}</text>'
        )
    parts.append("</svg>")
    return "".join(parts)
