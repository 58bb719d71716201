"""The agent that plays any legal move."""

from __future__ import annotations

import random

from katachi.agents.agent import Budget, Choice
from katachi.games.contract import GameLike, PositionLike


class UniformAgent:
    """Chooses uniformly among the legal moves."""

    def __init__(self, name: str = "random") -> None:
        """`name` is for tables."""
        self.name = name
        self._rng = random.Random(0)

    def new_game(self, game: GameLike, seed: int) -> None:  # noqa: ARG002  every game is alike
        """Seeds the choice."""
        self._rng = random.Random(seed)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:  # noqa: ARG002  no time is needed
        """Any legal move."""
        return Choice(self._rng.choice(list(position.legal_moves)))
