"""A match on a Ray cluster of two workers, one of them killed; run by test_ray.py in its own process."""

from __future__ import annotations

import logging
import os
import signal
import sys
from pathlib import Path

import ray

from katachi.matches import (
    Laboratory,
    MatchPlan,
    Running,
    open_laboratory,
    parse_contestant,
    play_match,
)

PLAN = MatchPlan(
    parse_contestant("uct@400"), parse_contestant("rave@400"), "hex5", pairs=12, seed=2
)


def parent_of(process: int) -> int:
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[1])


def is_ours(process: int) -> bool:
    while process > 1:
        if process == os.getpid():
            return True
        process = parent_of(process)
    return False


def playing_workers() -> list[int]:
    """Processes of our cluster that play a game now: Ray names them after the task."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::_play") and is_ours(int(folder.name)):
            found.append(int(folder.name))
    return found


def main(path: Path) -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    killed: list[int] = []
    saved = []

    def kill_once(_plan: MatchPlan, slot: object, _game: object) -> None:
        saved.append(slot)
        workers = playing_workers()
        if len(saved) >= 4 and not killed and workers:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    with Laboratory(path) as laboratory:
        running = Running(processes=2, on_ray="ray")
        result = play_match(PLAN, laboratory, running, watcher=kill_once)
    ray.shutdown()
    with open_laboratory(None) as laboratory:
        alone = play_match(PLAN, laboratory)
    same = [game.play for game in result.results] == [game.play for game in alone.results]
    print(f"killed {len(killed)}, saved {len(saved)}, once {len(set(saved))}, same {same}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
