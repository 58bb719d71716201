"""Large patterns from games: which of them are frequent enough to be known (FOREST 4.3)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import LargePatterns, default_sizes
from katachi.games.threads import thread_count
from katachi.learning.competitions import games_by_start
from katachi.records import Games

AT_LEAST = 20  # FOREST
# Games counted between two reports of progress.
_SLICE = 500

# Called with the share of the work that is done, and the number of patterns kept so far.
HarvestProgress = Callable[[float, int], None]


def harvest_patterns(  # noqa: PLR0913 - keyword arguments with defaults
    games: Games,
    *,
    sizes: tuple[int, int] | None = None,
    at_least: int = AT_LEAST,
    all_moves: bool = False,
    share: float = 1.0,
    seed: int = 0,
    threads: int | None = None,
    progress: HarvestProgress | None = None,
) -> LargePatterns:
    """The patterns around played moves (or `all_moves`) that occur at least so often.

    `sizes`: the smallest and the largest, by default those that suit the board. `share` of the
    positions are counted, chosen by `seed`, game and ply. The games are replayed once for each
    size; memory grows with the moves that are counted, at most 16 bytes for each. The result does
    not depend on `threads` (default: all processors).

    >>> import katachi
    >>> from katachi.records import GameRecord, Games
    >>> games = Games.of([GameRecord(katachi.Go(9), ("e5", "e4")), GameRecord(katachi.Go(9), ("e5",))])
    >>> print(harvest_patterns(games, sizes=(3, 4), at_least=2).lines, end="")
    3........
    4....
    """
    if not len(games):
        raise KatachiError("there are no games to harvest from")
    board = games.kinds[0]
    smallest, largest = sizes or default_sizes(board)
    if not 1 <= at_least < 2**32:
        raise InvalidSettings(f"at_least must be 1 to {2**32 - 1} times, not {at_least}")
    parts = games_by_start(games, board, any_size=True)
    try:
        harvest = _core.PatternHarvest(
            board.topology.core,
            smallest,
            largest,
            at_least=at_least,
            all_moves=all_moves,
            share=share,
            seed=seed % 2**64,
            threads=thread_count(threads),
        )
        for number in range(harvest.passes):
            if number:
                harvest.end_pass()
            first = 0
            for start, part in parts:
                for begin in range(0, len(part), _SLICE):
                    some = part.take(np.arange(begin, min(begin + _SLICE, len(part))))
                    harvest.count(start.core, some.moves, some.offsets, first_game=first)
                    first += len(some)
                    if progress:
                        done = (number + first / len(games)) / harvest.passes
                        progress(done, harvest.kept)
    except ValueError as error:
        raise KatachiError(str(error)) from None
    return LargePatterns(board, (smallest, largest), harvest.text())
