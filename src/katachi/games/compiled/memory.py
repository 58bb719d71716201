"""The state of a compiled game in the text of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katachi import _core
from katachi.errors import InvalidPosition, shown
from katachi.games.memory import Memory

if TYPE_CHECKING:
    from katachi.games.compiled.game import CompiledGame
    from katachi.games.position import Position

KEY = "state"


class CompiledMemory(Memory):
    """`state:`, the bytes as hexadecimal digits without the zeros at the end, and the moves played."""

    def written(self, position: Position, *, complete: bool) -> list[str]:
        """The whole state."""
        if not complete:
            return []
        digits = _core.compiled_state(position.core).hex().rstrip("0") or "0"
        return [f"{KEY}:{digits}@{position.moves_played}"]

    def state_of(self, game: CompiledGame, word: str) -> _core.Position:
        """The position of such a word; raises `InvalidPosition`."""
        digits, _, played = word.partition(":")[2].partition("@")
        try:
            state = bytes.fromhex(digits + "0" * (len(digits) % 2))
            if len(state) > 8 * ((game.rules.state.itemsize + 7) // 8):
                raise ValueError("the state is too long")
            return game.core_rules.position_of_state(state, moves_played=int(played or 0))
        except ValueError as error:
            raise InvalidPosition(f"{shown(word)} is no state of {game.name}: {error}") from None
