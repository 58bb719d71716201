"""How mistakes in a game are measured, and what suits opponents made for a player's strength.

The judge and the measurements behind these numbers: docs/methods/rivals.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Judging:
    """What a game says of it; the defaults suit games of which nothing is known.

    `by_evaluation`: moves are judged by alpha-beta with the game's evaluation, in hundredths of its
    points; others by Monte-Carlo tree search, in shares of points. Of a player's own moves `moves`
    count, after `opening_plies` that are imposed or known by heart, in positions whose best move is
    worth at most `undecided` to either side. Games with rivals begin with `random_plies`, and
    `measured_pairs` of games measure each. `varied_weights`: those three of the evaluation that
    evolve, beside `fixed_weights`; without them rivals imitate a weakness.
    """

    by_evaluation: bool = False
    moves: int = 20  # SHAPES, appendix
    opening_plies: int = 0
    undecided: float = math.inf
    random_plies: int = 2
    measured_pairs: int = 10
    varied_weights: tuple[str, ...] = ()
    fixed_weights: tuple[tuple[str, int], ...] = ()

    @property
    def rivals_evolve(self) -> bool:
        """Whether rivals are individuals of an evolution."""
        return bool(self.varied_weights)


def judging_of(game: object) -> Judging:
    """What a game says, or the defaults if it says nothing."""
    judging = getattr(game, "judging", None)
    return judging if isinstance(judging, Judging) else Judging()
