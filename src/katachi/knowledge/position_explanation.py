"""Why a position is good: which contents of which shapes say who is ahead, and where.

Every placement of a shape adds a weight to the score of the player to move. Half of the difference
to the weight of the same cells with the colours exchanged is what the stones there say; the other
half says what it is worth to be on turn there.

Shapes overlap, and one may take back what another says. So a stone is judged by the whole score: half
of what would change if the stone were the other player's. A placement is only an example of where
that comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from katachi.games.outcome import Color, opponent
from katachi.games.position import Position
from katachi.games.svg import Marks, board_svg
from katachi.knowledge.knowledge import legal_name

if TYPE_CHECKING:
    from katachi.knowledge.pattern_values import PatternValues

# Placements that an explanation names.
MOST_NAMED = 8
_SIGNS = "o.x"  # by the digits of a content, as in the core: 0 other, 1 empty, 2 own
_EMPTY = 1


@dataclass(frozen=True)
class PlacementReason:
    """What lies on some cells, and what it adds for the player to move.

    `content`: a sign for each cell, x of the player to move, o of the other, . empty.
    """

    cells: tuple[str, ...]
    content: str
    points: float


@dataclass(frozen=True, repr=False)
class PositionExplanation:
    """Who is ahead and what says so, for the player `of`.

    `value`: probability to win; `score`: in the unit of the values; `turn`: the part of the score
    that does not depend on whose stones lie where; `reasons`: placements, strongest first;
    `by_cell`: half of what the score would lose if the stone there had the other colour.
    """

    position: Position
    of: Color
    value: float
    score: float
    turn: float
    reasons: tuple[PlacementReason, ...]
    by_cell: dict[str, float]

    @property
    def evidence(self) -> dict[str, float]:
        """`by_cell` on a scale from -1 to 1, for pictures."""
        largest = max((abs(points) for points in self.by_cell.values()), default=0.0)
        return {cell: points / largest for cell, points in self.by_cell.items() if points}

    def svg(self) -> str:
        """The board; blue with a plus speaks for the player, orange with a minus against it."""
        return board_svg(self.position, Marks(evidence=self.evidence))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return (
            f"<PositionExplanation: {self.of} wins with {100 * self.value:.1f} %, "
            f"score {self.score:+.2f}, {len(self.reasons)} reasons>"
        )

    def __str__(self) -> str:
        """For people: a headline, then what speaks for and against."""
        lines = [
            f"{self.of.capitalize()} wins with {100 * self.value:.0f} % "
            f"(score {self.score:+.2f}, of which {self.turn:+.2f} for the turn "
            "and the position as a whole)."
        ]
        stones = sorted(self.by_cell.items(), key=lambda one: -one[1])
        for title, chosen in (
            ("For", [one for one in stones if one[1] > 0]),
            ("Against", [one for one in reversed(stones) if one[1] < 0]),
        ):
            named = ", ".join(f"{cell} {points:+.2f}" for cell, points in chosen[:MOST_NAMED])
            lines.append(f"{title} {self.of}, by stone: {named or 'nothing'}")
        if self.reasons:
            lines.append(f"The strongest shapes (x {self.of}, o the other):")
        lines += [
            f"  {one.points:+.2f}  {' '.join(one.cells)}: {one.content}"
            for one in self.reasons[:MOST_NAMED]
        ]
        return "\n".join(lines)


@dataclass(frozen=True, repr=False)
class MoveChange:
    """What a move changes: the position before and after it, both for the player who moves."""

    move: str
    before: PositionExplanation
    after: PositionExplanation

    @property
    def gain(self) -> float:
        """How much the probability to win changes."""
        return self.after.value - self.before.value

    def svg(self) -> str:
        """The position after the move; the cells whose part of the score changed."""
        cells = self.before.by_cell.keys() | self.after.by_cell.keys()
        changes = {
            cell: self.after.by_cell.get(cell, 0.0) - self.before.by_cell.get(cell, 0.0)
            for cell in cells
        }
        largest = max((abs(change) for change in changes.values()), default=0.0) or 1.0
        evidence = {cell: change / largest for cell, change in changes.items() if change}
        return board_svg(self.after.position, Marks(evidence=evidence, chosen=self.move))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return f"<MoveChange: {self.move}, {100 * self.gain:+.1f} %>"

    def __str__(self) -> str:
        """For people."""
        return (
            f"{self.move}: {100 * self.before.value:.0f} % before, {100 * self.after.value:.0f} % after "
            f"({100 * self.gain:+.0f}).\n{self.after}"
        )


@runtime_checkable
class ExplainsPositions(Protocol):
    """Knowledge of positions that can say why."""

    def explain_position(self, position: Position) -> PositionExplanation:
        """Who is ahead and what says so."""

    def explain_change(self, position: Position, move: str) -> MoveChange:
        """What a move changes."""


def explain_position(values: PatternValues, position: Position) -> PositionExplanation:
    """What the values say of a position, for the player to move."""
    content = _seen(values, position)
    stage = int(np.searchsorted(values.stages, int((content != _EMPTY).sum()), side="right") - 1)
    exchanged = 2 - content
    actual = _actual_cells(position)
    reasons: list[PlacementReason] = []
    stones = np.flatnonzero(content != _EMPTY)
    turned = np.repeat(content[None, :], len(stones), axis=0)
    turned[np.arange(len(stones)), stones] = exchanged[stones]
    lost = np.zeros(len(stones))
    first = 0
    for table in values.shapes.tables:
        powers = 3 ** np.arange(table.placements.shape[1])
        weights = values.weights[stage, first : first + table.parameters].astype(np.float64) / 100
        first += table.parameters
        own = weights[table.parameter_of[content[table.placements] @ powers]]
        other = weights[table.parameter_of[exchanged[table.placements] @ powers]]
        lost += own.sum() - weights[table.parameter_of[turned[:, table.placements] @ powers]].sum(1)
        for placement, points in zip(table.placements, (own - other) / 2, strict=True):
            if points:
                cells = tuple(actual[cell] for cell in placement)
                signs = "".join(_SIGNS[content[cell]] for cell in placement)
                reasons.append(PlacementReason(cells, signs, float(points)))
    by_cell = {actual[cell]: float(points) for cell, points in zip(stones, lost / 2, strict=True)}
    said = sum(one.points for one in reasons)
    reasons.sort(key=lambda one: -abs(one.points))
    score = float(values.scores([position])[0])
    value = float(values.values([position])[0])
    return PositionExplanation(
        position, position.to_move, value, score, score - said, tuple(reasons), by_cell
    )


def explain_change(values: PatternValues, position: Position, move: str) -> MoveChange:
    """What a legal move changes, for the player who makes it."""
    name = legal_name(position, move)
    mover, after = position.to_move, position.play(name)
    found = explain_position(values, after)
    if found.of != mover:
        found = PositionExplanation(
            after,
            opponent(found.of),
            1 - found.value,
            -found.score,
            -found.turn,
            tuple(
                PlacementReason(one.cells, one.content.translate(_EXCHANGE), -one.points)
                for one in found.reasons
            ),
            {cell: -points for cell, points in found.by_cell.items()},
        )
    return MoveChange(name, explain_position(values, position), found)


_EXCHANGE = str.maketrans("xo", "ox")


def _seen(values: PatternValues, position: Position) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """int64 [cells], as the values see them: 2 of the player to move, 0 of the other, 1 empty."""
    mover = 0 if position.to_move == "black" else 1
    codes = {2: _EMPTY, mover: 2, 1 - mover: 0}
    content = np.zeros(len(values.game.topology.cells), np.int64)
    for place, stone in zip(_places(position), position.stones, strict=True):
        content[place] = codes[stone]
    return content


def _places(position: Position) -> Sequence[int]:
    """Where the values see each cell: White's boards are exchanged where the goals differ."""
    if position.to_move == "white":
        for symmetry in position.game.topology.symmetries:
            if symmetry.exchanges_colors:
                return [int(place) for place in symmetry.images]
    return range(len(position.game.topology.cells))


def _actual_cells(position: Position) -> list[str]:
    """The cell of the board behind each place that the values see."""
    names = position.game.topology.cells
    found = [""] * len(names)
    for place, name in zip(_places(position), names, strict=True):
        found[place] = name
    return found
