"""Axes of plots: round numbers at the ticks, and a scale that ends at ticks.

Ticks are whole multiples of 1, 2 or 5 times a power of ten. Logarithmic axes have whole powers of
ten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError

MOST_TICKS = 7


@dataclass(frozen=True)
class Axis:
    """A scale from the first to the last of its ticks, with `room` units more at both ends.

    `named`: the ticks are things that have no order and get no grid.
    """

    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    logarithmic: bool = False
    named: bool = False
    room: float = 0.0

    def share(self, value: float) -> float:
        """Where a value lies: 0 at the beginning of the scale, 1 at its end."""
        low, high = self.ticks[0] - self.room, self.ticks[-1] + self.room
        if self.logarithmic:
            low, high, value = math.log10(low), math.log10(high), math.log10(value)
        return (value - low) / (high - low)


def axis_around(values: Sequence[float], *, most: int = MOST_TICKS) -> Axis:
    """An axis that holds all values, with at most `most` ticks, at least 3.

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


def named_axis(names: Sequence[str]) -> Axis:
    """Things from top to bottom, one unit apart; the first is at 0, the next at -1.

    >>> axis = named_axis(["uct", "rave"])
    >>> axis.share(0), axis.share(-1)
    (0.75, 0.25)
    """
    ticks = tuple(-float(place) for place in reversed(range(len(names))))
    return Axis(ticks, tuple(reversed(names)), named=True, room=0.5)
