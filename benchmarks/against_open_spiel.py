"""Random playouts per second of katachi beside those of open_spiel, in one run.

    python benchmarks/against_open_spiel.py --seconds 10 --json speeds.json
    python benchmarks/against_open_spiel.py --search

open_spiel has no function that only plays random games, so its C++ tree search stands in:
`pyspiel.MCTSBot` with one random rollout per simulation. From the start position nearly all the
time of a simulation is its rollout, so simulations per second are about playouts per second.

Both programs, and katachi with two threads, take turns in short slices, so that all of them see the
same disturbances of the machine; the median over slices is reported. A slice begins at the start
position. The playouts are not the same work on purpose: each program plays random games as it
likes best, and the figures answer how many results of random games one second buys. In Go katachi
does not fill own eyes, while open_spiel plays any legal move, passes included, up to 2 * size *
size moves; in Hex katachi fills the board and looks once; Othello and Havannah are the same game.

With --search both sides search: plain UCT with random playouts from an empty tree.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import pyspiel

import katachi

SLICE_SECONDS = 0.5
EXPLORATION = 2.0  # uct_c of the search; hardly matters for its speed
MEMORY_MEGABYTES = 1000
PLAYOUTS_PER_BLOCK = 64  # of katachi; whole blocks keep both threads busy to the end


@dataclass(frozen=True)
class Board:
    """A board in both programs, and how many times faster katachi is meant to be."""

    game: katachi.Game
    name: str
    options: dict[str, int]
    playout_target: float
    search_target: float


BOARDS = (
    Board(katachi.Othello(8), "othello", {}, 100, 50),
    Board(katachi.Go(9), "go", {"board_size": 9}, 10, 6),
    Board(katachi.Go(19), "go", {"board_size": 19}, 30, 15),
    Board(katachi.Hex(11), "hex", {"board_size": 11}, 150, 30),
    Board(katachi.Havannah(5), "havannah", {"board_size": 5}, 7, 5),
    Board(katachi.Havannah(8), "havannah", {"board_size": 8}, 10, 7),
    Board(katachi.Havannah(10), "havannah", {"board_size": 10}, 14, 8),
)


@dataclass(frozen=True)
class Result:
    """Playouts per second on one board; medians over slices."""

    board: str
    open_spiel: float
    katachi: float
    katachi_two_threads: float
    target: float
    slices: int

    @property
    def ratio(self) -> float:
        """How many times faster katachi is with one thread."""
        return self.katachi / self.open_spiel

    @property
    def thread_ratio(self) -> float:
        """What the second thread gains."""
        return self.katachi_two_threads / self.katachi


class Contestant:
    """One program on one board: runs slices of about the same length and keeps their speeds.

    `run(count, slice_number)` plays `count` random games.
    """

    def __init__(self, run: Callable[[int, int], object]) -> None:
        """Finds how many playouts fill a slice; that also warms up."""
        self._run = run
        self._count = PLAYOUTS_PER_BLOCK
        self.speeds: list[float] = []
        seconds = self.run_slice()
        while seconds < SLICE_SECONDS / 10:
            self._count *= 2
            seconds = self.run_slice()
        blocks = round(self._count * SLICE_SECONDS / seconds / PLAYOUTS_PER_BLOCK)
        self._count = max(1, blocks) * PLAYOUTS_PER_BLOCK
        self.speeds.clear()

    def run_slice(self) -> float:
        """Plays one slice and returns its seconds."""
        began = time.perf_counter()
        self._run(self._count, len(self.speeds))
        seconds = time.perf_counter() - began
        self.speeds.append(self._count / seconds)
        return seconds

    @property
    def speed(self) -> float:
        """Playouts per second, the median of the slices."""
        return statistics.median(self.speeds)


def katachi_playouts(game: katachi.Game, threads: int) -> Contestant:
    start = game.start()

    def run(count: int, slice_number: int) -> object:
        return katachi.random_playouts(start, count, seed=slice_number, threads=threads)

    return Contestant(run)


def katachi_simulations(game: katachi.Game, threads: int) -> Contestant:
    start = game.start()

    def run(count: int, slice_number: int) -> object:
        settings = katachi.MctsSettings(
            threads=threads, seed=slice_number, megabytes=MEMORY_MEGABYTES
        )
        return katachi.Mcts(game, settings).run(start, simulations=count)

    return Contestant(run)


def open_spiel_simulations(board: Board) -> Contestant:
    game = pyspiel.load_game(board.name, board.options)
    state = game.new_initial_state()

    def run(count: int, slice_number: int) -> object:
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=slice_number),
            uct_c=EXPLORATION,
            max_simulations=count,
            max_memory_mb=MEMORY_MEGABYTES,
            solve=False,
            seed=slice_number,
            verbose=False,
        )
        return bot.step(state)

    return Contestant(run)


def compare(board: Board, seconds: float, *, search: bool) -> Result:
    """Slices in turn until each program has run for `seconds`."""
    ours = katachi_simulations if search else katachi_playouts
    contestants = (
        open_spiel_simulations(board),
        ours(board.game, threads=1),
        ours(board.game, threads=2),
    )
    spent = [0.0] * len(contestants)
    while min(spent) < seconds:
        for number, contestant in enumerate(contestants):
            spent[number] += contestant.run_slice()
    there, here, here_twice = contestants
    return Result(
        board=str(board.game),
        open_spiel=there.speed,
        katachi=here.speed,
        katachi_two_threads=here_twice.speed,
        target=board.search_target if search else board.playout_target,
        slices=len(there.speeds),
    )


def table_row(result: Result) -> str:
    verdict = "reached" if result.ratio >= result.target else "missed"
    return (
        f"{result.board:<13} {result.open_spiel:>12,.0f} {result.katachi:>12,.0f} "
        f"{result.ratio:>7.1f} {result.target:>7.0f} {verdict:<8} {result.thread_ratio:>9.2f}"
    )


TABLE_HEADER = (
    f"{'board':<13} {'open_spiel/s':>12} {'katachi/s':>12} "
    f"{'ratio':>7} {'target':>7} {'':<8} {'2 threads':>9}"
)


def write_json(results: list[Result], seconds: float, path: Path) -> None:
    document = {
        "format": "katachi speed against open_spiel 1",
        "katachi": katachi.__version__,
        "open_spiel": pyspiel.__version__,
        "system": platform.platform(),
        "python": platform.python_version(),
        "seconds": seconds,
        "boards": [
            asdict(result) | {"ratio": result.ratio, "thread_ratio": result.thread_ratio}
            for result in results
        ],
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        epilog="'2 threads' is katachi's speed with two threads divided by that with one.",
    )
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="per board and program (default: %(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    parser.add_argument(
        "--search",
        action="store_true",
        help="compare simulations of plain UCT instead of playouts alone",
    )
    arguments = parser.parse_args()
    print(TABLE_HEADER)
    results = []
    for board in BOARDS:
        results.append(compare(board, arguments.seconds, search=arguments.search))
        print(table_row(results[-1]), flush=True)
    if arguments.json is not None:
        write_json(results, arguments.seconds, arguments.json)


if __name__ == "__main__":
    main()
