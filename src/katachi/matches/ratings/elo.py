"""How much stronger: Elo, normalised Elo, and how sure it is that there is a difference.

Formulas as in fastchess and M. Van den Bergh's notes on normalised Elo. What does not exist (the
Elo difference behind a score of 100 %, an error without variance) is nan; reports show it as a dash
and give Wilson's interval instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from katachi.errors import KatachiError
from katachi.matches.ratings.counts import Counts, mean_and_variance

# The 97.5 % quantile of the normal distribution: intervals are at 95 %.
Z = 1.959963984540054
# One unit of normalised difference in Elo: 800 / ln 10.
NORMALIZED_SCALE = 800 / math.log(10)

NAN = float("nan")


@dataclass(frozen=True)
class Estimate:
    """A number and half the width of its 95 % interval; nan if it does not exist."""

    value: float
    error: float

    @property
    def is_defined(self) -> bool:
        """Whether both numbers exist."""
        return math.isfinite(self.value) and math.isfinite(self.error)


def elo_of_share(share: float) -> float:
    """The Elo difference that makes a share of points likely; infinite for 0 and 1.

    >>> round(elo_of_share(0.64), 1)
    100.0
    """
    if not 0 <= share <= 1:
        raise KatachiError(f"a share lies between 0 and 1, not at {share}")
    if share in {0.0, 1.0}:
        return math.inf if share else -math.inf
    return -400 * math.log10(1 / share - 1)


def share_of_elo(elo: float) -> float:
    """The share of points that an Elo difference makes likely.

    >>> share_of_elo(0), round(share_of_elo(400), 3)
    (0.5, 0.909)
    """
    # In this form neither side can overflow.
    return 0.5 * (1 + math.tanh(elo * math.log(10) / 800))


def elo_with_error(counts: Counts) -> Estimate:
    """The Elo difference of the first agent.

    >>> from katachi.matches.ratings import PairCounts
    >>> estimate = elo_with_error(PairCounts.from_pentanomial((177, 1629, 3083, 1780, 221)))
    >>> f"{estimate.value:.2f} +/- {estimate.error:.2f}"
    '6.03 +/- 3.49'
    """
    mean, variance = mean_and_variance(counts)
    spread = Z * math.sqrt(variance / sum(counts.frequencies))
    value = elo_of_share(mean) if 0 < mean < 1 else NAN
    low, high = mean - spread, mean + spread
    if not variance or low <= 0 or high >= 1:
        return Estimate(value, NAN)
    return Estimate(value, (elo_of_share(high) - elo_of_share(low)) / 2)


def normalized_elo_with_error(counts: Counts) -> Estimate:
    """The difference in units of the spread of one game: how easily it is seen in games."""
    mean, variance = mean_and_variance(counts)
    if not variance:
        return Estimate(NAN, NAN)
    deviation = math.sqrt(counts.games_in_unit * variance)
    spread = Z * math.sqrt(variance / sum(counts.frequencies))
    return Estimate(
        (mean - 0.5) / deviation * NORMALIZED_SCALE, spread / deviation * NORMALIZED_SCALE
    )


def likelihood_of_superiority(counts: Counts) -> float:
    """How likely the first agent is the stronger one, if nothing was known before.

    nan when all units ended alike: then nothing is known about their variance.
    """
    mean, variance = mean_and_variance(counts)
    if not variance:
        return NAN
    return (1 + math.erf((mean - 0.5) / math.sqrt(2 * variance / sum(counts.frequencies)))) / 2
