"""Cell weights found by an optimiser: which methods suit them, and what came out (CELLS)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from katachi.games.threads import thread_count
from katachi.optimising.cells.cell_data import CellData
from katachi.optimising.cells.cell_problem import CellProblem
from katachi.optimising.cells.weight_problem import Weights
from katachi.optimising.methods import Annealing, CmaEs, Method, make_method
from katachi.optimising.optimise import optimise
from katachi.optimising.search_state import SearchState

# Annealing from the paper's first temperature to one at which differences of f1 still count, in as
# many steps; at the paper's last one, 0.0001, it stands about that much below the summit.
CELL_ANNEALING = Annealing(last=1e-6, gamma=0.997)
# The paper's weights go from 4 to 496.
HUGE_RATIO = 1e4


def cell_method(name: str, *, steps: int = 0, gamma: float = 0.0) -> Method:
    """An optimiser for cell weights by name; 0: as many steps as it likes, its own gamma.

    >>> cell_method("annealing", steps=100).steps, cell_method("cma", steps=100).steps
    (100, 100)
    """
    if name == CmaEs.name:
        return CmaEs(evaluations=steps) if steps else CmaEs()
    if name == Annealing.name:
        annealing = replace(CELL_ANNEALING, gamma=gamma) if gamma else CELL_ANNEALING
        return annealing.in_steps(steps) if steps else annealing
    return make_method(name, {"limit": steps} if steps else {})


@dataclass(frozen=True)
class CellResult:
    """Weights by class, all objectives before and after, and how they were found."""

    classes: tuple[str, ...]
    start: Weights
    weights: Weights
    before: dict[str, float]
    after: dict[str, float]
    equal_log_evidence: float  # with equal weights: a blind guess
    state: SearchState[Weights]

    @property
    def ran_away(self) -> bool:
        """Whether ratios are huge and recorded moves less likely than by a blind guess.

        f1 to f4 reward certainty alone: a played move of probability 0 costs no more than one of a
        small probability, so that ratios of weights grow without end.
        """
        huge = max(self.weights) > HUGE_RATIO * min(self.weights)
        return huge and self.after["log_evidence"] < self.equal_log_evidence

    @property
    def scaled(self) -> Weights:
        """The weights with 1000 as their largest: only ratios matter."""
        largest = max(self.weights)
        return tuple(1000.0 * (weight / largest) for weight in self.weights)


def evolve_cells(  # noqa: PLR0913 - keyword arguments with defaults
    data: CellData,
    *,
    method: Method,
    objective: str = "f1",
    start: Weights = (),
    seed: int = 0,
    path: Path | None = None,
    threads: int | None = None,
    progress: Callable[[SearchState[Weights]], None] | None = None,
) -> CellResult:
    """Optimises cell weights; in `path` the same call goes on where it stopped.

    Hill climbing moves every weight, the others two at a time, as CELLS does.
    """
    problem = CellProblem(
        data,
        objective=objective,
        neighbourhood="all" if method.name == "hill-climbing" else "two",
        begin=start,
        threads=thread_count(threads),
    )
    # Files call the mean log evidence by its older name.
    stated = "mle" if objective == "log_evidence" else objective
    heading = {"problem": "cells", "objective": stated, "start": list(problem.start)}
    state = optimise(problem, method, seed=seed, path=path, heading=heading, progress=progress)
    found = method.result(state)
    return CellResult(
        classes=data.classes,
        start=problem.start,
        weights=found.solution,
        before=data.objectives(problem.start),
        after=data.objectives(found.solution),
        equal_log_evidence=data.objectives((1.0,) * len(data.classes))["log_evidence"],
        state=state,
    )
