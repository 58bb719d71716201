"""Files of games that a page drops or asks for."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any

from katachi.desk.boards import game_of, position_of
from katachi.desk.questions import SaveQuestion
from katachi.errors import KatachiError
from katachi.games import Position
from katachi.matches.game_text import text_of_game
from katachi.records import GameRecord, Games, read, write_sgf

MOST_LISTED = 500


def read_dropped(name: str, content: bytes) -> Games:
    """The games of a file that a page sent; raises `KatachiError`.

    The name matters for its ending alone: the content is written to a folder that vanishes.
    """
    suffix = PurePath(name.replace("\\", "/")).suffix[:16]
    if not suffix.removeprefix(".").isalnum():
        suffix = ""
    with tempfile.TemporaryDirectory(prefix="katachi-desk-") as folder:
        file = Path(folder) / f"game{suffix}"
        file.write_bytes(content)
        try:
            games = read(file)
        except KatachiError as error:
            raise KatachiError(str(error).replace(str(file), name[:80])) from None
    if not len(games):
        raise KatachiError(f"{name[:80]} has no games that can be read")
    return games


def listed(games: Games, *, first: int = 0) -> dict[str, Any]:
    """Some games of a collection, with their moves."""
    last = min(len(games), first + MOST_LISTED)
    return {
        "games": len(games),
        "first": first,
        "records": [record_json(games.record(number)) for number in range(first, last)],
    }


def record_json(record: GameRecord) -> dict[str, Any]:
    """One game."""
    start = record.start
    return {
        "game": text_of_game(record.game),
        "start": start.text if isinstance(start, Position) else "",
        "moves": list(record.moves),
        "black": record.black,
        "white": record.white,
        "date": record.date,
        "event": record.event,
        "result": str(record.outcome) if record.outcome is not None else "",
    }


def sgf_of(question: SaveQuestion) -> str:
    """A game as SGF; raises `KatachiError`."""
    game = game_of(question)
    start = game.position(question.start) if question.start else None
    position = position_of(question)
    record = GameRecord(
        game,
        tuple(question.moves),
        black=_printable(question.black),
        white=_printable(question.white),
        start=start,
        outcome=position.outcome if position.is_over else None,
    )
    return write_sgf(record)


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable())[:100]


def names_of(folder: Path, endings: Sequence[str]) -> list[str]:
    """Files of a folder that a page may open, by name."""
    return sorted(
        entry.name
        for entry in folder.iterdir()
        if entry.is_file() and entry.suffix in endings and not entry.name.startswith(".")
    )


def file_in(folder: Path, name: str) -> Path:
    """A file of the folder by its name; raises `KatachiError` for anything else."""
    if not name or name != PurePath(name).name or name.startswith("."):
        raise KatachiError("files are named without a folder")
    path = folder / name
    if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
        raise KatachiError("the file lies outside the folder")
    if not path.is_file():
        raise KatachiError(f"there is no file '{name[:80]}' in the folder of the desk")
    return path
