"""Cell weights: one strength per class of equivalent cells, the simplest knowledge there is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from katachi.errors import InvalidSettings, shown
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.othello import Othello


@dataclass(frozen=True)
class CellWeights:
    """Strength by move number, whatever the position; for any game, also one written in Python.

    >>> weights = CellWeights.by_class(Othello(), {"a1": 496, "b2": 4}, default=50)
    >>> weights.by_move[0], weights.by_move[9], weights.by_move[2]
    (496.0, 4.0, 50.0)
    """

    game: GameLike
    by_move: tuple[float, ...]

    def __post_init__(self) -> None:
        """One positive number per move."""
        if len(self.by_move) != len(self.game.moves):
            raise InvalidSettings(
                f"{self.game} has {len(self.game.moves)} moves, not {len(self.by_move)}"
            )
        for move, weight in zip(self.game.moves, self.by_move, strict=True):
            if not (math.isfinite(weight) and weight >= 0):
                raise InvalidSettings(f"the weight of {move} must not be {shown(weight)}")

    @classmethod
    def by_class(
        cls, game: Game, weights: Mapping[str, float], *, default: float = 1.0
    ) -> CellWeights:
        """From one weight per class, named by any cell of it; pass and swap get the default."""
        topology = game.topology
        by_orbit = {topology.orbit(cell): float(weight) for cell, weight in weights.items()}
        by_cell = [by_orbit.get(topology.orbit(cell), float(default)) for cell in topology.cells]
        return cls(game, (*by_cell, float(default)))


_CLASSES = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3")


def othello_start_weights() -> CellWeights:
    """The weights from which CELLS begins its optimisation."""
    values = (496, 22, 161, 111, 4, 58, 39, 38, 89)
    return CellWeights.by_class(Othello(), dict(zip(_CLASSES, values, strict=True)))


def othello_annealed_weights() -> CellWeights:
    """The best weights of CELLS, found by annealing (its table 2)."""
    values = (458, 416, 255, 196, 10, 73, 73, 38, 97)
    return CellWeights.by_class(Othello(), dict(zip(_CLASSES, values, strict=True)))
