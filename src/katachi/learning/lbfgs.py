"""L-BFGS on the logarithms of strengths, with an L2 prior; docs/methods/bradley-terry.md.

The likelihood is concave in the weights, so a quasi-Newton method reaches its summit. Levels are
seen between once and millions of times; each weight is therefore measured in units of its own
curvature at the start, without which L-BFGS would need ten times as many steps.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from katachi import _core
from katachi.competitions import Competitions, all_threads
from katachi.errors import InvalidSettings
from katachi.learning.curve import CurvePoint, Fit, Progress, Stopping
from katachi.learning.mm import fit_mm

# Strength of the pull of every weight towards 0: minus L2 / 2 times its square.
L2 = 0.5


class _Enough(Exception):
    """Ends the optimiser from within."""


def fit_lbfgs(  # noqa: PLR0913 - keyword arguments with defaults
    train: Competitions,
    test: Competitions | None = None,
    *,
    loops: int = 20,
    l2: float = L2,
    prior_wins: float = 0.0,
    prior_losses: float = 0.0,
    start: NDArray[np.float64] | None = None,
    patience: int = 0,
    tolerance: float = 0.0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Fit:
    """Raises sum ln P - l2 / 2 sum w^2 + sum (wins ln s(w) + losses ln s(-w)), s the logistic function.

    A loop is an iteration of L-BFGS. Without `start` it begins with one loop of MM. `tolerance`: stop
    when the largest derivative of the mean log evidence by a scaled weight is below it. Ctrl-C ends
    it with the weights so far.
    """
    if loops < 0 or patience < 0 or l2 < 0 or prior_wins < 0 or prior_losses < 0:
        raise InvalidSettings("loops, patience, l2 and priors must not be negative")
    workers = threads or all_threads()
    begin = time.perf_counter()
    if start is None:
        start = fit_mm(train, loops=1, threads=workers).weights
    start = np.asarray(start, dtype=np.float64)
    scale = _units(train, l2 + 0.25 * (prior_wins + prior_losses))
    positions = max(1, len(train))
    best: dict[str, float] = {}

    def value_and_slope(scaled: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = scaled * scale
        evidence, slope = _core.likelihood(train.teams, np.exp(weights), threads=workers)
        falls = np.logaddexp(0.0, weights)  # -ln s(-w)
        penalty = 0.5 * l2 * float(weights @ weights)
        penalty += float((prior_wins * (falls - weights) + prior_losses * falls).sum())
        share = 1.0 / (1.0 + np.exp(-weights))
        slope = slope - l2 * weights + prior_wins * (1.0 - share) - prior_losses * share
        best["train"], best["objective"] = evidence / positions, evidence - penalty
        return -(evidence - penalty) / positions, -(slope * scale) / positions

    stopping = Stopping(patience)
    curve: list[CurvePoint] = []

    def note(scaled: NDArray[np.float64]) -> None:
        weights = scaled * scale
        tested = None
        if test is not None:
            tested = _core.mean_log_evidence(test.teams, np.exp(weights), threads=workers)
        # SciPy calls back with the point of its last evaluation.
        point = CurvePoint(
            len(curve), best["train"], tested, best["objective"], time.perf_counter() - begin
        )
        curve.append(point)
        stopping.keep(point, weights.copy())
        if progress:
            progress(point)
        if stopping.is_over(point):
            raise _Enough

    interrupted = False
    try:
        value_and_slope(start / scale)
        note(start / scale)
        if loops:
            optimize.minimize(
                value_and_slope,
                start / scale,
                jac=True,
                method="L-BFGS-B",
                callback=note,
                options={
                    "maxiter": loops,
                    "maxfun": 10 * loops + 20,
                    "maxcor": 10,
                    "ftol": 0.0,
                    "gtol": tolerance,
                },
            )
    except _Enough:
        pass
    except KeyboardInterrupt:
        interrupted = True
    weights = start if stopping.best is None else stopping.best[0]
    return Fit(weights, tuple(curve), stopping.loop, interrupted)


def _units(train: Competitions, least: float) -> NDArray[np.float64]:
    """One over the root of an estimate of each weight's curvature: float64 [levels].

    A level that appears n times and is chosen with frequency p has the curvature n p (1 - p), were
    it alone.
    """
    appearances = train.teams.appearances()
    wins = train.teams.wins()
    rate = (wins + 0.5) / (appearances + 1.0)
    return 1.0 / np.sqrt(appearances * rate * (1.0 - rate) + max(least, 1e-3))
