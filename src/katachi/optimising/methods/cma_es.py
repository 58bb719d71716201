"""CMA-ES (Hansen and Ostermeier 2001), from the library `cma` (the extra of that name).

For problems whose solutions are points (`Problem.coordinates`). When it has converged and
evaluations are left, it begins again at the best so far, with a population twice as large (Auger
and Hansen 2005).

The library keeps its state to itself, but it is the same after the same values: the state of a
search has every value so far (`told`), and a search that goes on tells them again.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from katachi.errors import InvalidSettings
from katachi.optimising.methods.method import Method, require
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import SearchState

# Standard deviation after a restart: steps that can exchange coordinates of quite different sizes.
RESTART_SPREAD = 5.0

# Points to be valued, one after the other; takes the value of each.
Course = Generator[Sequence[float], float, None]


@dataclass(frozen=True)
class CmaEs(Method):
    """A step is one value. `spread`: standard deviation of the first generation's coordinates."""

    name = "cma"
    needs_points = True

    evaluations: int = 2302  # as many as annealing
    spread: float = 0.5

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        super().__post_init__()
        require(
            self.evaluations >= 1 and 0 < self.spread < 100,
            f"evaluations and spread must be positive: {self}",
        )
        require(not self.refuse, "CMA-ES needs the value of every candidate: refuse must be 0")

    @property
    def steps(self) -> int:
        """Values it may ask for."""
        return self.evaluations

    def advance(
        self, problem: Problem[Solution], state: SearchState[Solution], randomness: Randomness
    ) -> None:
        """One point."""
        if state.working is None:
            state.working = self._course(problem, state.accepted[0][1], randomness.seed)
            point = next(state.working)
            for value in state.told:
                point = state.working.send(value)
        else:
            point = state.working.send(state.told[-1])
        (found,) = self.evaluate(problem, state, [problem.at(point)])
        state.told.append(found.value)
        if found.value > state.current.value:
            state.members[0] = found
            state.accept(found)

    def _course(self, problem: Problem[Solution], first_value: float, seed: int) -> Course:
        """Points while evaluations are left; `first_value` is that of the start."""
        library = _library()
        best, best_value = problem.coordinates(problem.start), first_value
        restart = valued = 0
        while True:
            # A generator of its own: the library would use the one that all of NumPy shares.
            numbers = np.random.RandomState((seed + restart) % (2**32 - 2) + 1)
            strategy = library.CMAEvolutionStrategy(
                list(best),
                self.spread if restart == 0 else RESTART_SPREAD,
                {
                    "randn": numbers.randn,
                    "seed": np.nan,
                    "maxfevals": self.evaluations - valued,
                    "popsize_factor": 2**restart,
                    "verbose": -9,
                    "verb_log": 0,
                },
            )
            while not strategy.stop():
                points = strategy.ask()
                losses = []
                for point in points:
                    value = yield point
                    valued += 1
                    losses.append(-value)
                    if value > best_value:
                        best, best_value = problem.coordinates(problem.at(point)), value
                strategy.tell(points, losses)
            restart += 1


def _library() -> Any:  # noqa: ANN401 - it has no types
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it misses matplotlib, which it does not need
            import cma  # noqa: PLC0415 - optional
    except ImportError:
        raise InvalidSettings("CMA-ES needs the package cma: pip install 'katachi[cma]'") from None
    return cma
