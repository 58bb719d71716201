"""How often `katachi gtp` answers too late, with every core busy.

    python benchmarks/gtp_time_losses.py --games 1000 --seconds 0.05

The engine plays both sides of Othello, Go 9 x 9, Hex 7 x 7 and Havannah base 4 in turn, with one
byo-yomi period of so many seconds a move, while one process per core does nothing but burn time. An
answer counts as late if it arrives, as the controller measures it, after the period; a game is lost
if any of its answers is late. What the operating system takes from a process that waits for a core
is part of the figure, also what it takes from the controller. Linux tells how long the two were
ready to run without a core: *by its own doing* are answers that would be late also without that
time.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import sys
import time
from typing import NamedTuple

import katachi
from katachi.gtp.program import GtpProgram
from katachi.gtp.program.starvation import Starvation
from katachi.gtp.protocol import dialect_of


def burn(parent: int) -> None:
    """Keeps a core busy as long as the parent lives."""
    while os.getppid() == parent:
        for _ in range(1_000_000):
            pass


def start_engine(game: str, seconds: float, agent: str) -> GtpProgram:
    """An engine with its clock set; each game has its own from first to last."""
    program = GtpProgram([sys.executable, "-m", "katachi", "gtp", game, "--agent", agent])
    program.ask(f"kata-time_settings byoyomi 0 {seconds} 1", timeout=120)
    return program


class Answer(NamedTuple):
    """How long an answer took, and how much of that the engine or the controller had no core."""

    seconds: float
    without_core: float


def play_game(program: GtpProgram, game: katachi.Game) -> list[Answer]:
    """All answers of one game."""
    answers = []
    dialect = dialect_of(game)
    program.ask("clear_board")
    position = game.start()
    while not position.is_over:
        watches = [Starvation(process) for process in (program.process_id, os.getpid())]
        reply = program.ask(f"genmove {dialect.color(position.to_move)}", timeout=60)
        answers.append(Answer(reply.seconds, sum(watch.seconds for watch in watches)))
        position = position.play(dialect.move(game, reply.text))
    return answers


def describe(name: str, games: list[list[Answer]], seconds: float) -> str:
    """One line of the result."""
    answers = [answer for game in games for answer in game]
    times = sorted(answer.seconds for answer in answers)
    late = sum(used > seconds for used in times)
    own = sum(answer.seconds - answer.without_core > seconds for answer in answers)
    lost = sum(any(answer.seconds > seconds for answer in game) for game in games)
    return (
        f"{name:<10} {len(games):>5} games, {len(times):>6} answers: {late} late, {own} by its own "
        f"doing, {lost} games lost; median {times[len(times) // 2]:.4f} s, "
        f"99.9 % {times[int(0.999 * len(times))]:.4f} s, worst {times[-1]:.4f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--agent", default="rave")
    parser.add_argument("--on", nargs="+", default=["othello", "go9", "hex7", "havannah4"])
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="burning processes")
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    burners = [
        context.Process(target=burn, args=(os.getpid(),), daemon=True) for _ in range(options.busy)
    ]
    for burner in burners:
        burner.start()
    begin = time.monotonic()
    played: dict[str, list[list[Answer]]] = {name: [] for name in options.on}
    loads = []
    with contextlib.ExitStack() as stack:
        for burner in burners:
            stack.callback(burner.terminate)
        programs = {
            name: stack.enter_context(start_engine(name, options.seconds, options.agent))
            for name in options.on
        }
        for number in range(options.games):
            name = options.on[number % len(options.on)]
            played[name].append(play_game(programs[name], katachi.parse_game(name)))
            loads.append(os.getloadavg()[0])
    for name, games in played.items():
        print(describe(name, games, options.seconds))
    print(describe("all", [game for games in played.values() for game in games], options.seconds))
    print(
        f"{time.monotonic() - begin:.0f} s, {options.busy} burners, "
        f"load {min(loads):.0f} to {max(loads):.0f}, {sum(loads) / len(loads):.1f} on average"
    )


if __name__ == "__main__":
    main()
