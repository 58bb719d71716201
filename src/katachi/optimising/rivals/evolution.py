"""The evolution of rivals: the genetic algorithm with the model `minimal-gap`, cycle by cycle.

SHAPES (appendix, "The genetic algorithm") has MGG-best2 with BLX-alpha: two random parents, their
children, and the two fittest of the family in place of the parents (methods/genetic.py). Between
two cycles the evolution is a small structure, because rivals in the making keep it in their file.
"""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec

from katachi.errors import InvalidSettings
from katachi.optimising.methods import Genetic
from katachi.optimising.optimise import go_on
from katachi.optimising.randomness import Randomness
from katachi.optimising.rivals.fitness import BETA, closeness
from katachi.optimising.rivals.individual import Genes
from katachi.optimising.rivals.rival_problem import ALPHA, Measure, RivalProblem
from katachi.optimising.search_state import Member, SearchState


class RivalRandomness(Randomness):
    """Streams under the names that they had before all optimisers shared one loop.

    So that the same seed still makes the same rivals.
    """

    def at_the_beginning(self) -> random.Random:
        """For the first population."""
        return random.Random(f"population {self.seed}")

    def at_step(self, step: int) -> random.Random:
        """For a cycle."""
        return random.Random(f"cycle {self.seed} {step}")


class MggSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The thesis gives alpha = 0.5 and names the numbers without their values."""

    population: int = 12
    children: int = 4
    cycles: int = 24
    alpha: float = ALPHA
    beta: float = BETA
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses an evolution that cannot run."""
        if self.population < 2 or self.children < 1 or self.cycles < 0:
            raise InvalidSettings("an evolution needs two individuals and a child")
        if self.alpha < 0 or self.beta < 0:
            raise InvalidSettings("alpha and beta must not be negative")

    @property
    def method(self) -> Genetic:
        """The optimiser: random individuals to begin with, no mutation."""
        return Genetic(
            limit=self.cycles,
            population=self.population,
            mutation=0.0,
            scatter=None,
            model="minimal-gap",
            children=self.children,
        )


class Individual(msgspec.Struct, frozen=True, kw_only=True):
    """Genes and the share of points they were measured to have."""

    genes: Genes
    share: float


class MggState(msgspec.Struct, frozen=True, kw_only=True):
    """An evolution between two cycles."""

    population: tuple[Individual, ...] = ()
    cycle: int = 0
    evaluations: int = 0


def first_population(settings: MggSettings, measure: Measure) -> MggState:
    """Random individuals, measured."""
    problem = RivalProblem(measure, alpha=settings.alpha, beta=settings.beta)
    return _between(settings.method.begin(problem, RivalRandomness(settings.seed)), problem)


def next_cycle(state: MggState, settings: MggSettings, measure: Measure) -> MggState:
    """One family more."""
    shares = {one.genes: one.share for one in state.population}
    problem = RivalProblem(measure, alpha=settings.alpha, beta=settings.beta, shares=shares)
    search = SearchState(
        step=state.cycle,
        members=[Member(one.genes, closeness(one.share)) for one in state.population],
        evaluations=state.evaluations,
    )
    method = replace(settings.method, limit=state.cycle + 1)
    go_on(problem, method, search, RivalRandomness(settings.seed))
    return _between(search, problem)


def _between(search: SearchState[Genes], problem: RivalProblem) -> MggState:
    return MggState(
        population=tuple(
            Individual(genes=one.solution, share=problem.shares[one.solution])
            for one in search.members
        ),
        cycle=search.step,
        evaluations=search.evaluations,
    )
