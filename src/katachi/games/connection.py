"""What Hex and Havannah have in common: stones that stay, and the swap rule."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.errors import InvalidGame, shown
from katachi.games.game import Game


@dataclass(frozen=True, repr=False)
class ConnectionGame(Game):
    """With `swap=True` White may answer the first move by `swap`."""

    hexagonal = True

    swap: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that do not exist."""
        super().__post_init__()
        if not isinstance(self.swap, bool):
            raise InvalidGame(f"swap must be True or False, not {shown(self.swap)}")
