"""Better shapes: their evolution, the light evaluation inside it, and what they tell unlearned."""

from katachi.optimising.shapes.evolution import (
    Evolution,
    EvolutionProgress,
    EvolvedClass,
    Trial,
)
from katachi.optimising.shapes.evolve import evolve
from katachi.optimising.shapes.importance import (
    Importance,
    ImportanceSettings,
    importance_of_counts,
    leave_one_out,
    similarity,
)
from katachi.optimising.shapes.light import LightClass, LightData, LightSettings
from katachi.optimising.shapes.plan import EvolutionPlan
from katachi.optimising.shapes.shape_problem import Lengths, ShapeProblem

__all__ = [
    "Evolution",
    "EvolutionPlan",
    "EvolutionProgress",
    "EvolvedClass",
    "Importance",
    "ImportanceSettings",
    "Lengths",
    "LightClass",
    "LightData",
    "LightSettings",
    "ShapeProblem",
    "Trial",
    "evolve",
    "importance_of_counts",
    "leave_one_out",
    "similarity",
]
