"""The shapes of one class as a problem for optimisers (SHAPES 5.2)."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.features.shape import parse_shape
from katachi.optimising.problem import Problem
from katachi.optimising.shapes.importance import (
    THESIS_IMPORTANCE,
    ImportanceSettings,
    importance_of_counts,
    leave_one_out,
)
from katachi.optimising.shapes.light import LightClass

# Shapes of a class as place numbers, without their target.
ShapePlaces = tuple[tuple[int, ...], ...]

# A cell by number or by name.
Place = TypeVar("Place")

# The largest space that an exhaustive search may walk.
MOST_SOLUTIONS = 1_000_000
# What a filter can go by: SHAPES 6, and the better of the two (docs/methods/shape-importance.md).
MEASURES = ("importance", "leave-one-out")
# Tries to find a neighbour that is allowed before giving up.
_TRIES = 10_000


@dataclass(frozen=True)
class Lengths:
    """How many cells a shape may have, the target counted.

    SHAPES says no bounds for its evolution; its evolved shapes have 5 to 11 cells, and 4 is the
    least of its chapter 6.
    """

    least: int = 4
    most: int = 11

    def __post_init__(self) -> None:
        """Refuses empty ranges."""
        if not 2 <= self.least <= self.most <= 15:
            raise InvalidSettings(f"lengths must be 2 to 15 cells, not {self.least} to {self.most}")

    def excess(self, shape: Sequence[object]) -> int:
        """By how many cells a shape, given without its target, is too short or too long."""
        length = len(shape) + 1
        return max(0, self.least - length, length - self.most)


THESIS_LENGTHS = Lengths()


@dataclass(eq=False)
class ShapeProblem(Problem[ShapePlaces]):
    """Values are test mean log evidences of light evaluations; not for two threads at once.

    `free`: which shapes of the class may change; all by default. `places`: what shapes may look at;
    everything by default. `measure`: what a filter goes by, one of `MEASURES`. Values once found
    are remembered.
    """

    light: LightClass
    lengths: Lengths = THESIS_LENGTHS
    free: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    threads: int = 1
    measure: str = "leave-one-out"
    importance: ImportanceSettings = THESIS_IMPORTANCE
    begin: ShapePlaces | None = None
    _evaluation: _core.LightEvaluation = field(init=False)
    _known: dict[ShapePlaces, float] = field(init=False, default_factory=dict)
    _everything: list[ShapePlaces] = field(init=False, default_factory=list)
    _measured: dict[tuple[int, ...], float] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Makes the evaluation ready."""
        if self.measure not in MEASURES:
            raise InvalidSettings(f"no measure {shown(self.measure)}; known: {', '.join(MEASURES)}")
        self._evaluation = self.light.evaluation(threads=self.threads)
        self.places = self.places or self.light.places
        self.free = self.free or tuple(range(len(self.start)))
        if len(self.places) + 1 < self.lengths.least:
            raise InvalidSettings(
                f"{len(self.places)} places are too few for shapes of {self.lengths.least} cells"
            )

    @property
    def start(self) -> ShapePlaces:
        """The shapes of the set, or those to begin with."""
        return self.light.start if self.begin is None else self.begin

    def value(self, solution: ShapePlaces) -> float:
        """Test mean log evidence."""
        value = self._known.get(solution)
        if value is None:
            _, value = self._evaluation.evaluate([list(s) for s in solution], train_too=False)
            self._known[solution] = value
        return value

    def neighbour(self, solution: ShapePlaces, rng: random.Random) -> ShapePlaces:
        """Adds, removes or changes one cell of one shape; lengths stay within bounds.

        Shape, action and cell are drawn evenly, again if the result is not allowed: a shape too
        short or too long (one that is already may only come nearer), or with the same cells as
        another.
        """
        for _ in range(_TRIES):
            number = rng.choice(self.free)
            shape = solution[number]
            changed = changed_shape(shape, self.places, rng)
            if changed is None:
                continue
            made = (*solution[:number], changed, *solution[number + 1 :])
            excess = self.lengths.excess(changed)
            allowed = excess == 0 or excess < self.lengths.excess(shape)
            if allowed and _all_different(made):
                return made
        raise KatachiError("these shapes have no neighbour within the bounds")

    def sample(self, rng: random.Random) -> ShapePlaces:
        """Random lengths, random cells."""
        for _ in range(_TRIES):
            made = list(self.start)
            most = min(self.lengths.most, len(self.places) + 1)
            for number in self.free:
                length = rng.randint(self.lengths.least, most)
                made[number] = tuple(sorted(rng.sample(self.places, length - 1)))
            if _all_different(made):
                return tuple(made)
        raise KatachiError("no different shapes could be drawn")

    def cross(self, first: ShapePlaces, second: ShapePlaces, rng: random.Random) -> ShapePlaces:
        """Each shape from one of the parents."""
        made = tuple(rng.choice(pair) for pair in zip(first, second, strict=True))
        return made if _all_different(made) else first

    def everything(self) -> Sequence[ShapePlaces]:
        """All sets of shapes, if there are few."""
        if self._everything:
            return self._everything
        counts = [
            math.comb(len(self.places), length - 1)
            for length in range(
                self.lengths.least, min(self.lengths.most, len(self.places) + 1) + 1
            )
        ]
        if sum(counts) ** len(self.free) > MOST_SOLUTIONS:
            raise InvalidSettings(
                f"{sum(counts)} shapes, {len(self.free)} at once, are too many to try them all"
            )
        shapes = [
            chosen
            for length in range(self.lengths.least, self.lengths.most + 1)
            for chosen in itertools.combinations(self.places, length - 1)
        ]
        for chosen in itertools.product(shapes, repeat=len(self.free)):
            made = list(self.start)
            for number, shape in zip(self.free, chosen, strict=True):
                made[number] = shape
            if _all_different(made):
                self._everything.append(tuple(made))
        return self._everything

    def hope(self, solution: ShapePlaces, candidate: ShapePlaces) -> float | None:
        """How much more the candidate's shapes tell, by counts alone."""
        return sum(map(self._measure, candidate)) - sum(map(self._measure, solution))

    def _measure(self, shape: tuple[int, ...]) -> float:
        known = self._measured.get(shape)
        if known is None:
            appearances, wins = self._evaluation.counts(list(shape))
            if self.measure == "leave-one-out":
                known = leave_one_out(appearances, wins)
            else:
                known = importance_of_counts(
                    appearances,
                    wins,
                    len(shape) + 1,
                    self.importance,
                    self._base,
                    stages=self.light.data.settings.stages,
                ).importance
            self._measured[shape] = known
        return known

    @property
    def _base(self) -> int:
        return self.light.shapes.shapes[0].base

    def to_json(self, solution: ShapePlaces) -> list[str]:
        """As lines of a shape file."""
        return [str(self.light.shape_of(shape)) for shape in solution]

    def from_json(self, value: Any) -> ShapePlaces:  # noqa: ANN401 - whatever the file holds
        """Back from lines."""
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            raise KatachiError(f"shapes are lines of text, not {shown(value)}")
        game = self.light.data.game
        return tuple(self.light.places_of(parse_shape(game, line)) for line in value)


def changed_shape(
    shape: tuple[Place, ...], places: Sequence[Place], rng: random.Random
) -> tuple[Place, ...] | None:
    """The shape with one cell more, less or another one; None if what was drawn cannot be done."""
    outside = [place for place in places if place not in shape]
    action = rng.randrange(3)
    if (action != 1 and not outside) or (action != 0 and not shape):
        return None
    if action == 0:
        return (*shape, rng.choice(outside))
    gone = rng.randrange(len(shape))
    if action == 1:
        return (*shape[:gone], *shape[gone + 1 :])
    return (*shape[:gone], rng.choice(outside), *shape[gone + 1 :])


def _all_different(shapes: Sequence[Sequence[int]]) -> bool:
    return len({frozenset(shape) for shape in shapes}) == len(shapes)
