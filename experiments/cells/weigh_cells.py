"""CELLS tables 1 and 2: f1 of the paper's start and of every optimiser on real games.

    python experiments/cells/weigh_cells.py FOLDER_OF_WTHOR_FILES --games 100000 --runs 5

All optimisers ask for the same number of values, with the same seeds. Hill climbing changes every
weight by at most a tenth, as the paper says; annealing two of them by at most a factor of 5, once
with the paper's temperatures and once down to a millionth. A line for every run, then a table of
means.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import katachi
from katachi.optimising import (
    Annealing,
    CmaEs,
    Exhaustive,
    Genetic,
    HillClimbing,
    Method,
    RandomSearch,
)
from katachi.optimising.cells import CELL_ANNEALING, CellData, Weights, evolve_cells
from katachi.records import Games

PAPER = {"start": 0.170907, "hill climbing": 0.180930, "annealing, paper's end": 0.182423}


def main() -> None:
    """Every optimiser with every seed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--games", dest="count", type=int, default=100_000)
    parser.add_argument("--evaluations", type=int, default=2302)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
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
        f"forced moves {'in' if options.forced else 'left out'}, {options.evaluations} evaluations\n"
    )
    start = data.start()
    before = data.objectives(start)
    print(f"start: f1 {before['f1']:.6f}, mle {before['log_evidence']:.4f}\n", flush=True)
    steps = options.evaluations
    methods: dict[str, Method] = {
        "hill climbing": HillClimbing(limit=steps),
        "annealing, paper's end": Annealing(keep_best=True).in_steps(steps),
        "annealing": CELL_ANNEALING.in_steps(steps),
        "CMA-ES": CmaEs(evaluations=steps),
        "genetic": Genetic(limit=steps),
        "random": RandomSearch(limit=steps),
    }
    if options.grid:
        methods["grid"] = Exhaustive()
    values: dict[str, list[float]] = {}
    likely: dict[str, list[float]] = {}
    for run in range(options.runs):
        for name, method in methods.items():
            began = time.process_time()
            found = evolve_cells(
                data, method=method, seed=options.seed + run, threads=options.threads
            )
            seconds = time.process_time() - began
            values.setdefault(name, []).append(found.after["f1"])
            likely.setdefault(name, []).append(found.after["log_evidence"])
            print(
                f"{name}, seed {options.seed + run}: f1 {found.after['f1']:.6f}, "
                f"mle {found.after['log_evidence']:.2f}, {found.state.evaluations} evaluations, "
                f"{seconds:.1f} s, {_shown(found.weights)}",
                flush=True,
            )
    print("\n| optimiser | f1, mean | lowest | highest | mle | paper |")
    print("|---|---:|---:|---:|---:|---:|")
    print(
        f"| start | {before['f1']:.6f} | | | {before['log_evidence']:.2f} | {PAPER['start']:.6f} |"
    )
    for name, found_values in values.items():
        paper = f"{PAPER[name]:.6f}" if name in PAPER else ""
        print(
            f"| {name} | {np.mean(found_values):.6f} | {min(found_values):.6f} | "
            f"{max(found_values):.6f} | {np.mean(likely[name]):.2f} | {paper} |"
        )


def _shown(weights: Weights) -> str:
    """Relative to the largest, which stands for the paper's 496."""
    scale = 496 / max(weights)
    return " ".join(f"{weight * scale:.3g}" for weight in weights)


if __name__ == "__main__":
    main()
