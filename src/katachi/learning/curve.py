"""What a learner gives back: weights and the curve that led to them."""

from __future__ import annotations

import time
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


class Course:
    """A fit on its way: its curve, the weights to be given back, when to stop, and who is told.

    `patience`: stop after so many loops without a better test value, and give the best back; 0 is
    never, and the last are given back.
    """

    def __init__(self, patience: int, progress: Progress | None) -> None:
        """The clock begins to run."""
        self._begin = time.perf_counter()
        self._patience = patience
        self._progress = progress
        self._curve: list[CurvePoint] = []
        self._best: tuple[int, NDArray[np.float64], NDArray[np.float64] | None] | None = None

    def __len__(self) -> int:
        """Points of the curve so far, the start among them."""
        return len(self._curve)

    def note(
        self,
        evidence: tuple[float, float | None],
        objective: float,
        weights: NDArray[np.float64],
        factors: NDArray[np.float64] | None = None,
    ) -> bool:
        """The next point, with the evidence in learning and test positions; whether to stop here."""
        train, test = evidence
        seconds = time.perf_counter() - self._begin
        point = CurvePoint(len(self._curve), train, test, objective, seconds)
        if self._is_better(test):
            self._best = (point.loop, weights, factors)
        self._curve.append(point)
        if self._progress:
            self._progress(point)
        assert self._best is not None
        return (
            self._patience > 0 and test is not None and point.loop - self._best[0] >= self._patience
        )

    def run(self, loops: int, step: Callable[[], bool]) -> bool:
        """Takes so many steps, or until one says to stop; whether Ctrl-C ended it."""
        try:
            for _ in range(loops):
                if step():
                    break
        except KeyboardInterrupt:
            return True
        return False

    def fit(self, *, interrupted: bool) -> Fit:
        """What came of it."""
        assert self._best is not None
        loop, weights, factors = self._best
        return Fit(weights, tuple(self._curve), loop, interrupted, factors)

    def _is_better(self, test: float | None) -> bool:
        if self._best is None or not self._patience or test is None:
            return True
        before = self._curve[self._best[0]].test
        return before is None or test > before
