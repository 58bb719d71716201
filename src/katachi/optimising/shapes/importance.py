"""How much a shape tells before anything is learned, and how alike two shapes are (SHAPES 6)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from katachi.errors import InvalidSettings

# Of leave_one_out: how many appearances with the mean ratio every pattern is given besides its own.
PSEUDO_APPEARANCES = 2.0
_LEAST_CHANCE = 1e-6


@dataclass(frozen=True)
class ImportanceSettings:
    """Weights of the measures, and from how many appearances on a pattern counts.

    The weight of the standard deviation is 1. SHAPES gives no number for tau_app.
    """

    scattering: float = 0.2  # SHAPES 6.2.1: w_scat
    appearance: float = 0.2  # SHAPES 6.2.1: w_appr
    least_appearances: int = 10

    def __post_init__(self) -> None:
        """Refuses thresholds without meaning."""
        if self.least_appearances < 1:
            raise InvalidSettings(
                f"least_appearances must be at least 1, not {self.least_appearances}"
            )


# As the thesis weighs them.
THESIS_IMPORTANCE = ImportanceSettings()


@dataclass(frozen=True)
class Importance:
    """The measures of one shape.

    `patterns`: those that appear often enough; `deviation` and `scattering` are of their selection
    ratios, `appearance_ratio` is their share of all possible patterns.
    """

    length: int
    patterns: int
    deviation: float
    scattering: float
    appearance_ratio: float
    importance: float


def importance_of_counts(  # noqa: PLR0913 - two counts and what they are of
    appearances: Sequence[float],
    wins: Sequence[float],
    length: int,
    settings: ImportanceSettings = THESIS_IMPORTANCE,
    base: int = 3,
    *,
    stages: int = 1,
) -> Importance:
    """From the counts of each pattern: how often it appeared at a legal move, and was played.

    Five patterns never and five always played have the standard deviation 0.5:

    >>> importance_of_counts([20] * 10, [0] * 5 + [20] * 5, 4).deviation
    0.5

    The possible patterns of a shape with n cells are 3^(n-1) (4^(n-1) with cells outside the
    board), because contents are seen by the mover; so many in each of the `stages`.
    """
    seen = np.asarray(appearances, dtype=np.float64)
    chosen = np.asarray(wins, dtype=np.float64)
    often = seen >= settings.least_appearances
    ratios = chosen[often] / seen[often]
    count = int(ratios.size)
    # SHAPES eq. 6.2 is misprinted; its examples are the population standard deviation.
    deviation = float(np.std(ratios)) if count else 0.0
    scattered = _scattering(ratios.tolist())
    ratio = count / (stages * float(base) ** (length - 1))
    total = deviation + settings.scattering * scattered + settings.appearance * ratio
    return Importance(length, count, deviation, scattered, ratio, total)


def _scattering(ratios: Iterable[float]) -> float:
    """The share of bins that are not empty: {0}, (0, 1/k], .., ((k-1)/k, 1), {1}."""
    values = list(ratios)
    if not values:
        return 0.0
    k = max(1, math.ceil(math.log2(len(values))))
    bins = {
        0 if ratio <= 0.0 else k + 1 if ratio >= 1.0 else min(k, math.ceil(ratio * k))
        for ratio in values
    }
    return len(bins) / (k + 2)


def leave_one_out(appearances: Sequence[float], wins: Sequence[float]) -> float:
    """How well a shape's patterns tell by themselves whether a move is played.

    The mean over all appearances of ln P, where each is predicted from the others of its pattern
    and `PSEUDO_APPEARANCES` with the mean selection ratio. Rare patterns predict badly and count
    against the shape, so that no threshold is needed; unlike importance it may be compared between
    shapes of different lengths.

    >>> tells = leave_one_out([50, 50], [50, 0])
    >>> tells > leave_one_out([50, 50], [25, 25]), tells > leave_one_out([1] * 100, [0, 1] * 50)
    (True, True)
    """
    seen = np.asarray(appearances, dtype=np.float64)
    chosen = np.asarray(wins, dtype=np.float64)
    total = float(seen.sum())
    if not total:
        return 0.0
    extra = PSEUDO_APPEARANCES * float(chosen.sum()) / total
    others = seen - 1.0 + PSEUDO_APPEARANCES
    # The chance that the other appearances give to being played, for one that was and one that was
    # not.
    played = np.clip((chosen - 1.0 + extra) / others, _LEAST_CHANCE, 1.0)
    not_played = np.clip(1.0 - (chosen + extra) / others, _LEAST_CHANCE, 1.0)
    return float((chosen * np.log(played) + (seen - chosen) * np.log(not_played)).sum() / total)


def similarity(first: Iterable[object], second: Iterable[object]) -> float:
    """The share of the shorter shape's cells that both have, the common target not counted.

    Both are given with their target. The example of SHAPES 6.1.6:

    >>> similarity(["a1", "a2", "a3", "a4"], ["a3", "a4", "a5"])
    0.5
    """
    one, other = set(first), set(second)
    least = min(len(one), len(other)) - 1
    return (len(one & other) - 1) / least if least > 0 else 0.0
