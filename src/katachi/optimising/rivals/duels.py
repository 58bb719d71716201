"""Win rates of individuals against the agent that imitates the player, played in the core.

Pairs of games from random openings, colours exchanged; the openings depend on the seed alone, so
that all individuals of an evolution meet the same ones. The players are those of katachi.agents,
move for move; cpp/alphabeta/duel.h plays them on threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.matches.openings import Openings
from katachi.matches.ratings.counts import GameCounts
from katachi.search.alphabeta import AlphaBetaSettings
from katachi.search.judge import JudgeSettings

OPENING_PLIES = 6


@dataclass(frozen=True)
class DuelSide:
    """A player: alpha-beta, with or without the rules of natural moves, or an imitation.

    `weakness` None: it plays its best.
    """

    settings: AlphaBetaSettings
    natural: bool = False
    weakness: float | None = None

    def to_core(self) -> _core.DuelPlayer:
        """The structure of the core."""
        player = _core.DuelPlayer()
        player.settings = self.settings.to_core()
        player.natural = self.natural
        player.weakness = -1.0 if self.weakness is None else self.weakness
        return player


def imitation(weakness: float, judge: JudgeSettings | None = None) -> DuelSide:
    """The agent that imitates a weakness."""
    return DuelSide((judge or JudgeSettings()).alphabeta, weakness=weakness)


@dataclass(frozen=True)
class DuelPlan:
    """How duels are played."""

    game: Game
    pairs: int = 20
    seed: int = 0
    opening_plies: int = OPENING_PLIES
    threads: int = 1

    def __post_init__(self) -> None:
        """Refuses duels that nobody could play."""
        if self.pairs < 1 or self.threads < 1:
            raise KatachiError("duels need at least one pair of games and one thread")

    def openings(self) -> list[tuple[str, ...]]:
        """The moves that begin each pair."""
        if not self.opening_plies:
            return [()] * self.pairs
        openings = Openings("random", self.opening_plies)
        return [openings.opening(self.game, self.seed, pair) for pair in range(self.pairs)]

    def seeds(self) -> list[int]:
        """Two numbers a pair; they decide between moves of equal badness."""
        return [
            2 * (self.seed * 1_000_003 + pair) + half
            for pair in range(self.pairs)
            for half in (0, 1)
        ]


def play_duels(first: DuelSide, second: DuelSide, plan: DuelPlan) -> list[_core.DuelGame]:
    """All games, two by two: the first player has Black, then White."""
    start = plan.game.start()
    return _core.play_duels(
        first.to_core(),
        second.to_core(),
        [start.play_all(moves).core for moves in plan.openings()],
        plan.seeds(),
        threads=plan.threads,
    )


def duel_counts(first: DuelSide, second: DuelSide, plan: DuelPlan) -> GameCounts:
    """What the first player won, drew and lost."""
    games = play_duels(first, second, plan)
    scores = [game.score if number % 2 == 0 else -game.score for number, game in enumerate(games)]
    return GameCounts(
        losses=sum(score < 0 for score in scores),
        draws=sum(score == 0 for score in scores),
        wins=sum(score > 0 for score in scores),
    )


def duel_shares(sides: Sequence[DuelSide], opponent: DuelSide, plan: DuelPlan) -> list[float]:
    """The share of points of every player against one opponent."""
    return [duel_counts(side, opponent, plan).share for side in sides]
