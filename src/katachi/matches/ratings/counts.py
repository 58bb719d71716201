"""What is counted: games (trinomial) and pairs of games (pentanomial), seen from the first agent.

A pair is two games from the same opening with colours exchanged. Its two results hang together, so
statistics of pairs have smaller and more honest errors than statistics of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Protocol

from katachi.errors import KatachiError


class Counts(Protocol):
    """Units of play and their possible results."""

    @property
    def values(self) -> tuple[float, ...]:
        """The possible results of a unit, as shares of its points, from 0 to 1."""

    @property
    def frequencies(self) -> tuple[int, ...]:
        """How often each occurred."""

    @property
    def games_in_unit(self) -> int:
        """1 or 2."""


def check_counts(counts: tuple[int, ...]) -> None:
    """Raises if a count is negative or no whole number."""
    for count in counts:
        if not isinstance(count, int) or count < 0:
            raise KatachiError(f"a count must be a whole number from 0, not {count!r}")


def mean_and_variance(counts: Counts) -> tuple[float, float]:
    """Mean and variance of the result of one unit; at least one unit is needed."""
    total = sum(counts.frequencies)
    if not total:
        raise KatachiError("no games, no statistics")
    shares = [frequency / total for frequency in counts.frequencies]
    mean = fsum(p * a for p, a in zip(shares, counts.values, strict=True))
    variance = fsum(p * (a - mean) ** 2 for p, a in zip(shares, counts.values, strict=True))
    return mean, variance


@dataclass(frozen=True)
class GameCounts:
    """Games as losses, draws and wins.

    >>> GameCounts(losses=1, draws=2, wins=3).share
    0.6666666666666666
    """

    losses: int = 0
    draws: int = 0
    wins: int = 0

    def __post_init__(self) -> None:
        """Counts only."""
        check_counts(self.frequencies)

    @property
    def values(self) -> tuple[float, ...]:
        """Loss, draw, win."""
        return (0.0, 0.5, 1.0)

    @property
    def frequencies(self) -> tuple[int, ...]:
        """In the order of `values`."""
        return (self.losses, self.draws, self.wins)

    @property
    def games_in_unit(self) -> int:
        """A game is a game."""
        return 1

    @property
    def games(self) -> int:
        """All games."""
        return self.losses + self.draws + self.wins

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game; at least one game is needed."""
        return mean_and_variance(self)[0]


@dataclass(frozen=True)
class PairCounts:
    """Pairs by what the first agent got in their two games.

    The pentanomial has five places, because a win and a loss are worth as much as two draws; they
    are counted apart only for `win_loss_to_draws`.

    >>> pairs = PairCounts(two_losses=1, win_and_loss=4, two_draws=1, two_wins=3)
    >>> pairs.frequencies, pairs.pairs_ratio
    ((1, 0, 5, 0, 3), 3.0)
    """

    two_losses: int = 0
    loss_and_draw: int = 0
    win_and_loss: int = 0
    two_draws: int = 0
    win_and_draw: int = 0
    two_wins: int = 0

    def __post_init__(self) -> None:
        """Counts only."""
        check_counts((self.win_and_loss, self.two_draws, *self.frequencies))

    @classmethod
    def from_pentanomial(cls, counts: tuple[int, int, int, int, int]) -> PairCounts:
        """From the five places; even pairs then count as a win and a loss."""
        return cls(
            two_losses=counts[0],
            loss_and_draw=counts[1],
            win_and_loss=counts[2],
            win_and_draw=counts[3],
            two_wins=counts[4],
        )

    @property
    def values(self) -> tuple[float, ...]:
        """The share of two points."""
        return (0.0, 0.25, 0.5, 0.75, 1.0)

    @property
    def frequencies(self) -> tuple[int, ...]:
        """In the order of `values`: LL, LD, WL and DD, WD, WW."""
        even = self.win_and_loss + self.two_draws
        return (self.two_losses, self.loss_and_draw, even, self.win_and_draw, self.two_wins)

    @property
    def games_in_unit(self) -> int:
        """Two games make a pair."""
        return 2

    @property
    def pairs(self) -> int:
        """All pairs."""
        return sum(self.frequencies)

    @property
    def even_share(self) -> float:
        """The share of pairs with one point each (DrawRatio); nan without pairs."""
        return self.frequencies[2] / self.pairs if self.pairs else float("nan")

    @property
    def pairs_ratio(self) -> float:
        """Pairs won for each pair lost; nan if none was lost."""
        lost = self.two_losses + self.loss_and_draw
        return (self.win_and_draw + self.two_wins) / lost if lost else float("nan")

    @property
    def win_loss_to_draws(self) -> float:
        """Even pairs with a win and a loss for each with two draws; nan without the latter."""
        return self.win_and_loss / self.two_draws if self.two_draws else float("nan")
