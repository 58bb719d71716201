"""A fit on its way: loop by loop, until enough, with a checkpoint to go on from."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from katachi.errors import KatachiError
from katachi.files.checkpoint import Checkpoint, Standing
from katachi.learning.curve import CurvePoint, Fit, Progress

CHECKPOINT = "katachi-learning 1"

# What a learner needs to go on after a loop, beside its curve.
State = dict[str, NDArray[Any]]


class Restored:
    """The state of a learner as a checkpoint kept it."""

    def __init__(self, checkpoint: Checkpoint, arrays: State) -> None:
        """Nothing is checked yet."""
        self._checkpoint = checkpoint
        self._arrays = arrays

    def array(self, name: str, *shape: int | None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """An array; raises `KatachiError` if it is not of this shape (None: any length) and type."""
        found = self._arrays.get(name)
        if (
            found is None
            or found.dtype != dtype
            or len(found.shape) != len(shape)
            or any(n not in {None, m} for n, m in zip(shape, found.shape, strict=True))
        ):
            raise self._checkpoint.damaged(f"it has no array '{name}' of the shape {shape}")
        return found

    def has(self, name: str) -> bool:
        """Whether there is such an array."""
        return name in self._arrays


class Course:
    """The curve of a fit, the weights to be given back, when to stop, and who is told.

    `patience`: stop after this many loops without a better test value, and give the best back; 0 is
    never, and the last are given back.
    """

    def __init__(self, patience: int, progress: Progress | None) -> None:
        """The clock begins to run."""
        self._begin = time.perf_counter()
        self._patience = patience
        self._progress = progress
        self._checkpoint: Checkpoint | None = None
        self._curve: list[CurvePoint] = []
        self._best: tuple[int, NDArray[np.float64], NDArray[np.float64] | None] | None = None
        self._ended = False

    def restore(
        self, path: Path | None, levels: int, identity: Callable[[], dict[str, object]]
    ) -> Restored | None:
        """With a file, keeps checkpoints there, and goes on from the one that is there.

        Gives the learner's part of that one, None without any; points from before are told once
        more.
        """
        if path is None:
            return None
        self._checkpoint = checkpoint = Checkpoint(path, CHECKPOINT, identity())
        standing = checkpoint.read()
        if standing is None:
            return None
        restored = Restored(checkpoint, standing.arrays)
        weights = restored.array("best weights", levels)
        factors = None
        if restored.has("best factors"):
            factors = restored.array("best factors", levels, None)
        try:
            self._curve = [CurvePoint(*point) for point in standing.head["curve"]]
            best = int(standing.head["best"])
            self._ended = bool(standing.head["ended"])
            self._begin -= self._curve[-1].seconds
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise checkpoint.damaged(error) from None
        if not 0 <= best < len(self._curve):
            raise checkpoint.damaged(f"it has no loop {best}")
        self._best = (best, weights, factors)
        if self._progress:
            for point in self._curve:
                self._progress(point)
        return restored

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
        assert self._best is not None
        return (
            self._patience > 0 and test is not None and point.loop - self._best[0] >= self._patience
        )

    def run(self, loops: int, step: Callable[[], bool], state: Callable[[], State]) -> bool:
        """Takes steps up to loop `loops`, or until one says to stop; whether Ctrl-C ended it.

        `state` tells what a checkpoint keeps of the learner; it is asked after whole steps alone.
        """
        checkpoint = self._checkpoint
        if len(self._curve) > loops + 1:
            where = "this fit" if checkpoint is None else f"'{checkpoint.path}'"
            raise KatachiError(
                f"{where} is after loop {len(self._curve) - 1} already, and {loops} were asked for"
            )
        unwritten = None if checkpoint is None else self._standing(state())
        try:
            while len(self._curve) <= loops and not self._ended:
                self._ended = step()
                if checkpoint is None:
                    continue
                unwritten = self._standing(state())
                if checkpoint.is_due:
                    checkpoint.try_to_write(unwritten)
                    unwritten = None
        except KeyboardInterrupt:
            return True
        finally:
            if checkpoint is not None and unwritten is not None:
                checkpoint.try_to_write(unwritten)
        return False

    def fit(self, *, interrupted: bool) -> Fit:
        """What came of it."""
        assert self._best is not None
        loop, weights, factors = self._best
        return Fit(weights, tuple(self._curve), loop, interrupted, factors)

    def _is_better(self, test: float | None) -> bool:
        if self._best is None or not self._patience or test is None:
            return True
        before = self._curve[self._best[0]].test
        return before is None or test > before

    def _standing(self, state: State) -> Standing:
        assert self._best is not None
        loop, weights, factors = self._best
        arrays = {"best weights": weights, **state}
        if factors is not None:
            arrays["best factors"] = factors
        curve = [astuple(point) for point in self._curve]
        return Standing({"curve": curve, "best": loop, "ended": self._ended}, arrays)
