"""What a game of the core can tell a search or knowledge: winning cells, connections, liberties."""

from __future__ import annotations

from katachi import _core
from katachi.games.catalogue import games_by_name
from katachi.games.contract import GameLike
from katachi.games.position import Position


def capabilities(game: GameLike) -> frozenset[str]:
    """What a game can tell, as the parts of the search ask for it."""
    start = game.start()
    if isinstance(start, Position):
        return frozenset(_core.capabilities(start.core))
    return frozenset({"order of moves"})


def games_with(capability: str) -> str:
    """The names of the games that have a capability, for sentences."""
    names = [kind.__name__ for kind in games_by_name.values() if capability in capabilities(kind())]  # type: ignore[call-arg]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
