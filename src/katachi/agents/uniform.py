"""The agent that plays any move."""

from __future__ import annotations

import random

from katachi.agents.agent import Choice
from katachi.games.contract import GameLike, PositionLike
from katachi.games.position import Position
from katachi.search import Budget


class UniformAgent:
    """Any legal move, each as likely as the others: `random` everywhere.

    In Go it answers a pass by a pass, otherwise passes only when nothing is left, and does not
    fill its own eyes; without that its games would hardly end.
    """

    def __init__(self, name: str = "random") -> None:
        """`name` is for tables."""
        self.name = name
        self._rng = random.Random(0)

    def new_game(self, game: GameLike, seed: int) -> None:  # noqa: ARG002  every game is alike
        """Seeds the choice."""
        self._rng = random.Random(seed)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:  # noqa: ARG002  no time is needed
        """A legal move."""
        moves = list(position.legal_moves)
        if isinstance(position, Position) and position.game.name == "go":
            if position.passes:
                return Choice("pass")
            moves = [move for move in moves[:-1] if not is_own_eye(position, move)] or ["pass"]
        return Choice(self._rng.choice(moves))


def is_own_eye(position: Position, cell: str) -> bool:
    """Whether an empty point of Go is a single-point eye of the player to move.

    All neighbours are own stones, and at most one diagonal point is the opponent's; at the edge
    none.
    """
    own = position.to_move
    topology = position.game.topology
    if any(position.at(neighbour) != own for neighbour in topology.neighbours(cell)):
        return False
    x, y = topology.coordinates(cell)
    size = position.game.size
    diagonals = [
        topology.cells[row * size + column]
        for row in (y - 1, y + 1)
        for column in (x - 1, x + 1)
        if 0 <= row < size and 0 <= column < size
    ]
    hostile = sum(position.at(diagonal) not in (own, None) for diagonal in diagonals)
    return hostile <= (1 if len(diagonals) == 4 else 0)
