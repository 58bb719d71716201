"""CMA-ES (Hansen and Ostermeier 2001) for weights, from the library `cma` (the extra of that name).

Weights are positive and only their ratios matter, so the strategy works on their logarithms.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from katachi.errors import InvalidSettings
from katachi.optimising.search_state import Member, SearchState

# The smallest logarithm of a weight beside the largest.
LEAST = -100.0
# Evaluations left when it has converged: it begins again at the best so far, with a population twice as
# large (Auger and Hansen 2005) and steps that can exchange weights of quite different sizes.
RESTART_SPREAD = 5.0


class WeightProblem(Protocol):
    """What is needed of a problem."""

    @property
    def start(self) -> tuple[float, ...]:
        """Where to begin."""

    def value(self, solution: tuple[float, ...]) -> float:
        """How good it is; more is better."""


@dataclass(frozen=True)
class CmaEs:
    """`spread`: standard deviation of the first generation in natural logarithms."""

    name: ClassVar[str] = "cma"

    evaluations: int = 2302  # as many as annealing
    spread: float = 0.5

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        if self.evaluations < 1 or not 0 < self.spread < 100:
            raise InvalidSettings(f"evaluations and spread must be positive: {self}")

    @property
    def steps(self) -> int:
        """Values it may ask for."""
        return self.evaluations

    def run(
        self,
        problem: WeightProblem,
        *,
        seed: int = 0,
        progress: Callable[[SearchState[tuple[float, ...]]], None] | None = None,
    ) -> SearchState[tuple[float, ...]]:
        """All generations. The library keeps its state to itself: a stopped run begins again."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it misses matplotlib, which it does not need
                import cma  # noqa: PLC0415 - optional
        except ImportError:
            raise InvalidSettings(
                "CMA-ES needs the package cma: pip install 'katachi[cma]'"
            ) from None
        state: SearchState[tuple[float, ...]] = SearchState()
        first = Member(problem.start, problem.value(problem.start))
        state.members, state.evaluations = [first], 1
        state.accept(first)
        before = np.random.get_state()  # noqa: NPY002 - the library uses the global generator
        try:
            restart = 0
            while state.step < self.evaluations:
                strategy = cma.CMAEvolutionStrategy(
                    [math.log(weight) for weight in state.current.solution],
                    self.spread if restart == 0 else RESTART_SPREAD,
                    {
                        "seed": (seed + restart) % (2**32 - 2) + 1,
                        "maxfevals": self.evaluations - state.step,
                        "popsize_factor": 2**restart,
                        "verbose": -9,
                        "verb_log": 0,
                    },
                )
                self._until_it_stops(strategy, problem, state, progress)
                restart += 1
        finally:
            np.random.set_state(before)  # noqa: NPY002
        return state

    def _until_it_stops(
        self,
        strategy: Any,  # noqa: ANN401 - the library has no types
        problem: WeightProblem,
        state: SearchState[tuple[float, ...]],
        progress: Callable[[SearchState[tuple[float, ...]]], None] | None,
    ) -> None:
        while not strategy.stop():
            points = strategy.ask()
            values = []
            for point in points:
                if state.step == self.evaluations:
                    return
                # The scale of all weights is free and drifts: the largest weighs 1.
                largest = max(point)
                solution = tuple(math.exp(max(LEAST, x - largest)) for x in point)
                found = Member(solution, problem.value(solution))
                values.append(-found.value)
                state.step += 1
                state.evaluations += 1
                if found.value > state.current.value:
                    state.members[0] = found
                    state.accept(found)
                if progress:
                    progress(state)
            strategy.tell(points, values)
