"""CELLS tables 1 and 2: the objectives of the paper's start and of every optimiser on real games.

python experiments/cells/weigh_cells.py FOLDER_OF_WTHOR_FILES --games 100000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import katachi
from katachi.evolution import Annealing, Exhaustive, Genetic, HillClimbing, Method, RandomSearch
from katachi.evolution.cells import CellData, evolve_cells
from katachi.evolution.cma_es import CmaEs
from katachi.records import Games

PAPER = {"start": 0.170907, "hill-climbing": 0.180930, "annealing": 0.182423}


def main() -> None:
    """One row per optimiser."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--games", dest="count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forced", action="store_true", help="also positions with one legal move")
    parser.add_argument("--grid", action="store_true", help="also brute force on 3^9 points")
    options = parser.parse_args()
    files = sorted(options.games.glob("WTH_*.wtb"))
    games = Games.joined([katachi.records.read(file) for file in files])
    if len(games) > options.count:
        _, games = games.split(test=options.count, seed=options.seed)
    data = CellData.of(games, forced_moves=options.forced)
    print(
        f"{len(games):,} games, {data.positions:,} positions, {data.core.row_count:,} rows, "
        f"forced moves {'in' if options.forced else 'left out'}, seed {options.seed}\n"
    )
    print(f"| optimiser | {' | '.join(data.classes)} | f1 | paper | evaluations | cpu s |")
    print("|---|" + "---:|" * (len(data.classes) + 4))
    start = data.start()
    _print("start", start, data.objectives(start)["f1"], 1, 0.0)
    methods: list[Method | CmaEs] = [
        RandomSearch(),
        HillClimbing(limit=10_000),
        Annealing(),
        Genetic(),
        CmaEs(),
    ]
    if options.grid:
        methods.insert(0, Exhaustive())
    for method in methods:
        began = time.process_time()
        found = evolve_cells(data, method=method, seed=options.seed)
        seconds = time.process_time() - began
        _print(method.name, found.weights, found.after["f1"], found.state.evaluations, seconds)


def _print(
    name: str, weights: tuple[float, ...], value: float, evaluations: int, seconds: float
) -> None:
    scale = 496 / weights[0]
    paper = f"{PAPER[name]:.6f}" if name in PAPER else ""
    numbers = " | ".join(f"{weight * scale:.0f}" for weight in weights)
    print(
        f"| {name} | {numbers} | {value:.6f} | {paper} | {evaluations} | {seconds:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
