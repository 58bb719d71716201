"""Cell weights: one number per class of cells, found by optimisers (CELLS)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.games.game import Game
from katachi.knowledge import CellWeights, othello_start_weights
from katachi.learning.competitions import all_threads
from katachi.optimising.cma_es import CmaEs
from katachi.optimising.methods import METHODS, Annealing, Method, make_method
from katachi.optimising.optimise import optimise
from katachi.optimising.search_state import SearchState
from katachi.records import Games

# Natural weights: one per class that can be played, in the order of `CellData.classes`.
Weights = tuple[float, ...]

# What CELLS 3.2 offers to optimise, and the likelihood. The sign makes more better.
OBJECTIVES = ("f1", "f2", "f3", "f4", "mle")
_SIGNS = (1.0, -1.0, -1.0, -1.0, 1.0)

# Which coordinates a neighbour changes: CELLS 3.4 (hill climbing) and 4B (annealing).
NEIGHBOURHOODS = ("all", "two")
# CELLS gives hill climbing a tenth of every weight, and no size for the two that annealing changes.
# It must fit the temperatures: two tenths change f1 by some 0.0001, so that at 0.001 nearly every
# step is taken and annealing is a walk by chance. The paper's weights of B1 went from 22 to 416.
LARGEST_FACTOR = 5.0
# Annealing from the paper's first temperature to one at which differences of f1 still count, in as
# many steps; at the paper's last one, 0.0001, it stands about that much below the summit.
CELL_ANNEALING = Annealing(last=1e-6, gamma=0.997)
# The paper's weights go from 4 to 496.
HUGE_RATIO = 1e4
LARGEST_GRID = 10_000_000

CELL_METHODS: dict[str, type[Method] | type[CmaEs]] = {**METHODS, CmaEs.name: CmaEs}


@dataclass(frozen=True, eq=False)
class CellData:
    """Positions of games as numbers of legal moves by cell class.

    Passes and swaps do not compete. Positions with a single legal cell count only with
    `forced_moves`. `classes` are the classes that were ever legal, by their first cells.

    >>> import katachi
    >>> from katachi.records import GameRecord, Games
    >>> games = Games.of([GameRecord(katachi.Othello(), ("f5", "d6", "c3"))])
    >>> data = CellData.of(games)
    >>> data.classes, data.positions
    (('c2', 'c3', 'd3'), 3)
    """

    game: Game
    core: _core.CellCounts
    classes: tuple[str, ...]
    forced_moves: bool

    @classmethod
    def of(cls, games: Games, *, forced_moves: bool = False) -> CellData:
        """Replays the games, all of one board and from the ordinary start."""
        if not len(games):
            raise KatachiError("there are no games to learn from")
        if "start" in games.columns and np.any(games.columns["start"]):
            raise KatachiError("cell weights need games from the ordinary start position")
        boards = {(kind.name, kind.size) for kind in games.kinds}
        if len(boards) > 1:
            raise KatachiError(f"these are games of several boards: {sorted(boards)}")
        core = _core.CellCounts(games.kinds[0].topology.core)
        for number, kind in enumerate(games.kinds):
            part = games.take(games.kind == number)
            try:
                core.add(kind.start().core, part.moves, part.offsets, forced_moves=forced_moves)
            except ValueError as error:
                raise KatachiError(str(error)) from None
        names = [orbit[0] for orbit in games.kinds[0].topology.orbits]
        classes = tuple(n for n, count in zip(names, core.appearances, strict=True) if count)
        return cls(games.kinds[0], core, classes, forced_moves)

    @property
    def positions(self) -> int:
        """How many."""
        return self.core.position_count

    def objectives(self, weights: Sequence[float], *, threads: int = 1) -> dict[str, float]:
        """All objectives of weights in the order of `classes`."""
        try:
            values = self.core.evaluate(self._every(weights), threads=threads)
        except ValueError as error:
            raise InvalidSettings(str(error)) from None
        return dict(zip(OBJECTIVES, values, strict=True))

    def f1(self, weights: Sequence[float], *, threads: int = 1) -> float:
        """The mean probability of the played move, faster than among all objectives."""
        try:
            return self.core.mean_probability(self._every(weights), threads=threads)
        except ValueError as error:
            raise InvalidSettings(str(error)) from None

    def _every(self, weights: Sequence[float]) -> NDArray[np.float64]:
        """float64 [classes of the board]; classes that were never legal weigh 1."""
        if len(weights) != len(self.classes):
            raise InvalidSettings(f"{len(self.classes)} weights are needed, not {len(weights)}")
        given = dict(zip(self.classes, weights, strict=True))
        return np.array([given.get(name, 1.0) for name in self._names])

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Every class of the board."""
        return tuple(orbit[0] for orbit in self.game.topology.orbits)

    def cell_weights(self, weights: Sequence[float]) -> CellWeights:
        """As knowledge for playouts and bias; pass and swap weigh 1."""
        return CellWeights.by_class(self.game, dict(zip(self.classes, weights, strict=True)))

    def start(self) -> Weights:
        """CELLS' start for Othello, else equal weights."""
        by_cell: Mapping[str, float] = {}
        if (self.game.name, self.game.size) == ("othello", 8):
            paper = othello_start_weights()
            by_cell = dict(zip(paper.game.moves, paper.by_move, strict=True))
        return tuple(by_cell.get(name, 100.0) for name in self.classes)


