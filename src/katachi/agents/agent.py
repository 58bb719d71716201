"""What chooses moves: the interface, its budget and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from katachi.agents.clock import Clock
from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.search import SearchResult


@dataclass(frozen=True)
class Budget:
    """How long an agent may think about one move: simulations, seconds, or whichever ends first.

    `clock`: the game is played with clocks, and this is how they stand. Whoever asks an agent for a
    move then says in `seconds` what its share of the time left is: an agent that only looks at
    `seconds` keeps its clock. `processor_time`: seconds of work instead of the wall clock, for searches
    on a busy machine; programs outside katachi cannot be told so.
    """

    simulations: int = 0
    seconds: float = 0.0
    clock: Clock | None = None
    processor_time: bool = False

    def __post_init__(self) -> None:
        """A budget must end."""
        if self.simulations < 0 or not 0 <= self.seconds < 1e9:
            raise KatachiError(f"a budget cannot be {self.simulations} and {self.seconds}")
        if not self.simulations and not self.seconds and self.clock is None:
            raise KatachiError("a budget of simulations, seconds or a clock is needed")
        if self.processor_time and self.clock is not None:
            raise KatachiError("a game clock runs while others work: it counts no processor time")

    def __str__(self) -> str:
        """Short, for tables.

        >>> print(Budget(simulations=1000), "|", Budget(seconds=0.5))
        1000 simulations | 0.5 s
        """
        parts = [f"{self.simulations} simulations"] if self.simulations else []
        unit = "s of processor time" if self.processor_time else "s"
        parts += [f"{self.seconds:g} {unit}"] if self.seconds else []
        return " or ".join(parts + ([f"clock {self.clock.system}"] if self.clock else []))


@dataclass(frozen=True)
class Choice:
    """A move, and the search behind it if there was one; the move "resign" gives the game up."""

    move: str
    search: SearchResult | None = None


class Agent(Protocol):
    """A player. One agent plays one game at a time.

    An agent that cannot go on raises `AgentFailure`. What else an agent may have:

    - `close()`, if it holds processes or files: whoever made the agent calls it at the end; it may
      be called twice.
    - `expect(budget)`, called before `new_game`: what every move is going to get.
    - `told`: in words, the limits that a program outside katachi was given in this game.
    - `processor_seconds()`: the processor time that such a program has used so far, or NaN.
    """

    @property
    def name(self) -> str:
        """For tables and records."""

    def new_game(self, game: GameLike, seed: int) -> None:
        """Begins a game; same seed and budget of simulations, same moves."""

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """A legal move of a position that is not over."""
