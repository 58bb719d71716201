"""A match on a Ray cluster of two workers, one of them killed; run by test_ray.py in its own process.

The worker that gets a certain game for the first time kills itself after the last move, before it
can answer: the kill always meets a game under way, however fast or busy the machine is.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from katachi.matches import (
    Laboratory,
    MatchPlan,
    PlayedGame,
    Running,
    Slot,
    VoidGame,
    open_laboratory,
    parse_contestant,
    play_match,
    ray_workers,
)
from katachi.matches.workers import Job

PLAN = MatchPlan(parse_contestant("uct@50"), parse_contestant("rave@50"), "hex5", pairs=6, seed=2)
FATAL = Slot(3, first_is_black=True)
play = ray_workers.play


def main(path: Path) -> None:
    mark = path.with_name("killed")
    saved = []

    def play_or_die(job: Job) -> PlayedGame | VoidGame:
        game = play(job)
        if job.slot == FATAL and not mark.exists():
            mark.write_text(str(os.getpid()), encoding="ascii")
            os.kill(os.getpid(), signal.SIGKILL)
        return game

    ray_workers.play = play_or_die
    with Laboratory(path) as laboratory:
        running = Running(processes=2, on_ray="ray")
        result = play_match(
            PLAN, laboratory, running, watcher=lambda _plan, slot, _game: saved.append(slot)
        )
    with open_laboratory(None) as laboratory:
        alone = play_match(PLAN, laboratory)
    same = [game.play for game in result.results] == [game.play for game in alone.results]
    killed = mark.exists() and int(mark.read_text(encoding="ascii")) != os.getpid()
    print(f"killed {int(killed)}, saved {len(saved)}, once {len(set(saved))}, same {same}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
