"""The curve of an evolution as a picture: value over steps, one line per trial (SHAPES figure 5.4)."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 640.0, 360.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 76.0, 16.0, 34.0, 44.0
_COLORS = ("#1f5fa8", "#c0392b", "#2e8b57", "#8e5ea2", "#d68910", "#555555")
_FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


def curve_svg(title: str, lines: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """A complete SVG document; values hold until the next point.

    >>> curve_svg("b1", {"trial 0": [(0, -1.5), (10, -1.4)]}).startswith("<svg ")
    True
    """
    points = [point for line in lines.values() for point in line]
    steps = max([step for step, _ in points], default=1) or 1
    low = min([value for _, value in points], default=0.0)
    high = max([value for _, value in points], default=1.0)
    room = (high - low) * 0.05 or 0.001
    low, high = low - room, high + room

    def x(step: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * step / steps

    def y(value: float) -> float:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low)

    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH:.0f} {HEIGHT:.0f}' "
        f"width='{WIDTH:.0f}' height='{HEIGHT:.0f}'>",
        f"<title>{html.escape(title)}</title>",
        "<rect width='100%' height='100%' fill='#ffffff'/>",
        f"<text x='{_LEFT:.0f}' y='20' {_FONT} font-size='14'>{html.escape(title)}</text>",
    ]
    for number in range(5):
        value = low + (high - low) * number / 4
        step = steps * number / 4
        parts += [
            f"<line x1='{_LEFT}' x2='{WIDTH - _RIGHT}' y1='{y(value):.1f}' y2='{y(value):.1f}' "
            "stroke='#dddddd'/>",
            f"<text x='{_LEFT - 6}' y='{y(value) + 4:.1f}' {_FONT} font-size='11' "
            f"text-anchor='end'>{value:.4f}</text>",
            f"<text x='{x(step):.1f}' y='{HEIGHT - _BOTTOM + 16}' {_FONT} font-size='11' "
            f"text-anchor='middle'>{step:.0f}</text>",
        ]
    for number, (name, line) in enumerate(lines.items()):
        color = _COLORS[number % len(_COLORS)]
        path = ""
        for step, value in line:
            path += f"H{x(step):.1f}V{y(value):.1f}" if path else f"M{x(step):.1f},{y(value):.1f}"
        parts += [
            f"<path d='{path}' fill='none' stroke='{color}' stroke-width='1.2'/>",
            f"<text x='{_LEFT + 8 + 90 * (number % 6)}' y='{HEIGHT - 8}' {_FONT} font-size='11' "
            f"fill='{color}'>{html.escape(name)}</text>",
        ]
    return "\n".join([*parts, "</svg>", ""])
