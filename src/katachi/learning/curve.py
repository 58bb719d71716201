"""What a learner gives back: weights and the curve that led to them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.competitions import Competitions
from katachi.records.checkpoint import Checkpoint, Standing, digest_of_arrays

CHECKPOINT = "katachi-learning 1"


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


# What a learner needs to go on from a loop, beside its curve.
State = dict[str, NDArray[Any]]


class Course:
    """A fit on its way: its curve, the weights to be given back, when to stop, and who is told.

    `patience`: stop after so many loops without a better test value, and give the best back; 0 is
    never, and the last are given back. With a `checkpoint` it goes on where it stopped; points from
    before are told once more.
    """

    def __init__(
        self, patience: int, progress: Progress | None, checkpoint: Checkpoint | None = None
    ) -> None:
        """The clock begins to run; `state` is what the checkpoint kept of the learner, if anything."""
        self._begin = time.perf_counter()
        self._patience = patience
        self._progress = progress
        self._checkpoint = checkpoint
        self._curve: list[CurvePoint] = []
        self._best: tuple[int, NDArray[np.float64], NDArray[np.float64] | None] | None = None
        self.state: State | None = self._restore()

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
        return self._is_enough()

    def run(
        self, loops: int, step: Callable[[], bool], state: Callable[[], State] | None = None
    ) -> bool:
        """Takes steps up to loop `loops`, or until one says to stop; whether Ctrl-C ended it.

        `state` tells what a checkpoint keeps; it is asked after whole steps alone.
        """
        kept = None
        try:
            while len(self._curve) <= loops and not self._is_enough():
                done = step()
                if self._checkpoint is not None and state is not None:
                    kept = self._standing(state())
                    if self._checkpoint.is_due:
                        self._checkpoint.write(kept)
                if done:
                    break
        except KeyboardInterrupt:
            return True
        finally:
            if self._checkpoint is not None and kept is not None:
                self._checkpoint.write(kept)
        return False

    def fit(self, *, interrupted: bool) -> Fit:
        """What came of it."""
        assert self._best is not None
        loop, weights, factors = self._best
        return Fit(weights, tuple(self._curve), loop, interrupted, factors)

    def array(self, name: str, *shape: int | None) -> NDArray[Any]:
        """An array that the checkpoint kept; raises `KatachiError` if it has not this shape."""
        assert self._checkpoint is not None
        assert self.state is not None
        found = self.state.get(name, np.zeros(()))
        if len(found.shape) != len(shape) or any(
            wanted not in {None, length} for wanted, length in zip(shape, found.shape, strict=True)
        ):
            raise self._checkpoint.damaged(f"it has no array '{name}' of shape {shape}")
        return found

    def _is_better(self, test: float | None) -> bool:
        if self._best is None or not self._patience or test is None:
            return True
        before = self._curve[self._best[0]].test
        return before is None or test > before

    def _is_enough(self) -> bool:
        """Whether `patience` has come to its end."""
        assert self._best is not None
        last = self._curve[-1]
        return (
            self._patience > 0
            and last.test is not None
            and last.loop - self._best[0] >= self._patience
        )

    def _standing(self, state: State) -> Standing:
        assert self._best is not None
        loop, weights, factors = self._best
        best = {"best weights": weights}
        if factors is not None:
            best["best factors"] = factors
        curve = [astuple(point) for point in self._curve]
        return Standing({"curve": curve, "best": loop}, {**best, **state})

    def _restore(self) -> State | None:
        kept = None if self._checkpoint is None else self._checkpoint.read()
        if self._checkpoint is None or kept is None:
            return None
        try:
            self._curve = [CurvePoint(*point) for point in kept.head["curve"]]
            arrays = dict(kept.arrays)
            weights, factors = arrays.pop("best weights"), arrays.pop("best factors", None)
            self._best = (int(kept.head["best"]), weights, factors)
            self._begin -= self._curve[-1].seconds
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._checkpoint.damaged(error) from None
        if self._progress:
            for point in self._curve:
                self._progress(point)
        return arrays


def checkpoint_of(
    path: Path | None,
    learner: str,
    positions: tuple[Competitions | None, Competitions | None],
    start: NDArray[np.float64] | None,
    **settings: object,
) -> Checkpoint | None:
    """The checkpoint of a fit: it must have the same positions (to learn and test), start, settings."""
    if path is None:
        return None
    digests = [
        ""
        if one is None
        else digest_of_arrays(one.teams.appearances(), one.teams.wins(), np.array(len(one)))
        for one in positions
    ]
    identity = {
        "format": CHECKPOINT,
        "learner": learner,
        "positions": digests,
        "start": "" if start is None else digest_of_arrays(start),
        **settings,
    }
    return Checkpoint(path, identity)
