"""Simultaneous perturbation stochastic approximation (Spall 1992), for matches.

Step k (from 1) draws a direction d of signs, plays the agents at x + c_k d and x - c_k d against each
other, and moves x by a_k c_k y d, where y from -1 to 1 is how the first did (0: even):

    c_k = c / k^0.101        a_k = a ((A + 1) / (A + k))^0.602        A a tenth of the steps

Two agents that meet see each other's openings with colours exchanged and the same seeds: common
random numbers. Single steps are noisy, so the result is the mean of the second half of the path.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

# Spall 1998, practical values.
FALL_OF_STEPS = 0.602
FALL_OF_REACH = 0.101
STABILITY = 0.1  # of all steps

Point = list[float]


@dataclass(frozen=True)
class Spsa:
    """`reach` is c, in units of the ranges; `gain` is a."""

    steps: int
    reach: float
    gain: float
    seed: int

    def both_sides(self, point: Sequence[float], step: int) -> tuple[Point, Point, Point]:
        """The direction of a step (from 1), and the points on both sides, within the cube."""
        rng = random.Random(f"spsa {self.seed} {step}")
        signs = [rng.choice((-1.0, 1.0)) for _ in point]
        reach = self.reach / step**FALL_OF_REACH
        plus = [_inside(x + reach * sign) for x, sign in zip(point, signs, strict=True)]
        minus = [_inside(x - reach * sign) for x, sign in zip(point, signs, strict=True)]
        return signs, plus, minus

    def moved(self, point: Sequence[float], step: int, share: float) -> Point:
        """Where the step leads, if the agent at the first point had this share of the points."""
        signs, _, _ = self.both_sides(point, step)
        stability = STABILITY * self.steps
        gain = self.gain * ((stability + 1) / (stability + step)) ** FALL_OF_STEPS
        length = gain * self.reach / step**FALL_OF_REACH * (2 * share - 1)
        return [_inside(x + length * sign) for x, sign in zip(point, signs, strict=True)]


def mean_of_second_half(path: Sequence[Sequence[float]]) -> Point:
    """The mean of the later points.

    >>> mean_of_second_half([[9.0], [1.0], [2.0], [4.0]]), mean_of_second_half([[9.0]])
    ([3.0], [9.0])
    """
    later = path[len(path) // 2 :]
    return [sum(column) / len(later) for column in zip(*later, strict=True)]


def _inside(x: float) -> float:
    return min(1.0, max(0.0, x))
