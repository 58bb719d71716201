"""The moves of the computer."""

from __future__ import annotations

from typing import Any

from katachi.agents import Budget
from katachi.desk.boards import position_of
from katachi.desk.desk import Desk
from katachi.desk.questions import MoveQuestion, thinking_time
from katachi.errors import KatachiError
from katachi.games import Position
from katachi.search.clock import Clock, Left, Margin, TimeSystem, TimeSystemKind

LAG = 0.05  # seconds on the way to the page


def choose_move(desk: Desk, question: MoveQuestion) -> dict[str, Any]:
    """The move of a player, which keeps its tree from move to move."""
    position = position_of(question)
    if position.is_over:
        raise KatachiError("the game is over")
    budget = Budget(seconds=seconds_of(question, position))
    processors = desk.processors
    with (
        processors.counted(),
        processors.place(),
        desk.player(question.page, question.player, position.game, question.seed) as sitting,
    ):
        chosen = sitting.agent.choose(position, budget)
    search = chosen.search
    return {
        "move": chosen.move,
        "value": None if search is None else search.value,
        "simulations": 0 if search is None else search.simulations,
    }


def seconds_of(question: MoveQuestion, position: Position) -> float:
    """What a move may take: what was asked for, and with a clock no more than its share of the rest."""
    seconds = thinking_time(question.seconds)
    if question.left <= 0:
        return seconds
    kind: TimeSystemKind = "fischer" if question.increment > 0 else "absolute"
    system = TimeSystem(kind, question.left, increment=question.increment)
    left = Left(question.left)
    share = Clock(system, (left, left)).seconds_for_move(position.to_move, position, Margin(LAG))
    return max(0.01, min(seconds, share if share is not None else seconds))
