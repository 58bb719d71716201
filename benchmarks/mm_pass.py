"""One pass of minorization-maximization, against a straightforward C++ implementation.

Both start from the same teams, are checked to give the same strengths, and are timed in turn in one
run: `python benchmarks/mm_pass.py FOLDER_OF_WTHOR`. Without a folder it makes games at random.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import katachi
from katachi import _core
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games

SOURCE = Path(__file__).with_name("mm_straightforward.cpp")


def compiled(folder: Path) -> ctypes.CDLL:
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        sys.exit("a C++ compiler is needed")
    library = folder / "straightforward.so"
    flags = ["-std=c++20", "-O3", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(SOURCE), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def random_games(count: int) -> Games:
    rng = np.random.default_rng(1)
    game = katachi.Othello()
    records = []
    for _ in range(count):
        position = game.start()
        moves = []
        while not position.is_over:
            legal = position.legal_moves
            moves.append(legal[rng.integers(len(legal))])
            position = position.play(moves[-1])
        records.append(GameRecord(game, tuple(moves)))
    return Games.of(records)


class Straightforward:
    """The same teams as one list of members, in the comparison program."""

    def __init__(self, library: ctypes.CDLL, competitions: Competitions) -> None:
        """Copies the teams."""
        level_begin = np.concatenate(([0], np.cumsum(competitions.encoder.level_counts)))
        owner, member_begin, members, multiplicity = [], [0], [], []
        groups = competitions.encoder.groups
        count = 0
        for block in range(competitions.teams.block_count):
            last = -1
            for competition, group, levels, times, _ in competitions.teams.rows(block):
                count += competition != last
                last = competition
                owner.append(count - 1)
                multiplicity.append(float(times))
                members += [level_begin[f] + x for f, x in zip(groups[group], levels, strict=True)]
                member_begin.append(len(members))
        arrays: list[NDArray[np.generic]] = [
            np.array(owner, np.uint32),
            np.array(member_begin, np.uint32),
            np.array(members, np.uint32),
            np.array(multiplicity),
            level_begin.astype(np.uint32),
            competitions.teams.wins(),
        ]
        library.make_model.restype = ctypes.c_void_p
        self._library = library
        self._model = ctypes.c_void_p(
            library.make_model(
                ctypes.c_uint32(count),
                ctypes.c_uint32(len(owner)),
                ctypes.c_uint32(competitions.encoder.feature_count),
                *(ctypes.c_void_p(array.ctypes.data) for array in arrays),
            )
        )
        self.gammas = np.ones(competitions.teams.total_levels)

    def run_pass(self) -> None:
        """One pass with a prior of one win and one loss."""
        self._library.run_pass(
            self._model,
            ctypes.c_double(1.0),
            ctypes.c_double(1.0),
            ctypes.c_void_p(self.gammas.ctypes.data),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="WTHOR files of 1990 to 1999")
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if options.folder:
        files = [options.folder / f"WTH_{year}.wtb" for year in range(1990, 2000)]
        games = Games.joined([katachi.records.read(file) for file in files])
        games, _ = games.split(train=options.games, test=1, seed=1)
    else:
        games = random_games(options.games)
    competitions = Competitions.of(games, [katachi.features.shapes("othello-default")])
    teams = competitions.teams
    print(
        f"{len(games):,} games, {len(competitions):,} positions, {teams.team_count:,} teams, "
        f"{teams.member_count:,} members, {teams.bytes / 1e6:.0f} MB"
    )
    with tempfile.TemporaryDirectory() as folder:
        plain = Straightforward(compiled(Path(folder)), competitions)

        def model(threads: int) -> _core.BradleyTerry:
            return _core.BradleyTerry(
                teams, prior_wins=1.0, prior_losses=1.0, gammas=np.zeros(0), threads=threads
            )

        models = {1: model(1), options.threads: model(options.threads)}
        runs = {"straightforward": plain.run_pass}
        runs |= {f"katachi, {n} threads": m.run_pass for n, m in models.items()}
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(options.runs):
            for name, run in runs.items():
                begin = time.perf_counter()
                run()
                times[name].append(time.perf_counter() - begin)
        worst = max(np.abs(np.log(m.gammas / plain.gammas)).max() for m in models.values())
        print(f"largest difference of ln strength after {options.runs} passes: {worst:.1e}")
        if worst > 1e-6:
            sys.exit("the implementations disagree")
        base = statistics.median(times["straightforward"])
        for name, found in times.items():
            median = statistics.median(found)
            print(
                f"{name:22} median {1e3 * median:7.1f} ms (best {1e3 * min(found):.1f}), "
                f"{1e9 * median / teams.member_count:5.2f} ns a member, x {base / median:.1f}"
            )


if __name__ == "__main__":
    main()
