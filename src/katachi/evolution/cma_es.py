"""CMA-ES (Hansen and Ostermeier 2001) for weights, from the library `cma` (the extra of that name).

Weights are positive and only their ratios matter, so the strategy works on their logarithms.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from katachi.errors import InvalidSettings
from katachi.evolution.search_state import Member, SearchState


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
            strategy = cma.CMAEvolutionStrategy(
                [math.log(weight) for weight in problem.start],
                self.spread,
                {
                    "seed": seed % (2**32 - 2) + 1,
                    "maxfevals": self.evaluations,
                    "verbose": -9,
                    "verb_log": 0,
                },
            )
            while not strategy.stop() and state.step < self.evaluations:
                points = strategy.ask()
                values = []
                for point in points:
                    solution = tuple(math.exp(min(50.0, max(-50.0, x))) for x in point)
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
        finally:
            np.random.set_state(before)  # noqa: NPY002
        return state
