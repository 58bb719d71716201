"""What all optimisers have in common: a method is a value with its settings.

It begins a state and advances it step by step; the state and the seed are all there is to keep.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from katachi.errors import InvalidSettings
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import Member, SearchState

# How many estimates the filter remembers, and from how many on it refuses.
HOPES = 64
FIRST_HOPES = 8


@dataclass(frozen=True)
class Method(ABC):
    """An optimiser.

    `refuse`: the share of candidates to refuse unseen, those of least hope among the last ones;
    0 asks for the value of every candidate.
    """

    name: ClassVar[str]
    # Whether it works on the coordinates of solutions.
    needs_points: ClassVar[bool] = False

    refuse: float = 0.0

    def __post_init__(self) -> None:
        """Refuses settings out of range."""
        require(0.0 <= self.refuse < 1.0, f"refuse must be at least 0 and below 1: {self.refuse}")

    @property
    @abstractmethod
    def steps(self) -> int:
        """After how many steps it is over."""

    @abstractmethod
    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """The step with the number `state.step`; the caller counts it."""

    def begin(self, problem: Problem[Solution], randomness: Randomness) -> SearchState[Solution]:
        """The state before the first step: at the start."""
        del randomness
        state: SearchState[Solution] = SearchState()
        state.members = self.evaluate(problem, state, [problem.start])
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
        problem: Problem[Solution], state: SearchState[Solution], solutions: Sequence[Solution]
    ) -> list[Member[Solution]]:
        """Asks for values and counts them."""
        state.evaluations += len(solutions)
        values = problem.values(solutions)
        return [Member(one, value) for one, value in zip(solutions, values, strict=True)]

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


def require(condition: bool, sentence: str) -> None:  # noqa: FBT001 - reads as an assertion
    """Raises `InvalidSettings` unless settings are as they must be."""
    if not condition:
        raise InvalidSettings(sentence)
