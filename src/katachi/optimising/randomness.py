"""The random numbers of a search: one stream for its beginning and one for each step.

A stream follows from the seed and the number of its step alone, so that a search that was stopped
goes on as if it had not been: there is no generator whose state would have to be kept.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Randomness:
    """All randomness of one search.

    >>> Randomness(7).at_step(3).random() == Randomness(7).at_step(3).random()
    True
    """

    seed: int = 0

    def at_the_beginning(self) -> random.Random:
        """For the first solutions."""
        return random.Random(f"{self.seed}/begin")

    def at_step(self, step: int) -> random.Random:
        """For the step with this number, from 0."""
        return random.Random(f"{self.seed}/{step}")
