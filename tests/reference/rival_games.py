"""Small games for tests of rivals: a quick judge, random positions, a record."""

from __future__ import annotations

import random

import katachi
from katachi import AlphaBetaSettings
from katachi.agents import Budget
from katachi.records import GameRecord
from katachi.search.alphabeta import EXPERT
from katachi.search.judge import JudgeSettings
from reference.random_games import random_record

SMALL = katachi.Othello(6)
QUICK = JudgeSettings(
    alphabeta=AlphaBetaSettings(depth=2, endgame_empties=0, megabytes=1, othello=EXPERT)
)
ANY = Budget(simulations=1)


def random_moves(game: katachi.Game, plies: int, seed: int) -> tuple[str, ...]:
    """Fewer if the game ends before."""
    return random_record(game, random.Random(seed), most=plies).moves


def random_position(game: katachi.Game, plies: int, seed: int) -> katachi.Position:
    return game.start().play_all(random_moves(game, plies, seed))


def judged_game(player: str = "Ada") -> GameRecord:
    return GameRecord(SMALL, random_moves(SMALL, 1000, 5), black=player, white="Blaise")
