"""Intervals for a share of points, right also for few games and for shares near 0 and 1."""

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
    _check(points, games, confidence)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = points / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def wilson_interval_with_continuity(
    points: float, games: int, *, confidence: float = 0.95
) -> tuple[float, float]:
    """Wilson's interval with Yates' correction (Newcombe 1998, method 4); wider than without.

    It comes close to the exact interval, and holds the truth nearly always as often as it says.

    >>> low, high = wilson_interval_with_continuity(60, 100)
    >>> round(low, 5), round(high, 5)
    (0.497, 0.69522)
    """
    _check(points, games, confidence)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    # The upper end is one minus the lower end of the lost points.
    return _low_with_continuity(points, games, z), 1 - _low_with_continuity(
        games - points, games, z
    )


def _low_with_continuity(points: float, games: int, z: float) -> float:
    """The lower end; 0 without a point, as Newcombe says."""
    if points == 0:
        return 0.0
    share = points / games
    spread = z * math.sqrt(z * z - 2 - 1 / games + 4 * share * (games - points + 1))
    return max(0.0, (2 * points + z * z - 1 - spread) / (2 * (games + z * z)))


def clopper_pearson_interval(
    points: float, games: int, *, confidence: float = 0.95
) -> tuple[float, float]:
    """The exact interval of a binomial share: it holds the truth at least as often as it says.

    Half points, from draws, are accepted: the incomplete beta function does not mind.

    >>> low, high = clopper_pearson_interval(60, 100)
    >>> round(low, 5), round(high, 5)
    (0.49721, 0.69671)
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - takes as long to import as all else

    _check(points, games, confidence)
    tail = (1 - confidence) / 2
    low = float(betaincinv(points, games - points + 1, tail)) if points > 0 else 0.0
    high = float(betaincinv(points + 1, games - points, 1 - tail)) if points < games else 1.0
    return low, high


def _check(points: float, games: int, confidence: float) -> None:
    if games < 1 or not 0 <= points <= games:
        raise KatachiError(f"{points} points of {games} games make no interval")
    if not 0 < confidence < 1:
        raise KatachiError(f"a confidence lies between 0 and 1, not at {confidence}")