class Grid(Sequence[Weights]):
    """All combinations of a few factors, one for each coordinate."""

    def __init__(self, start: Weights, factors: tuple[float, ...]) -> None:
        """`factors` times the start."""
        self._start = start
        self._factors = factors
        if len(factors) ** len(start) > LARGEST_GRID:
            raise InvalidSettings(f"a grid of {len(factors)}^{len(start)} points is too large")

    def __len__(self) -> int:
        return int(len(self._factors) ** len(self._start))

    @overload
    def __getitem__(self, index: int) -> Weights: ...
    @overload
    def __getitem__(self, index: slice) -> list[Weights]: ...
    def __getitem__(self, index: int | slice) -> Weights | list[Weights]:
        """One combination, or several."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        made = []
        for weight in self._start:
            index, digit = divmod(index, len(self._factors))
            made.append(weight * self._factors[digit])
        return tuple(made)


@dataclass(frozen=True, eq=False)
class CellProblem:
    """Weights with one of the objectives as value; those that fall count negative."""

    data: CellData
    objective: str = "f1"
    neighbourhood: str = "two"
    begin: Weights = ()
    width: float = 0.1  # CELLS 3.4: d_i = x_i / 10
    factor: float = LARGEST_FACTOR
    grid: tuple[float, ...] = (0.5, 1.0, 2.0)
    threads: int = field(default_factory=all_threads)

    def __post_init__(self) -> None:
        """Refuses unknown names."""
        if self.objective not in OBJECTIVES:
            raise InvalidSettings(
                f"no objective {shown(self.objective)}; known: {', '.join(OBJECTIVES)}"
            )
        if self.neighbourhood not in NEIGHBOURHOODS:
            raise InvalidSettings(f"no neighbourhood {shown(self.neighbourhood)}")
        if not 0 < self.width < 1:
            raise InvalidSettings(f"the width must be between 0 and 1, not {self.width}")
        if not 1 < self.factor < math.inf:
            raise InvalidSettings(f"the factor must be above 1, not {self.factor}")
        if self.begin and len(self.begin) != len(self.data.classes):
            raise InvalidSettings(
                f"{len(self.data.classes)} weights are needed, not {len(self.begin)}"
            )

    @property
    def start(self) -> Weights:
        """Those given, or the data's."""
        return self.begin or self.data.start()

    def value(self, solution: Weights) -> float:
        """The objective, signed so that more is better."""
        if self.objective == "f1":
            return self.data.f1(solution, threads=self.threads)
        number = OBJECTIVES.index(self.objective)
        return _SIGNS[number] * self.data.objectives(solution, threads=self.threads)[self.objective]

    def neighbour(self, solution: Weights, rng: random.Random) -> Weights:
        """Every coordinate moves by at most a tenth, or two of them by at most a factor."""
        if self.neighbourhood == "all":
            return tuple(
                weight * (1.0 + self.width * rng.uniform(-1.0, 1.0)) for weight in solution
            )
        moved = list(solution)
        for place in rng.sample(range(len(moved)), min(2, len(moved))):
            moved[place] *= self.factor ** rng.uniform(-1.0, 1.0)
        return tuple(moved)

    def sample(self, rng: random.Random) -> Weights:
        """Logarithms spread evenly between 1 and 1000."""
        return tuple(math.exp(rng.uniform(0.0, math.log(1000.0))) for _ in self.data.classes)

    def cross(self, first: Weights, second: Weights, rng: random.Random) -> Weights:
        """Each coordinate from one of the parents, or between them on a logarithmic scale."""
        made = []
        for a, b in zip(first, second, strict=True):
            share = rng.choice((0.0, 1.0, rng.random()))
            made.append(math.exp((1.0 - share) * math.log(a) + share * math.log(b)))
        return tuple(made)

    def everything(self) -> Sequence[Weights]:
        """The grid around the start."""
        return Grid(self.start, self.grid)

    def hope(self, solution: Weights, candidate: Weights) -> float | None:  # noqa: ARG002
        """There is none."""
        return None

    def to_json(self, solution: Weights) -> list[float]:
        """Numbers."""
        return list(solution)

    def from_json(self, value: Any) -> Weights:  # noqa: ANN401 - whatever the file holds
        """Numbers back."""
        if not isinstance(value, list) or len(value) != len(self.data.classes):
            raise KatachiError(f"{len(self.data.classes)} weights were expected: {shown(value)}")
        return tuple(float(weight) for weight in value)


