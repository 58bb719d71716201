"""What an optimiser needs to know about a problem: shapes and cell weights are two of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

Solution = TypeVar("Solution")


class Problem(Protocol[Solution]):
    """Solutions with a value that is to be raised.

    Values depend on the solution alone, so that a run that was stopped goes on exactly as if it had
    not been. All chance comes from `rng`.
    """

    @property
    def start(self) -> Solution:
        """Where to begin."""

    def value(self, solution: Solution) -> float:
        """How good it is; more is better."""

    def neighbour(self, solution: Solution, rng: random.Random) -> Solution:
        """A solution that differs a little."""

    def sample(self, rng: random.Random) -> Solution:
        """Any solution."""

    def cross(self, first: Solution, second: Solution, rng: random.Random) -> Solution:
        """A solution with parts of both."""

    def everything(self) -> Sequence[Solution]:
        """All solutions, for spaces small enough; raises `InvalidSettings` for others."""

    def hope(self, solution: Solution, candidate: Solution) -> float | None:
        """An estimate of the gain that costs less than a value, or None if there is none."""

    def to_json(self, solution: Solution) -> Any:  # noqa: ANN401 - whatever JSON can hold
        """The solution as JSON."""

    def from_json(self, value: Any) -> Solution:  # noqa: ANN401
        """The solution back; raises `KatachiError`."""
