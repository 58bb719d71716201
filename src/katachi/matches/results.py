"""Results of games and what they add up to, seen from the first agent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from katachi.errors import KatachiError
from katachi.games.outcome import Color, Outcome
from katachi.matches.plan import Slot
from katachi.matches.ratings.counts import GameCounts, PairCounts
from katachi.matches.ratings.intervals import wilson_interval

T = TypeVar("T")


@dataclass(frozen=True)
class GameResult:
    """One counted game. `movers`, `seconds`, `simulations` have an entry per move after the opening.

    `movers` has a letter for each of these moves: b or w. `processor`, `values`, `visits`,
    `depths`, `told` and `failure` are those of `PlayedGame`; empty in games of laboratories that
    did not keep them (`told` is None there).
    """

    slot: Slot
    winner: Color | None
    reason: str
    score: float  # Black's margin
    moves: tuple[str, ...]
    opening_plies: int
    movers: str
    seconds: tuple[float, ...]
    simulations: tuple[int, ...]
    seed: int
    started: str = ""  # UTC, ISO 8601
    version: str = ""
    machine: str = ""
    processor: tuple[float | None, ...] = ()
    values: tuple[float | None, ...] = ()
    visits: tuple[int | None, ...] = ()
    depths: tuple[int | None, ...] = ()
    told: tuple[str, str] | None = None
    failure: str = ""

    @property
    def points(self) -> float:
        """What the first agent got: 1 win, 0.5 draw, 0 loss."""
        if self.winner is None:
            return 0.5
        return float((self.winner == "black") == self.slot.first_is_black)

    @property
    def outcome(self) -> Outcome:
        """The result as records have it."""
        return Outcome(self.winner, self.reason, self.score)

    @property
    def play(self) -> tuple[object, ...]:
        """What the same seed and simulations must give again: all but times and circumstances."""
        return (self.slot, self.winner, self.reason, self.score, self.moves, self.simulations)

    def of_first(self, entries: Sequence[T]) -> list[T]:
        """Those entries of `seconds`, `simulations` and so on that belong to the first agent."""
        return self._of("b" if self.slot.first_is_black else "w", entries)

    def of_second(self, entries: Sequence[T]) -> list[T]:
        """The others."""
        return self._of("w" if self.slot.first_is_black else "b", entries)

    def _of(self, letter: str, entries: Sequence[T]) -> list[T]:
        return [
            e for e, mover in zip(entries, self.movers, strict=bool(entries)) if mover == letter
        ]

    @property
    def told_in_order(self) -> tuple[str, str] | None:
        """`told` with the first agent's before the second's."""
        if self.told is None or self.slot.first_is_black:
            return self.told
        return self.told[::-1]


@dataclass(frozen=True)
class VoidResult:
    """A game that an agent could not finish."""

    slot: Slot
    attempt: int
    reason: str
    culprit: str  # the name of the agent
    message: str
    transcript: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class MatchScore:
    """The counts of a match.

    `games` counts every finished game; `pairs` only complete pairs. `unique` is the number of
    different games: two agents without randomness play one game over and over, and then the errors
    mean nothing. Pairs of numbers are of the first and the second agent. `processor_per_move` is
    NaN where it was not measured. `lost_on_time` and `forfeited` count games lost by the clock and
    by failures.
    """

    games: GameCounts
    pairs: PairCounts
    as_black: GameCounts
    as_white: GameCounts
    unique: int
    voids: int = 0
    simulations_per_move: tuple[float, float] = (0.0, 0.0)
    seconds_per_move: tuple[float, float] = (0.0, 0.0)
    longest_move: tuple[float, float] = (0.0, 0.0)
    processor_per_move: tuple[float, float] = (math.nan, math.nan)
    lost_on_time: tuple[int, int] = (0, 0)
    forfeited: tuple[int, int] = (0, 0)

    @property
    def share(self) -> float:
        """Points per game."""
        return self.games.share

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson_interval(self.games.points, self.games.games)

    def __str__(self) -> str:
        """One line."""
        low, high = self.interval
        counts = self.games
        return (
            f"{100 * self.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}] in {counts.games} games "
            f"(+{counts.wins} ={counts.draws} -{counts.losses})"
        )


def counts_of(points: Sequence[float]) -> GameCounts:
    """Games from points: 1, 0.5 or 0."""
    return GameCounts(
        losses=sum(p == 0 for p in points),
        draws=sum(p == 0.5 for p in points),
        wins=sum(p == 1 for p in points),
    )


def pair_counts_of(points: dict[Slot, float]) -> PairCounts:
    """Complete pairs from the points of games."""
    kinds = {0.0: "two_losses", 0.5: "loss_and_draw", 1.5: "win_and_draw", 2.0: "two_wins"}
    counts = dict.fromkeys((*kinds.values(), "win_and_loss", "two_draws"), 0)
    for slot, one in points.items():
        other = points.get(Slot.of_pair(slot.pair)[1])
        if not slot.first_is_black or other is None:
            continue
        even = "two_draws" if one == other else "win_and_loss"
        counts[kinds.get(one + other, even)] += 1
    return PairCounts(**counts)


def score_of(results: Sequence[GameResult], *, voids: int = 0) -> MatchScore:
    """Adds up results."""
    if not results:
        raise KatachiError("a match without games has no score")
    sides = (GameResult.of_first, GameResult.of_second)
    rates = [_mean([v for r in results for v in side(r, r.simulations) if v > 0]) for side in sides]
    times = [[v for r in results for v in side(r, r.seconds)] for side in sides]
    work = [[v for r in results for v in side(r, r.processor) if v is not None] for side in sides]
    return MatchScore(
        games=counts_of([r.points for r in results]),
        pairs=pair_counts_of({r.slot: r.points for r in results}),
        as_black=counts_of([r.points for r in results if r.slot.first_is_black]),
        as_white=counts_of([r.points for r in results if not r.slot.first_is_black]),
        unique=len({r.moves for r in results}),
        voids=voids,
        simulations_per_move=(rates[0], rates[1]),
        seconds_per_move=(_mean(times[0]), _mean(times[1])),
        longest_move=(max(times[0], default=0.0), max(times[1], default=0.0)),
        processor_per_move=(_mean(work[0], math.nan), _mean(work[1], math.nan)),
        lost_on_time=_losses(results, "time"),
        forfeited=_losses(results, "forfeit"),
    )


def _losses(results: Sequence[GameResult], reason: str) -> tuple[int, int]:
    """How many games of a reason the first and the second agent lost."""
    points = [r.points for r in results if r.reason == reason and r.winner is not None]
    return points.count(0), points.count(1)


def _mean(values: Sequence[float], otherwise: float = 0.0) -> float:
    return sum(values) / len(values) if values else otherwise
