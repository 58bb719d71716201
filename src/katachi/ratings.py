"""Statistics of results: pure functions of counts."""

from __future__ import annotations

import math
from statistics import NormalDist

from katachi.errors import KatachiError


def wilson_interval(points: float, games: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a share; draws count as half a point.

    >>> low, high = wilson_interval(60, 100)
    >>> round(low, 5), round(high, 5)
    (0.502, 0.6906)
    """
    if games < 1 or not 0 <= points <= games:
        raise KatachiError(f"{points} points of {games} games make no interval")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = points / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
