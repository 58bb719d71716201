"""Numbers as reports write them; what does not exist is a dash."""

from __future__ import annotations

import math

UNDEFINED = "\N{EN DASH}"


def number(value: float, digits: int = 2) -> str:
    """A number with a fixed number of digits after the point.

    >>> number(1.005, 1), number(-0.001), number(float("nan")) == number(float("inf")) == UNDEFINED
    ('1.0', '0.00', True)
    """
    return f"{value:z.{digits}f}" if math.isfinite(value) else UNDEFINED


def percent(share: float, digits: int = 1) -> str:
    """A share in percent, without the sign.

    >>> percent(0.5)
    '50.0'
    """
    return number(100 * share, digits)
