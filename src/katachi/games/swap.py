"""The swap (pie) rule: White may answer the first move by taking over the stone."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.errors import InvalidGame, shown
from katachi.games.game import Game


@dataclass(frozen=True, repr=False)
class SwapGame(Game):
    """With `swap=True` White may answer the first move by `swap`."""

    swap: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that do not exist."""
        super().__post_init__()
        if not isinstance(self.swap, bool):
            raise InvalidGame(f"swap must be True or False, not {shown(self.swap)}")


def is_swap_allowed(game: Game) -> bool:
    """Whether a game has the swap rule, and it is on."""
    return isinstance(game, SwapGame) and game.swap


def swap_lines(game: Game) -> tuple[str, ...]:
    """The command of HTP and GoGui's dialect that allows the swap."""
    return ("param_game allow_swap 1",) if is_swap_allowed(game) else ()
