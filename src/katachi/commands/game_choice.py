"""Which game a command is about: a short text and options, or a Python file."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import fields, replace
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from katachi.errors import InvalidGame, shown
from katachi.games import GAMES, Game, GameLike, parse_game

GAME_HELP = f"One of {', '.join(GAMES)}, with a size if you like: go9, hex13, 'hex 13'."

GameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
SizeOption = Annotated[int | None, typer.Option("--size", help="Cells along a side.")]
SwapOption = Annotated[
    bool | None,
    typer.Option("--swap/--no-swap", help="Hex, Havannah: may White take over the first move?"),
]
KomiOption = Annotated[
    float | None, typer.Option("--komi", help="Go: points that White gets for moving second.")
]
HandicapOption = Annotated[
    int | None, typer.Option("--handicap", help="Go: stones that Black has before White begins.")
]
GameFileOption = Annotated[
    Path | None,
    typer.Option(
        "--game-file",
        help="A game written in Python: a file whose `game` keeps the contract of "
        "katachi.GameLike. The file is run.",
    ),
]


def built_in_game(text: str, **options: object) -> Game:
    """The game that a text and options describe; options that are None do not count.

    >>> built_in_game("hex 5", size=None, swap=True)
    Hex(5, swap=True)
    """
    game = parse_game(text)
    given = {name: value for name, value in options.items() if value is not None}
    known = {field.name for field in fields(game)}
    for name in given:
        if name not in known:
            raise InvalidGame(f"{game.name} has no {name}")
    return replace(game, **given)  # type: ignore[arg-type]


def choose_game(text: str, game_file: Path | None, **options: object) -> GameLike:
    """A built-in game, or the one of a Python file; exactly one of the two must be named."""
    if game_file is None:
        if not text:
            raise InvalidGame(f"which game? Try {', '.join(GAMES)}, or --game-file FILE")
        return built_in_game(text, **options)
    if text:
        raise InvalidGame(f"name a game or a --game-file, not both: {shown(text)}")
    for name, value in options.items():
        if value is not None:
            raise InvalidGame(f"--{name} is for built-in games, not for a --game-file")
    return load_game(game_file)


def load_game(path: Path) -> GameLike:
    """The `game` of a Python file; raises `InvalidGame`."""
    game = getattr(load_module(path), "game", None)
    if not isinstance(game, GameLike):
        raise InvalidGame(f"'{path}' has no `game` with name, moves and start()")
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
