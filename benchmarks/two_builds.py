"""How much faster one build of katachi searches than another, in one run, in turns.

    python benchmarks/two_builds.py OLD_PYTHON NEW_PYTHON [--rounds 11] [--only hex11-rave playouts:hex19]

Each argument is the interpreter of an environment with its own katachi. A process of each waits for
orders; in a round both search a position from an empty tree, with one thread, the same number of
simulations and the same seed, one after the other (the older first in every second round). The
figures are medians over rounds of processor time of the old build divided by that of the new one, so
that other work matters little. "same" says whether both made the same visits at the root. Besides the
cases below there is `playouts:BOARD`, random playouts, and AGENT:BOARD with the name or file of an agent of
either build, as the builds have it.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import subprocess
import sys
from dataclasses import dataclass

WORKER = r"""
import json, random, sys, time
import msgspec
import katachi as k
from katachi.agents import load_agent

for line in sys.stdin:
    order = json.loads(line)
    position = k.parse_game(order["game"]).start()
    rng = random.Random(order["seed"])
    for _ in range(order["random_moves"]):
        position = position.play(rng.choice(position.legal_moves))
    if order["agent"] == "playouts":
        begin = time.process_time()
        k.random_playouts(position, order["simulations"], seed=order["seed"], threads=1)
        print(json.dumps([time.process_time() - begin, []]), flush=True)
        continue
    if order["agent"]:
        agent = load_agent(order["agent"])
        agent.new_game(position.game, order["seed"])
        search = agent.search
    else:
        settings = {**order["parts"], "seed": order["seed"], "megabytes": 500}
        name = order["knowledge"]
        knowledge = {} if name is None else {"knowledge": k.load_knowledge(name)}
        search = k.Mcts(position.game, msgspec.convert(settings, k.MctsSettings), **knowledge)
    begin = time.process_time()
    result = search.run(position, simulations=order["simulations"])
    seconds = time.process_time() - begin
    moves = sorted((str(m.move), m.visits) for m in result.moves)
    print(json.dumps([seconds, moves]), flush=True)
"""

Parts = dict[str, dict[str, object]]
# HAVANNAH table 4.23: combination, LGRF-2 and N-gram1.
COMBINATION: Parts = {
    "selection": {"rave": "hand_selected", "rave_equivalence": 50.0, "exploration": 0.4},
    "expansion": {"joint_neighbour": True, "local_connections": True, "edge_connections": True},
    "playout": {"mate": 2.0, "last_good_reply": 2, "forgetting": True, "ngrams": 1},
}
RAVE: Parts = {"selection": {"rave": "hand_selected"}}
GO: Parts = {"expansion": {"visits": 2}, "selection": {"first_play_urgency": 0.6}}
FOREST: Parts = {
    "expansion": {"visits": 2},
    "selection": {"first_play_urgency": 0.6, "bias": "ikeda"},
}


@dataclass(frozen=True)
class Case:
    """What is searched how."""

    game: str
    parts: Parts
    simulations: int
    knowledge: str | None = None
    random_moves: int = 0  # before the search
    agent: str = ""  # instead of parts and knowledge; or playouts


CASES = {
    "havannah5-full": Case("havannah5", COMBINATION, 60_000),
    "havannah8-full": Case("havannah8", COMBINATION, 30_000),
    "havannah10-full": Case("havannah10", COMBINATION, 20_000),
    "hex11-rave": Case("hex11", RAVE, 100_000),
    "havannah8-rave": Case("havannah8", RAVE, 60_000),
    # What the forest costs is the difference of these two.
    "go19-forest": Case("go19", FOREST, 10_000, "go19-forest", 60),
    "go19-uct": Case("go19", GO, 10_000, None, 60),
}
SECONDS = 0.5  # of the old build for a case that is named on the command line
FIRST = 2_000


def case_of(text: str, old: Build) -> Case:
    """A case of the table, or AGENT:BOARD with as much work as the old build does in half a second."""
    if text in CASES:
        return CASES[text]
    agent, _, board = text.rpartition(":")
    if not agent:
        raise SystemExit(
            f"{text!r} is no case; cases: {', '.join(CASES)}, playouts:BOARD, AGENT:BOARD"
        )
    case = Case(board, {}, FIRST, agent=agent)
    for _ in range(2):
        seconds, _ = old.search({**dataclasses.asdict(case), "seed": 0})
        amount = max(FIRST, round(case.simulations * SECONDS / max(seconds, 1e-3)))
        case = dataclasses.replace(case, simulations=amount)
    return case


class Build:
    """A process of one build that searches when it is told to."""

    def __init__(self, python: str) -> None:
        """Starts it."""
        self._process = subprocess.Popen(
            [python, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def search(self, order: dict[str, object]) -> tuple[float, list[object]]:
        """Processor seconds, and the visits of every move."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        seconds, moves = json.loads(self._process.stdout.readline())
        return seconds, moves

    def close(self) -> None:
        """Ends it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument(
        "--only", nargs="+", default=list(CASES), help="cases, playouts:BOARD, AGENT:BOARD"
    )
    given = parser.parse_args()
    old, new = Build(given.old), Build(given.new)
    print(f"{given.rounds} rounds; {sys.argv[1:3]}")
    print(
        f"{'case':<16} {'old/s':>9} {'new/s':>9} {'ratio':>6} {'lowest':>7} {'highest':>7} {'same':>5}"
    )
    for name in given.only:
        case = case_of(name, old)
        speeds: list[tuple[float, float]] = []
        same = True
        for seed in range(given.rounds + 1):
            order = {**dataclasses.asdict(case), "seed": seed}
            first, second = (old, new) if seed % 2 == 0 else (new, old)
            found = {build: build.search(order) for build in (first, second)}
            same = same and found[old][1] == found[new][1]
            if seed > 0:  # the first warms up
                speeds.append((case.simulations / found[old][0], case.simulations / found[new][0]))
        ratios = [new_speed / old_speed for old_speed, new_speed in speeds]
        print(
            f"{name:<16} {statistics.median(s for s, _ in speeds):>9,.0f} "
            f"{statistics.median(s for _, s in speeds):>9,.0f} {statistics.median(ratios):>6.2f} "
            f"{min(ratios):>7.2f} {max(ratios):>7.2f} {'yes' if same else 'no':>5}",
            flush=True,
        )
    old.close()
    new.close()


if __name__ == "__main__":
    main()
