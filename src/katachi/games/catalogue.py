"""The table of built-in games: help texts, tests and benchmarks follow from it."""

from __future__ import annotations

import re

from katachi.errors import InvalidGame, shown
from katachi.games.game import Game
from katachi.games.go import Go
from katachi.games.gomoku import Gomoku
from katachi.games.havannah import Havannah
from katachi.games.hex import Hex
from katachi.games.othello import Othello
from katachi.games.registry import registered_game
from katachi.games.y import Y

games_by_name: dict[str, type[Game]] = {
    game.name: game for game in (Othello, Go, Hex, Havannah, Gomoku, Y)
}


def parse_game(text: str) -> Game:
    """A game from a short text: a name, with a size if you like.

    >>> parse_game("othello"), parse_game("go9"), parse_game("Hex 13"), parse_game("havannah:8")
    (Othello(8), Go(9), Hex(13), Havannah(8))
    """
    if not isinstance(text, str):
        raise InvalidGame(f"a game is named by a text, not {shown(text)}")
    match = re.fullmatch(r"\s*([A-Za-z]+)[\s:-]*([0-9]{0,3})\s*", text) if len(text) < 40 else None
    kind = games_by_name.get(match[1].lower()) if match else None
    if match is not None and kind is None:
        own = registered_game(match[1].lower())
        if own is not None and match[2] in ("", str(own.size)):
            return own
    if match is None or kind is None:
        raise InvalidGame(
            f"no game {shown(text)}; try {', '.join(games_by_name)}, or go9, hex13, ..."
        )
    return kind(int(match[2])) if match[2] else kind()  # type: ignore[call-arg]
