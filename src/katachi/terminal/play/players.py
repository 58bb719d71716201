"""Who can sit at the board besides a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from katachi.agents import (
    Agent,
    Budget,
    agent_names,
    default_agent_name,
    level_name,
    level_of,
    load_agent,
    paper_agent_names,
)
from katachi.agents.defaults import ANY_GAME
from katachi.agents.levels import level_in
from katachi.errors import KatachiError, shown
from katachi.games import Color, Game, GameLike, PositionLike

HUMAN = "human"
RESIGN = "resign"


class Player(Protocol):
    """Chooses moves."""

    def choose(self, position: PositionLike) -> str:
        """A legal move, or `RESIGN`; the game is not over."""


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


@dataclass(frozen=True)
class Thinking:
    """What an agent needs besides its name."""

    game: GameLike
    seconds: float


def usual_opponent(game: GameLike, level: int | None = None) -> str:
    """The name of the agent that plays against a person who has chosen none.

    The strongest, or the one of a level.
    """
    if level is not None:
        level_of(game.name, level)  # raises if the game has no levels
        return level_name(level)
    return default_agent_name(game) if isinstance(game, Game) else ANY_GAME


def make_player(name: str, color: Color, seed: int, thinking: Thinking) -> Player | None:
    """The player of a name, or None for a person; the two colours get different seeds."""
    if name == HUMAN:
        return None
    known = {*agent_names(), *paper_agent_names()}
    if name not in known and level_in(name) is None and not name.endswith(".toml"):
        raise KatachiError(
            f"no player {shown(name)}; known: {HUMAN}, and the agents that katachi agents lists"
        )
    return AgentPlayer(
        load_agent(name), thinking.game, thinking.seconds, 2 * seed + (color == "white")
    )
