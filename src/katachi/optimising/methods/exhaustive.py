"""Exhaustive search, for spaces small enough to try every solution."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.optimising.methods.method import Method
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import SearchState


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
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """The solution with the number of the step."""
        del randomness
        everything = problem.everything()
        if state.step + 1 >= len(everything):
            state.failures = 1
        if state.step >= len(everything):
            return
        (found,) = self.evaluate(problem, state, [everything[state.step]])
        if found.value > state.current.value:
            state.members[0] = found
            state.accept(found)
