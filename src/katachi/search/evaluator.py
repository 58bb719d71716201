"""Evaluators: who says what a position is worth, for leaves of the search and for minimax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast, runtime_checkable

from katachi import _core
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.position import Position

# The probability that the player to move wins, 0 to 1; not asked when the game is over.
Judgement = Callable[[PositionLike], float]


@runtime_checkable
class PositionValues(Protocol):
    """Knowledge about positions, such as a `ValueNetwork`."""

    def values(self, positions: list[Position], /) -> Any:  # noqa: ANN401 - numbers in a row
        """One value a position, for the player who is to move there."""


Evaluator = Judgement | PositionValues


def judgement_of(evaluator: Evaluator) -> Judgement:
    """The function that an evaluator is, whatever it is given as."""
    if isinstance(evaluator, PositionValues):
        knowledge = evaluator
        return lambda position: float(knowledge.values([cast("Position", position)])[0])
    return lambda position: float(evaluator(position))


def core_judgement(evaluator: Evaluator, game: GameLike) -> Callable[..., float]:
    """The same for the core, which hands out its own positions for its own games."""
    judge = judgement_of(evaluator)
    if not isinstance(game, Game):
        return judge
    built_in = game

    def of_core(position: _core.Position) -> float:
        return judge(Position(built_in, position))

    return of_core
