"""How fast decision trees grow and are evaluated, on one thread.

    python benchmarks/forest_speed.py GAMES --leaves 863

Grows one tree for each query system until it has about so many leaves, and evaluates all legal moves
of the positions of other games with it. Times are processor seconds of this process, so that other
programs on the computer matter less.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from katachi.competitions import Competitions
from katachi.features import Forest, make_encoder
from katachi.features.forest import SYSTEMS
from katachi.learning import ForestPlan, grow_forest
from katachi.records import Games, read


def growth(games: Games, system: str, most: int) -> tuple[Forest, float, int]:
    """The tree, processor seconds, positions."""
    plan = ForestPlan(systems=(system,), trees=1, games=most)
    began = time.process_time()
    grown = grow_forest(games, plan, threads=1)
    return grown.forest, time.process_time() - began, grown.trees[0].positions


def main() -> None:
    """One row per query system."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--leaves", type=int, default=863)
    parser.add_argument("--test", type=int, default=20, help="games to evaluate")
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS))
    options = parser.parse_args()
    games, test = read(options.games).split(test=options.test, seed=0)
    print("| system | leaves | positions/s growing | boards/s | moves a board |")
    print("|---|---:|---:|---:|---:|")
    for system in options.systems:
        used = 100
        while True:
            forest, seconds, positions = growth(games, system, used)
            leaves = forest.trees[0].leaf_count
            if leaves >= options.leaves or used >= len(games):
                break
            used = min(len(games), max(2 * used, used * options.leaves // max(1, leaves)))
        encoder = make_encoder([forest])
        began = time.process_time()
        found = Competitions.of(test, [forest], merge=False, threads=1, encoder=encoder)
        boards = len(found) / (time.process_time() - began)
        candidates = found.teams.team_count / len(found)
        print(
            f"| {system} | {leaves} | {positions / seconds:,.0f} | {boards:,.0f} | {candidates:.0f} |"
        )


if __name__ == "__main__":
    main()
