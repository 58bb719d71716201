"""Positions of records where a level of knowledge was played: a pattern in its natural surroundings."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from katachi.desk.gallery import knowledge_in
from katachi.desk.questions import ExampleQuestion
from katachi.desk.record_files import OpenFiles, names_of, read_content, record_json
from katachi.errors import KatachiError
from katachi.games import Game, Position
from katachi.knowledge import Knowledge
from katachi.knowledge.with_levels import WithLevels
from katachi.records import GameRecord, Games
from katachi.records.shipped import read_shipped, shipped_names

LONGEST_SEARCH = 3.0  # seconds
RECORD_ENDINGS = (".sgf", ".wtb", ".ggf", ".hgf", ".katachi")
LARGEST_FILE = 8 * 2**20  # bytes of a file of the folder that is looked through
MOST_FILES = 20


def example(folder: Path, opened: OpenFiles, question: ExampleQuestion) -> dict[str, Any]:
    """The first game, of opened files, what ships and files of the folder, where a level was played."""
    knowledge = knowledge_in(folder, question.knowledge)
    board = knowledge.game
    if not isinstance(knowledge, WithLevels) or not isinstance(board, Game):
        raise KatachiError(f"{question.knowledge} has no levels")
    end = time.monotonic() + LONGEST_SEARCH
    games = 0
    for record in _records(folder, opened, board.name):
        games += 1
        ply = _played(knowledge, record, question.index)
        if ply is not None:
            return {**record_json(record), "ply": ply, "games": games}
        if time.monotonic() > end:
            break
    if not games:
        raise KatachiError(f"open a file with games of {board.name} first, on the page Records")
    raise KatachiError(f"it was not played in the {games} games that were looked through")


def _records(folder: Path, opened: OpenFiles, game: str) -> Iterator[GameRecord]:
    for games in _collections(folder, opened):
        for number, kind in enumerate(games.kind):
            if games.kinds[int(kind)].name == game:
                yield games.record(number)


def _collections(folder: Path, opened: OpenFiles) -> Iterable[Games]:
    yield from opened.all()
    yield from map(read_shipped, shipped_names())
    for name in names_of(folder, RECORD_ENDINGS)[:MOST_FILES]:
        path = folder / name
        if path.stat().st_size <= LARGEST_FILE:
            with suppress(KatachiError):
                yield read_content(name, path.read_bytes())


def _played(knowledge: Knowledge, record: GameRecord, index: int) -> int | None:
    """How many moves come before one that has the level."""
    position = record.start if isinstance(record.start, Position) else record.game.start()
    if not isinstance(position, Position):
        return None
    try:
        own = knowledge.on_board(position.game)
    except KatachiError:  # features of another size
        return None
    if not isinstance(own, WithLevels):
        return None
    begins = own.level_begins
    for ply, move in enumerate(record.moves):
        try:
            (row,) = own.levels(position, [move])
        except KatachiError:  # a move that features do not know, such as swap
            row = []
        if any(int(begins[feature]) + level == index for feature, level in row):
            return ply
        position = position.play(move)
    return None
