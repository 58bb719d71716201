"""Microseconds a position, all its legal moves, for each kind of features.

    python benchmarks/feature_speed.py games.sgf.xz tactics around --games 200

Games are replayed and encoded with one thread; the processor's time counts, not the clock, so that
a busy computer says the same. What replaying, finding legal moves and storing one column cost (cell
classes) is measured alike and taken off.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from katachi.commands.record_files import read_games
from katachi.features import FeatureSet
from katachi.features.by_name import features_by_name
from katachi.learning.competitions import Competitions
from katachi.records import Games

ROUNDS = 3


def microseconds(games: Games, features: list[FeatureSet]) -> float:
    """The least of some rounds, per position."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        found = Competitions.of(games, features, merge=False, threads=1)
        best = min(best, 1e6 * (time.process_time() - begin) / max(1, len(found)))
    return best


def main() -> None:
    """Reads the arguments, measures, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("features", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    arguments = parser.parse_args()
    games = read_games([arguments.file])[: arguments.games]
    kind = f"{games.kinds[0].name}{games.kinds[0].size}"
    (cells,) = features_by_name(["cells"], kind)
    plain = Competitions.of(games, [cells], merge=False)
    print(
        f"{len(games)} games of {kind}, {len(plain):,} positions, "
        f"{plain.teams.team_count / len(plain):.0f} moves each"
    )
    base = microseconds(games, [cells])
    print(f"{'replay and cells':24} {base:8.1f}")
    for name in arguments.features:
        found = microseconds(games, features_by_name([name], kind))
        print(f"{name:24} {found - base:8.1f}")


if __name__ == "__main__":
    main()
