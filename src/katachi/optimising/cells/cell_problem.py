"""One number per class of cells as a problem for optimisers (CELLS)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.games.threads import thread_count
from katachi.optimising.cells.cell_data import OBJECTIVES, CellData
from katachi.optimising.cells.grid import WeightGrid
from katachi.optimising.cells.weight_problem import WeightProblem, Weights

# The sign of each objective that makes more better.
_SIGNS = (1.0, -1.0, -1.0, -1.0, 1.0)

# Which coordinates a neighbour changes: CELLS 3.4 (hill climbing) and 4B (annealing).
NEIGHBOURHOODS = ("all", "two")
# CELLS gives hill climbing a tenth of every weight, and no size for the two that annealing changes.
# It must fit the temperatures: two tenths change f1 by some 0.0001, so that at 0.001 nearly every
# step is taken and annealing is a walk by chance. The paper's weights of B1 went from 22 to 416.
LARGEST_FACTOR = 5.0


@dataclass(frozen=True, eq=False)
class CellProblem(WeightProblem):
    """Weights with one of the objectives as value; those that fall count negative."""

    data: CellData
    objective: str = "f1"
    neighbourhood: str = "two"
    begin: Weights = ()
    width: float = 0.1  # CELLS 3.4: d_i = x_i / 10
    factor: float = LARGEST_FACTOR
    grid: tuple[float, ...] = (0.5, 1.0, 2.0)
    threads: int = field(default_factory=thread_count)

    def __post_init__(self) -> None:
        """Refuses unknown names."""
        if self.objective not in OBJECTIVES:
            raise InvalidSettings(
                f"no objective {shown(self.objective)}; known: {', '.join(OBJECTIVES)}"
            )
        if self.neighbourhood not in NEIGHBOURHOODS:
            raise InvalidSettings(f"no neighbourhood {shown(self.neighbourhood)}")
        if not 0 < self.width < 1:
            raise InvalidSettings(f"the width must be between 0 and 1, not {self.width}")
        if not 1 < self.factor < math.inf:
            raise InvalidSettings(f"the factor must be above 1, not {self.factor}")
        if self.begin and len(self.begin) != len(self.data.classes):
            raise InvalidSettings(
                f"{len(self.data.classes)} weights are needed, not {len(self.begin)}"
            )

    @property
    def start(self) -> Weights:
        """Those given, or the data's."""
        return self.begin or self.data.start()

    def value(self, solution: Weights) -> float:
        """The objective, signed so that more is better."""
        if self.objective == "f1":
            return self.data.f1(solution, threads=self.threads)
        number = OBJECTIVES.index(self.objective)
        return _SIGNS[number] * self.data.objectives(solution, threads=self.threads)[self.objective]

    def neighbour(self, solution: Weights, rng: random.Random) -> Weights:
        """Every coordinate moves by at most a tenth, or two of them by at most a factor."""
        if self.neighbourhood == "all":
            return tuple(
                weight * (1.0 + self.width * rng.uniform(-1.0, 1.0)) for weight in solution
            )
        moved = list(solution)
        for place in rng.sample(range(len(moved)), min(2, len(moved))):
            moved[place] *= self.factor ** rng.uniform(-1.0, 1.0)
        return tuple(moved)

    def sample(self, rng: random.Random) -> Weights:
        """Logarithms spread evenly between 1 and 1000."""
        return tuple(math.exp(rng.uniform(0.0, math.log(1000.0))) for _ in self.data.classes)

    def cross(self, first: Weights, second: Weights, rng: random.Random) -> Weights:
        """Each coordinate from one of the parents, or between them on a logarithmic scale."""
        made = []
        for a, b in zip(first, second, strict=True):
            share = rng.choice((0.0, 1.0, rng.random()))
            made.append(math.exp((1.0 - share) * math.log(a) + share * math.log(b)))
        return tuple(made)

    def everything(self) -> Sequence[Weights]:
        """The grid around the start."""
        return WeightGrid(self.start, self.grid)

    def from_json(self, value: Any) -> Weights:  # noqa: ANN401 - whatever the file holds
        """Numbers back."""
        if not isinstance(value, list) or len(value) != len(self.data.classes):
            raise KatachiError(f"{len(self.data.classes)} weights were expected: {shown(value)}")
        return tuple(float(weight) for weight in value)
