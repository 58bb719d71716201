"""What a learner gives back: weights and the curve that led to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.learning.competitions import Competitions


@dataclass(frozen=True)
class CurvePoint:
    """After a number of loops: mean log evidence in learning and test positions, seconds so far.

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
