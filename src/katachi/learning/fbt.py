"""Factorization Bradley-Terry (Xiao and Mueller 2016); docs/methods/bradley-terry.md."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.competitions import Competitions, all_threads
from katachi.errors import InvalidSettings, KatachiError
from katachi.learning.curve import Course, Fit, Progress, mean_log_evidence
from katachi.learning.mm import fit_mm

FACTORS = 5  # Xiao and Mueller 2016
RATE = 0.05
PULL = 1e-4
SPREAD = 0.05
# The weights begin where MM stands after so many loops; factors have only to learn the rest.
MM_LOOPS = 4


def fit_fbt(  # noqa: PLR0913 - keyword arguments with defaults
    train: Competitions,
    test: Competitions | None = None,
    *,
    loops: int = 10,
    factors: int = FACTORS,
    rate: float = RATE,
    weight_pull: float = PULL,
    factor_pull: float = PULL,
    spread: float = SPREAD,
    seed: int = 0,
    refill: Callable[[int], Competitions] | None = None,
    start: NDArray[np.float64] | None = None,
    patience: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Fit:
    """Weights and factors by stochastic gradient ascent; a loop is a pass over all positions.

    Steps are taken in one thread, in an order that `seed` shuffles: same seed, same result. With
    `refill` each loop (from 1) passes over the competitions that it gives, made with the encoder of
    `train`: more positions than memory holds. Ctrl-C ends it with the best so far.
    """
    if loops < 0 or patience < 0:
        raise InvalidSettings(f"loops and patience must not be negative: {loops}, {patience}")
    workers = threads or all_threads()
    course = Course(patience, progress)
    if start is None:
        start = fit_mm(train, loops=MM_LOOPS, threads=workers).weights
    try:
        model = _core.Factorization(
            train.teams,
            factors=factors,
            rate=rate,
            weight_pull=weight_pull,
            factor_pull=factor_pull,
            spread=spread,
            seed=seed % 2**64,
            weights=np.asarray(start, dtype=np.float64),
        )
    except ValueError as error:
        raise KatachiError(str(error)) from None
    levels = train.teams.total_levels

    # Levels that never appear have no factors: nothing would ever change them.
    seen = train.teams.appearances() > 0

    def note() -> bool:
        weights, rows = model.weights, model.factors
        rows.reshape(levels, factors)[~seen] = 0.0
        if not (np.abs(weights).max(initial=0.0) < 60 and np.abs(rows).max(initial=0.0) < 60):
            raise KatachiError(f"the factorization diverged; a rate below {rate:g} may help")
        gammas = np.exp(weights)
        evidence = mean_log_evidence(train, gammas, factors=rows, threads=workers)
        tested = None
        if test is not None:
            tested = mean_log_evidence(test, gammas, factors=rows, threads=workers)
        table = rows.reshape(levels, factors)
        return course.note((evidence, tested), evidence * len(train), weights, table)

    def step() -> bool:
        nonlocal train, seen
        if refill is not None:
            train = refill(len(course))
            seen |= train.teams.appearances() > 0
        try:
            model.run_pass(train.teams)
        except ValueError as error:
            raise KatachiError(str(error)) from None
        return note()

    note()
    return course.fit(interrupted=course.run(loops, step))
