"""What became of an evolution of shapes, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from katachi.features import ShapeSet
from katachi.optimising.progress import Progress
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import Series, line_plot


@dataclass(frozen=True)
class Trial:
    """What one trial did: values of light evaluations at its start and end.

    `course`: the value after every step that was taken, and after the last.
    """

    first: float
    last: float
    steps: int
    evaluations: int
    skipped: int
    accepted: int
    course: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class EvolvedClass:
    """What became of a class: test mean log evidence of all shapes fitted together, before and after."""

    target: str
    before: float
    after: float
    chosen: int
    trials: tuple[Trial, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    seconds: float

    @property
    def gain(self) -> float:
        """Of the fit of all shapes together."""
        return self.after - self.before


@dataclass(frozen=True, repr=False)
class Evolution(ShowsItself):
    """The shapes that an evolution found, and what each class of them gained.

    `gain` is the difference of the test mean log evidence (MLE) between `start` and `shapes`.
    `print` shows the classes, `plot()` draws the MLE after each of them, `to_frame()` has a row per
    class.
    """

    start: ShapeSet
    shapes: ShapeSet
    classes: tuple[EvolvedClass, ...]

    @property
    def gain(self) -> float:
        """Over all classes."""
        return sum(one.gain for one in self.classes)

    def to_frame(self) -> Columns:
        """A row for each class, in the order of evolution."""
        return Columns(
            target=[one.target for one in self.classes],
            before=np.array([one.before for one in self.classes], np.float64),
            after=np.array([one.after for one in self.classes], np.float64),
            trials=np.array([len(one.trials) for one in self.classes], np.int64),
            seconds=np.array([one.seconds for one in self.classes], np.float64),
        )

    def plot(self) -> Picture:
        """The test MLE after each class."""
        values = [one.before for one in self.classes[:1]] + [one.after for one in self.classes]
        return line_plot(
            [Series("all shapes", list(enumerate(values)))],
            title="Evolution of shapes",
            across="classes evolved",
            up="test MLE",
            steps=True,
        )

    def _headline(self) -> str:
        return f"{len(self.classes)} classes of {self.start.game}, test MLE {self.gain:+.4f}"

    def _tables(self) -> tuple[Table, ...]:
        rows = tuple(
            (one.target, f"{one.before:.4f}", f"{one.after:.4f}", f"{one.gain:+.4f}")
            for one in self.classes
        )
        return (Table(("class", "MLE before", "MLE after", "gain"), rows),) if rows else ()


@dataclass(frozen=True)
class EvolutionProgress(Progress):
    """Told after every step of every trial."""

    target: str
    number: int  # of the class, from 0
    classes: int
    trial: int
    step: int
    steps: int
    value: float
