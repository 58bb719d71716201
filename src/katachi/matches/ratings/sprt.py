"""The sequential probability ratio test: stop a match as soon as the question is decided.

H0 says that the difference is `elo0`, H1 that it is `elo1`. After every pair the log likelihood
ratio of the two is compared with two bounds; the share of wrong answers is then at most `alpha`
(H1 although H0 holds) and `beta` (the reverse). Generalised test after M. Van den Bergh: the
nuisance parameters, which are the frequencies of the results, take their likeliest values under
each hypothesis. The roots that this needs are found by halving a bracket that must contain them, so
that no hypothesis, however far from the data, can make the search hang.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from katachi.errors import KatachiError, shown
from katachi.matches.ratings.counts import Counts
from katachi.matches.ratings.elo import NORMALIZED_SCALE, share_of_elo

SprtModel = Literal["normalized", "logistic", "bayesian"]
SprtDecision = Literal["H0", "H1", "undecided"]

# A result that has not occurred yet counts as this much, so that no likelihood is zero.
UNSEEN = 1e-3
# The likeliest distribution of the normalised model is a fixed point; at most this many steps, or until it
# moves less than that.
STEPS, ENOUGH = 10, 1e-4
# More than enough to reach neighbouring numbers from any bracket.
HALVINGS = 200


@dataclass(frozen=True)
class Sprt:
    """A test of two hypotheses about the Elo difference of the first agent.

    `model`: what `elo0` and `elo1` are: normalized Elo (the usual choice), logistic Elo, or
    BayesElo (for games, not for pairs).

    >>> from katachi.matches.ratings import PairCounts
    >>> test = Sprt(0, 3, alpha=0.05, beta=0.10)
    >>> counts = PairCounts.from_pentanomial((177, 1629, 3083, 1780, 221))
    >>> round(test.log_likelihood_ratio(counts), 4), test.decision(counts)
    (2.9129, 'H1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: SprtModel = "normalized"

    def __post_init__(self) -> None:
        """Refuses hypotheses that cannot be told apart and errors that cannot be kept."""
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise KatachiError(f"elo0 must be less than elo1: {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise KatachiError(
                f"alpha and beta must be positive with a sum under 1: {self.alpha} and {self.beta}"
            )
        if self.model not in get_args(SprtModel):
            known = ", ".join(get_args(SprtModel))
            raise KatachiError(f"no model {shown(self.model)}; known: {known}")

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at or under the first, H1 at or over the second."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def log_likelihood_ratio(self, counts: Counts) -> float:
        """How much likelier H1 is than H0, as a natural logarithm; 0 without games."""
        if not sum(counts.frequencies):
            return 0.0
        if self.model == "bayesian":
            return self._bayesian(counts)
        observed = [frequency or UNSEEN for frequency in counts.frequencies]
        total = math.fsum(observed)
        shares = [count / total for count in observed]
        if self.model == "logistic":
            scores = share_of_elo(self.elo0), share_of_elo(self.elo1)
            return _ratio(total, shares, [_with_mean(counts.values, shares, s) for s in scores])
        root = math.sqrt(counts.games_in_unit)
        targets = [elo / NORMALIZED_SCALE * root for elo in (self.elo0, self.elo1)]
        likeliest = [_with_normalized_mean(counts.values, shares, t) for t in targets]
        return _ratio(total, shares, likeliest)

    def decision(self, counts: Counts) -> SprtDecision:
        """What the games say so far."""
        ratio = self.log_likelihood_ratio(counts)
        low, high = self.bounds
        if ratio >= high:
            return "H1"
        return "H0" if ratio <= low else "undecided"

    def _bayesian(self, counts: Counts) -> float:
        if counts.games_in_unit != 1:
            raise KatachiError("the bayesian model is for games, not for pairs")
        losses, _, wins = counts.frequencies
        if not losses or not wins:
            return 0.0
        observed = [frequency or UNSEEN for frequency in counts.frequencies]
        total = math.fsum(observed)
        shares = [count / total for count in observed]
        draw_elo = 200 * math.log10((1 - shares[0]) / shares[0] * (1 - shares[2]) / shares[2])
        scores = []
        for elo in (self.elo0, self.elo1):
            win, loss = share_of_elo(elo - draw_elo), share_of_elo(-elo - draw_elo)
            scores.append(win + (1 - win - loss) / 2)
        return _ratio(total, shares, [_with_mean(counts.values, shares, s) for s in scores])

    def __str__(self) -> str:
        """As the command line reads it.

        >>> print(Sprt(0, 5))
        elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized
        """
        return (
            f"elo0={self.elo0:g} elo1={self.elo1:g} alpha={self.alpha:g} beta={self.beta:g} "
            f"model={self.model}"
        )


def parse_sprt(text: str) -> Sprt:
    """A test from `elo0=E elo1=E [alpha=A] [beta=B] [model=M]`, or short `E0,E1`.

    >>> parse_sprt("0,30") == parse_sprt("elo0=0 elo1=30")
    True
    """
    short = text.split(",")
    if len(short) == 2 and "=" not in text:
        text = f"elo0={short[0]} elo1={short[1]}"
    values: dict[str, float] = {}
    model = "normalized"
    for part in text.split():
        name, _, value = part.partition("=")
        if name == "model":
            model = value
            continue
        if name not in {"elo0", "elo1", "alpha", "beta"}:
            raise KatachiError(f"{shown(part)} is not a part of a test such as 'elo0=0 elo1=5'")
        try:
            values[name] = float(value)
        except ValueError:
            raise KatachiError(f"{shown(part)} is not a number") from None
    if not {"elo0", "elo1"} <= values.keys():
        raise KatachiError(f"a test needs elo0 and elo1, as in 'elo0=0 elo1=5': {shown(text)}")
    return Sprt(**values, model=model)  # type: ignore[arg-type]


def _ratio(total: float, shares: Sequence[float], likeliest: Sequence[Sequence[float]]) -> float:
    under0, under1 = likeliest
    terms = zip(shares, under0, under1, strict=True)
    return total * math.fsum(p * math.log(q1 / q0) for p, q0, q1 in terms)


def _with_mean(values: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean under which the observed shares are likeliest."""
    # Hypotheses like -1500 Elo lie within rounding of 0 or 1; keep inside.
    inside = min(max(mean, 1e-12), 1 - 1e-12)
    return _tilted(shares, [value - inside for value in values])


def _with_normalized_mean(
    values: Sequence[float], shares: Sequence[float], target: float
) -> list[float]:
    """The same for a given (mean - 1/2) / standard deviation."""
    likeliest = [1 / len(values)] * len(values)
    for step in range(STEPS):
        before = likeliest
        offsets = _offsets(values, likeliest, target)
        if max(offsets) <= 0 or min(offsets) >= 0:
            if step:
                break
            # Too far from a uniform distribution to begin there. Losses and wins alone can have
            # any normalised mean.
            win = 0.5 * (1 + target / math.sqrt(1 + target * target))
            offsets = _offsets(values, [1 - win, *[0.0] * (len(values) - 2), win], target)
        likeliest = _tilted(shares, offsets)
        if max(abs(q - p) for q, p in zip(likeliest, before, strict=True)) < ENOUGH:
            break
    return likeliest


def _offsets(values: Sequence[float], shares: Sequence[float], target: float) -> list[float]:
    """How a little more of each value would move the constraint, at given shares."""
    mean = math.fsum(q * a for q, a in zip(shares, values, strict=True))
    variance = math.fsum(q * (a - mean) ** 2 for q, a in zip(shares, values, strict=True))
    deviation = math.sqrt(max(variance, 1e-300))
    return [
        a - 0.5 - 0.5 * target * deviation * (1 + ((a - mean) / deviation) ** 2) for a in values
    ]


def _tilted(shares: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """q_i = p_i / (1 + t x_i) with the t that makes the mean of x zero under q."""

    def slope(t: float) -> float:
        return math.fsum(p * x / (1 + t * x) for p, x in zip(shares, offsets, strict=True))

    low, high = -1 / max(offsets), -1 / min(offsets)
    t = _root(slope, low, high)
    return [p / (1 + t * x) for p, x in zip(shares, offsets, strict=True)]


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """The root of a function that falls from +inf at `low` to -inf at `high`, by halving."""
    for _ in range(HALVINGS):
        middle = low + (high - low) / 2
        if middle in {low, high}:
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return low + (high - low) / 2
