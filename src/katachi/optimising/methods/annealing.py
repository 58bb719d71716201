"""Simulated annealing, as SHAPES 5.2.2 and CELLS 3.4 have it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from katachi.optimising.methods.method import Method, require
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import Member, SearchState


@dataclass(frozen=True)
class Annealing(Method):
    """Takes a neighbour that is not worse, else with probability e^(-badness / temperature).

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
        require(
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
        require(steps >= 1, f"annealing needs at least one step, not {steps}")
        # Half a step less than the logarithms say, so that rounding never adds one.
        return replace(self, gamma=(self.last / self.first) ** (1.0 / (steps - 0.5)))

    def temperature(self, step: int) -> float:
        """At the step with this number, from 0."""
        return self.first * self.gamma**step

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """One neighbour."""
        rng = randomness.at_step(state.step)
        candidate = problem.neighbour(state.current.solution, rng)
        chance = rng.random()
        if self.refuses(problem, state, candidate):
            return
        (found,) = self.evaluate(problem, state, [candidate])
        badness = state.current.value - found.value
        if badness <= 0 or chance < math.exp(-badness / self.temperature(state.step)):
            state.members[0] = found
            state.accept(found)

    def result(self, state: SearchState[Solution]) -> Member[Solution]:
        """Where it stands."""
        return super().result(state) if self.keep_best else state.current
