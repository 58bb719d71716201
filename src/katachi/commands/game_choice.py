"""Which game a command is about: a short text and options, or a Python file."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated

import typer

from katachi.errors import InvalidGame, shown
from katachi.games import Game, GameLike, games_by_name, parse_game
from katachi.games.python_file import load_game
from katachi.matches.game_text import game_of_text

GAME_HELP = f"One of {', '.join(games_by_name)}, with a size if you like: go9, hex13, 'hex 13'."

GameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
OptionalGameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
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
        help="A game of your own: a Python file with a `game` (katachi.compiled_game, or any "
        "katachi.GameLike). The file is run.",
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


def described_game(text: str, game_file: Path | None) -> GameLike:
    """A game by a text that may have options (`go9 komi=5.5`), or the one of a Python file.

    >>> described_game("go9 komi=5.5", None)
    Go(9, komi=5.5)
    """
    if text and game_file is None:
        return game_of_text(text)
    return choose_game(text, game_file)


def choose_game(text: str, game_file: Path | None, **options: object) -> GameLike:
    """A built-in game, or the one of a Python file; exactly one of the two must be named."""
    if game_file is None:
        if not text:
            raise InvalidGame(f"which game? Try {', '.join(games_by_name)}, or --game-file FILE")
        return built_in_game(text, **options)
    both = f"name a game or a --game-file, not both: {shown(text)}"
    if text.lower() in games_by_name:
        raise InvalidGame(both)
    for name, value in options.items():
        if value is not None:
            raise InvalidGame(f"--{name} is for built-in games, not for a --game-file")
    game = load_game(game_file)
    if text and text.lower() != game.name:
        raise InvalidGame(both)
    return game
