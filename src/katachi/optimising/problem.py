"""What an optimiser needs to know about a problem: shapes, cell weights and rivals are three of them."""

# ruff: noqa: ARG002 - defaults do not look at what they are given
from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from katachi.errors import InvalidSettings

Solution = TypeVar("Solution")


class Problem(Protocol[Solution]):
    """Solutions with a value that is to be raised.

    Values depend on the solution alone, so that a run that was stopped goes on exactly as if it had
    not been. All chance comes from `rng`. A problem that inherits from this class says what it can:
    a start, values, and how solutions are written to a file; the rest has defaults, and a method
    that needs something without a default refuses the problem.
    """

    @property
    def start(self) -> Solution:
        """Where to begin."""

    def value(self, solution: Solution) -> float:
        """How good it is; more is better."""

    def to_json(self, solution: Solution) -> Any:  # noqa: ANN401 - whatever JSON can hold
        """The solution as JSON."""

    def from_json(self, value: Any) -> Solution:  # noqa: ANN401
        """The solution back; raises `KatachiError`."""

    def neighbour(self, solution: Solution, rng: random.Random) -> Solution:
        """A solution that differs a little."""
        raise self._refusal("neighbours")

    def sample(self, rng: random.Random) -> Solution:
        """Any solution."""
        raise self._refusal("random solutions")

    def cross(self, first: Solution, second: Solution, rng: random.Random) -> Solution:
        """A solution with parts of both."""
        raise self._refusal("crossing")

    def everything(self) -> Sequence[Solution]:
        """All solutions, for spaces small enough; raises `InvalidSettings` for others."""
        raise self._refusal("list of all solutions")

    def coordinates(self, solution: Solution) -> Sequence[float]:
        """The solution as a point; raises `InvalidSettings` if solutions are no points."""
        raise self._refusal("coordinates")

    def at(self, point: Sequence[float]) -> Solution:
        """The solution at a point."""
        raise self._refusal("coordinates")

    def values(self, solutions: Sequence[Solution]) -> Sequence[float]:
        """The values of several at once, for problems that measure them together."""
        return [self.value(solution) for solution in solutions]

    def worth(
        self,
        solution: Solution,
        value: float,
        population: Sequence[Solution],
        place: int | None,
    ) -> float:
        """How good a solution is beside a population, in which it has this place, or none.

        The value itself, unless the population should stay varied.
        """
        return value

    def hope(self, solution: Solution, candidate: Solution) -> float | None:
        """An estimate of the gain that costs less than a value, or None if there is none."""
        return None

    def _refusal(self, lack: str) -> InvalidSettings:
        return InvalidSettings(f"{type(self).__name__} has no {lack}, which this method needs")
