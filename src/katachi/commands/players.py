"""Who can sit at the board besides a person."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from katachi.errors import KatachiError, shown
from katachi.games import Color, Position, PositionLike

HUMAN = "human"


class Player(Protocol):
    """Chooses moves."""

    def choose(self, position: PositionLike) -> str:
        """A legal move; the game is not over."""


class RandomPlayer:
    """Any legal move, each as likely as the others.

    In Go it answers a pass by a pass, otherwise passes only when nothing is left, and does not
    fill its own eyes; without that its games would hardly end.
    """

    def __init__(self, seed: str) -> None:
        """The same seed gives the same moves."""
        self._random = random.Random(seed)

    def choose(self, position: PositionLike) -> str:
        """A legal move."""
        moves = list(position.legal_moves)
        if isinstance(position, Position) and position.game.name == "go":
            if position.passes:
                return "pass"
            moves = [move for move in moves[:-1] if not is_own_eye(position, move)] or ["pass"]
        return self._random.choice(moves)


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


# Every player by the name that the command line uses; made from a seed.
PLAYERS: dict[str, Callable[[str], Player]] = {"random": RandomPlayer}


def make_player(name: str, color: Color, seed: int) -> Player | None:
    """The player of a name, or None for a person; the two colours get different seeds."""
    if name == HUMAN:
        return None
    if name not in PLAYERS:
        known = ", ".join((HUMAN, *PLAYERS))
        raise KatachiError(f"no player {shown(name)}; known: {known}")
    return PLAYERS[name](f"{seed} {color}")
