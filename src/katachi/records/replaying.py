"""Collections checked by the rules: which games are legal, and how they stand at the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.threads import thread_count
from katachi.records.collection import START, Games

# Names of `Replay.reason`.
REASONS = tuple(reason.name for reason in sorted(_core.Reason, key=lambda reason: reason.value))


@dataclass(frozen=True)
class Replay:
    """What the board shows after the last legal move of each game; arrays [games].

    `refused` is the first illegal move of those recorded (from 0), or -1. `over` says whether the
    rules have ended the game; `winner` (0, 1, 2 none), `reason` (index of `REASONS`) and `score`
    are as if it had. `black` and `white` count stones.
    """

    refused: NDArray[np.int32]
    over: NDArray[np.bool_]
    winner: NDArray[np.uint8]
    reason: NDArray[np.uint8]
    score: NDArray[np.float64]
    black: NDArray[np.int16]
    white: NDArray[np.int16]


def replay(
    games: Games, *, implied_passes: bool = False, threads: int | None = None
) -> tuple[Games, Replay]:
    """Plays all games in the core; returns them with their legal moves, and how they stand.

    With `implied_passes` (Othello) passes that the record leaves out are put in. Illegal moves and
    what follows them are cut off; `Replay.refused` tells where.
    """
    count = len(games)
    result = Replay(
        refused=np.full(count, -1, dtype=np.int32),
        over=np.zeros(count, dtype=np.bool_),
        winner=np.full(count, 2, dtype=np.uint8),
        reason=np.zeros(count, dtype=np.uint8),
        score=np.zeros(count, dtype=np.float64),
        black=np.zeros(count, dtype=np.int16),
        white=np.zeros(count, dtype=np.int16),
    )
    starts = games.columns.get(START, np.zeros(count, dtype=np.int32))
    # Games with one start are played together; nearly always that is all of them.
    together = games.kind.astype(np.int64) * max(len(games.texts), 1) + starts
    chosen, played = [], []
    for group in np.unique(together):
        rows = np.flatnonzero(together == group)
        part = games.take(rows) if len(rows) < count else games
        outcome = _core.replay_games(
            games.start_of(int(rows[0])).core,
            part.moves,
            part.offsets,
            implied_passes=implied_passes,
            threads=thread_count(threads),
        )
        for name in ("refused", "winner", "reason", "score", "black", "white"):
            getattr(result, name)[rows] = getattr(outcome, name)
        result.over[rows] = outcome.over != 0
        chosen.append(rows)
        played.append((outcome.moves, outcome.offsets))
    return _with_moves(games, chosen, played), result


def _with_moves(
    games: Games,
    chosen: list[NDArray[np.int64]],
    played: list[tuple[NDArray[np.uint16], NDArray[np.int64]]],
) -> Games:
    """The collection with new moves, which come in groups of rows."""
    if len(chosen) == 1:
        return replace(games, moves=played[0][0], offsets=played[0][1])
    lengths = np.zeros(len(games), dtype=np.int64)
    for rows, (_, offsets) in zip(chosen, played, strict=True):
        lengths[rows] = np.diff(offsets)
    offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    moves = np.zeros(offsets[-1], dtype=np.uint16)
    for rows, (group_moves, group_offsets) in zip(chosen, played, strict=True):
        shift = np.repeat(offsets[rows] - group_offsets[:-1], np.diff(group_offsets))
        moves[np.arange(len(group_moves)) + shift] = group_moves
    return replace(games, moves=moves, offsets=offsets)


def refusal(played: Games, number: int, move: int, ply: int) -> str:
    """Why a move was refused after the legal moves of a game, in words; `ply` counts from 0."""
    game = played.kinds[int(played.kind[number])]
    text = game.moves[move] if move < len(game.moves) else f"move number {move}"
    try:
        position = played.start_of(number)
        for before in played.moves[played.offsets[number] : played.offsets[number + 1]].tolist():
            position = position.play(game.moves[before])
        position.play(text)
    except KatachiError as error:
        return f"ply {ply + 1}, {text!r}: {error}"
    return f"ply {ply + 1}, {text!r} is not legal"
