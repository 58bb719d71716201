"""Evaluators: who says what a position is worth, for leaves of the search and for minimax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast, runtime_checkable

from katachi import _core
from katachi.errors import InvalidSettings
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.knowledge import ValuesOfCore

# The probability that the player to move wins, 0 to 1; not asked when the game is over.
Judgement = Callable[[PositionLike], float]


@runtime_checkable
class PositionValues(Protocol):
    """Knowledge about positions, such as a `ValueNetwork` or `PatternValues`."""

    @property
    def of_positions(self) -> bool:
        """Whether it gives values; knowledge of moves alone says no."""

    def values(self, positions: list[Position], /) -> Any:  # noqa: ANN401 - numbers in a row
        """One value a position, for the player who is to move there."""


@runtime_checkable
class ValuesInCore(Protocol):
    """Knowledge that the core may hold."""

    def values_in_core(self, game: GameLike, /) -> ValuesOfCore | None:
        """Its values in the core, if they are there."""


Evaluator = Judgement | PositionValues


def judgement_of(evaluator: Evaluator) -> Judgement:
    """The function that an evaluator is, whatever it is given as."""
    if isinstance(evaluator, PositionValues):
        knowledge = evaluator
        if not knowledge.of_positions:
            raise InvalidSettings(f"{evaluator!r} gives no values of positions")
        return lambda position: float(knowledge.values([cast("Position", position)])[0])
    return lambda position: float(evaluator(position))


def values_in_core(evaluator: Evaluator, game: GameLike) -> ValuesOfCore | None:
    """What the core can ask without coming back to Python; None: it cannot."""
    return evaluator.values_in_core(game) if isinstance(evaluator, ValuesInCore) else None


def core_judgement(evaluator: Evaluator, game: GameLike) -> Callable[..., float]:
    """The same for the core, which hands out its own positions for its own games."""
    judge = judgement_of(evaluator)
    if not isinstance(game, Game):
        return judge
    built_in = game

    def of_core(position: _core.Position) -> float:
        return judge(Position(built_in, position))

    return of_core
