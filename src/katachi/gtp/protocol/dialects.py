"""The dialects of all games, and the one that a game speaks."""

from __future__ import annotations

from katachi.errors import KatachiError, shown
from katachi.games.catalogue import games_by_name
from katachi.games.contract import GameLike
from katachi.games.dialect import PLAIN, Dialect
from katachi.games.game import Game


def dialects_of(game: GameLike) -> tuple[Dialect, ...]:
    """In the order of preference; a game written in Python speaks its own words."""
    return game.dialects if isinstance(game, Game) else (PLAIN,)


def dialect_of(game: GameLike, name: str = "") -> Dialect:
    """A dialect of a game by name; without a name the game's own.

    >>> import katachi
    >>> dialect_of(katachi.Hex()).name, dialect_of(katachi.Hex(), "gogui").notation
    ('htp', 'gogui')
    """
    own = dialects_of(game)
    for dialect in own:
        if not name or dialect.name == name:
            return dialect
    known = ", ".join(dialect.name for dialect in own)
    raise KatachiError(f"{game.name} has no dialect {shown(name)}; known: {known}")


def dialect_names() -> list[str]:
    """Of all games of katachi, sorted."""
    return sorted({dialect.name for game in games_by_name.values() for dialect in game.dialects})
