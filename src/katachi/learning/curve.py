"""What a learner gives back: weights and the curve that led to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.competitions import Competitions


@dataclass(frozen=True)
class CurvePoint:
    """After so many loops: mean log evidence in learning and test positions, seconds so far.

    `objective` is what the learner raises: the sum of ln P over the learning positions and the
    logarithm of its prior. `test` is None without test positions.
    """

    loop: int
    train: float
    test: float | None
    objective: float
    seconds: float


_NO_FACTORS = np.zeros(0)


def mean_log_evidence(
    competitions: Competitions,
    gammas: NDArray[np.float64],
    *,
    factors: NDArray[np.float64] | None = None,
    threads: int,
) -> float:
    """The mean of ln P(played), with strengths of levels and factors if there are any."""
    rows = _NO_FACTORS if factors is None else np.ravel(factors)
    return _core.mean_log_evidence(competitions.teams, gammas, threads=threads, factors=rows)


# Told after every loop.
Progress = Callable[[CurvePoint], None]


@dataclass(frozen=True, eq=False)
class Fit:
    """Weights (natural logarithms of strengths, float64 [levels]) and how they were found.

    `curve[0]` is the start. `loop` is the one the weights are of. `factors`: float64 [levels, k] of
    factorization Bradley-Terry, else None.
    """

    weights: NDArray[np.float64]
    curve: tuple[CurvePoint, ...]
    loop: int
    interrupted: bool = False
    factors: NDArray[np.float64] | None = None


class Stopping:
    """When to stop: after `patience` loops without a better test value; 0 is never.

    Keeps the best weights so far, by the test value if patience asks for that, else the last.
    """

    def __init__(self, patience: int) -> None:
        """Nothing has been seen yet."""
        self._patience = patience
        self._best = -np.inf
        self.loop = 0
        self.best: tuple[NDArray[np.float64], NDArray[np.float64] | None] | None = None

    def keep(
        self,
        point: CurvePoint,
        weights: NDArray[np.float64],
        factors: NDArray[np.float64] | None = None,
    ) -> None:
        """Remembers the weights of a loop if they are to be given back."""
        by_test = self._patience > 0 and point.test is not None
        if by_test and point.test is not None:
            if point.test <= self._best:
                return
            self._best = point.test
        self.best = (weights, factors)
        self.loop = point.loop

    def is_over(self, point: CurvePoint) -> bool:
        """Whether patience is at an end."""
        if not self._patience or point.test is None:
            return False
        return point.loop - self.loop >= self._patience
