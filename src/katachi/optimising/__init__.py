"""Optimisers, each once (methods/), and what they make better: shapes, cell weights, rivals.

Problem     what is to be optimised: solutions with a value (problem.py)
Method      how: annealing, hill climbing, genetic, CMA-ES, random, exhaustive (methods/)
optimise    runs a method on a problem; a state file lets a stopped run go on (optimise.py)
"""

from katachi.optimising.methods import (
    METHODS,
    Annealing,
    CmaEs,
    Exhaustive,
    Genetic,
    HillClimbing,
    Method,
    RandomSearch,
    make_method,
)
from katachi.optimising.optimise import optimise
from katachi.optimising.problem import Problem
from katachi.optimising.progress import Progress
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import Member, SearchState
from katachi.optimising.shapes import (
    Evolution,
    EvolutionPlan,
    EvolutionProgress,
    EvolvedClass,
    Importance,
    ImportanceSettings,
    Lengths,
    LightClass,
    LightData,
    LightSettings,
    ShapeProblem,
    Trial,
    evolve,
    importance_of_counts,
    leave_one_out,
    similarity,
)

__all__ = [
    "METHODS",
    "Annealing",
    "CmaEs",
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
    "Progress",
    "RandomSearch",
    "Randomness",
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
