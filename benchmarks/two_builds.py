"""How much processor time two builds of katachi need for the same work, measured in turns in one run.

    python benchmarks/two_builds.py OLD/.venv/bin/python NEW/.venv/bin/python playouts:go9 own.toml:y9

Each build is a process that stays, with its interpreter given. A case is `playouts:BOARD`, or AGENT:BOARD
with the name or file of an agent, which searches from an empty tree. Both builds take turns, first one and
then the other. The amount of work is chosen so that the old build needs about --seconds. Printed is the new
time divided by the old one: of the best of all rounds, and the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from pathlib import Path

# Runs in both builds, the old one too: it uses nothing that an older version did not have.
CHILD = """
import json, sys, time
from katachi import random_playouts
from katachi.agents import load_agent
try:
    from katachi import parse_game
except ImportError:
    from katachi.games import parse_game
cases = {}
def work(case, amount):
    kind, board = case.rsplit(":", 1)
    if case not in cases:
        game = parse_game(board)
        cases[case] = game, None if kind == "playouts" else load_agent(kind)
    game, agent = cases[case]
    if agent is None:
        began = time.process_time()
        random_playouts(game.start(), amount, seed=1, threads=1)
        return time.process_time() - began
    agent.new_game(game, 1)
    began = time.process_time()
    agent.search.run(game.start(), simulations=amount)
    return time.process_time() - began
for line in sys.stdin:
    case, amount = json.loads(line)
    print(work(case, amount), flush=True)
"""
FIRST = 500


class Build:
    """A process of one build."""

    def __init__(self, python: Path) -> None:
        """Starts it."""
        self._process = subprocess.Popen(
            [python, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, case: str, amount: int) -> float:
        """Processor time of some work."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([case, amount]) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def end(self) -> None:
        """Ends it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Compares case by case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args()
    builds = [Build(options.old), Build(options.new)]
    for case in options.cases:
        amount = FIRST
        builds[0].seconds(case, amount)
        for _ in range(2):
            amount = max(FIRST, round(amount * options.seconds / builds[0].seconds(case, amount)))
        builds[1].seconds(case, amount)
        times: list[tuple[float, float]] = []
        for turn in range(options.rounds):
            pair = [0.0, 0.0]
            for which in (0, 1) if turn % 2 == 0 else (1, 0):
                pair[which] = builds[which].seconds(case, amount)
            times.append((pair[0], pair[1]))
        best = min(new for _, new in times) / min(old for old, _ in times)
        middle = statistics.median(new / old for old, new in times)
        print(f"{case}: best {best:.3f}, median {middle:.3f}, {amount} in {options.rounds} rounds")
    for build in builds:
        build.end()


main()
