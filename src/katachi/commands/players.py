"""Who can sit at the board besides a person."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from katachi.agents import Agent, Budget, agent_names, load_agent
from katachi.errors import KatachiError, shown
from katachi.games import Color, GameLike, Position, PositionLike

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


class AgentPlayer:
    """An agent of katachi with a fixed time for every move."""

    def __init__(self, agent: Agent, game: GameLike, seconds: float, seed: int) -> None:
        """Refuses an agent that cannot play the game."""
        self._agent = agent
        self._budget = Budget(seconds=seconds)
        agent.new_game(game, seed)

    def choose(self, position: PositionLike) -> str:
        """The agent's move."""
        return self._agent.choose(position, self._budget).move


# Players of this command alone, by name; made from a seed. Agents come by their own names.
PLAYERS: dict[str, Callable[[str], Player]] = {"random": RandomPlayer}


@dataclass(frozen=True)
class Thinking:
    """What an agent needs besides its name."""

    game: GameLike
    seconds: float


def make_player(
    name: str, color: Color, seed: int, thinking: Thinking | None = None
) -> Player | None:
    """The player of a name, or None for a person; the two colours get different seeds."""
    if name == HUMAN:
        return None
    if name in PLAYERS:
        return PLAYERS[name](f"{seed} {color}")
    is_agent = name in agent_names() or name.endswith(".toml")
    if not is_agent or thinking is None:
        known = ", ".join((HUMAN, *PLAYERS))
        raise KatachiError(
            f"no player {shown(name)}; known: {known}, and what katachi agents lists"
        )
    return AgentPlayer(
        load_agent(name), thinking.game, thinking.seconds, 2 * seed + (color == "white")
    )
