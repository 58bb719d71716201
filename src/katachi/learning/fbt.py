"""Factorization Bradley-Terry (Xiao and Mueller 2016); docs/methods/bradley-terry.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.games.threads import thread_count
from katachi.learning.competitions import Competitions
from katachi.learning.course import Course
from katachi.learning.curve import Fit, Progress, mean_log_evidence
from katachi.learning.mm import fit_mm
from katachi.learning.turns import Turns, Undivided

FACTORS = 5  # Xiao and Mueller 2016
MOST_FACTORS = 64
RATE = 0.05
PULL = 1e-4
SPREAD = 0.05
# The weights begin where MM stands after this many loops; factors have only to learn the rest.
MM_LOOPS = 4


def fit_fbt(  # noqa: PLR0913 - keyword arguments with defaults
    train: Competitions | Turns,
    test: Competitions | None = None,
    *,
    loops: int = 10,
    factors: int = FACTORS,
    rate: float = RATE,
    weight_pull: float = PULL,
    factor_pull: float = PULL,
    spread: float = SPREAD,
    seed: int = 0,
    start: NDArray[np.float64] | None = None,
    patience: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> Fit:
    """Weights and factors by stochastic gradient ascent; a loop is a pass over all positions.

    Steps are taken in one thread, in an order that `seed` shuffles: same seed, same result. With
    `Turns` to learn from, each loop passes over another share of the positions, and only that one
    is in memory. Ctrl-C ends it with the best so far. `checkpoint`: a file that keeps where it
    stands after a loop, at most once a minute; the same fit goes on from there to the same result.
    """
    if loops < 0 or patience < 0:
        raise InvalidSettings(f"loops and patience must not be negative: {loops}, {patience}")
    if not 1 <= factors <= MOST_FACTORS:
        raise InvalidSettings(f"factors must be 1 to {MOST_FACTORS}, not {factors}")
    workers = thread_count(threads)
    shares = train if isinstance(train, Turns) else Undivided(train)
    course = Course(patience, progress)
    restored = course.restore(
        checkpoint,
        shares.form.total_levels,
        lambda: {
            "learner": "fbt",
            "start": start,
            "test": None if test is None else test.teams.digest,
            "factors": factors,
            "rate": rate,
            "weight_pull": weight_pull,
            "factor_pull": factor_pull,
            "spread": spread,
            "seed": seed,
            "patience": patience,
            **shares.identity,
        },
    )
    first = shares(0) if restored is None else None
    if first is not None and start is None:
        plain = fit_mm(first, loops=MM_LOOPS, threads=workers)
        if plain.interrupted:
            raise KeyboardInterrupt
        start = plain.weights
    try:
        model = _core.Factorization(
            shares.form,
            factors=factors,
            rate=rate,
            weight_pull=weight_pull,
            factor_pull=factor_pull,
            spread=spread,
            seed=seed % 2**64,
            weights=np.zeros(0) if start is None else np.asarray(start, dtype=np.float64),
        )
        if restored is not None:
            model.restore(restored.array("numbers", None, dtype=np.float32), len(course) - 1)
            shares.restore(restored)
    except ValueError as error:
        raise KatachiError(str(error)) from None

    def note(here: Competitions) -> bool:
        shares.count(len(course), here)
        weights, rows = model.weights, model.factors.reshape(-1, factors)
        # Levels that never appear have no factors: nothing would ever change them.
        rows[shares.appearances == 0] = 0.0
        if not (np.abs(weights).max(initial=0.0) < 60 and np.abs(rows).max(initial=0.0) < 60):
            raise KatachiError(f"the factorization diverged; a rate below {rate:g} may help")
        gammas = np.exp(weights)
        evidence = mean_log_evidence(here, gammas, factors=rows, threads=workers)
        tested = None
        if test is not None:
            tested = mean_log_evidence(test, gammas, factors=rows, threads=workers)
        return course.note((evidence, tested), evidence * len(here), weights, rows)

    def step() -> bool:
        here = shares(len(course))
        try:
            model.run_pass(here.teams)
        except ValueError as error:
            raise KatachiError(str(error)) from None
        return note(here)

    if first is not None:
        note(first)
    del first, restored  # a share is forgotten before the next one is made
    interrupted = course.run(loops, step, lambda: {"numbers": model.numbers, **shares.state()})
    return course.fit(interrupted=interrupted)
