"""Problems whose solutions are positive weights of which only the ratios matter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from katachi.optimising.problem import Problem

# Natural weights.
Weights = tuple[float, ...]

# The smallest logarithm of a weight beside the largest.
LEAST = -100.0


class WeightProblem(Problem[Weights]):
    """The coordinates of weights are their logarithms."""

    def coordinates(self, solution: Weights) -> list[float]:
        """Natural logarithms."""
        return [math.log(weight) for weight in solution]

    def at(self, point: Sequence[float]) -> Weights:
        """Back again. The scale of all weights is free and drifts: the largest weighs 1."""
        largest = max(point)
        return tuple(math.exp(max(LEAST, x - largest)) for x in point)

    def to_json(self, solution: Weights) -> list[float]:
        """Numbers."""
        return list(solution)

    def from_json(self, value: Any) -> Weights:  # noqa: ANN401 - whatever the file holds
        """Numbers back."""
        return tuple(float(weight) for weight in value)
