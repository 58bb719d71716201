"""How often `katachi gtp` answers too late, with every core busy.

    python benchmarks/gtp_time_losses.py --games 1000 --seconds 0.05

The engine plays both sides of Othello with one byo-yomi period of so many seconds a move, while one
process per core does nothing but burn time. An answer counts as late if it arrives, as the
controller measures it, after the period. What the operating system takes from a process that waits
for a core is part of the figure.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time

import katachi
from katachi.gtp import GtpProgram


def burn(parent: int) -> None:
    """Keeps a core busy as long as the parent lives."""
    while os.getppid() == parent:
        for _ in range(1_000_000):
            pass


def play_games(games: int, seconds: float, agent: str) -> list[float]:
    """The times of all answers."""
    times = []
    command = [sys.executable, "-m", "katachi", "gtp", "othello", "--agent", agent]
    with GtpProgram(command) as program:
        program.ask(f"kata-time_settings byoyomi 0 {seconds} 1", timeout=120)
        for _ in range(games):
            program.ask("clear_board")
            position = katachi.Othello().start()
            while not position.is_over:
                reply = program.ask(f"genmove {position.to_move}", timeout=60)
                times.append(reply.seconds)
                position = position.play(reply.text)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--agent", default="rave")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="burning processes")
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    burners = [
        context.Process(target=burn, args=(os.getpid(),), daemon=True) for _ in range(options.busy)
    ]
    for burner in burners:
        burner.start()
    begin = time.monotonic()
    try:
        times = sorted(play_games(options.games, options.seconds, options.agent))
    finally:
        for burner in burners:
            burner.terminate()
            burner.join()
    late = [used for used in times if used > options.seconds]
    print(
        f"{options.games} games, {len(times)} answers in {time.monotonic() - begin:.0f} s, "
        f"{options.busy} burners, load {os.getloadavg()[0]:.1f}: {len(late)} late"
        + (f", worst {late[-1]:.3f} s" if late else "")
        + f"; median {times[len(times) // 2]:.4f} s, 99 % {times[int(0.99 * len(times))]:.4f} s"
    )


if __name__ == "__main__":
    main()
