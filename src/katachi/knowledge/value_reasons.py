"""Who is ahead and what says so: the parts of a pattern value, each with the cells it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from katachi.features.sentences import contents
from katachi.games.position import Position

if TYPE_CHECKING:
    from katachi.knowledge.pattern_values import PatternValues


@dataclass(frozen=True)
class ValueReason:
    """A part of a value: what stands on some cells, and what that adds for the player to move.

    `points` as `PatternValues.scores` has them, less than nothing if it speaks for the opponent.
    """

    text: str
    cells: tuple[str, ...]
    points: float


@dataclass(frozen=True)
class Judgement:
    """What values say about a position, for the player to move; the parts add up to the score.

    `rest`: what belongs to no cells, such as whose turn it is and how many moves each side has.
    """

    probability: float
    score: float
    reasons: tuple[ValueReason, ...]
    rest: float


def judge_position(values: PatternValues, position: Position) -> Judgement:
    """The value of a position and its parts, the weightiest first; raises `KatachiError`.

    >>> import katachi
    >>> values = katachi.load_knowledge("othello-values")
    >>> judged = judge_position(values, katachi.Othello().start().play_all("f5 d6"))
    >>> round(sum(reason.points for reason in judged.reasons) + judged.rest, 2) == judged.score
    True
    """
    score = float(values.scores([position])[0])
    stones = position.stones
    mover = ("black", "white").index(position.to_move)
    digits = np.array([2 if stone == mover else 0 if stone == 1 - mover else 1 for stone in stones])
    occupied = int((digits != 1).sum())
    stage = max(number for number, first in enumerate(values.stages) if first <= occupied)
    names = position.game.topology.cells
    reasons = []
    begin = 0
    for table in values.shapes.tables:
        powers = 3 ** np.arange(table.placements.shape[1])
        found = table.parameter_of[digits[table.placements] @ powers]
        for placement, parameter in zip(table.placements, found, strict=True):
            points = float(values.weights[stage, begin + int(parameter)]) / 100
            cells = tuple(names[cell] for cell in placement)
            reasons.append(ValueReason(contents(position, cells), cells, points))
        begin += table.parameters
    reasons.sort(key=lambda reason: -abs(reason.points))
    return Judgement(
        probability=float(values.values([position])[0]),
        score=score,
        reasons=tuple(reasons),
        rest=score - sum(reason.points for reason in reasons),
    )
