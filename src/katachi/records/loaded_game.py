"""One game of a file, up to some move."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from katachi.errors import KatachiError
from katachi.games import Game, Position
from katachi.records.collection import Games
from katachi.records.reading import read
from katachi.records.record import GameRecord
from katachi.records.shipped import read_shipped, shipped_names


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
