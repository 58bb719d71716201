"""Compiled games beside OpenSpiel's own search of its own games, and beside the core's Gomoku.

    python benchmarks/compiled_games.py [--rounds 5] [--only tic_tac_toe]

UCT with uniform playouts from the start, a new tree every time, the same number of simulations on both
sides, in turn; the medians, and the median ratio. One thread is measured by processor time. Two threads
are measured by the clock, which needs two idle processors, and by processor time, which does not: then a
ratio below 2 is what the threads lose by getting into each other's way.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel

import katachi
from katachi.games.python_file import load_game

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "compiled"
# Simulations, about as many as a move of a fast game has.
SIMULATIONS = {"connect_four": 30_000, "breakthrough": 4_000, "tic_tac_toe": 10_000}
GOMOKU = 30_000
SHARED = 200_000  # of two threads

Search = Callable[[], int]
Clock = Callable[[], float]


def speed(search: Search, clock: Clock = time.process_time) -> float:
    """Simulations a second."""
    begin = clock()
    done = search()
    return done / (clock() - begin)


def ours(game: katachi.GameLike, simulations: int, threads: int = 1) -> Search:
    """A search of ours from the start."""
    settings = katachi.MctsSettings(threads=threads)

    def search() -> int:
        return katachi.Mcts(game, settings).run(game.start(), simulations=simulations).simulations

    return search


def theirs(name: str, simulations: int) -> Search:
    """The same by OpenSpiel's MCTSBot in C++, with one playout a leaf and no solver."""
    game = pyspiel.load_game(name)

    def search() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False)  # noqa: FBT003
        bot.step(game.new_initial_state())
        return simulations

    return search


def compare(title: str, first: Search, second: Search, rounds: int) -> None:
    """Prints both speeds and the median ratio of rounds in turn."""
    first(), second()
    pairs = [(speed(first), speed(second)) for _ in range(rounds)]
    ratio = statistics.median(a / b for a, b in pairs)
    a, b = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{title}: {a:,.0f} and {b:,.0f} a second, ratio {ratio:.2f}", flush=True)


def compare_threads(title: str, game: katachi.GameLike, rounds: int) -> None:
    """Two threads beside one."""
    one, two = ours(game, SHARED), ours(game, SHARED, threads=2)
    one(), two()
    by_clock, by_work = [], []
    for _ in range(rounds):
        by_clock.append(speed(two, time.perf_counter) / speed(one, time.perf_counter))
        by_work.append(2 * speed(two) / speed(one))
    clock, work = statistics.median(by_clock), statistics.median(by_work)
    print(f"{title}, two threads: {clock:.2f} times one, by processor time {work:.2f}", flush=True)


def main() -> None:
    """All comparisons."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=[*SIMULATIONS, "threads", "gomoku"])
    given = parser.parse_args()
    for name, simulations in SIMULATIONS.items():
        if given.only in (None, name):
            game = load_game(EXAMPLES / f"{name}.py")
            both = ours(game, simulations), theirs(name, simulations)
            compare(f"{name}, ours and OpenSpiel's", *both, given.rounds)
    if given.only in (None, "threads"):
        for name in SIMULATIONS:
            compare_threads(name, load_game(EXAMPLES / f"{name}.py"), given.rounds)
    if given.only in (None, "gomoku"):
        both = ours(load_game(EXAMPLES / "gomoku.py"), GOMOKU), ours(katachi.Gomoku(15), GOMOKU)
        compare("five in a row 15 x 15, compiled and the core's", *both, given.rounds)


if __name__ == "__main__":
    main()
