"""What became of an evolution of shapes, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.features import ShapeSet
from katachi.optimising.progress import Progress


@dataclass(frozen=True)
class Trial:
    """What one trial did: values of light evaluations at its start and end."""

    first: float
    last: float
    steps: int
    evaluations: int
    skipped: int
    accepted: int


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


@dataclass(frozen=True)
class Evolution:
    """The result."""

    start: ShapeSet
    shapes: ShapeSet
    classes: tuple[EvolvedClass, ...]

    @property
    def gain(self) -> float:
        """Over all classes."""
        return sum(one.gain for one in self.classes)


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
