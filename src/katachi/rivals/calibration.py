"""A weakness that is right for one opponent: the agent's own, set by results instead of records.

Players of another kind than the judge lose less by a bad-looking move than the agent does (a tree search
sees what the judge does not), so that an agent with their weakness may be too weak. Where the player can
play (a program), the weakness is corrected by stochastic approximation (Robbins and Monro 1951) on its
logarithm:

    ln mu <- ln mu + gain / k * (share - 1/2)        after round k, with the agent's share of points

The gain is the inverse slope of the share by ln mu, about 1/2 in Othello. Ours; the thesis has no such
step.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from katachi.errors import KatachiError

GAIN = 2.0
ROUNDS = 8
# Nobody is corrected to less: below, the agent plays its best nearly always.
SMALLEST = 0.01


def calibrate(
    weakness: float, play: Callable[[float, int], float], rounds: int = ROUNDS, gain: float = GAIN
) -> list[float]:
    """The weakness before each round and after the last; `play(weakness, round)` gives the share.

    >>> [round(mu, 2) for mu in calibrate(40.0, lambda mu, _: 0.5 if mu < 20 else 0.0, rounds=2)]
    [40.0, 14.72, 14.72]
    """
    if rounds < 1 or gain <= 0:
        raise KatachiError("a calibration needs a round and a positive gain")
    found = [max(weakness, SMALLEST)]
    for number in range(1, rounds + 1):
        share = play(found[-1], number - 1)
        logarithm = math.log(found[-1]) + gain / number * (share - 0.5)
        found.append(max(math.exp(logarithm), SMALLEST))
    return found
