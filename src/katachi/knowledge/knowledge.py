"""Knowledge: what was learned, of moves or of positions, behind one interface.

Of moves: strengths, one for each legal move. Of positions: values, who is ahead. Cell weights,
local patterns, weights of features, networks and plain functions are kinds of knowledge; whoever
uses one asks the interface and not its class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import IllegalMove, KatachiError
from katachi.games.contract import GameLike
from katachi.games.position import Position
from katachi.knowledge.card import Card
from katachi.knowledge.explanation import Explanation
from katachi.showing import Columns, ShowsItself, Table

# Values of positions that the core may hold.
ValuesOfCore = _core.AlphaBetaValues | _core.PolicyValueNetwork


class Knowledge(ShowsItself, ABC):
    """What was learned, with a card that says how.

    `kind` is what people call it. `format` is what a file of it says it is, "" if there is none.
    `of_moves`: it gives `strengths`; `of_positions`: it gives `values`.
    """

    kind: ClassVar[str]
    format: ClassVar[str] = ""
    of_moves: ClassVar[bool] = True
    of_positions: ClassVar[bool] = False

    if TYPE_CHECKING:
        # Kinds have these as fields, which an abstract property would hide.
        @property
        def game(self) -> GameLike | None:
            """The board it is for; None: every board that it suits."""

        @property
        def card(self) -> Card:
            """How it was made, on what, how well it predicts."""

    @abstractmethod
    def refusal(self, game: GameLike) -> str:
        """Why it cannot be used for a game, as a sentence; "" if it can."""

    def suits(self, game: GameLike) -> bool:
        """Whether it can be used for a game, maybe after `on_board`."""
        return not self.refusal(game)

    def on_board(self, game: GameLike) -> Knowledge:
        """The same knowledge for the board of a game that it suits; raises `KatachiError`."""
        if sentence := self.refusal(game):
            raise KatachiError(sentence)
        return self

    def strengths(
        self,
        position: Position,  # noqa: ARG002 - of those that have some
        moves: Sequence[str] | None = None,  # noqa: ARG002 - the same
    ) -> dict[str, float]:
        """Strengths of moves (all legal ones by default), not negative; only ratios matter."""
        raise KatachiError(f"{self.kind}: this kind does not give strengths of moves")

    def probabilities(self, position: Position) -> dict[str, float]:
        """What it expects a player to choose among the legal moves."""
        found = self.strengths(position)
        total = sum(found.values())
        return {
            move: strength / total if total > 0 else 1 / len(found)
            for move, strength in found.items()
        }

    def values(self, positions: Sequence[Position]) -> NDArray[np.float64]:  # noqa: ARG002 - as above
        """float64 [positions], each for the player who is to move there."""
        raise KatachiError(f"{self.kind}: this kind does not give values of positions")

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:  # noqa: ARG002 - as above
        """The strengths in the core, for searches of a game that it suits."""
        raise KatachiError(f"{self.kind}: this kind does not give strengths of moves")

    def values_in_core(self, game: GameLike) -> ValuesOfCore | None:  # noqa: ARG002 - as above
        """The values in the core, for searches of a game that it suits; None: it is asked from Python."""
        return None

    def explain(self, position: Position, move: str) -> Explanation:
        """What it says about one legal move; reasons only where the kind has some."""
        name = legal_name(position, move)
        strengths, shares = self.strengths(position), self.probabilities(position)
        return Explanation(
            position=position,
            move=name,
            strength=strengths[name],
            probability=shares[name],
            rank=1 + sum(strength > strengths[name] for strength in strengths.values()),
            candidates=len(strengths),
            reasons=(),
            pairs=(),
            rest=strengths[name],
        )

    def facts(self) -> Mapping[str, Any]:
        """What is inside, in figures and texts, for lists."""
        return {}

    def to_frame(self) -> Columns:
        """What was learned as columns for a data frame, one row per weight."""
        raise KatachiError(f"{self.kind}: this kind has no weights that can be listed")

    def _headline(self) -> str:
        board = "any board" if self.game is None else str(self.game)
        return f"{self.kind} for {board}"

    def _tables(self) -> tuple[Table, ...]:
        """The card, without the lists of files."""
        card = self.card
        rows = [
            (name, value)
            for name, value in (
                ("about", card.about),
                ("made by", card.made_by),
                ("learner", card.learner),
                ("games", f"{card.games:,}" if card.games else ""),
                ("positions", f"{card.positions:,}" if card.positions else ""),
                ("tested on", card.tested_on),
                *((name.replace("_", " "), f"{value:g}") for name, value in card.results.items()),
            )
            if value
        ]
        return (Table(("card", ""), tuple(rows)),) if rows else ()

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:  # noqa: ARG002 - as above
        """Writes a file, completely or not at all; `load_knowledge` reads it."""
        raise KatachiError(f"{self.kind}: this kind cannot be written to a file")

    @classmethod
    def load(cls, path: str | Path) -> Knowledge:
        """Reads a file of this kind; raises `KatachiError`."""
        raise KatachiError(f"'{path}': a {cls.kind} has no file")


def legal_name(position: Position, move: str) -> str:
    """The name of a legal move; raises `IllegalMove`."""
    name: str = position.game.moves[position.game.number(move)]
    if name not in position.legal_moves:
        raise IllegalMove(f"{name} cannot be explained: it is not legal; position: {position.text}")
    return name


def is_built_in(game: GameLike) -> bool:
    """Whether the game is one of the core."""
    return isinstance(game.start(), Position)


def same_board(board: GameLike, game: GameLike) -> bool:
    """Whether two games have the same board, whatever their other rules."""
    return board.name == game.name and list(board.moves) == list(game.moves)
