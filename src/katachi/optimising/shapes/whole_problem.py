"""All shapes of a set at once as a problem for optimisers, whatever judges them (SHAPES 5.1).

Light evaluation keeps the strengths of all other classes and needs one class at a time; a judge of
whole sets may fit all of them together, count, or play games, and costs as much as that does.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from katachi.errors import KatachiError, shown
from katachi.features import AbsoluteShape, ShapeSet
from katachi.features.shape import parse_shape
from katachi.optimising.problem import Problem
from katachi.optimising.shapes.shape_problem import THESIS_LENGTHS, Lengths, changed_shape

# Tries to find a neighbour that is allowed before giving up.
_TRIES = 10_000


@dataclass(eq=False)
class WholeShapeProblem(Problem[ShapeSet]):
    """Values are those of `judge`, which depends on the shapes alone; once found, remembered."""

    begin: ShapeSet
    judge: Callable[[ShapeSet], float]
    lengths: Lengths = THESIS_LENGTHS
    _known: dict[ShapeSet, float] = field(init=False, default_factory=dict)

    @property
    def start(self) -> ShapeSet:
        """The shapes to begin with."""
        return self.begin

    def value(self, solution: ShapeSet) -> float:
        """What the judge says."""
        if solution not in self._known:
            self._known[solution] = self.judge(solution)
        return self._known[solution]

    def neighbour(self, solution: ShapeSet, rng: random.Random) -> ShapeSet:
        """Adds, removes or changes one cell of one shape of any class."""
        cells = solution.game.topology.cells
        for _ in range(_TRIES):
            number = rng.randrange(len(solution.shapes))
            shape = solution.shapes[number]
            if not isinstance(shape, AbsoluteShape):
                raise KatachiError("whole sets of shapes evolve with shapes of cells only")
            places = [cell for cell in cells if cell != shape.target]
            changed = changed_shape(shape.cells, places, rng)
            if changed is None:
                continue
            excess = self.lengths.excess(changed)
            if excess and excess >= self.lengths.excess(shape.cells):
                continue
            made = AbsoluteShape(shape.target, changed)
            if all(_cells_of(made) != _cells_of(other) for other in solution.shapes):
                before, after = solution.shapes[:number], solution.shapes[number + 1 :]
                return solution.with_shapes((*before, made, *after))
        raise KatachiError("these shapes have no neighbour within the bounds")

    def to_json(self, solution: ShapeSet) -> list[str]:
        """As lines of a shape file."""
        return [str(shape) for shape in solution.shapes]

    def from_json(self, value: Any) -> ShapeSet:  # noqa: ANN401 - whatever the file holds
        """Back from lines."""
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            raise KatachiError(f"shapes are lines of text, not {shown(value)}")
        game = self.begin.game
        return self.begin.with_shapes(tuple(parse_shape(game, line) for line in value))


def _cells_of(shape: object) -> tuple[str, frozenset[str]] | None:
    return (shape.target, frozenset(shape.cells)) if isinstance(shape, AbsoluteShape) else None
