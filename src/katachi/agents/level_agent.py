"""The agent that plays a level: in every game the one that its ladder names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from katachi.agents.agent import Agent, Choice
from katachi.agents.levels import Level, level_name, level_of
from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.search import Budget


class LevelAgent:
    """Plays with the budget of its level; a budget of seconds or a clock can only shorten it."""

    def __init__(self, level: int, make: Callable[[Level], Agent]) -> None:
        """`make`: the agent that a row of a ladder describes."""
        self.name = level_name(level)
        self.level = level
        self._make = make
        self._agent: Agent | None = None
        self._simulations = 0

    def new_game(self, game: GameLike, seed: int) -> None:
        """The agent of the level in this game."""
        level = level_of(game.name, self.level)
        self._agent = self._make(level)
        self._simulations = level.simulations
        self._agent.new_game(game, seed)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The move of the level."""
        if self._agent is None:
            raise KatachiError("new_game comes before choose")
        if self._simulations:
            budget = replace(budget, simulations=self._simulations)
        return self._agent.choose(position, budget)
