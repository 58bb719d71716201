"""Matches that are killed, share their work or lose workers: nothing lost, nothing twice."""

from __future__ import annotations

import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import killed_matches
import msgspec
import pytest
from short_match import PLAN, played, plays

import katachi
from katachi.agents import Budget, Choice, UniformAgent
from katachi.files import owner as owners
from katachi.matches import (
    Laboratory,
    Running,
    Seat,
    Slot,
    open_laboratory,
    play_game,
    play_match,
    result_of,
)
from katachi.matches.workers import Answer, Job, ProcessWorkers, Workers


def run_script(what: str, path: Path) -> str:
    ended = subprocess.run(
        [sys.executable, killed_matches.__file__, what, str(path)],
        capture_output=True,
        text=True,
        timeout=450,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


# Nothing lost, nothing twice


def test_a_match_killed_ten_times_ends_with_the_same_games(tmp_path: Path) -> None:
    file = tmp_path / "lab.sqlite"
    output = run_script("kill", file)
    assert output.startswith("10 kills, ")
    whole = played(killed_matches.PLAN)
    with Laboratory(file) as laboratory:
        result = result_of(killed_matches.PLAN, laboratory)
        assert laboratory.matches()[0].games == 400
    assert len(result.results) == 400
    assert plays(result) == plays(whole)
    assert result.score.pairs.pairs == 200


def test_killed_with_workers_it_ends_with_the_same_games(tmp_path: Path) -> None:
    file = tmp_path / "lab.sqlite"
    assert run_script("kill-workers", file).startswith("2 kills, ")
    with Laboratory(file) as laboratory:
        result = result_of(killed_matches.SHORT, laboratory)
    assert plays(result) == plays(played(killed_matches.SHORT))


LONG_GAME = """
import sys, time
from katachi.matches import MatchPlan, parse_contestant
from katachi.matches.workers import Job, ProcessWorkers
if __name__ == "__main__":
    plan = MatchPlan(parse_contestant("uct@60s"), parse_contestant("uct@60s"), "hex11", pairs=1, seed=1)
    workers = ProcessWorkers(2)
    workers.give(Job(1, plan, plan.slots[0]))
    print(*workers.process_ids, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    """Also one that is in the middle of a long game."""
    script = tmp_path / "long_game.py"
    script.write_text(LONG_GAME)
    parent = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = [int(text) for text in parent.stdout.readline().split()]
    time.sleep(0.5)
    assert [pid for pid in pids if is_running(pid)] == pids
    parent.kill()
    parent.wait()
    parent.stdout.close()  # workers that live on would hold its other end
    deadline = time.monotonic() + 15
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in pids if is_running(pid)] == []


def is_running(pid: int) -> bool:
    """A zombie, which nobody has asked about yet, is not."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def test_two_processes_share_a_match(tmp_path: Path) -> None:
    file = tmp_path / "lab.sqlite"
    saved = [int(text) for text in run_script("together", file).split()]
    # Each game was played once, by one of the two.
    assert sum(saved) == 120
    with Laboratory(file) as laboratory:
        assert plays(result_of(killed_matches.SHARED, laboratory)) == plays(
            played(killed_matches.SHARED)
        )


def test_reservations_of_the_living_are_respected_and_those_of_the_dead_are_not(
    tmp_path: Path,
) -> None:
    file = tmp_path / "lab.sqlite"
    slot = Slot(0, first_is_black=True)
    with Laboratory(file) as one, Laboratory(file) as two:
        number = one.add_match(PLAN)
        assert two.add_match(PLAN) == number
        assert one.reserve(number, slot, attempts=1)
        assert not two.reserve(number, slot, attempts=1)
        assert not two.is_free(number, slot)
        one.release(number, slot)
        assert two.reserve(number, slot, attempts=1)
        # A process that has ended, and one whose number now belongs to another.
        for dead in ("999999999:5:0", f"{os.getpid()}:1:0"):
            with sqlite3.connect(file) as database:
                database.execute("UPDATE reservations SET owner = ?", (dead,))
            assert one.reserve(number, slot, attempts=1)
    assert owners.is_alive(owners.new_owner())
    assert not owners.is_alive("nonsense")


@dataclasses.dataclass(frozen=True)
class Sabotaged(Running):
    """Kills a worker after some games."""

    victims: list[ProcessWorkers] = dataclasses.field(default_factory=list)

    def start_workers(self) -> Workers:
        self.victims.append(ProcessWorkers(2))
        return self.victims[-1]


def test_a_worker_that_dies_is_replaced_and_its_game_played_again() -> None:
    running = Sabotaged()
    saved = 0

    def sabotage(*_: object) -> None:
        nonlocal saved
        saved += 1
        if saved in (2, 7):
            os.kill(running.victims[0].process_ids[saved % 2], signal.SIGKILL)

    with open_laboratory(None) as laboratory:
        result = play_match(PLAN, laboratory, running, watcher=sabotage)
    assert plays(result) == plays(played(PLAN))
    assert result.voids == ()


def test_workers_end_with_the_match() -> None:
    running = Sabotaged()
    ids: list[int] = []

    def look(*_: object) -> None:
        ids.extend(running.victims[0].process_ids)

    with open_laboratory(None) as laboratory:
        play_match(PLAN.with_pairs(1), laboratory, running, watcher=look)
    for process in set(ids):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


class DeadWorkers:
    """Workers that die over every job."""

    def __init__(self) -> None:
        self._jobs: list[Job] = []

    @property
    def free(self) -> int:
        return 2 - len(self._jobs)

    @property
    def busy(self) -> int:
        return len(self._jobs)

    def give(self, job: Job) -> None:
        self._jobs.append(job)

    def answers(self, seconds: float) -> list[Answer]:  # noqa: ARG002 - part of the interface
        return [Answer(self._jobs.pop(), None, "")]

    def close(self) -> None:
        self._jobs.clear()


class Doomed(Running):
    def start_workers(self) -> Workers:
        return DeadWorkers()


def test_a_game_that_kills_every_worker_becomes_void() -> None:
    with open_laboratory(None) as laboratory:
        result = play_match(PLAN.with_pairs(2), laboratory, Doomed(attempts=2))
    assert result.results == ()
    assert {(void.reason, void.culprit) for void in result.voids} == {("crash", "unknown")}
    assert {void.slot for void in result.voids} == set(PLAN.with_pairs(2).slots)


def test_ctrl_c_ends_a_match_and_keeps_what_was_played(tmp_path: Path) -> None:
    """The search answers Ctrl-C with the best move so far; a match must not go on with it."""

    class Interrupted(UniformAgent):
        def choose(self, position: katachi.PositionLike, budget: Budget) -> Choice:
            choice = super().choose(position, budget)
            search = katachi.Mcts(katachi.Hex(4)).run(simulations=1)
            return Choice(choice.move, msgspec.structs.replace(search, interrupted=True))

    seats = (Seat(UniformAgent(), Budget(1)), Seat(Interrupted(), Budget(1)))
    with pytest.raises(KeyboardInterrupt):
        play_game(katachi.Hex(4), seats, seed=1)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "lab.sqlite"
    with Laboratory(file) as laboratory, pytest.raises(KeyboardInterrupt):
        play_match(PLAN, laboratory, watcher=stop)
    with Laboratory(file) as laboratory:
        assert laboratory.matches()[0].games == 1
        assert len(play_match(PLAN, laboratory).results) == 12