def cell_method(name: str, *, steps: int = 0, gamma: float = 0.0) -> Method | CmaEs:
    """An optimiser for cell weights by name; 0: as many steps as it likes, its own gamma.

    >>> cell_method("annealing", steps=100).steps, cell_method("cma", steps=100).steps
    (100, 100)
    """
    if name not in CELL_METHODS:
        raise InvalidSettings(f"no method {shown(name)}; known: {', '.join(CELL_METHODS)}")
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
    equal_mle: float  # with equal weights: a blind guess
    state: SearchState[Weights]

    @property
    def ran_away(self) -> bool:
        """Whether ratios are huge and recorded moves less likely than by a blind guess.

        f1 to f4 reward certainty alone: a played move of probability 0 costs no more than one of a
        small probability, so that ratios of weights grow without end.
        """
        huge = max(self.weights) > HUGE_RATIO * min(self.weights)
        return huge and self.after["mle"] < self.equal_mle

    @property
    def scaled(self) -> Weights:
        """The weights with 1000 as their largest: only ratios matter."""
        largest = max(self.weights)
        return tuple(1000.0 * (weight / largest) for weight in self.weights)


def evolve_cells(  # noqa: PLR0913 - keyword arguments with defaults
    data: CellData,
    *,
    method: Method | CmaEs,
    objective: str = "f1",
    start: Weights = (),
    seed: int = 0,
    path: Path | None = None,
    threads: int | None = None,
    progress: Callable[[SearchState[Weights]], None] | None = None,
) -> CellResult:
    """Optimises cell weights; in `path` the same call goes on where it stopped (not with CMA-ES).

    Hill climbing moves every weight, the others two at a time, as CELLS does.
    """
    problem = CellProblem(
        data,
        objective=objective,
        neighbourhood="all" if method.name == "hill-climbing" else "two",
        begin=start,
        threads=threads or all_threads(),
    )
    if isinstance(method, CmaEs):
        state = method.run(problem, seed=seed, progress=progress)
        found = state.best or state.current
    else:
        heading = {"problem": "cells", "objective": objective, "start": list(problem.start)}
        state = optimise(problem, method, seed=seed, path=path, heading=heading, progress=progress)
        found = method.result(state)
    return CellResult(
        classes=data.classes,
        start=problem.start,
        weights=found.solution,
        before=data.objectives(problem.start),
        after=data.objectives(found.solution),
        equal_mle=data.objectives((1.0,) * len(data.classes))["mle"],
        state=state,
    )
