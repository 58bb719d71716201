"""What networks see: +1 own, -1 other, 0 empty, for the player to move.

Where the players have different sides, White looks at the mirrored board, so that to a network
every player joins top and bottom; moves are mirrored in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color
from katachi.games.position import Position


def board_inputs(positions: Sequence[Position]) -> NDArray[np.float64]:
    """float64 [positions, cells].

    >>> import katachi
    >>> board_inputs([katachi.Hex(3).start().play("c1")])[0]
    array([ 0.,  0.,  0.,  0.,  0.,  0., -1.,  0.,  0.])
    """
    return _inputs((one.game, one.stones, one.to_move) for one in positions)


def cells_inputs(game: Game, boards: Iterable[tuple[str, Color]]) -> NDArray[np.float64]:
    """The same from digits per cell (0 empty, 1 black, 2 white) and the player to move."""
    stones = bytes.maketrans(b"120", bytes(range(3)))
    return _inputs((game, cells.encode().translate(stones), color) for cells, color in boards)


def _inputs(boards: Iterable[tuple[Game, bytes, Color]]) -> NDArray[np.float64]:
    rows = []
    for game, content, to_move in boards:
        stones = np.frombuffer(content, np.uint8)[seen_cells(game, to_move)]
        rows.append(np.where(stones > 1, 0.0, np.where(stones == COLORS.index(to_move), 1.0, -1.0)))
    return np.array(rows)


@lru_cache(maxsize=64)
def seen_cells(game: Game, to_move: Color) -> NDArray[np.intp]:
    """The cell behind each input; mirroring twice changes nothing, so it also maps cells to inputs."""
    mirrors = [one.images for one in game.topology.symmetries if one.exchanges_colors]
    if mirrors and to_move == "white":
        return mirrors[0]
    return np.arange(len(game.topology.cells))
