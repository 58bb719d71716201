"""Where games are played: in this process, or in several that may die without harm.

Both kinds take jobs and give answers; an answer without a game means that the worker died, and the
job can be given again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import NamedTuple, Protocol

from katachi.agents.agent import Agent
from katachi.agents.capabilities import Closes
from katachi.agents.catalogue import build_agent
from katachi.errors import KatachiError
from katachi.matches.circumstances import now
from katachi.matches.game import PlayedGame, Seat, Spectator, VoidGame, play_game
from katachi.matches.plan import MatchPlan, Slot


class Job(NamedTuple):
    """A game to play; `match` is its number in the laboratory."""

    match: int
    plan: MatchPlan
    slot: Slot


@dataclass(frozen=True)
class Answer:
    """What became of a job; `game` is None if its worker died."""

    job: Job
    game: PlayedGame | VoidGame | None
    started: str


class Workers(Protocol):
    """Takes jobs while `free`, and gives answers."""

    @property
    def free(self) -> int:
        """How many more jobs can be taken now."""

    @property
    def busy(self) -> int:
        """How many jobs are under way."""

    def give(self, job: Job) -> None:
        """Starts a job."""

    def answers(self, seconds: float) -> list[Answer]:
        """Answers that are there, or arrive within the time; at least one job must be under way."""

    def close(self) -> None:
        """Ends everything, also games in progress."""


class Cast:
    """The agents of a process, kept from game to game: engines start slowly."""

    def __init__(self) -> None:
        """Empty."""
        self._agents: dict[tuple[str, str], Agent] = {}

    def play(self, job: Job, spectator: Spectator | None = None) -> PlayedGame | VoidGame:
        """Plays a game; agents of a void game are thrown away, those that others made are not."""
        plan, slot = job.plan, job.slot
        # The place is part of the key: an agent cannot play both sides of one game.
        sides = {
            (place, repr(contestant.agent)): contestant
            for place, contestant in (("first", plan.first), ("second", plan.second))
        }
        for key, contestant in sides.items():
            if key not in self._agents and contestant.player is None:
                self._agents[key] = build_agent(contestant.name, contestant.agent)
        seats = [
            Seat(contestant.player or self._agents[key], contestant.budget)
            for key, contestant in sides.items()
        ]
        if not slot.first_is_black:
            seats.reverse()
        played = play_game(
            plan.rules,
            (seats[0], seats[1]),
            seed=plan.game_seed(slot),
            opening=plan.opening(slot.pair),
            adjudication=plan.adjudication,
            spectator=spectator,
        )
        if isinstance(played, VoidGame):
            for key in sides:
                if key in self._agents:
                    close_agent(self._agents.pop(key))
        return played

    def close(self) -> None:
        """Closes all agents."""
        while self._agents:
            close_agent(self._agents.popitem()[1])


def close_agent(agent: Agent) -> None:
    """Ends what an agent holds, if it holds anything."""
    if isinstance(agent, Closes):
        agent.close()


class InlineWorkers:
    """Plays in this process, one game at a time, when answers are asked for."""

    def __init__(self, watch: Callable[[Job, tuple[str, ...]], None] | None = None) -> None:
        """`watch` sees the moves of every game as it goes on."""
        self._watch = watch
        self._cast = Cast()
        self._jobs: deque[Job] = deque()

    @property
    def free(self) -> int:
        """One game at a time."""
        return 1 - len(self._jobs)

    @property
    def busy(self) -> int:
        """The job that waits for `answers`."""
        return len(self._jobs)

    def give(self, job: Job) -> None:
        """Remembers the job."""
        self._jobs.append(job)

    def answers(self, seconds: float) -> list[Answer]:  # noqa: ARG002 - a game takes what it takes
        """Plays it."""
        job, started = self._jobs.popleft(), now()
        watch = self._watch
        spectator = None if watch is None else partial(watch, job)
        return [Answer(job, self._cast.play(job, spectator), started)]

    def close(self) -> None:
        """Closes the agents."""
        self._cast.close()


@dataclass
class _Worker:
    process: multiprocessing.process.BaseProcess
    connection: Connection
    job: Job | None = None
    started: str = ""


class ProcessWorkers:
    """Plays in several processes and replaces a dead one.

    `pin` binds worker number i to the i-th core that this process may use. Workers end when this
    process dies, even in the middle of a game.
    """

    def __init__(self, count: int, *, pin: bool = False) -> None:
        """Starts the processes."""
        self._context = multiprocessing.get_context("spawn")
        if pin and not hasattr(os, "sched_getaffinity"):
            raise KatachiError("this system cannot bind a process to a core: leave --pin out")
        self._cores = sorted(os.sched_getaffinity(0)) if pin else []
        self._workers: list[_Worker] = []
        try:
            for number in range(count):
                self._workers.append(self._start(number))
        except BaseException:
            self.close()
            raise

    def _start(self, number: int) -> _Worker:
        ours, theirs = self._context.Pipe()
        core = self._cores[number % len(self._cores)] if self._cores else None
        process = self._context.Process(target=_serve, args=(theirs, core), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    @property
    def free(self) -> int:
        """Workers without a job."""
        return sum(worker.job is None for worker in self._workers)

    @property
    def busy(self) -> int:
        """Workers with a job."""
        return sum(worker.job is not None for worker in self._workers)

    @property
    def process_ids(self) -> list[int]:
        """The processes, for whoever wants to watch or to kill them."""
        return [worker.process.pid or 0 for worker in self._workers]

    def give(self, job: Job) -> None:
        """Sends the job to a free worker; one that has died meanwhile is replaced first."""
        number = next(i for i, worker in enumerate(self._workers) if worker.job is None)
        try:
            self._workers[number].connection.send(job)
        except OSError:
            self._replace(number)
            self._workers[number].connection.send(job)
        self._workers[number].job = job
        self._workers[number].started = now()

    def answers(self, seconds: float) -> list[Answer]:
        """What arrived; dead workers answer without a game."""
        waiting = {w.connection: i for i, w in enumerate(self._workers) if w.job is not None}
        found = []
        for ready in wait(list(waiting), timeout=seconds):
            number = waiting[ready]  # type: ignore[index]
            worker = self._workers[number]
            assert worker.job is not None
            job, game = worker.job, None
            try:
                game = worker.connection.recv()
                worker.job = None
            except (EOFError, OSError):
                self._replace(number)
            found.append(Answer(job, game, worker.started))
        return found

    def _replace(self, number: int) -> None:
        self._end(self._workers[number])
        self._workers[number] = self._start(number)

    @staticmethod
    def _end(worker: _Worker) -> None:
        worker.connection.close()
        worker.process.kill()
        worker.process.join()

    def close(self) -> None:
        """Asks idle workers to end, so that they close their engines, and kills the others."""
        idle = [worker for worker in self._workers if worker.job is None]
        for worker in idle:
            with contextlib.suppress(OSError):
                worker.connection.send(None)
        for worker in idle:
            worker.process.join(timeout=5)
        for worker in self._workers:
            self._end(worker)
        self._workers.clear()


def _serve(connection: Connection, core: int | None) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started us decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if core is not None:
        os.sched_setaffinity(0, {core})
    cast = Cast()
    try:
        while (job := connection.recv()) is not None:
            connection.send(cast.play(job))
    except (EOFError, OSError):
        pass  # the other side is gone
    finally:
        cast.close()


def _end_with_parent() -> None:
    """A game may take minutes, and nobody waits for it any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # engines see the end of their input
