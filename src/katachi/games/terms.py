"""What players agree on beyond the rules of a game, and what it makes of its end.

Most games know nothing of the kind: `Terms` itself says so. Where points are counted, players agree
on a komi, on what the stronger player gives, and on what becomes of stones that cannot be saved.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self

from katachi.games.contract import PositionLike
from katachi.games.outcome import Outcome

if TYPE_CHECKING:
    from katachi.games.game import Game
    from katachi.games.position import Position

# What to do after the opponent's pass. pass: end the game. play: anything but a pass. search:
# whatever the search prefers.
Answer = Literal["pass", "play", "search"]


@dataclass(frozen=True)
class Terms:
    """Of a game in which nothing is counted. `komi`: what a controller has said."""

    komi: float = 0.0

    def with_komi(self, komi: float) -> Self:  # noqa: ARG002 - nobody uses it
        """Under another komi."""
        return self

    def game_from(self, start: Position) -> Game:
        """The game that is played from a position under these terms."""
        return start.game

    def outcome(self, start: PositionLike, position: PositionLike) -> Outcome | None:  # noqa: ARG002
        """How a game that began at `start` stands; None if that is known at its end alone."""
        return position.outcome if position.is_over else None

    def answer_to_pass(self, position: PositionLike) -> Answer:  # noqa: ARG002 - nobody passes
        """What to do in a position after the opponent's pass; `search` in any other."""
        return "search"

    def must_clean_up(self, position: PositionLike) -> bool:  # noqa: ARG002 - nothing is lost
        """Whether stones of the opponent are lost, and still on the board."""
        return False

    def when_cleaning_up(self) -> Self:
        """The same, but whatever is not taken off the board stays alive."""
        return self


@dataclass(frozen=True)
class CountedTerms(Terms):
    """Of a game that is counted, under one of several rulesets."""

    @abstractmethod
    def correction(self, start: Position) -> float:
        """What Black's margin by the rules of the game lacks under these terms."""

    @abstractmethod
    def rules(self, game: Game) -> Mapping[str, str | bool]:
        """In the form in which KataGo writes them."""

    @abstractmethod
    def with_named_rules(self, game: Game, name: str) -> tuple[Self, Game]:
        """Under a ruleset by name; raises `InvalidGame`."""

    @abstractmethod
    def with_rules(
        self, game: Game, given: Mapping[str, object], *, anew: bool = False
    ) -> tuple[Self, Game]:
        """Under rules in KataGo's form; `anew`: what is left out is that of Tromp and Taylor.

        Raises `InvalidGame`.
        """

    @abstractmethod
    def chains(self, position: Position, status: str) -> list[tuple[str, ...]] | None:
        """The cells of all chains of a status; None if there is no such status."""
