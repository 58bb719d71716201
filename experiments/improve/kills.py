"""Kills a run of `katachi improve` at random, again and again, and compares its end with a quiet run.

    python experiments/improve/kills.py --kills 10

Both runs have budgets of simulations, so that they must end alike: the same generations, tests and
champion, to the byte. Nothing may be played twice in the laboratory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def command(folder: Path, options: argparse.Namespace, processes: int) -> list[str]:
    """The same run, with any number of processes."""
    words = (
        f"improve {options.game} --generations {options.generations} --games 60 --simulations 200"
    )
    more = f"--gate 100 --gate-pairs 20 --rating-pairs 2 --seed 5 --processes {processes}"
    return [sys.executable, "-m", "katachi", *words.split(), *more.split(), "--to", str(folder)]


def end_of(folder: Path) -> tuple[object, dict[str, bytes]]:
    """What must be equal: the state without times, the files of the champion."""
    state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    for generation in state["generations"]:
        del generation["seconds"]
    return state, {path.name: path.read_bytes() for path in sorted(folder.glob("champion*"))}


def main() -> None:
    """Runs both and says whether they ended alike."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="hex5")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--longest", type=float, default=8.0, help="seconds until a kill, at most")
    options = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        quiet, killed = Path(name) / "quiet", Path(name) / "killed"
        began = time.monotonic()
        subprocess.run(command(quiet, options, 1), check=True, stdout=subprocess.DEVNULL)
        print(f"quiet run: {time.monotonic() - began:.0f} s", flush=True)
        kills = 0
        while kills < options.kills:
            processes = rng.choice((1, 2))
            process = subprocess.Popen(
                command(killed, options, processes), stdout=subprocess.DEVNULL
            )
            time.sleep(rng.uniform(1.0, options.longest))
            if process.poll() is not None:
                print(f"over after {kills} kills", flush=True)
                break
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
        subprocess.run(command(killed, options, 1), check=True, stdout=subprocess.DEVNULL)
        print(f"{kills} kills; same end: {end_of(quiet) == end_of(killed)}")


if __name__ == "__main__":
    main()
