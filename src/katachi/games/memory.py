"""What a position remembers that does not stand on the board; most games remember nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katachi.games.set_up import SetUp

if TYPE_CHECKING:
    from katachi.games.game import Game
    from katachi.games.position import Position
    from katachi.games.topology import Symmetry


class Memory:
    """Nothing is remembered; a game with a memory has its own kind."""

    def written(self, position: Position, *, complete: bool) -> list[str]:  # noqa: ARG002
        """Fields of a position's text, as `key:value`; not `complete`: for messages."""
        return []

    def read(self, game: Game, parts: SetUp, key: str, value: str) -> SetUp:  # noqa: ARG002
        """With one of those fields; raises `InvalidMove`, or `ValueError` for one that is none."""
        raise ValueError

    def turned(self, position: Position, parts: SetUp, symmetry: Symmetry) -> SetUp:  # noqa: ARG002
        """With what can be kept when the position is turned or mirrored."""
        return parts

    def remark(self, position: Position) -> str:  # noqa: ARG002
        """What a diagram adds to "Black to move"."""
        return ""
