"""The swap (pie) rule: White may answer the first move by taking over the stone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from katachi.errors import InvalidGame, shown
from katachi.games.dialect import Dialect
from katachi.games.game import Game
from katachi.games.position import Position


@dataclass(frozen=True, repr=False)
class SwapGame(Game):
    """With `swap=True` White may answer the first move by `swap`."""

    swap: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that do not exist."""
        super().__post_init__()
        if not isinstance(self.swap, bool):
            raise InvalidGame(f"swap must be True or False, not {shown(self.swap)}")

    def opening_moves(self, position: Position) -> tuple[str, ...]:
        """Without the swap rule the first stone belongs in the middle; with it nobody knows.

        >>> import katachi
        >>> board = katachi.Hex(11)
        >>> board.opening_moves(board.start())
        ('f6',)
        """
        if self.swap or position.moves_played or position != self.start():
            return ()
        return self._middle

    @cached_property
    def _middle(self) -> tuple[str, ...]:
        """The cells with the least sum of squared distances to the edge."""
        board = self.topology
        edge = {cell for side in board.sides for cell in side}
        sums = {cell: sum(board.distance(cell, far) ** 2 for far in edge) for cell in board.cells}
        least = min(sums.values())
        return tuple(cell for cell in board.cells if sums[cell] == least)


def is_swap_allowed(game: Game) -> bool:
    """Whether a game has the swap rule, and it is on."""
    return isinstance(game, SwapGame) and game.swap


def swap_lines(game: Game) -> tuple[str, ...]:
    """The command of HTP and GoGui's dialect that allows the swap."""
    return ("param_game allow_swap 1",) if is_swap_allowed(game) else ()


# GoGui's, for games on the square or rhombic board that it draws: row 1 is at the bottom there.
GOGUI_WITH_SWAP = Dialect(
    "gogui",
    "gogui",
    "swap",
    speaks=frozenset({"komi", "param_game", "gogui-rules"}),
    rows_from_bottom=True,
    rules_lines=swap_lines,
    resignation="",
)
