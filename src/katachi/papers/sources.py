"""Which games a paper's rows learn from, out of those that a user has or that ship."""

from __future__ import annotations

from katachi.games import parse_game
from katachi.papers.conditions import Learning
from katachi.records import Games, read_shipped, shipped_names


def records_for(learning: Learning, games: Games | None) -> Games | None:
    """Those of the game or board of the conditions; None if there are none.

    Without `games` those that ship.

    >>> from katachi.papers import read_paper
    >>> learning = read_paper("cells").learning["weights"]
    >>> len(records_for(learning, None)) > 1000
    True
    """
    if games is None:
        games = Games.joined([read_shipped(name) for name in shipped_names()])
    if learning.game and not learning.game[-1].isdigit():
        games = games.of_game(learning.game)
    elif learning.game:
        games = games.of_board(parse_game(learning.game))
    return games if len(games) else None
