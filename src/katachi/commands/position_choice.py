"""Which position a command is about: moves, a text, or a place in a file of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.game_choice import built_in_game
from katachi.errors import KatachiError
from katachi.games import Position, games_by_name, parse_game
from katachi.records import shipped_names
from katachi.records.loaded_game import load_game_record

SubjectText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"One of {', '.join(games_by_name)}, with a size if you like (go9, 'hex 13'); or a file of games.",
    ),
]
MovesOption = Annotated[
    str, typer.Option(help="Moves to play first, with spaces between them: 'f5 d6'.")
]
PositionOption = Annotated[
    str | None, typer.Option("--position", help="A position as katachi writes it.")
]
LoadOption = Annotated[
    Path | None,
    typer.Option("--load", metavar="FILE", help="A game: SGF or any file of games."),
]
MoveNumberOption = Annotated[
    int | None,
    typer.Option(
        "--move", metavar="N", help="Of the game that is loaded: after N moves, not the last."
    ),
]
GameNumberOption = Annotated[
    int | None,
    typer.Option(
        "--number", metavar="N", help="Of a file with several games: the N-th, not the first."
    ),
]


@dataclass(frozen=True)
class PositionChoice:
    """What was said about the position."""

    moves: str = ""
    text: str | None = None
    load: Path | None = None
    move: int | None = None
    number: int | None = None
    size: int | None = None
    swap: bool | None = None


@dataclass(frozen=True)
class ChosenPosition:
    """A position, the move that led to it if one is known, and where it comes from in words."""

    position: Position
    last: str | None = None
    source: str = ""


def choose_position(subject: str, choice: PositionChoice) -> ChosenPosition:
    """The position that a game or file and options describe; raises `KatachiError`."""
    load = choice.load
    if load is None and _is_file(subject):
        load, subject = Path(subject), ""
    if load is None:
        if choice.move is not None or choice.number is not None:
            raise KatachiError("--move and --number are about a game that is loaded: --load FILE")
        game = built_in_game(subject, size=choice.size, swap=choice.swap)
        position = game.position(choice.text) if choice.text is not None else game.start()
        found = ChosenPosition(position)
    else:
        if choice.text is not None:
            raise KatachiError("a position comes from --position or from a file, not from both")
        game_wanted = (
            built_in_game(subject, size=choice.size, swap=choice.swap) if subject else None
        )
        loaded = load_game_record(load, game_wanted, number=choice.number, move=choice.move)
        last = loaded.moves[-1] if loaded.moves else None
        found = ChosenPosition(loaded.positions[-1], last, loaded.source)
    moves = choice.moves.split()
    if not moves:
        return found
    position = found.position.play_all(moves)
    return ChosenPosition(
        position, position.game.moves[position.game.number(moves[-1])], found.source
    )


def _is_file(subject: str) -> bool:
    """A file or shipped records, not the name of a game."""
    try:
        parse_game(subject)
    except KatachiError:
        return Path(subject).is_file() or subject in shipped_names()
    return False
