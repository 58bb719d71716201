"""Why a move looks good: what was seen, in words about the board, and a second move beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katachi.games.position import Position
from katachi.knowledge.explanation_svg import comparison_svg, explanation_svg
from katachi.knowledge.explanation_text import comparison_text, explanation_text

if TYPE_CHECKING:
    from katachi.knowledge.knowledge import Knowledge

# A factor nearer to 1 than this is no reason worth a line.
SMALLEST_REASON = 0.05


@dataclass(frozen=True)
class Reason:
    """Something that was seen of a move and makes it more or less likely.

    `text` says it, with the move as its subject; `cells` are those it is about, without the move.
    `strength` is the factor by which it multiplies the strength of the move, `share` its part of
    all that speaks for or against the move: |ln strength| over the sum of those. Knowledge of pairs
    gives each of two reasons half of what the pair adds, and all of it to a reason that is paired
    with a level that is none; `alone` is the factor without pairs. `feature` and `level` are the
    names that the knowledge uses. `appearances`: how often the level was seen in training; 0 means
    that it is unknown and says nothing. `index`: its number among all levels; -1: it has none.
    """

    text: str
    cells: tuple[str, ...]
    strength: float
    share: float
    alone: float
    feature: str
    level: str
    appearances: int
    index: int = -1

    @property
    def counts(self) -> bool:
        """Whether it is worth a line."""
        return abs(math.log(self.strength)) >= SMALLEST_REASON


@dataclass(frozen=True)
class PairReason:
    """Two things that say more, or less, together: `strength` is the factor of the pair alone."""

    first: str
    second: str
    strength: float


@dataclass(frozen=True, repr=False)
class Explanation:
    """What knowledge says about one move of a position.

    `probability` is the move's share of the strengths of all legal moves, `rank` its place (1 is
    the strongest). `reasons` come with the weightiest first; `pairs` are the weightiest pairs of
    them, which are counted in the reasons already. `rest` is the factor of what is no reason:
    features that have nothing to say of the move, or the same of every move.
    """

    position: Position
    move: str
    strength: float
    probability: float
    rank: int
    candidates: int
    reasons: tuple[Reason, ...]
    pairs: tuple[PairReason, ...]
    rest: float

    @property
    def reasons_for(self) -> tuple[Reason, ...]:
        """What makes the move more likely, the weightiest first."""
        return tuple(one for one in self.reasons if one.counts and one.strength > 1)

    @property
    def reasons_against(self) -> tuple[Reason, ...]:
        """What makes the move less likely, the weightiest first."""
        return tuple(one for one in self.reasons if one.counts and one.strength < 1)

    @property
    def evidence(self) -> dict[str, float]:
        """How much each cell speaks for (to 1) or against (to -1) the move.

        The logarithm of a reason is spread evenly over its cells.
        """
        return evidence_of(self.reasons)

    def svg(self) -> str:
        """The board with the cells that matter, a legend, and a small picture for every reason."""
        return explanation_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return (
            f"<Explanation: {self.move}, {100 * self.probability:.1f} %, "
            f"{self.rank} of {self.candidates}, {len(self.reasons)} reasons>"
        )

    def __str__(self) -> str:
        """For a terminal."""
        return explanation_text(self)


def evidence_of(reasons: Sequence[Reason]) -> dict[str, float]:
    """How much each cell speaks for (to 1) or against (to -1), the weightiest cell 1 or -1."""
    sums: dict[str, float] = {}
    for reason in reasons:
        for cell in reason.cells:
            sums[cell] = sums.get(cell, 0.0) + math.log(reason.strength) / len(reason.cells)
    most = max((abs(value) for value in sums.values()), default=0.0)
    return {cell: value / most for cell, value in sums.items() if value} if most else {}


@dataclass(frozen=True)
class Argument:
    """A reason for one of two moves, or against the other; `strength` is above 1."""

    move: str
    reason: Reason
    strength: float


@dataclass(frozen=True, repr=False)
class Comparison:
    """Two moves of a position side by side."""

    first: Explanation
    second: Explanation

    @property
    def ratio(self) -> float:
        """How many times stronger the first is."""
        return self.first.strength / self.second.strength

    @property
    def for_first(self) -> tuple[Argument, ...]:
        """What speaks for the first move and against the second, the weightiest first."""
        return _arguments(self.first, self.second)

    @property
    def for_second(self) -> tuple[Argument, ...]:
        """What speaks for the second move and against the first, the weightiest first."""
        return _arguments(self.second, self.first)

    def svg(self) -> str:
        """Both moves with their boards and reasons, one below the other."""
        return comparison_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return f"<Comparison: {self.first!r} with {self.second!r}>"

    def __str__(self) -> str:
        """For a terminal."""
        return comparison_text(self)


def _arguments(better: Explanation, other: Explanation) -> tuple[Argument, ...]:
    """What holds for both moves says nothing about which is better, and is left out."""
    both = {(one.level, one.strength) for one in better.reasons} & {
        (one.level, one.strength) for one in other.reasons
    }
    found = [Argument(better.move, one, one.strength) for one in better.reasons_for]
    found += [Argument(other.move, one, 1 / one.strength) for one in other.reasons_against]
    found = [one for one in found if (one.reason.level, one.reason.strength) not in both]
    return tuple(sorted(found, key=lambda one: -one.strength))


def why(
    knowledge: Knowledge, position: Position, move: str, against: str | None = None
) -> Explanation | Comparison:
    """Explains one move, or compares it with another; raises `IllegalMove`."""
    first = knowledge.explain(position, move)
    return first if against is None else Comparison(first, knowledge.explain(position, against))
