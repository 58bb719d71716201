"""Hill climbing (CELLS 3.4)."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.optimising.methods.method import Method
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import SearchState


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
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """One neighbour."""
        rng = randomness.at_step(state.step)
        self.try_candidate(problem, state, problem.neighbour(state.current.solution, rng))

    def try_candidate(
        self, problem: Problem[Solution], state: SearchState[Solution], candidate: Solution
    ) -> None:
        """Takes it if it is better."""
        state.failures += 1
        if self.refuses(problem, state, candidate):
            return
        (found,) = self.evaluate(problem, state, [candidate])
        if found.value > state.current.value:
            state.members[0] = found
            state.failures = 0
            state.accept(found)
