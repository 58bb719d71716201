"""Games on a Ray cluster. The process that asks keeps the laboratory; workers only play.

Needs the extra `ray`. A task whose worker or machine dies comes back without a game and is given
again, exactly as with processes of this machine.
"""

from __future__ import annotations

from typing import Any

import ray
from ray.exceptions import RayError

from katachi.errors import KatachiError
from katachi.matches.circumstances import now
from katachi.matches.game import PlayedGame, VoidGame
from katachi.matches.workers import Answer, Cast, Job

# Ray gives its own processes half a minute to start, and no setting changes that: on a busy machine
# a cluster may need several tries.
STARTS = 5


class RayWorkers:
    """Several games at once on a cluster: a local one, or that of an address such as `ray://...`."""

    def __init__(self, count: int, address: str = "") -> None:
        """Joins the cluster, or starts one on this machine if none is there yet."""
        self._started_here = join_cluster(count, address)
        self._count = count
        self._tasks: dict[Any, tuple[Job, str]] = {}
        # Ray does not repeat a task: the match decides about that.
        self._play = ray.remote(num_cpus=1, max_retries=0)(play)

    @property
    def free(self) -> int:
        """How many more may be under way."""
        return self._count - len(self._tasks)

    @property
    def busy(self) -> int:
        """Tasks under way."""
        return len(self._tasks)

    def give(self, job: Job) -> None:
        """Sends a task to the cluster."""
        self._tasks[self._play.remote(job)] = (job, now())

    def answers(self, seconds: float) -> list[Answer]:
        """Tasks that ended, well or not."""
        done, _ = ray.wait(list(self._tasks), num_returns=1, timeout=seconds)
        found = []
        for task in done:
            job, started = self._tasks.pop(task)
            try:
                game: PlayedGame | VoidGame | None = ray.get(task)
            except RayError:
                game = None
            found.append(Answer(job, game, started))
        return found

    def close(self) -> None:
        """Cancels what is under way, and ends a cluster that was started here."""
        for task in self._tasks:
            ray.cancel(task, force=True)
        self._tasks.clear()
        if self._started_here:
            ray.shutdown()


def join_cluster(count: int, address: str) -> bool:
    """Connects to the cluster of an address; without one, starts a cluster with this many cores.

    False if this process has joined one before: whoever did ends it.
    """
    if ray.is_initialized():
        return False
    for attempt in range(STARTS):
        try:
            ray.init(
                address=address or None,
                num_cpus=None if address else count,
                include_dashboard=False,
                log_to_driver=False,
            )
        except Exception as error:  # Ray raises nothing more special when it is too slow
            ray.shutdown()
            if address or attempt == STARTS - 1:
                where = address or "on this machine"
                raise KatachiError(f"there is no Ray cluster {where}: {error}") from None
        else:
            return True
    return False


def play(job: Job) -> PlayedGame | VoidGame:
    """What a task of the cluster does: one game."""
    cast = Cast()
    try:
        return cast.play(job)
    finally:
        cast.close()
