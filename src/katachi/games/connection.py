"""What Hex and Havannah have in common: stones that stay, and the swap rule."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.errors import InvalidGame, shown
from katachi.games.game import Game


@dataclass(frozen=True, repr=False)
class ConnectionGame(Game):
    """With `swap=True` White may answer the first move by `swap`."""

    hexagonal = True
    stones_stay = True

    swap: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that do not exist."""
        super().__post_init__()
        if not isinstance(self.swap, bool):
            raise InvalidGame(f"swap must be True or False, not {shown(self.swap)}")


def is_swap_allowed(game: Game) -> bool:
    """Whether a game has the swap rule, and it is on."""
    return isinstance(game, ConnectionGame) and game.swap
