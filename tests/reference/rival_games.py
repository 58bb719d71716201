"""Small games for tests of rivals: a quick judge, random positions, a record."""

from __future__ import annotations

import random

import katachi
from katachi import AlphaBetaSettings
from katachi.agents import (
    Budget,
    JudgeSettings,
)
from katachi.agents.judge import EXPERT
from katachi.records import GameRecord

SMALL = katachi.Othello(6)
QUICK = JudgeSettings(
    alphabeta=AlphaBetaSettings(depth=2, endgame_empties=0, megabytes=1, othello=EXPERT)
)
ANY = Budget(simulations=1)


def random_position(game: katachi.Othello, plies: int, seed: int) -> katachi.Position:
    rng = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


def judged_game(player: str = "Ada") -> GameRecord:
    rng = random.Random(5)
    position, moves = SMALL.start(), []
    while not position.is_over:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return GameRecord(SMALL, tuple(moves), black=player, white="Blaise")
