"""Optimisers behind one interface: annealing, hill climbing, random search, genetic, exhaustive.

A method is a value with its settings. It begins a state and advances it step by step; a step asks
for at most one value of the problem (a genetic algorithm begins with a whole population). The chance
of a step comes from its number and the seed, so that a state is all there is to keep.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from katachi.errors import InvalidSettings, shown
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.search_state import Member, SearchState

# How many estimates the importance filter remembers, and from how many on it refuses.
HOPES = 64
FIRST_HOPES = 8


@dataclass(frozen=True)
class Method(ABC):
    """What all have in common.

    `refuse`: the share of candidates to refuse unseen, those of least hope among the last ones;
    0 asks for the value of every candidate.
    """

    name: ClassVar[str]

    refuse: float = 0.0

    def __post_init__(self) -> None:
        """Refuses settings out of range."""
        _require(0.0 <= self.refuse < 1.0, f"refuse must be at least 0 and below 1: {self.refuse}")

    @property
    @abstractmethod
    def steps(self) -> int:
        """After how many steps it is over."""

    @abstractmethod
    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], rng: random.Random
    ) -> None:
        """One step; the caller counts it."""

    def begin(self, problem: Problem[Solution], rng: random.Random) -> SearchState[Solution]:  # noqa: ARG002
        """The state before the first step."""
        state: SearchState[Solution] = SearchState()
        self.evaluate(problem, state, problem.start, into=0)
        state.accept(state.current)
        return state

    def is_over(self, state: SearchState[Solution]) -> bool:
        """Whether there is nothing left to do."""
        return state.step >= self.steps

    def result(self, state: SearchState[Solution]) -> Member[Solution]:
        """What was found."""
        return state.best or state.current

    @staticmethod
    def evaluate(
        problem: Problem[Solution],
        state: SearchState[Solution],
        solution: Solution,
        *,
        into: int | None = None,
    ) -> Member[Solution]:
        """Asks for a value and counts that; `into`: where to put it among the members."""
        state.evaluations += 1
        member = Member(solution, problem.value(solution))
        if into is not None:
            state.members[into : into + 1] = [member]
        return member

    def refuses(
        self, problem: Problem[Solution], state: SearchState[Solution], candidate: Solution
    ) -> bool:
        """Whether the candidate gives too little hope to ask for its value."""
        if not self.refuse:
            return False
        hope = problem.hope(state.current.solution, candidate)
        if hope is None:
            return False
        earlier = sorted(state.hopes)
        state.hopes = [*state.hopes, hope][-HOPES:]
        if len(earlier) < FIRST_HOPES or hope >= earlier[int(self.refuse * len(earlier))]:
            return False
        state.skipped += 1
        return True


@dataclass(frozen=True)
class Annealing(Method):
    """Simulated annealing as SHAPES 5.2.2 and CELLS 3.4.

    The neighbour is taken if it is not worse, else with probability e^(-badness / temperature).
    The temperature falls from `first` by the factor `gamma` a step while it is above `last`. The
    result is where it stands at the end, as in the papers; with `keep_best` the best it has seen.
    """

    name = "annealing"

    first: float = 0.001  # SHAPES 5.3.3
    last: float = 0.0001  # SHAPES 5.3.3
    gamma: float = 0.999  # SHAPES 5.3.3; 5.4 has 0.995
    keep_best: bool = False

    def __post_init__(self) -> None:
        """Refuses temperatures that do not fall."""
        super().__post_init__()
        _require(
            0.0 < self.last < self.first < math.inf and 0.0 < self.gamma < 1.0,
            f"annealing needs 0 < last < first and 0 < gamma < 1, not {self}",
        )

    @property
    def steps(self) -> int:
        """Until the temperature is `last`."""
        return math.ceil(math.log(self.last / self.first) / math.log(self.gamma))

    def in_steps(self, steps: int) -> Annealing:
        """The same temperatures in another number of steps.

        >>> Annealing().in_steps(460).steps
        460
        """
        _require(steps >= 1, f"annealing needs at least one step, not {steps}")
        # Half a step less than the logarithms say, so that rounding never adds one.
        return replace(self, gamma=(self.last / self.first) ** (1.0 / (steps - 0.5)))

    def temperature(self, step: int) -> float:
        """At the step with this number, from 0."""
        return self.first * self.gamma**step

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], rng: random.Random
    ) -> None:
        """One neighbour."""
        candidate = problem.neighbour(state.current.solution, rng)
        chance = rng.random()
        if self.refuses(problem, state, candidate):
            return
        found = self.evaluate(problem, state, candidate)
        badness = state.current.value - found.value
        if badness <= 0 or chance < math.exp(-badness / self.temperature(state.step)):
            state.members[0] = found
            state.accept(found)

    def result(self, state: SearchState[Solution]) -> Member[Solution]:
        """Where it stands."""
        return super().result(state) if self.keep_best else state.current


@dataclass(frozen=True)
class HillClimbing(Method):
    """Takes a neighbour that is better; ends after `patience` failures in a row."""

    name = "hill-climbing"

    limit: int = 100_000
    patience: int = 2000  # CELLS 4A

    @property
    def steps(self) -> int:
        """At most."""
        return self.limit

    def is_over(self, state: SearchState[Solution]) -> bool:
        """On a summit, as far as it can see."""
        return state.failures >= self.patience or super().is_over(state)

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], rng: random.Random
    ) -> None:
        """One neighbour."""
        self.try_candidate(problem, state, problem.neighbour(state.current.solution, rng))

    def try_candidate(
        self, problem: Problem[Solution], state: SearchState[Solution], candidate: Solution
    ) -> None:
        """Takes it if it is better."""
        state.failures += 1
        if self.refuses(problem, state, candidate):
            return
        found = self.evaluate(problem, state, candidate)
        if found.value > state.current.value:
            state.members[0] = found
            state.failures = 0
            state.accept(found)


@dataclass(frozen=True)
class RandomSearch(HillClimbing):
    """Takes any solution that is better than all before."""

    name = "random"

    limit: int = 2302  # as many as annealing
    patience: int = 1_000_000

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], rng: random.Random
    ) -> None:
        """One sample."""
        self.try_candidate(problem, state, problem.sample(rng))


@dataclass(frozen=True)
class Genetic(Method):
    """A population; each step one child of two parents replaces the worst if it is better.

    Parents win a tournament of two, the child is their crossing and, with probability `mutation`,
    a neighbour of that. The population begins with the start and `scatter` neighbours' steps from it.
    """

    name = "genetic"

    limit: int = 2302  # as many as annealing
    population: int = 20
    mutation: float = 0.8
    scatter: int = 3

    def __post_init__(self) -> None:
        """Refuses populations that cannot cross."""
        super().__post_init__()
        _require(
            self.population >= 2 and 0.0 <= self.mutation <= 1.0 and self.scatter >= 0,
            f"a population needs two members and a mutation between 0 and 1, not {self}",
        )

    @property
    def steps(self) -> int:
        """Children."""
        return self.limit

    def begin(self, problem: Problem[Solution], rng: random.Random) -> SearchState[Solution]:
        """A population around the start."""
        state = super().begin(problem, rng)
        for _ in range(self.population - 1):
            solution = problem.start
            for _ in range(self.scatter):
                solution = problem.neighbour(solution, rng)
            state.members.append(self.evaluate(problem, state, solution))
        self._sort(state)
        return state

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], rng: random.Random
    ) -> None:
        """One child."""
        # Members are sorted: the smaller number is the better parent.
        places = [min(rng.randrange(len(state.members)) for _ in range(2)) for _ in range(2)]
        first, second = (state.members[place].solution for place in places)
        child = problem.cross(first, second, rng)
        if rng.random() < self.mutation:
            child = problem.neighbour(child, rng)
        if any(member.solution == child for member in state.members):
            return
        if self.refuses(problem, state, child):
            return
        found = self.evaluate(problem, state, child)
        if found.value > state.members[-1].value:
            state.members[-1] = found
            state.accept(found)
            self._sort(state)

    @staticmethod
    def _sort(state: SearchState[Solution]) -> None:
        state.members.sort(key=lambda member: -member.value)


@dataclass(frozen=True)
class Exhaustive(Method):
    """Every solution there is."""

    name = "exhaustive"

    limit: int = 1_000_000

    @property
    def steps(self) -> int:
        """At most."""
        return self.limit

    def is_over(self, state: SearchState[Solution]) -> bool:
        """When nothing is left, `advance` says so by failures."""
        return state.failures > 0 or super().is_over(state)

    def advance(
        self,
        problem: Problem[Solution],
        state: SearchState[Solution],
        rng: random.Random,  # noqa: ARG002 - no chance here
    ) -> None:
        """The solution with the number of the step."""
        everything = problem.everything()
        if state.step + 1 >= len(everything):
            state.failures = 1
        if state.step >= len(everything):
            return
        found = self.evaluate(problem, state, everything[state.step])
        if found.value > state.current.value:
            state.members[0] = found
            state.accept(found)


METHODS: dict[str, type[Method]] = {
    method.name: method for method in (Annealing, HillClimbing, RandomSearch, Genetic, Exhaustive)
}


def make_method(name: str, settings: Mapping[str, Any] | None = None) -> Method:
    """A method by name.

    >>> make_method("annealing", {"gamma": 0.995}).steps
    460
    """
    if name not in METHODS:
        raise InvalidSettings(f"no method {shown(name)}; known: {', '.join(METHODS)}")
    try:
        return METHODS[name](**(settings or {}))
    except TypeError as error:
        raise InvalidSettings(f"{name}: {error}") from None


def _require(condition: bool, sentence: str) -> None:  # noqa: FBT001 - reads as an assertion
    if not condition:
        raise InvalidSettings(sentence)
