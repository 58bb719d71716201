"""Own games that leave the paths of records: what values need to know bad positions, too.

Records show good play, and values learned from them alone know little of positions that only a
mistake reaches. Here a record is left at some ply, a few random moves follow, and two searches with
the present values, one a ply deeper, play it to the end. Only positions after the random moves teach.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.position import Position
from katachi.games.threads import thread_count
from katachi.knowledge.pattern_values import PatternValues
from katachi.learning.values.examples import SOLVE_FROM, ValueExamples, some_of
from katachi.records import GameRecord, Games
from katachi.search.alphabeta import AlphaBetaSettings


@dataclass(frozen=True)
class ContinuationPlan:
    """Where records are left, how, and who goes on.

    `first_ply`, `last_ply`: a record is left after a ply between them. `most_random`: the largest number
    of random moves; one is the least. `depth`: plies that the weaker player searches.
    """

    first_ply: int = 4
    last_ply: int = 40
    most_random: int = 3
    depth: int = 2


def continue_games(  # noqa: PLR0913 - keyword arguments with defaults
    values: PatternValues,
    games: Games,
    count: int,
    plan: ContinuationPlan | None = None,
    *,
    seed: int = 0,
    solve_from: int = SOLVE_FROM,
    threads: int | None = None,
) -> ValueExamples:
    """Examples from 2 * `count` own games; the same seed gives the same."""
    chosen = plan or ContinuationPlan()
    rng = random.Random(seed)
    openings: list[tuple[Position, tuple[str, ...]]] = []
    while len(openings) < count:
        record = games[rng.randrange(len(games))]
        if found := _left(record, chosen, rng):
            openings.append(found)
    first, second = (_player(values, depth) for depth in (chosen.depth, chosen.depth + 1))
    played = _core.play_duels(
        first,
        second,
        [position.core for position, _ in openings],
        [rng.getrandbits(63) for _ in range(2 * count)],
        threads=thread_count(threads),
    )
    names = values.game.moves
    records = [
        GameRecord(values.game, (*openings[number // 2][1], *(names[move] for move in game.moves)))
        for number, game in enumerate(played)
    ]
    examples = ValueExamples.of(
        Games.of(records), values.game, solve_from=solve_from, threads=threads
    )
    stones = np.array([_stones(position) for position, _ in openings])
    return some_of(examples, examples.stones >= stones[examples.games // 2])


def _left(
    record: GameRecord, plan: ContinuationPlan, rng: random.Random
) -> tuple[Position, tuple[str, ...]] | None:
    """The position after the random moves, and all moves to it; None if the game ended before."""
    ply = rng.randint(plan.first_ply, plan.last_ply)
    moves = list(record.moves[:ply])
    position = record.game.start()
    if not isinstance(position, Position) or record.start is not None:
        raise KatachiError("continuations begin with games of the core from the usual start")
    for move in moves:
        position = position.play(move)
    for _ in range(rng.randint(1, plan.most_random)):
        if position.is_over:
            return None
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return None if position.is_over else (position, tuple(moves))


def _player(values: PatternValues, depth: int) -> _core.DuelPlayer:
    player = _core.DuelPlayer()
    settings = AlphaBetaSettings(depth=depth, endgame_empties=8, megabytes=1).to_core()
    settings.values = values.values_in_core(values.game)
    player.settings = settings
    return player


def _stones(position: Position) -> int:
    return sum(stone != 2 for stone in position.stones)
