"""The genetic algorithm, with two models of how one generation follows another.

    steady-state   parents win tournaments of two; a child replaces the worst member if it is better
    minimal-gap    two random parents; the two best of the family, parents and children, take the
                   parents' places (MGG-best2: Satoh, Yamamura and Kobayashi 1996)

How solutions cross belongs to the problem, as does whether variety counts (`Problem.worth`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from katachi.errors import shown
from katachi.optimising.methods.method import Method, require
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import Member, SearchState


class GenerationModel(Protocol):
    """Who becomes a parent, and who makes room for the children."""

    def parents(self, population: int, rng: random.Random) -> list[int]:
        """The places of two members."""

    def admits(self, state: SearchState[Solution], child: Solution) -> bool:
        """Whether the value of a child is asked for."""

    def replace(
        self,
        problem: Problem[Solution],
        state: SearchState[Solution],
        places: list[int],
        children: list[Member[Solution]],
    ) -> None:
        """Puts children into the population."""


class SteadyState:
    """Members are sorted, the best first; nobody is in the population twice."""

    def parents(self, population: int, rng: random.Random) -> list[int]:
        """Winners of two tournaments: the smaller place is the better member."""
        return [min(rng.randrange(population) for _ in range(2)) for _ in range(2)]

    def admits(self, state: SearchState[Solution], child: Solution) -> bool:
        """Only somebody new."""
        return all(member.solution != child for member in state.members)

    def replace(
        self,
        problem: Problem[Solution],
        state: SearchState[Solution],
        places: list[int],
        children: list[Member[Solution]],
    ) -> None:
        """The worst makes room for a child that is better."""
        del problem, places
        for child in children:
            if child.value > state.members[-1].value:
                state.members[-1] = child
                state.accept(child)
                _sort(state)


class MinimalGap:
    """Members keep their places; the best of a family is judged beside the whole population."""

    def parents(self, population: int, rng: random.Random) -> list[int]:
        """Any two."""
        return rng.sample(range(population), 2)

    def admits(self, state: SearchState[Solution], child: Solution) -> bool:
        """Everybody."""
        del state, child
        return True

    def replace(
        self,
        problem: Problem[Solution],
        state: SearchState[Solution],
        places: list[int],
        children: list[Member[Solution]],
    ) -> None:
        """The two of most worth in the family take the places of the parents."""
        everybody = [member.solution for member in state.members]
        family: list[tuple[Member[Solution], int | None]] = [
            *((state.members[place], place) for place in places),
            *((child, None) for child in children),
        ]

        def worth(entry: tuple[Member[Solution], int | None]) -> float:
            member, place = entry
            return problem.worth(member.solution, member.value, everybody, place)

        best = sorted(family, key=worth, reverse=True)[: len(places)]
        for place, (member, former) in zip(places, best, strict=True):
            state.members[place] = member
            if former is None:
                state.accept(member)


GENERATION_MODELS: dict[str, GenerationModel] = {
    "steady-state": SteadyState(),
    "minimal-gap": MinimalGap(),
}


@dataclass(frozen=True)
class Genetic(Method):
    """A population; each step, two parents have children.

    A child is the crossing of its parents and, with probability `mutation`, a neighbour of that.
    The population begins with the start and others `scatter` steps of neighbours away from it, or,
    with `scatter` None, with random solutions. `model`: one of `GENERATION_MODELS`.
    """

    name = "genetic"

    limit: int = 2302  # as many as annealing
    population: int = 20
    mutation: float = 0.8
    scatter: int | None = 3
    model: str = "steady-state"
    children: int = 1

    def __post_init__(self) -> None:
        """Refuses populations that cannot cross."""
        super().__post_init__()
        require(
            self.population >= 2 and 0.0 <= self.mutation <= 1.0 and (self.scatter or 0) >= 0,
            f"a population needs two members and a mutation between 0 and 1, not {self}",
        )
        require(self.children >= 1, f"parents need at least one child, not {self.children}")
        require(
            self.model in GENERATION_MODELS,
            f"no model {shown(self.model)}; known: {', '.join(GENERATION_MODELS)}",
        )

    @property
    def steps(self) -> int:
        """Families."""
        return self.limit

    def begin(self, problem: Problem[Solution], randomness: Randomness) -> SearchState[Solution]:
        """The first population; the start, if it is there, is the first that was accepted."""
        rng = randomness.at_the_beginning()
        if self.scatter is None:
            state: SearchState[Solution] = SearchState()
            drawn = [problem.sample(rng) for _ in range(self.population)]
            state.members = self.evaluate(problem, state, drawn)
            state.accept(max(state.members, key=lambda member: member.value))
        else:
            state = super().begin(problem, randomness)
            around = [self._scattered(problem, rng) for _ in range(self.population - 1)]
            state.members += self.evaluate(problem, state, around)
        if self.model == "steady-state":
            _sort(state)
        return state

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """One family."""
        rng = randomness.at_step(state.step)
        model = GENERATION_MODELS[self.model]
        places = model.parents(len(state.members), rng)
        first, second = (state.members[place].solution for place in places)
        born = [self._child(problem, first, second, rng) for _ in range(self.children)]
        seen = [
            child
            for child in born
            if model.admits(state, child) and not self.refuses(problem, state, child)
        ]
        if seen:
            model.replace(problem, state, places, self.evaluate(problem, state, seen))

    def _scattered(self, problem: Problem[Solution], rng: random.Random) -> Solution:
        solution = problem.start
        for _ in range(self.scatter or 0):
            solution = problem.neighbour(solution, rng)
        return solution

    def _child(
        self, problem: Problem[Solution], first: Solution, second: Solution, rng: random.Random
    ) -> Solution:
        child = problem.cross(first, second, rng)
        if self.mutation and rng.random() < self.mutation:
            child = problem.neighbour(child, rng)
        return child


def _sort(state: SearchState[Solution]) -> None:
    state.members.sort(key=lambda member: -member.value)
