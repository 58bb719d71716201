"""Which position a command is about: moves, a text, or a place in a file of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from katachi.commands.game_choice import built_in_game
from katachi.errors import KatachiError
from katachi.games import GAMES, Game, Position, parse_game
from katachi.records import GameRecord, Games, read, read_shipped, shipped_names

SubjectText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"One of {', '.join(GAMES)}, with a size if you like (go9, 'hex 13'); or a file of games.",
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


@dataclass(frozen=True)
class LoadedGame:
    """A game of a file up to some move, and where it comes from in words."""

    record: GameRecord
    positions: tuple[Position, ...]
    source: str

    @property
    def moves(self) -> tuple[str, ...]:
        """Those that lead to the last position."""
        return self.record.moves[: len(self.positions) - 1]


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


def load_game_record(
    file: Path, game: Game | None, *, number: int | None = None, move: int | None = None
) -> LoadedGame:
    """One game of a file, up to a move; raises `KatachiError`.

    `game`: only games on this board count; the rules are those of the file. `number` counts from 1,
    None is the first; `move` counts the moves that are played, None is all of them.
    """
    games = _read(file, game)
    fitting = [
        kind
        for kind, one in enumerate(games.kinds)
        if game is None or (one.name, one.size) == (game.name, game.size)
    ]
    kept = np.flatnonzero(np.isin(games.kind, fitting))
    if not len(kept):
        what = "game" if game is None else f"game of {game.name}{game.size}"
        raise KatachiError(f"'{file}' has no {what}")
    wanted = 1 if number is None else number
    if not 1 <= wanted <= len(kept):
        raise KatachiError(f"'{file}' has {_games(len(kept))}: there is no number {wanted}")
    record = games.record(int(kept[wanted - 1]))
    most = len(record.moves)
    played = most if move is None else move
    if not 0 <= played <= most:
        raise KatachiError(f"the game in '{file}' has {most} moves: there is no move {played}")
    positions = []
    for position in record.replay():
        assert isinstance(position, Position)
        positions.append(position)
    source = f"{file.name}, game {wanted} of {len(kept)}" if len(kept) > 1 else file.name
    players = " against ".join(name for name in (record.black, record.white) if name)
    source += f" ({players})" if players else ""
    return LoadedGame(
        record, tuple(positions[: played + 1]), f"{source}, after {played} of {most} moves"
    )


def _games(count: int) -> str:
    return "one game" if count == 1 else f"{count} games"


def _read(file: Path, game: Game | None) -> Games:
    if not file.exists() and str(file) in shipped_names():
        return read_shipped(str(file))
    return read(file, game=game)
