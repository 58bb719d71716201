"""How fast decision trees grow and are evaluated, on one thread.

    python benchmarks/forest_speed.py GAMES --leaves 863

Grows one tree for each query system until it has about so many leaves, and evaluates all legal
moves of positions of other games with it: of one position in twenty, where hardly anything can be
remembered from the one before, and of all positions one after the other. Times are processor
seconds of this process, so that other programs on the computer matter less.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from katachi.features import Forest, make_encoder
from katachi.features.forest import SYSTEMS
from katachi.learning import ForestPlan, grow_forest
from katachi.learning.competitions import Competitions
from katachi.records import Games, read

SINGLE = 0.05  # share of positions that stand alone


def growth(games: Games, system: str, most: int) -> tuple[Forest, float, int]:
    """The tree, processor seconds, positions."""
    plan = ForestPlan(systems=(system,), trees=1, games=most)
    began = time.process_time()
    grown = grow_forest(games, plan, threads=1)
    return grown.forest, time.process_time() - began, grown.trees[0].positions


def evaluation(games: Games, forest: Forest, *, share: float) -> tuple[float, float]:
    """Boards a second, and moves a board."""
    encoder = make_encoder([forest])
    began = time.process_time()
    found = Competitions.of(games, [forest], merge=False, share=share, threads=1, encoder=encoder)
    seconds = time.process_time() - began
    return len(found) / seconds, found.teams.team_count / len(found)


def main() -> None:
    """One row per query system."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--leaves", type=int, default=863)
    parser.add_argument("--test", type=int, default=100, help="games to evaluate")
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS))
    options = parser.parse_args()
    games, test = read(options.games).split(test=options.test, seed=0)
    print("| system | leaves | positions/s growing | boards/s, single | in a row | moves a board |")
    print("|---|---:|---:|---:|---:|---:|")
    for system in options.systems:
        used = 100
        while True:
            forest, seconds, positions = growth(games, system, used)
            leaves = forest.trees[0].leaf_count
            if leaves >= options.leaves or used >= len(games):
                break
            used = min(len(games), max(2 * used, used * options.leaves // max(1, leaves)))
        single, candidates = evaluation(test, forest, share=SINGLE)
        row, _ = evaluation(test[::5], forest, share=1.0)
        print(
            f"| {system} | {leaves} | {positions / seconds:,.0f} | {single:,.0f} | {row:,.0f} | "
            f"{candidates:.0f} |"
        )


if __name__ == "__main__":
    main()
