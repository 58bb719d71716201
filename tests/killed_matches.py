"""Plays a match in processes that are killed; run by test_matches_killed.py in a process of its own.

Children are forks of a process that has everything loaded, so that many of them cost little. Kills
come after a random number of new games and a random pause, in the middle of whatever happens then.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import time
import traceback
from pathlib import Path

from katachi.matches import Laboratory, MatchPlan, Running, parse_contestant, play_match

PLAN = MatchPlan(parse_contestant("uct@8"), parse_contestant("rave@8"), "hex3", pairs=200, seed=11)
SHORT = PLAN.with_pairs(20)
SHARED = PLAN.with_pairs(60)
# After every game: whoever waits for a number of games must notice it before the match is over.
PAUSE = 0.01
DEADLINE = 400.0  # seconds for everything; the test that runs this has a longer one


def play(path: Path, plan: MatchPlan, processes: int) -> int:
    """Plays to the end; returns how many games this process saved."""
    saved = 0

    def count(*_: object) -> None:
        nonlocal saved
        saved += 1
        time.sleep(PAUSE)

    with Laboratory(path) as laboratory:
        play_match(plan, laboratory, Running(processes=processes), watcher=count)
    return saved


def child(path: Path, plan: MatchPlan, processes: int, output: Path | None = None) -> int:
    """A fork that plays and ends; what it saved goes to a file."""
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        saved = play(path, plan, processes)
        if output is not None:
            output.write_text(str(saved))
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def count_games(path: Path) -> int:
    # Opened and closed each time: a connection must not cross a fork.
    database = sqlite3.connect(path, timeout=60)
    try:
        count: int = database.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        database.close()
    return count


def wait_for_end(process: int, until: float) -> None:
    while os.waitpid(process, os.WNOHANG) == (0, 0):
        if time.monotonic() > until:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            sys.exit("too slow")
        time.sleep(0.01)


def kill_often(path: Path, plan: MatchPlan, kills: int, processes: int) -> None:
    rng = random.Random(4)
    until = time.monotonic() + DEADLINE
    most = plan.pairs // kills
    Laboratory(path).close()
    for _ in range(kills):
        goal = count_games(path) + rng.randint(1, most)
        process = child(path, plan, processes)
        while count_games(path) < goal and time.monotonic() < until:
            if os.waitpid(process, os.WNOHANG) != (0, 0):
                sys.exit("the match ended before it could be killed")
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.01))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if not os.WIFSIGNALED(status):
            sys.exit("the match ended before it could be killed")
    before = count_games(path)
    wait_for_end(child(path, plan, processes), until)
    sys.stdout.write(f"{kills} kills, {before} games before the last run\n")


def play_together(path: Path, plan: MatchPlan) -> None:
    until = time.monotonic() + DEADLINE
    Laboratory(path).close()
    outputs = [path.with_suffix(f".{number}") for number in range(2)]
    processes = [child(path, plan, 1, output) for output in outputs]
    for process in processes:
        wait_for_end(process, until)
    sys.stdout.write(" ".join(output.read_text() for output in outputs) + "\n")


if __name__ == "__main__":
    what, file = sys.argv[1], Path(sys.argv[2])
    if what == "kill":
        kill_often(file, PLAN, kills=10, processes=1)
    elif what == "kill-workers":
        kill_often(file, SHORT, kills=2, processes=2)
    else:
        play_together(file, SHARED)
