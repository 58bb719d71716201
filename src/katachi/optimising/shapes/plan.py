"""What an evolution of shapes does to each class (SHAPES 5.2.2 and 5.3)."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.errors import InvalidSettings, shown
from katachi.features import ShapeSet
from katachi.optimising.methods import Annealing, Method
from katachi.optimising.shapes.importance import THESIS_IMPORTANCE, ImportanceSettings
from katachi.optimising.shapes.light import class_names
from katachi.optimising.shapes.shape_problem import MEASURES, THESIS_LENGTHS, Lengths

# SHAPES 5.3.4.
PAPER_ORDER = ("b1", "c1", "d1", "b2", "c2", "d2", "d3", "c3", "a1")
# What is optimised at once: all shapes of a class, or one shape after the other.
VARIABLES = ("set", "shape")
# SHAPES 5.3.3.
THESIS_METHOD = Annealing()


@dataclass(frozen=True)
class EvolutionPlan:
    """What is done to each class.

    `order`: the classes; by default SHAPES' order, or that of the shapes on other boards.
    `measure`: by what a method that refuses candidates judges them; see `ShapeProblem`.
    `only_gains`: a class keeps its old shapes if a fit of all classes together finds the new ones
    no better; SHAPES takes them in any case.
    """

    method: Method = THESIS_METHOD
    trials: int = 4  # SHAPES 5.3.3
    order: tuple[str, ...] = ()
    variables: str = "set"
    lengths: Lengths = THESIS_LENGTHS
    measure: str = "leave-one-out"
    importance: ImportanceSettings = THESIS_IMPORTANCE
    only_gains: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        if self.trials < 1:
            raise InvalidSettings(f"at least one trial is needed, not {self.trials}")
        if self.measure not in MEASURES:
            raise InvalidSettings(f"no measure {shown(self.measure)}; known: {', '.join(MEASURES)}")
        if self.variables not in VARIABLES:
            raise InvalidSettings(
                f"no variables {shown(self.variables)}; known: {', '.join(VARIABLES)}"
            )

    def classes(self, shapes: ShapeSet) -> tuple[str, ...]:
        """The classes in their order; raises `InvalidSettings` for one that has no shapes."""
        known = class_names(shapes)
        if not self.order:
            return PAPER_ORDER if set(PAPER_ORDER) == set(known) else known
        for name in self.order:
            if name not in known:
                raise InvalidSettings(f"no shapes of class {shown(name)}: {', '.join(known)}")
        return self.order
