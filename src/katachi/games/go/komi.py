"""Points that White gets for moving second."""

from __future__ import annotations

import math

LARGEST_KOMI = 1000.0  # beyond it nobody counts, and no board has so many points


def playable_komi(komi: float) -> float:
    """The komi among whole and half points under which the same player wins.

    >>> playable_komi(6.5), playable_komi(6.37), playable_komi(-0.2), playable_komi(1e9)
    (6.5, 6.5, -0.5, 1000.0)
    """
    komi = max(-LARGEST_KOMI, min(LARGEST_KOMI, komi))
    doubled = komi * 2
    return komi if doubled == round(doubled) else math.floor(komi) + 0.5
