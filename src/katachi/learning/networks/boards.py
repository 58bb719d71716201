"""Random boards for training: positions after 5, 10, .., 105 random moves (AGENTS 3.2.2)."""

from __future__ import annotations

import random
from functools import lru_cache

from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.games.position import Position

DEPTHS = tuple(range(5, 106, 5))
# A depth counts if at least half of this many random games are still going on there.
PROBES = 20
# Games in which a board is looked for before the depth is given up.
TRIES = 1000


def random_position(game: Game, moves: int, rng: random.Random) -> Position | None:
    """The position after a number of random moves; None if the game ended before.

    A pass is played only where there is no other move.
    """
    position = game.start()
    special = game.moves[-1]
    for _ in range(moves):
        legal = [move for move in position.legal_moves if move != special]
        if not position.legal_moves:
            return None
        position = position.play(rng.choice(legal) if legal else special)
    return None if position.is_over else position


@lru_cache(maxsize=16)
def depths_of(game: Game, seed: int = 0) -> tuple[int, ...]:
    """The depths of AGENTS that random games on this board usually reach.

    >>> import katachi
    >>> depths_of(katachi.Hex(5))
    (5, 10, 15, 20)
    """
    rng = random.Random(f"depths {seed}")
    found = []
    for depth in DEPTHS:
        alive = sum(random_position(game, depth, rng) is not None for _ in range(PROBES))
        if 2 * alive < PROBES:
            break
        found.append(depth)
    if not found:
        raise KatachiError(f"random games of {game} end before {DEPTHS[0]} moves")
    return tuple(found)


def random_board(game: Game, depths: tuple[int, ...], seed: int, number: int) -> Position:
    """The board of a number: depths take turns, so that each has the same share."""
    rng = random.Random(f"board {seed} {number}")
    depth = depths[number % len(depths)]
    for _ in range(TRIES):
        position = random_position(game, depth, rng)
        if position is not None:
            return position
    raise KatachiError(f"no random game of {game} reaches {depth} moves")
