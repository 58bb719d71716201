"""Random search: what every other method must beat."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.optimising.methods.hill_climbing import HillClimbing
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import SearchState


@dataclass(frozen=True)
class RandomSearch(HillClimbing):
    """Takes any solution that is better than all before."""

    name = "random"

    limit: int = 2302  # as many as annealing
    patience: int = 1_000_000

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """One sample."""
        self.try_candidate(problem, state, problem.sample(randomness.at_step(state.step)))
