"""Calls of the core that would take minutes, for tests of what ends them earlier.

Each function prepares one, so that nothing is loaded any more when it runs.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

import katachi
from katachi import _core
from reference.search_toys import Lines

Call = Callable[[], object]


def run(threads: int) -> Call:
    """A search."""
    search = katachi.Mcts(katachi.Go(9), katachi.MctsSettings(threads=threads))
    return lambda: search.run(seconds=60)


def python_game() -> Call:
    """A search of a game written in Python."""
    search = katachi.Mcts(Lines(5, 5, 4))
    return lambda: search.run(seconds=60)


def alphabeta() -> Call:
    """Deepening."""
    search = katachi.AlphaBeta(katachi.Othello())
    return lambda: search.run(search.game.start(), seconds=60)


def exact_solver() -> Call:
    """The whole game tree."""
    search = katachi.AlphaBeta(katachi.Othello())
    return lambda: search.solve(search.game.start())


def playouts() -> Call:
    """A thousand million random games."""
    start = katachi.Go(9).start()
    katachi.random_playouts(start, 10)
    return lambda: katachi.random_playouts(start, 10**9, threads=2)


def perft() -> Call:
    """All sequences of nine moves."""
    start = katachi.Go(9).start()
    return lambda: start.core.perft(9)


def match() -> Call:
    """A thousand pairs of games."""
    katachi.match("uct@30", "rave@30", "hex3", pairs=1)
    return lambda: katachi.match("uct@3000", "rave@3000", "hex9", pairs=1000)


def teams() -> _core.Teams:
    """Competitions enough for some tenths of a second a pass."""
    rng = random.Random(1)
    table = _core.TeamTable([50] * 8, [list(range(8))])
    for _ in range(10_000):
        table.add([(0, [rng.randrange(50) for _ in range(8)]) for _ in range(6)], 0)
    one, many = table.teams(), table.teams()
    for _ in range(9):
        many.append(one)
    return many


def again_and_again(step: Call) -> Call:
    """The call without an end."""

    def forever() -> None:
        while True:
            step()

    return forever


def learner(threads: int) -> Call:
    """Passes of minorization-maximization."""
    fit = _core.BradleyTerry(
        teams(), prior_wins=1.0, prior_losses=1.0, gammas=np.ones(0), threads=threads
    )
    return again_and_again(fit.run_pass)


def factorization() -> Call:
    """Passes of a factorization."""
    given = teams()
    learned = _core.Factorization(
        given,
        factors=4,
        rate=0.01,
        weight_pull=0.0,
        factor_pull=0.0,
        spread=0.1,
        seed=1,
        weights=np.ones(0),
    )
    return again_and_again(lambda: learned.run_pass(given))


def prediction() -> Call:
    """What a model says of competitions."""
    given = teams()
    ones = np.ones(given.total_levels)
    nothing = np.ones(0)
    return again_and_again(lambda: _core.predict(given, ones, threads=2, factors=nothing))


def encoding() -> Call:
    """Features of the positions of many games."""
    game = katachi.Hex(11)
    core = game.start().core
    encoder = _core.Encoder(
        [_core.cell_classes(game.topology.core), _core.stages(game.topology.core)]
    )
    moves = np.tile(np.arange(100, dtype=np.uint16), 20_000)
    offsets = np.arange(0, len(moves) + 1, 100, dtype=np.int64)
    return lambda: _core.encode_games(
        core,
        encoder,
        moves,
        offsets,
        forced_moves=False,
        first_ply=0,
        merge=True,
        share=1.0,
        part=0,
        seed=0,
        first_game=0,
        threads=2,
    )


CALLS: dict[str, Callable[[], Call]] = {
    "run": lambda: run(1),
    "run-on-two-threads": lambda: run(2),
    "game-in-Python": python_game,
    "alpha-beta": alphabeta,
    "exact-solver": exact_solver,
    "random_playouts": playouts,
    "perft": perft,
    "match": match,
    "pass-of-MM": lambda: learner(1),
    "pass-of-MM-on-two-threads": lambda: learner(2),
    "pass-of-a-factorization": factorization,
    "prediction": prediction,
    "encoding": encoding,
}
