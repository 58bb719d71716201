"""Positions of games as a network learns from them: planes, legal moves, the move that was played.

Only game and ply of a position are kept. Planes are made when they are asked for, by playing the
game up to there, so that a million positions take a few megabytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.learning.competitions import games_by_start
from katachi.records import Games


@dataclass(frozen=True, eq=False)
class ExampleBatch:
    """Some positions.

    planes        float32 [positions, planes, side, side]
    legal         bool [positions, side * side + 1], where the legal moves lie
    chosen        int64 [positions], where the played move lies
    moves_played  uint16 [positions]
    """

    planes: NDArray[np.float32]
    legal: NDArray[np.bool_]
    chosen: NDArray[np.int64]
    moves_played: NDArray[np.uint16]

    def transformed(self, symmetries: NDArray[np.intp], which: NDArray[np.integer]) -> ExampleBatch:
        """Each position turned and mirrored by a symmetry of its own.

        `symmetries`: intp [symmetries, places], where each place goes; `which`: [positions].
        """
        count, planes, side, _ = self.planes.shape
        # Where each place comes from: the inverse of where it goes.
        origin = np.argsort(symmetries, axis=1)[which]
        flat = self.planes.reshape(count, planes, side * side)
        turned = np.take_along_axis(flat, origin[:, None, : side * side], axis=2)
        return ExampleBatch(
            np.ascontiguousarray(turned).reshape(self.planes.shape),
            np.take_along_axis(self.legal, origin, axis=1),
            symmetries[which, self.chosen].astype(np.int64),
            self.moves_played,
        )


@dataclass(frozen=True, eq=False)
class _Part:
    """Games that begin at one position."""

    start: _core.Position
    games: Games

    def moves_to(
        self, games: NDArray[np.uint32], plies: NDArray[np.uint32]
    ) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """The moves of some games up to and with a ply each, and where each game begins.

        A batch is a few games of perhaps a hundred thousand: only those are handed to the core.
        """
        lengths = plies.astype(np.int64) + 1
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        begins = self.games.offsets[games] - offsets[:-1]
        return self.games.moves[np.repeat(begins, lengths) + np.arange(offsets[-1])], offsets


class Examples:
    """The positions of games with a choice (or all, with `forced_moves`), in their order."""

    def __init__(self, game: Game, games: Games, *, forced_moves: bool = False) -> None:
        """Replays the games once; raises `KatachiError` for an illegal move."""
        self.game = game
        self.games = games
        self.planes = _core.Planes(game.make_core(None))
        self._parts: list[_Part] = []
        parts, numbers, plies, names = [], [], [], []
        first = 0
        for start, some in games_by_start(games, game):
            try:
                game_numbers, ply_numbers = _core.position_numbers(
                    start.core, some.moves, some.offsets, forced_moves=forced_moves
                )
            except ValueError as error:
                raise KatachiError(str(error)) from None
            parts.append(np.full(len(game_numbers), len(self._parts), np.uint32))
            numbers.append(game_numbers)
            plies.append(ply_numbers)
            names.append(game_numbers + np.uint32(first))
            self._parts.append(_Part(start.core, some))
            first += len(some)
        if not numbers or not sum(map(len, numbers)):
            raise KatachiError("there are no positions in these games")
        self._part = np.concatenate(parts)
        self._game = np.concatenate(numbers)
        self._ply = np.concatenate(plies)
        # uint32 [positions]: which game, counted through.
        self.game_numbers: NDArray[np.uint32] = np.concatenate(names).astype(np.uint32)

    def __len__(self) -> int:
        """How many positions."""
        return len(self._game)

    @property
    def plies(self) -> NDArray[np.uint32]:
        """uint32 [positions]: how many moves of its game come before."""
        return self._ply

    def batch(self, chosen: NDArray[np.integer]) -> ExampleBatch:
        """The positions with these numbers, in this order."""
        pieces: list[tuple[NDArray[np.integer], tuple[Any, ...]]] = []
        for number, part in enumerate(self._parts):
            places = np.flatnonzero(self._part[chosen] == number)
            if not places.size:
                continue
            plies = self._ply[chosen[places]]
            moves, offsets = part.moves_to(self._game[chosen[places]], plies)
            found = _core.plane_examples(
                self.planes,
                part.start,
                moves,
                offsets,
                games=np.arange(len(plies), dtype=np.uint32),
                plies=plies,
            )
            pieces.append((places, found))
        order = np.argsort(np.concatenate([places for places, _ in pieces]), kind="stable")
        columns = [
            np.concatenate([found[column] for _, found in pieces])[order]
            if len(pieces) > 1
            else pieces[0][1][column]
            for column in range(4)
        ]
        return ExampleBatch(columns[0], columns[1].astype(np.bool_), columns[2], columns[3])


def place_symmetries(game: Game) -> NDArray[np.intp]:
    """Intp [symmetries, places]: where each place of a plane goes; the special move stays.

    Planes show every player the same goals already, so that symmetries which exchange the colours
    would add nothing.
    """
    planes = _core.Planes(game.make_core(None))
    places = np.array(planes.places(0), np.intp)
    rows = []
    for symmetry in game.topology.symmetries:
        if symmetry.exchanges_colors:
            continue
        row = np.arange(planes.side**2 + 1)
        row[places[:-1]] = places[symmetry.images]
        rows.append(row)
    return np.array(rows, np.intp)
