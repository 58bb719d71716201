"""Minorization-maximization (Coulom 2007; SHAPES 3.3); docs/methods/bradley-terry.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.games.threads import thread_count
from katachi.learning.competitions import Competitions
from katachi.learning.course import Course
from katachi.learning.curve import Fit, Progress, mean_log_evidence

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
    checkpoint: Path | None = None,
) -> Fit:
    """Updates every feature once a loop; the likelihood times the prior never falls.

    `start`: weights (natural logarithms) to begin with, else all 0. `kept`: numbers of features
    whose weights stay there; at 0 it is as if they were none, so that competitions made with many
    features serve for some of them. `patience`: stop after this many loops without a better test
    value and give the best back. The result is the same to the last bit for any number of threads.
    Ctrl-C ends it with the weights so far. `checkpoint`: a file that keeps them after a loop, at
    most once a minute, where the same fit goes on.
    """
    if loops < 0 or patience < 0:
        raise InvalidSettings(f"loops and patience must not be negative: {loops}, {patience}")
    workers = thread_count(threads)
    course = Course(patience, progress)
    levels = train.teams.total_levels
    gammas = np.zeros(0) if start is None else np.exp(np.asarray(start, dtype=np.float64))
    restored = course.restore(
        checkpoint,
        levels,
        lambda: {
            "learner": "mm",
            "start": start,
            "train": train.teams.digest,
            "test": None if test is None else test.teams.digest,
            "wins": prior_wins,
            "losses": prior_losses,
            "kept": list(kept),
            "patience": patience,
        },
    )
    if restored is not None:
        gammas = restored.array("gammas", levels)
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

    def note() -> bool:
        found = model.gammas
        tested = None if test is None else mean_log_evidence(test, found, threads=workers)
        return course.note((model.mean_log_evidence, tested), model.objective, np.log(found))

    def step() -> bool:
        model.run_pass()
        return note()

    if restored is None:
        note()
    interrupted = course.run(loops, step, lambda: {"gammas": model.gammas})
    return course.fit(interrupted=interrupted)
