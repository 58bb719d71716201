"""Games by chance, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import katachi
from katachi.records import GameRecord, Games

# Chooses one of the legal moves.
Chooser = Callable[[random.Random, Sequence[str]], str]


def any_move(rng: random.Random, legal: Sequence[str]) -> str:
    return rng.choice(legal)


def random_record(
    game: katachi.Game, rng: random.Random, *, most: int = 1000, choose: Chooser = any_move
) -> GameRecord:
    """To the end of the game, or `most` plies of it."""
    position = game.start()
    moves: list[str] = []
    while not position.is_over and len(moves) < most:
        moves.append(choose(rng, position.legal_moves))
        position = position.play(moves[-1])
    outcome = position.outcome if position.is_over else None
    return GameRecord(game, tuple(moves), outcome=outcome)


def random_records(
    game: katachi.Game,
    count: int,
    seed: int = 0,
    *,
    most: int = 1000,
    choose: Chooser = any_move,
) -> list[GameRecord]:
    rng = random.Random(seed)
    return [random_record(game, rng, most=most, choose=choose) for _ in range(count)]


def random_games(
    game: katachi.Game,
    count: int,
    seed: int = 0,
    *,
    most: int = 1000,
    choose: Chooser = any_move,
) -> Games:
    return Games.of(random_records(game, count, seed, most=most, choose=choose))
