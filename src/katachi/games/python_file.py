"""A game written in Python, from its file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from katachi.errors import InvalidGame
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.registry import register_file


def load_game(path: Path | str) -> GameLike:
    """The `game` of a Python file; raises `InvalidGame`.

    A compiled game is known by its name from then on, also to the processes that this one starts.
    """
    path = Path(path)
    game = getattr(load_module(path), "game", None)
    if not isinstance(game, GameLike):
        raise InvalidGame(f"'{path}' has no `game` with name, moves and start()")
    if isinstance(game, Game):
        register_file(game, path)
    return game


def load_module(path: Path) -> ModuleType:
    """Runs a Python file as a module; raises `InvalidGame` with what went wrong in it."""
    if not path.is_file():
        raise InvalidGame(f"there is no file '{path}'")
    name = f"katachi_game_file_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InvalidGame(f"'{path}' is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise InvalidGame(f"'{path}' does not run: {type(error).__name__}: {error}") from error
    return module
