"""Recorded positions as numbers of legal moves by class of cells, and what weights make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.knowledge import CellWeights
from katachi.optimising.cells.weight_problem import Weights
from katachi.records import Games

# What CELLS 3.2 offers to optimise, and the likelihood.
# CELLS' four, and the mean log evidence of the played moves, ln P (MLE).
OBJECTIVES = ("f1", "f2", "f3", "f4", "log_evidence")


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

    def objectives(self, weights: Sequence[float], *, threads: int | None = 1) -> dict[str, float]:
        """All objectives of weights in the order of `classes`."""
        try:
            values = self.core.evaluate(self._every(weights), threads=thread_count(threads))
        except ValueError as error:
            raise InvalidSettings(str(error)) from None
        return dict(zip(OBJECTIVES, values, strict=True))

    def f1(self, weights: Sequence[float], *, threads: int | None = 1) -> float:
        """The mean probability of the played move, faster than among all objectives."""
        try:
            return self.core.mean_probability(self._every(weights), threads=thread_count(threads))
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
        """CELLS' start on the paper's board, else equal weights."""
        by_cell = self.game.published_cell_weights
        return tuple(by_cell.get(name, 100.0) for name in self.classes)
