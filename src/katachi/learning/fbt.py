"""Factorization Bradley-Terry (Xiao and Mueller 2016); docs/methods/bradley-terry.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.competitions import Competitions, all_threads
from katachi.errors import InvalidSettings, KatachiError
from katachi.learning.curve import Course, Fit, Progress, State, checkpoint_of, mean_log_evidence
from katachi.learning.mm import fit_mm
from katachi.learning.turns import Turns

FACTORS = 5  # Xiao and Mueller 2016
RATE = 0.05
PULL = 1e-4
SPREAD = 0.05
# The weights begin where MM stands after so many loops; factors have only to learn the rest.
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
    `Turns` to learn from, each loop passes over another share of the positions, and only that one is
    in memory. Ctrl-C ends it with the best so far. `checkpoint`: a file that keeps where it stands;
    the same fit goes on from there to the same result.
    """
    if loops < 0 or patience < 0:
        raise InvalidSettings(f"loops and patience must not be negative: {loops}, {patience}")
    workers = threads or all_threads()
    turns = train if isinstance(train, Turns) else None

    def share(loop: int) -> Competitions:
        return train(loop) if isinstance(train, Turns) else train

    kept_in = checkpoint_of(
        checkpoint,
        "fbt",
        (None if isinstance(train, Turns) else train, test),
        start,
        factors=factors,
        rate=rate,
        weight_pull=weight_pull,
        factor_pull=factor_pull,
        spread=spread,
        seed=seed,
        patience=patience,
        **({} if turns is None else turns.identity),
    )
    course = Course(patience, progress, kept_in)
    first = share(0) if course.state is None else None
    if start is None and first is not None:
        start = fit_mm(first, loops=MM_LOOPS, threads=workers).weights
    try:
        model = _core.Factorization(
            train.no_teams if isinstance(train, Turns) else train.teams,
            factors=factors,
            rate=rate,
            weight_pull=weight_pull,
            factor_pull=factor_pull,
            spread=spread,
            seed=seed % 2**64,
            weights=np.zeros(0) if start is None else np.asarray(start, dtype=np.float64),
        )
        if course.state is not None:
            model.restore(course.array("numbers", None), len(course) - 1)
    except ValueError as error:
        raise KatachiError(str(error)) from None
    if course.state is not None and turns is not None:
        turns.restore(course)

    def note(here: Competitions) -> bool:
        weights, rows = model.weights, model.factors.reshape(-1, factors)
        # Levels that never appear have no factors: nothing would ever change them.
        counts = here.teams.appearances() if turns is None else turns.appearances
        rows[counts == 0] = 0.0
        if not (np.abs(weights).max(initial=0.0) < 60 and np.abs(rows).max(initial=0.0) < 60):
            raise KatachiError(f"the factorization diverged; a rate below {rate:g} may help")
        gammas = np.exp(weights)
        evidence = mean_log_evidence(here, gammas, factors=rows, threads=workers)
        tested = None
        if test is not None:
            tested = mean_log_evidence(test, gammas, factors=rows, threads=workers)
        return course.note((evidence, tested), evidence * len(here), weights, rows)

    def step() -> bool:
        here = share(len(course))
        try:
            model.run_pass(here.teams)
        except ValueError as error:
            raise KatachiError(str(error)) from None
        return note(here)

    def state() -> State:
        return {"numbers": model.numbers, **({} if turns is None else turns.state())}

    if first is not None:
        note(first)
    del first  # a share is forgotten before the next one is made
    return course.fit(interrupted=course.run(loops, step, state))
