"""Any function of a position and its moves as knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.card import Card
from katachi.knowledge.knowledge import Knowledge, is_built_in

# Strengths of some moves of a position, one for each.
Strengths = Callable[[PositionLike, Sequence[str]], Sequence[float]]


@dataclass(frozen=True)
class FunctionKnowledge(Knowledge):
    """A function that gives strengths; it suits every game that the function knows.

    >>> import katachi
    >>> flat = FunctionKnowledge(lambda position, moves: [1.0] * len(moves))
    >>> flat.probabilities(katachi.Othello().start())["d3"]
    0.25
    """

    kind: ClassVar[str] = "function"
    game: ClassVar[None] = None

    function: Strengths
    card: Card = field(default_factory=Card)

    def refusal(self, game: GameLike) -> str:  # noqa: ARG002 - any game
        """Nothing is known about a function."""
        return ""

    def strengths(
        self, position: PositionLike, moves: Sequence[str] | None = None
    ) -> dict[str, float]:
        """What the function says of moves (all legal ones by default)."""
        chosen = position.legal_moves if moves is None else moves
        given = self.function(position, chosen)
        if len(given) != len(chosen):
            raise KatachiError(f"knowledge gave {len(given)} strengths for {len(chosen)} moves")
        return {move: float(strength) for move, strength in zip(chosen, given, strict=True)}

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:
        """The function for the core, which knows moves by number; slow beside other kinds."""
        function, texts = self.function, list(game.moves)

        def of_object(position: PositionLike, numbers: list[int]) -> list[float]:
            return [float(s) for s in function(position, [texts[number] for number in numbers])]

        if not is_built_in(game):
            return _core.MoveKnowledge.function(of_object)
        assert isinstance(game, Game)

        def of_core(core: _core.Position, numbers: list[int]) -> list[float]:
            return of_object(Position(game, core), numbers)

        return _core.MoveKnowledge.function(of_core)


def as_knowledge(source: Knowledge | Strengths) -> Knowledge:
    """Knowledge as it is; a function becomes one."""
    return FunctionKnowledge(source) if callable(source) else source
