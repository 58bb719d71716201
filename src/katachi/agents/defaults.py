"""The best of every board: who plays, and which knowledge speaks, where nobody was chosen.

The matches behind the table are in experiments/defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from katachi.games.game import Game


@dataclass(frozen=True)
class Best:
    """For some sizes of a game: an agent by name, and knowledge of moves ("" if none ships).

    `analyst`: who shows a tree of moves in an analysis, if the agent itself has none.
    """

    sizes: Sequence[int]
    agent: str
    knowledge: str
    analyst: str = ""


best_by_game: dict[str, tuple[Best, ...]] = {
    "othello": (
        Best((8,), "othello", "othello", analyst="othello-mcts"),
        Best((6, 10), "alphabeta-othello", "", analyst="rave"),
    ),
    "go": (
        Best(range(2, 12), "go9", "go9"),
        Best(range(12, 20), "go19", "go19-factorized"),
    ),
    "hex": (
        Best((11,), "hex-network", "hex"),
        Best((*range(3, 11), *range(12, 20)), "hex", "hex"),
    ),
    "havannah": (Best(range(3, 11), "havannah", "havannah"),),
    "gomoku": (Best(range(9, 20), "gomoku-values", ""),),
    "y": (Best(range(2, 16), "y", ""),),
}


# Who plays a game that the table does not know, one of somebody's own: it needs nothing but the rules.
ANY_GAME = "uct"


def best_of(game: Game) -> Best:
    """The row of the table for a board; plain UCT without knowledge for a game of somebody's own.

    >>> import katachi
    >>> best_of(katachi.Hex(11)).agent
    'hex-network'
    """
    if game.name not in best_by_game:
        return Best((game.size,), ANY_GAME, "")
    return next(row for row in best_by_game[game.name] if game.size in row.sizes)


def default_agent_name(game: Game) -> str:
    """Who plays where nobody was chosen: the strongest agent of the board at equal time.

    >>> import katachi
    >>> [default_agent_name(game) for game in (katachi.Go(19), katachi.Go(9), katachi.Hex(11))]
    ['go19', 'go9', 'hex-network']
    """
    return best_of(game).agent
