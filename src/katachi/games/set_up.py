"""What a position is made from."""

from __future__ import annotations

from typing import NamedTuple


class SetUp(NamedTuple):
    """What a position is made from; all but the first two are Go's.

    `stones` by cell; `ko` is a cell or -1; `prisoners` are black and white stones taken off; `seen`
    is what superko remembers, eight bytes for each earlier position.
    """

    stones: bytes
    to_move: int
    ko: int = -1
    passes: int = 0
    moves_played: int = 0
    prisoners: tuple[int, int] = (0, 0)
    seen: bytes = b""

    @property
    def core(self) -> tuple[bytes, int, int, int, int]:
        """The part that the core takes in every game."""
        return self[:5]
