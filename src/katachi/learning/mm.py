"""Minorization-maximization (Coulom 2007; SHAPES 3.3); docs/methods/bradley-terry.md."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.competitions import Competitions, all_threads
from katachi.errors import InvalidSettings, KatachiError
from katachi.learning.curve import CurvePoint, Fit, Progress, Stopping, mean_log_evidence

# Coulom 2007: every level wins one and loses one game against an opponent of strength 1.
PRIOR_WINS = 1.0
PRIOR_LOSSES = 1.0


def fit_mm(  # noqa: PLR0913 - keyword arguments with defaults
    train: Competitions,
    test: Competitions | None = None,
    *,
    loops: int = 20,
    prior_wins: float = PRIOR_WINS,
    prior_losses: float = PRIOR_LOSSES,
    start: NDArray[np.float64] | None = None,
    kept: Sequence[int] = (),
    patience: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Fit:
    """Updates every feature once a loop; the likelihood times the prior never falls.

    `start`: weights (natural logarithms) to begin with, else all 0. `kept`: numbers of features whose
    weights stay there; at 0 it is as if they were none, so that competitions made with many features
    serve for some of them. `patience`: stop after so many
    loops without a better test value and give the best back. The result is the same to the last bit
    for any number of threads. Ctrl-C ends it with the weights so far.
    """
    if loops < 0 or patience < 0:
        raise InvalidSettings(f"loops and patience must not be negative: {loops}, {patience}")
    workers = threads or all_threads()
    begin = time.perf_counter()
    gammas = np.zeros(0) if start is None else np.exp(np.asarray(start, dtype=np.float64))
    try:
        model = _core.BradleyTerry(
            train.teams,
            prior_wins=prior_wins,
            prior_losses=prior_losses,
            gammas=gammas,
            kept=list(kept),
            threads=workers,
        )
    except ValueError as error:
        raise KatachiError(str(error)) from None
    stopping = Stopping(patience)
    curve: list[CurvePoint] = []

    def note(loop: int) -> CurvePoint:
        found = model.gammas
        tested = None
        if test is not None:
            tested = mean_log_evidence(test, found, threads=workers)
        seconds = time.perf_counter() - begin
        point = CurvePoint(loop, model.mean_log_evidence, tested, model.objective, seconds)
        curve.append(point)
        stopping.keep(point, np.log(found))
        if progress:
            progress(point)
        return point

    note(0)
    interrupted = False
    try:
        for loop in range(1, loops + 1):
            model.run_pass()
            if stopping.is_over(note(loop)):
                break
    except KeyboardInterrupt:
        interrupted = True
    assert stopping.best is not None
    return Fit(stopping.best[0], tuple(curve), stopping.loop, interrupted)
