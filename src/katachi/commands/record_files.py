"""Record files on the command line, and the features that go with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.errors import KatachiError
from katachi.games import parse_game
from katachi.records import Games, read, read_shipped, shipped_names

RecordFiles = Annotated[
    list[Path],
    typer.Argument(
        help="Files of games (WTHOR, SGF, katachi's own, ...) or shipped records "
        f"({', '.join(shipped_names())})."
    ),
]

OptionalRecordFiles = Annotated[
    list[Path] | None,
    typer.Argument(
        help="Files of games (WTHOR, SGF, katachi's own, ...) or shipped records "
        f"({', '.join(shipped_names())})."
    ),
]

BoardOption = Annotated[
    str,
    typer.Option(
        "--game", help="Only the games of this board, where files have several: havannah8, go19."
    ),
]

LARGEST_TEST = 10**12  # games


def read_games(files: list[Path], board: str = "") -> Games:
    """All games of the files, and of records that ship with katachi, as one collection.

    With `board` (`--game`) those of that game and size; how many others there were is said on
    standard error.
    """
    games = Games.joined([read_records(file) for file in files])
    if not board:
        return games
    wanted = parse_game(board)
    kept = games.of_board(wanted)
    if not len(kept):
        raise KatachiError(
            f"there are no games of {wanted.name}{wanted.size} in these files"
            + (f", only of {_listed(games)}" if len(games) else "")
        )
    if len(kept) < len(games):
        typer.echo(
            f"{len(games) - len(kept):,} of {len(games):,} games are of other boards than "
            f"{wanted.name}{wanted.size} and are left out",
            err=True,
        )
    return kept


def read_one_board(files: list[Path], board: str = "") -> Games:
    """The same, at least one and all of one board; raises `KatachiError` that points to `--game`."""
    games = read_games(files, board)
    if not len(games):
        raise KatachiError("there are no games in these files")
    if len(games.boards) > 1:
        raise KatachiError(
            f"these are games of several boards, {_listed(games)}: choose one, "
            f"such as --game {next(iter(games.boards))}"
        )
    return games


def _listed(games: Games) -> str:
    """Boards with their numbers of games."""
    return ", ".join(f"{board} ({count:,})" for board, count in games.boards.items())


def read_records(file: Path) -> Games:
    """The games of a file, or of the shipped records of that name if there is no such file."""
    return read_shipped(str(file)) if is_shipped(file) else read(file)


def is_shipped(file: Path) -> bool:
    """Whether it names records that ship with katachi: a file of that name goes first."""
    return str(file) in shipped_names() and not file.exists()


def size_of_test(number: float) -> float:
    """`--test`: a share of the games below 1, or how many; raises `KatachiError`."""
    if not 0 <= number <= LARGEST_TEST:
        raise KatachiError(f"--test must be a share below 1 or a number of games, not {number:g}")
    return number if number < 1 else int(number)
