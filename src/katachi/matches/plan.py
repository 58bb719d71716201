"""What is to be played, and the seed of every game of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from katachi.errors import KatachiError
from katachi.games.contract import GameLike
from katachi.matches.adjudication import Adjudication
from katachi.matches.contestant import Contestant, renewed_hash
from katachi.matches.game_text import game_of_text
from katachi.matches.openings import Openings
from katachi.matches.ratings.sprt import Sprt


class Slot(NamedTuple):
    """One game of a match: the pair, and which of its two games."""

    pair: int
    first_is_black: bool

    @classmethod
    def of_pair(cls, pair: int) -> tuple[Slot, Slot]:
        """Both games of a pair."""
        return cls(pair, first_is_black=True), cls(pair, first_is_black=False)


@dataclass(frozen=True)
class MatchPlan:
    """Two agents, a game, how many pairs, how they begin and when they end.

    `pairs` and `sprt` say when to stop; everything else says what a game is, and is part of `key`.
    So a longer match of the same kind continues a shorter one. `python_game`: rules written in
    Python; `game` is then only their text.
    """

    first: Contestant
    second: Contestant
    game: str
    pairs: int
    seed: int = 0
    openings: Openings = field(default_factory=Openings)
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: Sprt | None = None
    python_game: GameLike | None = None

    def __post_init__(self) -> None:
        """Refuses an empty match and an unknown game."""
        if self.pairs < 1:
            raise KatachiError(f"a match needs at least one pair of games, not {self.pairs}")
        player = self.first.player
        if player is not None and player is self.second.player:
            raise KatachiError(f"{player.name} cannot play itself: a second object is needed")
        _ = self.rules

    @property
    def rules(self) -> GameLike:
        """The game itself."""
        return game_of_text(self.game) if self.python_game is None else self.python_game

    @property
    def needs_this_process(self) -> str:
        """The name of an agent or game that no other process can make; empty if there is none."""
        for contestant in (self.first, self.second):
            if contestant.player is not None:
                return contestant.name
        return "" if self.python_game is None else self.python_game.name

    @property
    def description(self) -> dict[str, object]:
        """Everything that decides the moves of the games, for JSON."""
        return {
            "first": _side(self.first),
            "second": _side(self.second),
            "game": str(self.rules) if self.python_game is None else self.game,
            "seed": self.seed,
            "openings": asdict(self.openings),
            "adjudication": asdict(self.adjudication),
        }

    @cached_property
    def key(self) -> str:
        """The name of the match in a laboratory: the hash of its description.

        Files that agents name are read once: one that changes during a run counts next time.
        """
        return _key(self.description)

    @property
    def slots(self) -> list[Slot]:
        """All games, in order."""
        return [slot for pair in range(self.pairs) for slot in Slot.of_pair(pair)]

    def game_seed(self, slot: Slot) -> int:
        """The seed of a game: a hash of the seed of the match and the place of the game."""
        return game_seed(self.seed, slot)

    def opening(self, pair: int) -> tuple[str, ...]:
        """The moves that begin both games of a pair."""
        return self.openings.opening(self.rules, self.seed, pair)

    def with_pairs(self, pairs: int) -> MatchPlan:
        """The same match, longer or shorter."""
        return replace(self, pairs=pairs)


def game_seed(seed: int, slot: Slot) -> int:
    """The seed of a game: a hash of the seed of its match and of its place."""
    text = f"game {seed} {slot.pair} {int(slot.first_is_black)}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:5], "big")


def renewed_key(
    description: Mapping[str, Any], first: Mapping[str, Any], second: Mapping[str, Any]
) -> str | None:
    """The key that a stored match has today; None if it cannot be played today.

    An older katachi knew fewer settings. Those that a description and the configurations of the two
    agents do not name have their defaults: that is how the games were played.
    """
    renewed = dict(description)
    try:
        for side, configuration in (("first", first), ("second", second)):
            renewed[side] = {**description[side], "agent": renewed_hash(configuration)}
        renewed["adjudication"] = asdict(Adjudication(**description["adjudication"]))
    except (KatachiError, KeyError, TypeError):
        return None
    return _key(renewed)


def _key(description: Mapping[str, object]) -> str:
    text = json.dumps(description, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _side(contestant: Contestant) -> dict[str, object]:
    budget = contestant.budget
    side: dict[str, object] = {
        "agent": contestant.hash,
        "simulations": budget.simulations,
        "seconds": budget.seconds,
    }
    # What older laboratories do not know is named only where it is used.
    if budget.clock is not None:
        side["clock"] = str(budget.clock.system)
    if budget.processor_time:
        side["processor_time"] = True
    if budget.nodes:
        side["nodes"] = budget.nodes
    if budget.depth:
        side["depth"] = budget.depth
    return side
