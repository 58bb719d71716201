"""Whether our games confirm a claim: two separate answers, direction and figure.

The claim is a share of points with its 95 % interval. If that interval lies above (below) one half,
the paper says *better* (*worse*); if it holds one half, the paper says *no difference*.

Direction, from our 95 % interval (Wilson's):

    claim            confirmed                    not confirmed        undecided
    better, worse    ours is wholly on that side  wholly on the other  ours holds one half
    no difference    ours holds one half and is   ours does not hold   ours holds one half, but
                     at most 10 points wide       one half             is wider

Figure: whether the paper's share lies within our interval, above it or below it. Agents that
search faster or better than the paper's may confirm a direction with another figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from katachi.matches.ratings.intervals import wilson_interval

Answer = Literal["confirmed", "not confirmed", "undecided"]
Figure = Literal["within", "above", "below"]

# An interval that holds one half says "no difference" only if it could have seen one.
WIDEST_EVEN_INTERVAL = 0.10


@dataclass(frozen=True)
class Claim:
    """A share of points and half the width of its 95 % interval, both from 0 to 1."""

    share: float
    error: float

    @classmethod
    def of_games(cls, share: float, games: int) -> Claim:
        """A claim whose interval the paper does not give."""
        low, high = wilson_interval(share * games, games)
        return cls(share, (high - low) / 2)

    @property
    def direction(self) -> Literal["better", "worse", "no difference"]:
        """What the paper can be said to claim."""
        if self.share - self.error > 0.5:
            return "better"
        return "worse" if self.share + self.error < 0.5 else "no difference"


@dataclass(frozen=True)
class Verdict:
    """Our answer; `figure` says where the paper's figure lies relative to our interval."""

    answer: Answer
    figure: Figure


def judge(claim: Claim, interval: tuple[float, float]) -> Verdict:
    """Compares a claim with our interval.

    >>> judge(Claim(0.692, 0.029), (0.65, 0.74))
    Verdict(answer='confirmed', figure='within')
    >>> judge(Claim(0.501, 0.031), (0.35, 0.65)).answer
    'undecided'
    """
    low, high = interval
    figure: Figure = "within"
    if claim.share > high:
        figure = "above"
    elif claim.share < low:
        figure = "below"
    ours = "better" if low > 0.5 else "worse" if high < 0.5 else "no difference"
    answer: Answer = "confirmed" if ours == claim.direction else "not confirmed"
    if ours == "no difference" and (
        claim.direction != "no difference" or high - low > WIDEST_EVEN_INTERVAL
    ):
        answer = "undecided"
    return Verdict(answer, figure)
