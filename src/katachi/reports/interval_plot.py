"""Shares with their intervals, one line each, as SVG."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.reports.axis import GRID, axis_around

LINE_HEIGHT = 22
LABEL_WIDTH = 300
PLOT_WIDTH = 560


@dataclass(frozen=True)
class IntervalLine:
    """A share and its interval, and a figure to compare it with; all from 0 to 1."""

    label: str
    value: float
    low: float
    high: float
    reference: float | None = None
    reference_error: float = 0.0


def interval_plot(lines: Sequence[IntervalLine]) -> str:
    """Ours as a dot with a bar, the reference as a hollow diamond with a thin bar."""
    height = LINE_HEIGHT * (len(lines) + 2)
    width = LABEL_WIDTH + PLOT_WIDTH + 40

    axis = axis_around([0, 100], most=11)

    def x(share: float) -> str:
        return f"{LABEL_WIDTH + PLOT_WIDTH * axis.share(100 * min(max(share, 0.0), 1.0)):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12" role="img" '
        'aria-label="Shares of points with 95 % intervals">'
    ]
    bottom = LINE_HEIGHT * (len(lines) + 1)
    for tick, label in zip(axis.ticks, axis.labels, strict=True):
        stroke = "#888" if tick == 50 else GRID
        at = x(tick / 100)
        parts.append(f'<path d="M{at} {LINE_HEIGHT}V{bottom}" stroke="{stroke}"/>')
        parts.append(f'<text x="{at}" y="{bottom + 15}" text-anchor="middle">{label}</text>')
    if any(line.reference is not None for line in lines):
        parts.append(
            f'<text x="{LABEL_WIDTH}" y="14">ours: dot and bar; paper: diamond and thin bar</text>'
        )
    for number, line in enumerate(lines):
        y = LINE_HEIGHT * (number + 1.5)
        parts.append(
            f'<text x="{LABEL_WIDTH - 10}" y="{y + 4:.1f}" text-anchor="end">'
            f"{html.escape(line.label)}</text>"
        )
        if line.reference is not None:
            left, right = (
                line.reference - line.reference_error,
                line.reference + line.reference_error,
            )
            parts.append(
                f'<path d="M{x(left)} {y + 5:.1f}H{x(right)}" stroke="#b04a00" stroke-width="1"/>'
            )
            parts.append(
                f'<path d="M{x(line.reference)} {y + 1:.1f}l4 4l-4 4l-4 -4z" fill="#fff" '
                'stroke="#b04a00"/>'
            )
        parts.append(
            f'<path d="M{x(line.low)} {y - 3:.1f}H{x(line.high)}" stroke="#1f5fa8" stroke-width="3"/>'
        )
        parts.append(f'<circle cx="{x(line.value)}" cy="{y - 3:.1f}" r="4" fill="#1f5fa8"/>')
    parts.append("</svg>")
    return "".join(parts)
