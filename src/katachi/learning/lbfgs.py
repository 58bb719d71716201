"""L-BFGS on the logarithms of strengths, with an L2 prior; docs/methods/bradley-terry.md.

The likelihood is concave in the weights, so a quasi-Newton method (Liu and Nocedal 1989) reaches
its summit. Levels are seen between once and millions of times; each weight is therefore measured in
units of its own curvature, so that the first step is already of the right length everywhere. Levels
that were never seen, and baselines, stay where they are.
"""

from __future__ import annotations

import math
from collections import deque
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.games.threads import thread_count
from katachi.learning.competitions import Competitions
from katachi.learning.course import Course, Restored, State
from katachi.learning.curve import Fit, Progress, mean_log_evidence
from katachi.learning.mm import fit_mm

# Strength of the pull of every weight towards 0: minus L2 / 2 times its square. On 10,000 games of
# WTHOR with the default shapes 1 predicts better than 0.5 or 2.
L2 = 1.0
# MM is hard to beat far from the maximum: this many loops of it come first.
MM_LOOPS = 2
# Differences that the estimate of the curvature remembers.
MEMORY = 10
# A step must gain this share of what the slope promises (Armijo), and is halved at most so often.
LEAST_GAIN = 1e-4
MOST_HALVINGS = 20

Vector = NDArray[np.float64]


