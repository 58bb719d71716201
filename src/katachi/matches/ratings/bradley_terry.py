"""Ratings of many players from the games between them.

Bradley-Terry with a first-move advantage: a player with strength r who moves first scores
1 / (1 + exp(-(r - s + h))) against one with strength s, where h is the same for all. A draw counts
as half a win and half a loss. The strengths are those that make the results likeliest (their mean
is zero), found by Newton's method; the errors come from the curvature at that point. With draws
the errors are a little too wide, because a draw tells more than a coin thrown twice.

Strengths exist only among players of whom each has, over any number of steps, won and lost points
against each other (Ford 1957). Players outside the largest such group are listed without rating. The
advantage is left out if no finite value of it makes the results likeliest, as after a few games in which
nearly always the first to move has won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.matches.ratings.elo import NAN, Estimate, Z

# Elo of one unit of strength: 400 / ln 10.
ELO_OF_STRENGTH = 400 / math.log(10)

# Newton's method squares the error at every step near the end; halving guards the beginning.
MOST_STEPS, ENOUGH = 200, 1e-11

# A curvature below this means that the likelihood still rises somewhere far away: there is no maximum.
FLAT = 1e-6


@dataclass(frozen=True)
class Pairing:
    """What `first`, who moved first, scored against `second` in a number of games."""

    first: str
    second: str
    points: float
    games: int

    def __post_init__(self) -> None:
        """Points of games between two players."""
        if self.first == self.second:
            raise KatachiError(f"{self.first!r} does not play itself")
        if self.games < 0 or not 0 <= self.points <= self.games:
            raise KatachiError(f"{self.points} points of {self.games} games cannot be")


@dataclass(frozen=True)
class Rating:
    """A player's Elo (the mean of the rated is 0) with its 95 % error, and what it rests on."""

    player: str
    elo: Estimate
    points: float
    games: int


@dataclass(frozen=True)
class RatingList:
    """Best first; players without rating before or after the others, by share of points.

    `superiority[i][j]`: how likely player i of `ratings` is stronger than player j; nan if
    undefined.
    """

    ratings: tuple[Rating, ...]
    first_move_advantage: Estimate
    superiority: tuple[tuple[float, ...], ...]


def rate(pairings: Sequence[Pairing], *, with_advantage: bool = True) -> RatingList:
    """Ratings of all players that occur.

    >>> listed = rate([Pairing("a", "b", 15, 20), Pairing("b", "a", 5, 20)])
    >>> [(r.player, round(r.elo.value, 1)) for r in listed.ratings]
    [('a', 95.4), ('b', -95.4)]
    """
    players = list(dict.fromkeys(name for p in pairings for name in (p.first, p.second)))
    index = {name: number for number, name in enumerate(players)}
    points, games = np.zeros(len(players)), np.zeros(len(players), dtype=np.int64)
    for pairing in pairings:
        for name, scored in (
            (pairing.first, pairing.points),
            (pairing.second, pairing.games - pairing.points),
        ):
            points[index[name]] += scored
            games[index[name]] += pairing.games
    rated = _connected(pairings, index)
    inside = [p for p in pairings if p.first in rated and p.second in rated and p.games]
    strengths, covariance = _fit(inside, rated, with_advantage=with_advantage)
    elo = {
        name: Estimate(
            float(strengths[i]) * ELO_OF_STRENGTH,
            Z * math.sqrt(covariance[i, i]) * ELO_OF_STRENGTH,
        )
        for i, name in enumerate(rated)
    }
    none = Estimate(NAN, NAN)
    ratings = sorted(
        (
            Rating(name, elo.get(name, none), float(points[i]), int(games[i]))
            for name, i in index.items()
        ),
        key=_place,
    )
    advantage = none
    if with_advantage and inside and math.isfinite(covariance[-1, -1]):
        advantage = Estimate(
            float(strengths[-1]) * ELO_OF_STRENGTH,
            Z * math.sqrt(covariance[-1, -1]) * ELO_OF_STRENGTH,
        )
    order = [rated.index(r.player) if r.player in elo else -1 for r in ratings]
    superiority = tuple(
        tuple(_superiority(strengths, covariance, i, j) for j in order) for i in order
    )
    return RatingList(tuple(ratings), advantage, superiority)


