"""Games known by name beside the built-in ones: registered, of game files, or installed by others.

A game file that one command runs is also known to the processes that it starts: their environment
names the file.
"""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from katachi.errors import InvalidGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from katachi.games.game import Game

GROUP = "katachi.games"  # of entry points: a name, and the game or a function that makes it
FILES = "KATACHI_GAMES"  # files of games, separated as in PATH

_known: dict[str, Game] = {}
_looked: set[str] = set()  # files and entry points that were loaded already


def register(game: Game) -> Game:
    """Makes a game known by its name to everything that takes one; returns it.

    Another game of the same name is replaced; a built-in game cannot be. Raises `InvalidGame`.

    >>> import katachi
    >>> katachi.register(katachi.Hex(5))
    Traceback (most recent call last):
    ...
    katachi.errors.InvalidGame: hex is the name of a built-in game
    """
    from katachi.games.catalogue import games_by_name  # noqa: PLC0415 - which asks this module
    from katachi.games.game import Game  # noqa: PLC0415

    if not isinstance(game, Game):
        raise InvalidGame(
            "only games of katachi.compiled_game can be registered; others are given as objects"
        )
    if game.name in games_by_name:
        raise InvalidGame(f"{game.name} is the name of a built-in game")
    _known[game.name] = game
    return game


def register_file(game: Game, path: Path) -> None:
    """The same for a game of a file, also in the processes that this one starts."""
    register(game)
    place = str(path.resolve())
    _looked.add(place)
    files = [file for file in os.environ.get(FILES, "").split(os.pathsep) if file]
    if place not in files:
        os.environ[FILES] = os.pathsep.join([*files, place])


def registered_game(name: str) -> Game | None:
    """The game of that name, or None."""
    if name not in _known:
        _load_files()
    if name not in _known:
        _load_installed(name)
    return _known.get(name)


def registered_games() -> dict[str, Game]:
    """All of them; those that others installed too."""
    _load_files()
    for point in _entry_points(tuple(sys.path)):
        _load_installed(point.name)
    return dict(_known)


def _load_files() -> None:
    from katachi.games.python_file import load_game  # noqa: PLC0415 - which registers here

    for file in os.environ.get(FILES, "").split(os.pathsep):
        if file and file not in _looked:
            _looked.add(file)
            load_game(Path(file))


@functools.lru_cache(maxsize=1)
def _entry_points(_path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Of the packages on a path; reading what all of them say of themselves takes a millisecond."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and rarely needed

    return tuple(entry_points(group=GROUP))


def _load_installed(name: str) -> None:
    from katachi.games.game import Game  # noqa: PLC0415

    for point in _entry_points(tuple(sys.path)):
        if point.name != name:
            continue
        if (place := f"{GROUP}:{point.name}") in _looked:
            continue
        _looked.add(place)
        made = point.load()
        game = made if isinstance(made, Game) else made()
        if game.name != point.name:
            raise InvalidGame(f"the entry point {point.name} has a game named {game.name}")
        register(game)