def fit_lbfgs(  # noqa: PLR0913 - keyword arguments with defaults
    train: Competitions,
    test: Competitions | None = None,
    *,
    loops: int = 20,
    l2: float = L2,
    prior_wins: float = 0.0,
    prior_losses: float = 0.0,
    start: Vector | None = None,
    patience: int = 0,
    tolerance: float = 0.0,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> Fit:
    """Raises sum ln P - l2 / 2 sum w^2 + sum (wins ln s(w) + losses ln s(-w)), s the logistic function.

    A loop is one step, usually one evaluation. Without `start` the first two loops are of MM.
    `tolerance`: stop when a step gains less than this per position. The result is the same to the
    last bit for any number of threads. Ctrl-C ends it with the weights so far. `checkpoint`: a file
    that keeps them after a loop, at most once a minute, where the same fit goes on.
    """
    numbers = (loops, patience, l2, prior_wins, prior_losses)
    if not all(0 <= number < math.inf for number in numbers):
        raise InvalidSettings("loops, patience, l2 and priors must be numbers, and not negative")
    workers = thread_count(threads)
    course = Course(patience, progress)
    levels = train.teams.total_levels
    model = _Objective(train, l2, (prior_wins, prior_losses), workers)
    weights = np.zeros(levels) if start is None else np.array(start, dtype=np.float64)
    if weights.shape != (levels,):
        raise KatachiError(f"there are {levels} levels, not {weights.size}")

    def note() -> bool:
        found = model.weights
        tested = None if test is None else mean_log_evidence(test, np.exp(found), threads=workers)
        return course.note((model.evidence / model.positions, tested), model.value, found)

    def step() -> bool:
        if start is None and len(course) <= MM_LOOPS:
            plain = fit_mm(train, loops=1, start=model.weights, threads=workers)
            if plain.interrupted:
                raise KeyboardInterrupt
            model.begin(plain.weights)
            return note()
        before = model.value
        if not model.step():
            return True
        return note() or model.value - before < tolerance * model.positions

    restored = course.restore(
        checkpoint,
        levels,
        lambda: {
            "learner": "lbfgs",
            "start": start,
            "train": train.teams.digest,
            "test": None if test is None else test.teams.digest,
            "l2": l2,
            "wins": prior_wins,
            "losses": prior_losses,
            "patience": patience,
            "tolerance": tolerance,
        },
    )
    if restored is None:
        model.begin(weights)
        note()
    else:
        model.restore(restored)
    return course.fit(interrupted=course.run(loops, step, model.state))


class _Objective:
    """The function to raise, in scaled weights of the levels that were seen, and where we stand."""

    def __init__(
        self, train: Competitions, l2: float, prior: tuple[float, float], threads: int
    ) -> None:
        self.positions = max(1, len(train))
        self._teams = train.teams
        self._l2 = l2
        self._prior = prior
        self._threads = threads
        appearances = train.teams.appearances()
        wins = train.teams.wins()
        self._seen = np.setdiff1d(np.flatnonzero(appearances), train.teams.baselines)
        self._wins = wins[self._seen]
        self._scale = _units(appearances[self._seen], self._wins, l2 + 0.25 * sum(prior))
        # With several members to a team, steps that are right for each alone are too long together.
        members = train.teams.member_count / max(1, train.teams.team_count)
        self._first = 1.0 / max(1.0, members)
        self._steps: deque[tuple[Vector, Vector, float]] = deque(maxlen=MEMORY)

    def begin(self, weights: Vector) -> None:
        """Stands at these weights, without memory."""
        self._steps.clear()
        self._base = np.array(weights)
        self._stand_at(self._base[self._seen] / self._scale)

    def _stand_at(self, scaled: Vector) -> None:
        self._at = scaled
        self.value, self.evidence, self._slope = self._look(scaled)

    def state(self) -> State:
        """What `restore` needs."""
        shape = (len(self._steps), len(self._at))
        return {
            "base": self._base,
            "at": self._at,
            "moved": np.array([moved for moved, _, _ in self._steps]).reshape(shape),
            "change": np.array([change for _, change, _ in self._steps]).reshape(shape),
            "curvature": np.array([curvature for _, _, curvature in self._steps]),
        }

    def restore(self, restored: Restored) -> None:
        """Stands where the checkpoint was made, with its memory."""
        seen = len(self._seen)
        self._base = restored.array("base", self._teams.total_levels)
        self._stand_at(restored.array("at", seen))
        curvatures = restored.array("curvature", None)
        moves = restored.array("moved", len(curvatures), seen)
        changes = restored.array("change", len(curvatures), seen)
        self._steps.extend(
            (moved.copy(), change.copy(), float(curvature))
            for moved, change, curvature in zip(moves, changes, curvatures, strict=True)
        )

    @property
    def weights(self) -> Vector:
        """Of all levels."""
        return self._all(self._at)

    def _all(self, scaled: Vector) -> Vector:
        weights = self._base.copy()
        weights[self._seen] = scaled * self._scale
        return weights

    def _look(self, scaled: Vector) -> tuple[float, float, Vector]:
        """Value, log evidence, and slope in scaled weights."""
        evidence, expected = _core.likelihood(
            self._teams, np.exp(self._all(scaled)), threads=self._threads
        )
        weights = scaled * self._scale
        slope = self._wins - expected[self._seen] - self._l2 * weights
        value = evidence - 0.5 * self._l2 * float(weights @ weights)
        wins, losses = self._prior
        if wins or losses:
            rest = np.logaddexp(0.0, weights)  # -ln s(-w)
            value -= float((wins * (rest - weights) + losses * rest).sum())
            share = np.exp(weights - rest)
            slope += wins * (1.0 - share) - losses * share
        return value, evidence, slope * self._scale

    def step(self) -> bool:
        """Goes one step up; False at the summit, as far as rounding shows it."""
        direction = _direction(self._slope, self._steps, self._first)
        rise = float(direction @ self._slope)
        if not rise > 0:
            return False
        length = 1.0
        for _ in range(MOST_HALVINGS):
            at = self._at + length * direction
            value, evidence, slope = self._look(at)
            if value >= self.value + LEAST_GAIN * length * rise:
                break
            # The top of the parabola through both values and the slope.
            top = 0.5 * length * length * rise / (self.value + length * rise - value)
            length = min(0.5 * length, max(0.1 * length, top))
        else:
            return False
        moved, change = at - self._at, self._slope - slope
        curvature = float(moved @ change)
        if curvature > 0:
            self._steps.append((moved, change, curvature))
        self._at, self.value, self.evidence, self._slope = at, value, evidence, slope
        return True


def _direction(slope: Vector, steps: deque[tuple[Vector, Vector, float]], first: float) -> Vector:
    """The slope times the estimated inverse of the curvature, in two sweeps over the memory."""
    direction = slope.copy()
    shares = []
    for moved, change, curvature in reversed(steps):
        share = float(moved @ direction) / curvature
        shares.append(share)
        direction -= share * change
    if steps:
        _, change, curvature = steps[-1]
        direction *= curvature / float(change @ change)
    else:
        direction *= first
    for (moved, change, curvature), share in zip(steps, reversed(shares), strict=True):
        direction += (share - float(change @ direction) / curvature) * moved
    return direction


def _units(appearances: Vector, wins: Vector, least: float) -> Vector:
    """One over the root of an estimate of each weight's curvature.

    A level that appears n times and is chosen with frequency p has the curvature n p (1 - p), were
    it alone.
    """
    rate = (wins + 0.5) / (appearances + 1.0)
    scale: Vector = 1.0 / np.sqrt(appearances * rate * (1.0 - rate) + max(least, 1e-3))
    return scale
