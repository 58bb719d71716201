"""Whether our figures confirm a claim: two separate answers, direction and figure.

A claim is a value with its 95 % interval, beside the value that means *no difference*: one half for
a share of points, 0 for a difference between two rows. If the interval lies above (below) that, the
paper says *better* (*worse*); if it holds it, the paper says *no difference*.

Direction, from our own 95 % interval:

    claim            confirmed                    not confirmed        undecided
    better, worse    ours is wholly on that side  wholly on the other  ours holds no difference
    no difference    a share: ours holds one      ours does not hold   ours holds it, but is wider
                     half and is at most 10       it                   or no share
                     points wide

Figure: whether the paper's value lies within our interval, above it or below it. Agents that search
faster or better than the paper's may confirm a direction with another figure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from katachi.matches.ratings.intervals import wilson_interval

Answer = Literal["confirmed", "not confirmed", "undecided"]
Direction = Literal["better", "worse", "no difference"]
Place = Literal["within", "above", "below"]
Interval = tuple[float, float]

EVEN_SHARE = 0.5
# An interval that holds one half says "no difference" only if it could have seen one.
WIDEST_EVEN_INTERVAL = 0.10


@dataclass(frozen=True)
class Claim:
    """A value and half the width of its 95 % interval; `even` is the value of no difference.

    An infinite value claims a direction and no figure.
    """

    value: float
    error: float = 0.0
    even: float = EVEN_SHARE

    @classmethod
    def of_games(cls, share: float, games: int) -> Claim:
        """A share of points whose interval the paper does not give."""
        low, high = wilson_interval(share * games, games)
        return cls(share, (high - low) / 2)

    @classmethod
    def of_difference(cls, difference: float) -> Claim:
        """A difference between two rows."""
        return cls(difference, even=0.0)

    @classmethod
    def of_direction(cls, direction: Literal["better", "worse"]) -> Claim:
        """A difference of which the paper says no more than its sign."""
        return cls(math.inf if direction == "better" else -math.inf, even=0.0)

    @property
    def direction(self) -> Direction:
        """What the paper can be said to claim."""
        if self.value - self.error > self.even:
            return "better"
        return "worse" if self.value + self.error < self.even else "no difference"


@dataclass(frozen=True)
class Verdict:
    """Our answer; `figure` says where the paper's figure lies relative to our interval, if both exist."""

    answer: Answer
    figure: Place | None


def judge(claim: Claim, interval: Interval) -> Verdict:
    """Compares a claim with our interval.

    >>> judge(Claim(0.692, 0.029), (0.65, 0.74))
    Verdict(answer='confirmed', figure='within')
    >>> judge(Claim(0.501, 0.031), (0.35, 0.65)).answer
    'undecided'
    >>> judge(Claim.of_direction("better"), (0.01, 0.02))
    Verdict(answer='confirmed', figure=None)
    """
    low, high = interval
    ours: Direction = "no difference"
    if low > claim.even:
        ours = "better"
    elif high < claim.even:
        ours = "worse"
    answer: Answer = "confirmed" if ours == claim.direction else "not confirmed"
    could_see = claim.even == EVEN_SHARE and high - low <= WIDEST_EVEN_INTERVAL
    if ours == "no difference" and (claim.direction != "no difference" or not could_see):
        answer = "undecided"
    return Verdict(answer, _place(claim.value, interval))


def judge_difference(claim: Claim, difference: float, interval: Interval | None) -> Verdict:
    """The same of a difference that may have no interval: then its sign is the answer.

    >>> judge_difference(Claim.of_difference(-0.001), 0.03, None)
    Verdict(answer='not confirmed', figure=None)
    """
    if interval is None:
        return Verdict(judge(claim, (difference, difference)).answer, None)
    return judge(claim, interval)


def reading(claim: Claim, verdict: Verdict) -> str:
    """Both answers in a few words: does the paper's figure agree with ours, and if not, how?

    >>> reading(Claim(0.6, 0.03), Verdict("confirmed", "above"))
    'same direction, smaller'
    """
    if verdict.answer == "undecided":
        return "undecided"
    if verdict.answer == "not confirmed":
        return "contradicted"
    if verdict.figure == "within":
        return "agrees"
    if verdict.figure is None or claim.direction == "no difference":
        return "same direction"
    beyond = verdict.figure == ("above" if claim.direction == "better" else "below")
    return f"same direction, {'smaller' if beyond else 'larger'}"


def _place(value: float, interval: Interval) -> Place | None:
    if not math.isfinite(value):
        return None
    if value > interval[1]:
        return "above"
    return "below" if value < interval[0] else "within"
