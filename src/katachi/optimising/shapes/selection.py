"""Choosing shapes before learning: a table of importances, and the greedy choice (SHAPES 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import Shape, ShapeSet, make_encoder
from katachi.optimising.shapes.importance import (
    THESIS_IMPORTANCE,
    Importance,
    ImportanceSettings,
    importance_of_counts,
    similarity,
)
from katachi.optimising.shapes.light import (
    EVERYWHERE,
    LightClass,
    LightData,
    LightSettings,
    class_names,
    offsets_within,
    target_of,
)
from katachi.records import Games


@dataclass(frozen=True)
class RankedShape:
    """A row of tables 6.1 to 6.3; `similarity`: the largest to another shape of its group and class."""

    shape: Shape
    measures: Importance
    similarity: float | None = None

    @property
    def target(self) -> str:
        """The class."""
        return target_of(self.shape)

    @property
    def cells(self) -> tuple[object, ...]:
        """What it looks at, the target included."""
        places = self.shape.places
        return (EVERYWHERE if self.target == EVERYWHERE else self.target, *places)


@dataclass(frozen=True)
class ShapeSelectionSettings:
    """`shapes` per class; fewer if too few are different enough. Lengths count the target."""

    shapes: int = 2
    most_similar: float = 0.45  # SHAPES 6.2.1: tau_sim; similarities must be below
    least_length: int = 4  # SHAPES 6.2.1
    most_length: int = 10  # SHAPES 6.2.1

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        if self.shapes < 1 or not 1 <= self.least_length <= self.most_length:
            raise InvalidSettings(f"at least one shape, and a range of lengths: {self}")


THESIS_SELECTION = ShapeSelectionSettings()


def rank_shapes(
    games: Games,
    shapes: ShapeSet,
    *,
    importance: ImportanceSettings = THESIS_IMPORTANCE,
    forced_moves: bool = False,
) -> list[RankedShape]:
    """The measures of every shape on these games, in the order of the set."""
    settings = LightSettings(forced_moves=forced_moves, reach=_reach(shapes))
    counted = LightData(games, games[:1], shapes.game, settings)
    found: dict[Shape, Importance] = {}
    for target in class_names(shapes):
        # Strengths play no part here: those of all levels may be 1.
        light = LightClass.of(counted, shapes, target, weights=_nothing_learned(shapes))
        evaluation = light.evaluation()
        for shape in shapes.shapes:
            if target_of(shape) == target:
                found[shape] = _measure(light, evaluation, shape, importance)
    return [RankedShape(shape, found[shape]) for shape in shapes.shapes]


def _measure(
    light: LightClass,
    evaluation: _core.LightEvaluation,
    shape: Shape,
    settings: ImportanceSettings,
) -> Importance:
    try:
        appearances, wins = evaluation.counts(list(light.places_of(shape)))
    except ValueError as error:
        raise KatachiError(str(error)) from None
    return importance_of_counts(appearances, wins, len(shape.places) + 1, settings, base=shape.base)


def _nothing_learned(shapes: ShapeSet) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.zeros(make_encoder([shapes]).total_levels)


def _reach(shapes: ShapeSet) -> int:
    """How far relative shapes look; 1 for others."""
    if not shapes.is_relative:
        return 1
    for reach in range(1, 8):
        known = {f"{dx},{dy}" for dx, dy in offsets_within(shapes.game, reach)}
        if all(set(shape.places) <= known for shape in shapes.shapes):
            return reach
    raise KatachiError("a shape looks farther than 7 cells")


def select_shapes(
    ranked: Sequence[RankedShape], settings: ShapeSelectionSettings = THESIS_SELECTION
) -> list[RankedShape]:
    """Class by class: the most important first, then the next that is unlike all chosen ones."""
    chosen: list[RankedShape] = []
    for target in dict.fromkeys(one.target for one in ranked):
        kept: list[RankedShape] = []
        candidates = [
            one
            for one in ranked
            if one.target == target
            and settings.least_length <= one.measures.length <= settings.most_length
        ]
        for one in sorted(candidates, key=lambda one: -one.measures.importance):
            if len(kept) == settings.shapes:
                break
            if all(similarity(one.cells, k.cells) < settings.most_similar for k in kept):
                kept.append(one)
        chosen += kept
    return with_similarities(chosen)


def with_similarities(group: Sequence[RankedShape]) -> list[RankedShape]:
    """Each with its largest similarity to another of its class."""
    return [
        replace(
            one,
            similarity=max(
                (
                    similarity(one.cells, other.cells)
                    for other in group
                    if other is not one and other.target == one.target
                ),
                default=None,
            ),
        )
        for one in group
    ]


def group_shapes(
    ranked: Sequence[RankedShape], settings: ShapeSelectionSettings = THESIS_SELECTION
) -> tuple[list[RankedShape], list[RankedShape], list[RankedShape]]:
    """Better, middle and worse: two choices after each other, and the rest (SHAPES 6.2.3)."""
    better = select_shapes(ranked, settings)
    taken = {one.shape for one in better}
    rest = [one for one in ranked if one.shape not in taken]
    middle = select_shapes(rest, settings)
    taken |= {one.shape for one in middle}
    worse = [one for one in ranked if one.shape not in taken]
    return better, middle, with_similarities(worse)
