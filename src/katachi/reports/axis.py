"""Axes of pictures: round numbers at the ticks, a scale that ends at ticks, and the frame around it.

Ticks are whole multiples of 1, 2 or 5 times a power of ten. Logarithmic axes have whole powers of ten.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError

MOST_TICKS = 7
GRID, TEXT = "#ddd", "#444"


@dataclass(frozen=True)
class Axis:
    """A scale from the first to the last of its ticks."""

    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Where a value lies: 0 at the first tick, 1 at the last."""
        low, high = self.ticks[0], self.ticks[-1]
        if self.logarithmic:
            low, high, value = math.log10(low), math.log10(high), math.log10(value)
        return (value - low) / (high - low)


def axis_around(values: Sequence[float], *, most: int = MOST_TICKS) -> Axis:
    """An axis that holds all values, with at most so many ticks, at least 3.

    >>> axis_around([15.9, 32.6]).labels, axis_around([0.0, 1.0]).labels
    (('15', '20', '25', '30', '35'), ('0.0', '0.2', '0.4', '0.6', '0.8', '1.0'))
    >>> axis_around([5.0]).labels
    ('4.0', '4.5', '5.0', '5.5', '6.0')
    """
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    # What single precision cannot tell apart is one value, and gets room around it.
    if high - low <= 1e-6 * max(abs(low), abs(high), 1e-300):
        room = max(1.0, 1e-3 * abs(high))
        low, high = low - room, high + room
    power = math.floor(math.log10((high - low) / most))
    for place in range(power, power + 3):
        for factor in (1, 2, 5):
            # Multiples of integers: 3 * 0.1 is not 0.3.
            first = math.floor(_ratio(low, factor, place))
            last = math.ceil(_ratio(high, factor, place))
            if last - first < most:
                digits = max(0, -place)
                ticks = [_multiple(n * factor, place) for n in range(first, last + 1)]
                return Axis(tuple(ticks), tuple(f"{tick:z.{digits}f}" for tick in ticks))
    raise KatachiError(f"there is no scale from {low} to {high}")


def _multiple(number: int, place: int) -> float:
    return float(number * 10**place) if place >= 0 else number / 10**-place


def _ratio(value: float, factor: int, place: int) -> float:
    """How many steps make a value; a hair beside a whole number is that number."""
    steps = value / (factor * 10.0**place)
    return float(round(steps)) if abs(steps - round(steps)) < 1e-9 * max(1.0, abs(steps)) else steps


def logarithmic_axis(values: Sequence[float]) -> Axis:
    """Whole powers of ten around all values, at least one apart.

    >>> logarithmic_axis([3, 450]).labels
    ('1', '10', '100', '1000')
    """
    if min(values) <= 0:
        raise KatachiError("a logarithmic scale needs positive numbers")
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    ticks = tuple(10.0**power for power in range(low, high + 1))
    return Axis(ticks, tuple(f"{tick:g}" for tick in ticks), logarithmic=True)


@dataclass(frozen=True)
class Frame:
    """The room of a picture and its two axes."""

    across: Axis
    up: Axis
    width: int
    height: int
    margin: int

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies, in pixels from the upper left corner."""
        return (
            self.margin + (self.width - 2 * self.margin) * self.across.share(x),
            self.height - self.margin - (self.height - 2 * self.margin) * self.up.share(y),
        )

    def head(self, title: str, across: str, up: str, *, more_width: int = 0) -> list[str]:
        """The beginning of the picture: its size, title, names of the axes, ticks and grid."""
        width, height = self.width + more_width, self.height
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="12" role="img" '
            f'aria-label="{html.escape(title)}">',
            '<rect width="100%" height="100%" fill="#fff"/>',
            f'<text x="{self.width / 2}" y="20" text-anchor="middle">{html.escape(title)}</text>',
            f'<text x="{self.width / 2}" y="{height - 10}" text-anchor="middle">'
            f"{html.escape(across)}</text>",
            f'<text x="14" y="{height / 2}" transform="rotate(-90 14 {height / 2})" '
            f'text-anchor="middle">{html.escape(up)}</text>',
        ]
        right, bottom = self.width - self.margin, height - self.margin
        for tick, label in zip(self.across.ticks, self.across.labels, strict=True):
            x, _ = self.place(tick, self.up.ticks[0])
            parts.append(f'<path d="M{x:.1f} {self.margin}V{bottom}" stroke="{GRID}"/>')
            parts.append(
                f'<text class="tick" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle" '
                f'fill="{TEXT}">{label}</text>'
            )
        for tick, label in zip(self.up.ticks, self.up.labels, strict=True):
            _, y = self.place(self.across.ticks[0], tick)
            parts.append(f'<path d="M{self.margin} {y:.1f}H{right}" stroke="{GRID}"/>')
            parts.append(
                f'<text class="tick" x="{self.margin - 6}" y="{y + 4:.1f}" text-anchor="end" '
                f'fill="{TEXT}">{label}</text>'
            )
        return parts
