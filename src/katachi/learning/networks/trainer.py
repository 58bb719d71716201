"""The course of a training with PyTorch: steps, the rate of learning, and a checkpoint to go on from.

Steps are Adam's (Kingma and Ba 2015) with decoupled decay of the weights; the rate rises for a
twentieth of the training and then falls to zero along a cosine (Loshchilov and Hutter 2017, 2019).
Every random choice depends on the seed and the number of its step alone, so that a training which
was stopped ends with the same weights. A checkpoint is a NumPy archive without pickles.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidSettings
from katachi.files.checkpoint import Checkpoint, Standing

WARM_UP = 0.05
# The loss that is told is a mean over about this many steps.
SMOOTHING = 50


@dataclass(frozen=True, kw_only=True)
class Course:
    """What the settings of every training say.

    Every position is seen `epochs` times, `batch` at a step. `rate` is the largest rate of learning.
    """

    epochs: float
    batch: int
    rate: float
    decay: float
    seed: int

    def steps(self, positions: int) -> int:
        """How many steps a training takes."""
        return max(1, math.ceil(self.epochs * positions / self.batch))

    def rate_at(self, step: int, steps: int) -> float:
        """The rate of a step, counted from 0."""
        warm = max(1, round(WARM_UP * steps))
        if step < warm:
            return self.rate * (step + 1) / warm
        return self.rate * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


@dataclass(frozen=True)
class TrainingState:
    """How far a training is: steps done of all, and the mean loss of late."""

    step: int
    steps: int
    loss: float


def check_ranges(training: Course, ranges: Mapping[str, tuple[float, float]]) -> None:
    """Raises `InvalidSettings` that names the first setting out of its range."""
    for name, (low, high) in ranges.items():
        if not low <= getattr(training, name) <= high:
            raise InvalidSettings(
                f"{name} must be {low:g} to {high:g}, not {getattr(training, name)}"
            )


class Order:
    """Which positions a step sees: each epoch goes through all of them in an order of its own."""

    def __init__(self, count: int, batch: int, seed: tuple[int, ...]) -> None:
        """`seed` begins the seed of every epoch."""
        self._count, self._batch, self._seed = count, batch, seed
        self._epoch: tuple[int, NDArray[np.int64]] | None = None

    def __getitem__(self, step: int) -> NDArray[np.int64]:
        """int64 [batch]: numbers of positions."""
        wanted = np.arange(step * self._batch, (step + 1) * self._batch)
        found = np.empty(self._batch, np.int64)
        for epoch in np.unique(wanted // self._count):
            if self._epoch is None or self._epoch[0] != epoch:
                rng = np.random.default_rng([*self._seed, int(epoch)])
                self._epoch = (int(epoch), rng.permutation(self._count))
            here = wanted // self._count == epoch
            found[here] = self._epoch[1][wanted[here] % self._count]
        return found


class Trainer(ABC):
    """The optimiser, the step, the mean loss. What is learned, and its loss, is a subclass's."""

    # Beginning of the names of the weights in a checkpoint.
    kept_as: ClassVar[str] = "state"
    # Longest gradient; longer ones are cut.
    steepest: ClassVar[float] = math.inf

    def __init__(
        self,
        torch: Any,  # noqa: ANN401 - a module
        training: Course,
        steps: int,
    ) -> None:
        """The subclass calls `begin` when its weights exist."""
        self.torch = torch
        self.course = training
        self.steps = steps
        self.step = 0
        self.loss = math.nan
        self.checkpoint: Checkpoint | None = None
        self._whole = True  # not in the middle of a step

    @abstractmethod
    def loss_of(self, step: int) -> Any:  # noqa: ANN401 - a tensor
        """The loss of the positions of a step."""

    @abstractmethod
    def learned(self) -> dict[str, Any]:
        """The tensors that gradients change, by name."""

    def kept(self) -> dict[str, Any]:
        """The tensors that a checkpoint keeps beside Adam's moments, by name."""
        return self.learned()

    def begin(self, checkpoint: Checkpoint | None) -> None:
        """Makes the optimiser and goes on from the checkpoint, if there is one."""
        self.optimizer = self.torch.optim.AdamW(
            list(self.learned().values()), lr=self.course.rate, weight_decay=self.course.decay
        )
        self.checkpoint = checkpoint
        if checkpoint is not None:
            self._restore(checkpoint)

    def run(self, progress: Callable[[TrainingState], None] | None) -> None:
        """All steps that are left; on Ctrl-C the state is kept first."""
        try:
            while self.step < self.steps:
                self._advance()
                if progress is not None:
                    progress(TrainingState(self.step, self.steps, self.loss))
                if self.checkpoint is not None and self.checkpoint.is_due:
                    self._save()
        except KeyboardInterrupt:
            self._save()
            raise

    def _advance(self) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.course.rate_at(self.step, self.steps)
        self.optimizer.zero_grad()
        loss = self.loss_of(self.step)
        loss.backward()
        self._whole = False
        if math.isfinite(self.steepest):
            self.torch.nn.utils.clip_grad_norm_(list(self.learned().values()), self.steepest)
        self.optimizer.step()
        self.step += 1
        found = float(loss.detach())
        share = max(1 / self.step, 1 / SMOOTHING)
        self.loss = found if self.step == 1 else (1 - share) * self.loss + share * found
        self._whole = True

    def _save(self) -> None:
        if self.checkpoint is None or self.step == 0 or not self._whole:
            return
        arrays = {f"{self.kept_as} {n}": one.detach().numpy() for n, one in self.kept().items()}
        for name, weight in self.learned().items():
            moments = self.optimizer.state[weight]
            arrays[f"mean {name}"] = moments["exp_avg"].numpy()
            arrays[f"square {name}"] = moments["exp_avg_sq"].numpy()
        self.checkpoint.try_to_write(Standing({"step": self.step, "loss": self.loss}, arrays))

    def _restore(self, checkpoint: Checkpoint) -> None:
        kept = checkpoint.read()
        if kept is None:
            return
        torch = self.torch

        def array(name: str, tensor: Any) -> Any:  # noqa: ANN401 - tensors
            found = kept.arrays[name]
            if found.shape != tuple(tensor.shape):
                raise ValueError(f"the array {name} has another shape")
            return torch.from_numpy(found)

        try:
            step, loss = int(kept.head["step"]), float(kept.head["loss"])
            with torch.no_grad():
                for name, tensor in self.kept().items():
                    tensor.copy_(array(f"{self.kept_as} {name}", tensor))
            for name, weight in self.learned().items():
                self.optimizer.state[weight] = {
                    "step": torch.tensor(float(step)),
                    "exp_avg": array(f"mean {name}", weight),
                    "exp_avg_sq": array(f"square {name}", weight),
                }
        except (ValueError, KeyError, TypeError, RuntimeError) as error:
            raise checkpoint.damaged(error) from None
        self.step, self.loss = step, loss
