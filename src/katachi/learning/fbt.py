"""Factorization Bradley-Terry (Xiao and Mueller 2016); docs/methods/bradley-terry.md."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    numbers: dict[str, Any] = {
        "factors": factors,
        "rate": rate,
        "weight_pull": weight_pull,
        "factor_pull": factor_pull,
        "spread": spread,
    }
    restored = course.restore(
        checkpoint,
        shares.form.total_levels,
        lambda: {
            "learner": "fbt",
            "start": start,
            "test": None if test is None else test.teams.digest,
            **numbers,
            "seed": seed,
            "patience": patience,
            **shares.identity,
        },
    )
    first = shares(0) if restored is None else None
    if first is not None and start is None:
        start = _plain_weights(first, workers)
    weights = np.zeros(0) if start is None else np.asarray(start, dtype=np.float64)
    try:
        model = _core.Factorization(shares.form, seed=seed % 2**64, weights=weights, **numbers)
        if restored is not None:
            model.restore(restored.array("numbers", None, dtype=np.float32), len(course) - 1)
            shares.restore(restored)
    except ValueError as error:
        raise KatachiError(str(error)) from None
    passes = _Passes(model, shares, course, test, rate=rate, factors=factors, threads=workers)
    if first is not None:
        passes.note(first)
    del first, restored  # a share is forgotten before the next one is made
    interrupted = course.run(loops, passes.step, passes.state)
    return course.fit(interrupted=interrupted)


def _plain_weights(train: Competitions, threads: int) -> NDArray[np.float64]:
    plain = fit_mm(train, loops=MM_LOOPS, threads=threads)
    if plain.interrupted:
        raise KeyboardInterrupt
    return plain.weights


@dataclass(frozen=True)
class _Passes:
    """The model, the positions that it passes over, and where it notes how far it has come."""

    model: _core.Factorization
    shares: Turns | Undivided
    course: Course
    test: Competitions | None
    rate: float
    factors: int
    threads: int

    def step(self) -> bool:
        """One pass; whether the course goes on."""
        here = self.shares(len(self.course))
        try:
            self.model.run_pass(here.teams)
        except ValueError as error:
            raise KatachiError(str(error)) from None
        return self.note(here)

    def note(self, here: Competitions) -> bool:
        """Measures the model on the share it has learned from, and on the test positions."""
        self.shares.count(len(self.course), here)
        weights, rows = self.model.weights, self.model.factors.reshape(-1, self.factors)
        # Levels that never appear have no factors: nothing would ever change them.
        rows[self.shares.appearances == 0] = 0.0
        if not (np.abs(weights).max(initial=0.0) < 60 and np.abs(rows).max(initial=0.0) < 60):
            raise KatachiError(f"the factorization diverged; a rate below {self.rate:g} may help")
        gammas = np.exp(weights)
        evidence = mean_log_evidence(here, gammas, factors=rows, threads=self.threads)
        tested = None
        if self.test is not None:
            tested = mean_log_evidence(self.test, gammas, factors=rows, threads=self.threads)
        return self.course.note((evidence, tested), evidence * len(here), weights, rows)

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"numbers": self.model.numbers, **self.shares.state()}
