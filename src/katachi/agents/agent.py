"""What chooses moves: the interface and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from katachi.games.contract import GameLike, PositionLike
from katachi.search import Budget, SearchResult


@dataclass(frozen=True)
class Choice:
    """A move, and the search behind it if there was one; the move "resign" gives the game up."""

    move: str
    search: SearchResult | None = None


class Agent(Protocol):
    """A player. One agent plays one game at a time.

    An agent that cannot go on raises `AgentFailure`. What else an agent may offer, such as thinking
    in slices, parameters, or something to close, is in `katachi.agents.capabilities`.
    """

    @property
    def name(self) -> str:
        """For tables and records."""

    def new_game(self, game: GameLike, seed: int) -> None:
        """Begins a game; same seed and budget of simulations, same moves."""

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """A legal move of a position that is not over."""
