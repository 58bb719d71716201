"""The agent that plays any move."""

from __future__ import annotations

import random

from katachi.agents.agent import Choice
from katachi.games.capabilities import KnowsSense
from katachi.games.contract import GameLike, PositionLike
from katachi.search import Budget


class UniformAgent:
    """Any legal move, each as likely as the others: `random` everywhere.

    Moves that a game calls senseless (`KnowsSense`) are left out: in some their random games would
    hardly end.
    """

    def __init__(self, name: str = "random") -> None:
        """`name` is for tables."""
        self.name = name
        self._rng = random.Random(0)
        self._sense: KnowsSense | None = None

    def new_game(self, game: GameLike, seed: int) -> None:
        """Seeds the choice."""
        self._sense = game if isinstance(game, KnowsSense) else None
        self._rng = random.Random(seed)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:  # noqa: ARG002  no time is needed
        """A legal move."""
        game = getattr(position, "game", None)  # also before the first `new_game`
        sense = game if isinstance(game, KnowsSense) else self._sense
        moves = position.legal_moves if sense is None else sense.sensible_moves(position)
        return Choice(self._rng.choice(list(moves)))
