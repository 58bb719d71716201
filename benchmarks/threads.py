"""What a second thread gains in a search, for every game of the core and the compiled examples.

    python benchmarks/threads.py [--rounds 9] [--only othello connect_four] [--selection rave]

Each round searches the start from an empty tree three times: with one thread, with two threads, and with
two searches of one thread side by side. All do the same number of simulations, about as many as one thread
does in --seconds. Medians over rounds, of ratios within a round:

- two: the simulations a second of two threads by the clock, divided by those of one thread. It needs two
  idle processors.
- work: the same by processor time. It hardly depends on other work, and does not see threads that wait
  for a processor; below 2 is what the threads lose by what they do about each other.
- apart: two searches that share nothing, by the clock: what the machine itself allows.
"""

from __future__ import annotations

import argparse
import os
import statistics
import threading
import time
from pathlib import Path

import katachi
from katachi.games.python_file import load_game

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "compiled"
COMPILED = ("connect_four", "breakthrough", "tic_tac_toe")
CORE = ("othello", "go9", "go19", "hex11", "havannah5", "havannah8", "gomoku15", "y9")
SELECTIONS = {
    "uct": katachi.SelectionSettings(),
    "rave": katachi.SelectionSettings(rave="hand_selected"),
}
MEGABYTES = 1000
FIRST = 2_000  # simulations that warm up
OTHER_SEEDS = 1_000  # of the second search


class Contest:
    """Searches of one game with one kind of selection."""

    def __init__(self, name: str, selection: str, seconds: float) -> None:
        """Finds how many simulations one thread does in so many seconds; that also warms up."""
        self._game = (
            load_game(EXAMPLES / f"{name}.py") if name in COMPILED else katachi.parse_game(name)
        )
        self._selection = SELECTIONS[selection]
        self._start = self._game.start()
        self.simulations = FIRST
        self._timed(1, 0)
        clock, _ = self._timed(1, 0)
        self.simulations = max(FIRST, round(FIRST * seconds / clock))
        clock, _ = self._timed(1, 0)
        self.simulations = max(FIRST, round(self.simulations * seconds / clock))
        self._timed(2, 0)

    def _search(self, threads: int, seed: int) -> katachi.Mcts:
        settings = katachi.MctsSettings(
            threads=threads, seed=seed, megabytes=MEGABYTES, selection=self._selection
        )
        return katachi.Mcts(self._game, settings)

    def _timed(self, threads: int, seed: int) -> tuple[float, float]:
        """Seconds by the clock, and of processor time."""
        search = self._search(threads, seed)
        clock, work = time.perf_counter(), time.process_time()
        search.run(self._start, simulations=self.simulations)
        return time.perf_counter() - clock, time.process_time() - work

    def _apart(self, seed: int) -> float:
        """Seconds by the clock of two searches side by side, half of the simulations each."""
        searches = [self._search(1, seed), self._search(1, seed + OTHER_SEEDS)]
        threads = [
            threading.Thread(
                target=search.run,
                args=(self._start,),
                kwargs={"simulations": self.simulations // 2},
            )
            for search in searches
        ]
        clock = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - clock

    def round(self, seed: int) -> tuple[float, float, float, float]:
        """Simulations a second of one thread, and the ratios: two, work, apart."""
        one, one_work = self._timed(1, seed)
        two, two_work = self._timed(2, seed)
        return self.simulations / one, one / two, 2 * one_work / two_work, one / self._apart(seed)


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of one search by one thread")
    parser.add_argument("--selection", choices=SELECTIONS, default="uct")
    parser.add_argument("--only", nargs="+", choices=[*COMPILED, *CORE], default=[*COMPILED, *CORE])
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {given.selection}, {given.rounds} rounds")
    print(
        f"{'game':<14} {'one thread/s':>12} {'two':>5} {'lowest':>7} {'highest':>7} {'work':>5} {'apart':>6}"
    )
    for name in given.only:
        contest = Contest(name, given.selection, given.seconds)
        rounds = [contest.round(seed) for seed in range(given.rounds)]
        speeds, two, work, apart = zip(*rounds, strict=True)
        print(
            f"{name:<14} {statistics.median(speeds):>12,.0f} {statistics.median(two):>5.2f} "
            f"{min(two):>7.2f} {max(two):>7.2f} {statistics.median(work):>5.2f} "
            f"{statistics.median(apart):>6.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