def _place(rating: Rating) -> tuple[int, float]:
    """The order of a list: those who cannot be rated for their wins first, for losses last."""
    if rating.elo.is_defined:
        return 1, -rating.elo.value
    share = rating.points / max(1, rating.games)
    return (0 if share > 0.5 else 2), -share


def _connected(pairings: Sequence[Pairing], index: dict[str, int]) -> list[str]:
    """The largest group in which everybody has beaten everybody over some chain; [] if none."""
    if not index:
        return []
    reaches = np.eye(len(index), dtype=bool)
    for p in pairings:
        i, j = index[p.first], index[p.second]
        reaches[i, j] |= p.points > 0
        reaches[j, i] |= p.points < p.games
    for _ in range(len(index).bit_length()):
        reaches = reaches @ reaches  # chains of twice the length
    both_ways = reaches & reaches.T
    largest = both_ways[int(np.argmax(both_ways.sum(axis=1)))]
    if largest.sum() < 2:
        return []
    return [name for name, i in index.items() if largest[i]]


def _fit(
    pairings: Sequence[Pairing], players: list[str], *, with_advantage: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The likeliest strengths (advantage last) and their covariance, with mean strength 0."""
    count = len(players)
    size = count + 1
    if not pairings:
        return np.zeros(size), np.full((size, size), NAN)
    where = {name: i for i, name in enumerate(players)}
    design = np.zeros((len(pairings), size))
    for row, p in enumerate(pairings):
        design[row, where[p.first]] = 1
        design[row, where[p.second]] = -1
        design[row, -1] = 1
    points = np.array([p.points for p in pairings], dtype=float)
    games = np.array([p.games for p in pairings], dtype=float)
    # The advantage is estimated only if somebody moved first and second, with points both ways.
    free = with_advantage and bool(np.any(points > 0) and np.any(points < games))
    free = free and np.linalg.matrix_rank(design) == count
    # Columns of `basis`: directions that may change. Strengths keep their mean.
    basis = np.zeros((size, count - 1 + free))
    basis[:count, : count - 1] = _zero_mean_basis(count)
    if free:
        basis[-1, -1] = 1
    reduced = design @ basis
    weights = np.zeros(basis.shape[1])

    def likelihood(at: NDArray[np.float64]) -> float:
        x = reduced @ at
        return float(points @ x - games @ np.logaddexp(0, x))

    current = likelihood(weights)
    for _ in range(MOST_STEPS):
        share = 1 / (1 + np.exp(-(reduced @ weights)))
        gradient = reduced.T @ (points - games * share)
        curvature = reduced.T @ (reduced * (games * share * (1 - share))[:, None])
        step = np.linalg.solve(curvature + 1e-12 * np.eye(len(weights)), gradient)
        scale = 1.0
        while likelihood(weights + scale * step) < current and scale > 1e-6:
            scale /= 2
        weights = weights + scale * step
        current = likelihood(weights)
        if float(np.abs(step).max()) < ENOUGH:
            break
    share = 1 / (1 + np.exp(-(reduced @ weights)))
    curvature = reduced.T @ (reduced * (games * share * (1 - share))[:, None])
    if free and np.linalg.eigvalsh(curvature)[0] < FLAT:
        return _fit(pairings, players, with_advantage=False)
    covariance = basis @ np.linalg.pinv(curvature) @ basis.T
    if not free:
        covariance[-1, -1] = NAN
    return basis @ weights, covariance


def _zero_mean_basis(count: int) -> NDArray[np.float64]:
    """Orthonormal columns, [count, count - 1], each with sum zero."""
    # numpy's QR of ones followed by the unit vectors: the first column is the mean.
    start = np.eye(count)
    start[:, 0] = 1
    return np.linalg.qr(start)[0][:, 1:]


def _superiority(
    strengths: NDArray[np.float64], covariance: NDArray[np.float64], i: int, j: int
) -> float:
    if i < 0 or j < 0 or i == j:
        return NAN
    variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
    if not variance > 0:
        return NAN
    return 0.5 * (1 + math.erf(float(strengths[i] - strengths[j]) / math.sqrt(2 * variance)))
