"""Evolution: optimisers that search shapes and cell weights with a learner or a measure inside."""

from katachi.optimising.evolve import (
    Evolution,
    EvolutionPlan,
    EvolutionProgress,
    EvolvedClass,
    Trial,
    evolve,
)
from katachi.optimising.importance import (
    Importance,
    ImportanceSettings,
    importance_of_counts,
    leave_one_out,
    similarity,
)
from katachi.optimising.light import LightClass, LightData, LightSettings
from katachi.optimising.methods import (
    METHODS,
    Annealing,
    Exhaustive,
    Genetic,
    HillClimbing,
    Method,
    RandomSearch,
    make_method,
)
from katachi.optimising.optimise import optimise
from katachi.optimising.problem import Problem
from katachi.optimising.search_state import Member, SearchState
from katachi.optimising.shape_problem import Lengths, ShapeProblem

__all__ = [
    "METHODS",
    "Annealing",
    "Evolution",
    "EvolutionPlan",
    "EvolutionProgress",
    "EvolvedClass",
    "Exhaustive",
    "Genetic",
    "HillClimbing",
    "Importance",
    "ImportanceSettings",
    "Lengths",
    "LightClass",
    "LightData",
    "LightSettings",
    "Member",
    "Method",
    "Problem",
    "RandomSearch",
    "SearchState",
    "ShapeProblem",
    "Trial",
    "evolve",
    "importance_of_counts",
    "leave_one_out",
    "make_method",
    "optimise",
    "similarity",
]
