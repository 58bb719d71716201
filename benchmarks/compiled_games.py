"""Compiled games beside OpenSpiel's own search of its own games, and beside the core's Gomoku.

    python benchmarks/compiled_games.py [--rounds 5]

One thread, UCT with uniform playouts, both in turn; simulations a second of processor time. A search
with two threads is measured by processor time too: twice the simulations of one second of work, if
the threads do not get into each other's way.
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
SIMULATIONS = {"connect_four": 30_000, "breakthrough": 4_000, "tic_tac_toe": 30_000}
GOMOKU = 30_000


def speed(search: Callable[[], int]) -> float:
    """Simulations a second of processor time."""
    begin = time.process_time()
    done = search()
    return done / (time.process_time() - begin)


def ours(game: katachi.GameLike, simulations: int, threads: int = 1) -> Callable[[], int]:
    """A search of ours from the start."""
    settings = katachi.MctsSettings(threads=threads)

    def search() -> int:
        # A new tree every time, made outside would be kept.
        return katachi.Mcts(game, settings).run(game.start(), simulations=simulations).simulations

    return search


def theirs(name: str, simulations: int) -> Callable[[], int]:
    """The same by OpenSpiel's MCTSBot in C++, with one playout a leaf and no solver."""
    game = pyspiel.load_game(name)

    def search() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False)  # noqa: FBT003
        bot.step(game.new_initial_state())
        return simulations

    return search


def compare(title: str, first: Callable[[], int], second: Callable[[], int], rounds: int) -> None:
    """Prints both speeds and the median ratio of rounds in turn."""
    first(), second()
    pairs = [(speed(first), speed(second)) for _ in range(rounds)]
    ratio = statistics.median(a / b for a, b in pairs)
    a, b = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{title}: {a:,.0f} and {b:,.0f} a second, ratio {ratio:.2f}")


def main() -> None:
    """All comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for name, simulations in SIMULATIONS.items():
        game = load_game(EXAMPLES / f"{name}.py")
        compare(
            f"{name}, ours and OpenSpiel's",
            ours(game, simulations),
            theirs(name, simulations // 4),
            rounds,
        )
    four = load_game(EXAMPLES / "connect_four.py")
    both = ours(four, 200_000, threads=2), ours(four, 200_000)
    compare("connect_four, two threads and one, each second of work", *both, rounds)
    gomoku = ours(load_game(EXAMPLES / "gomoku.py"), GOMOKU), ours(katachi.Gomoku(15), GOMOKU)
    compare("five in a row 15 x 15, compiled and the core's", *gomoku, rounds)


if __name__ == "__main__":
    main()
