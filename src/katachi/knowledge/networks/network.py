"""What all networks have in common: each is for one game and one size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katachi.errors import KatachiError
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.knowledge import Knowledge, is_built_in, same_board
from katachi.knowledge.networks.file import board_name


class Network(Knowledge):
    """A network for one board."""

    if TYPE_CHECKING:

        @property
        def game(self) -> Game:
            """The board it is for."""

    def refusal(self, game: GameLike) -> str:
        """It belongs to one board."""
        if not is_built_in(game):
            return "networks are for built-in games"
        if same_board(self.game, game):
            return ""
        return f"the network is for {self.game}, not for {game}"

    def check(self, position: Position) -> None:
        """Raises `KatachiError` for a position of another board."""
        if (position.game.name, position.game.size) != (self.game.name, self.game.size):
            raise KatachiError(
                f"the network is for {board_name(self.game)}, not for {position.game}"
            )
