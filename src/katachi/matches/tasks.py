"""One function for many items: here, in several processes, or on a Ray cluster.

For work that is no game of a match, such as self-play. Answers come in the order in which they are
ready. A process or machine that dies costs what it was doing: its items are given again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from katachi.errors import KatachiError
from katachi.matches.match import Running

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# Items that are handed out ahead of time, for each process.
_AHEAD = 2


def run_tasks(
    function: Callable[[Item], Answer], items: Iterable[Item], running: Running
) -> Iterator[tuple[Item, Answer]]:
    """Each item with what the function gives for it; several at once as `running` says.

    In other processes the function is one of a module, and items and answers can be pickled. An item
    during which a process died `running.attempts` times raises `KatachiError`.
    """
    waiting = list(items)
    if running.on_ray:
        yield from _on_ray(function, waiting, running)
    elif running.processes <= 1 or len(waiting) < 2:
        for item in waiting:
            yield item, function(item)
    else:
        yield from _in_processes(function, waiting, running)


def _in_processes(
    function: Callable[[Item], Answer], items: list[Item], running: Running
) -> Iterator[tuple[Item, Answer]]:
    waiting = deque(enumerate(items))
    deaths: Counter[int] = Counter()
    while waiting:
        under_way: dict[Future[Answer], tuple[int, Item]] = {}
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(
            min(running.processes, len(waiting)),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
        )
        try:
            while waiting or under_way:
                while waiting and len(under_way) < _AHEAD * running.processes:
                    number, item = waiting.popleft()
                    under_way[pool.submit(function, item)] = (number, item)
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    answer = future.result()
                    _, item = under_way.pop(future)
                    yield item, answer
        except BrokenProcessPool:
            for number, item in sorted(under_way.values(), key=lambda one: one[0]):
                deaths[number] += 1
                if deaths[number] > running.attempts:
                    raise KatachiError(
                        "a process died again and again; the same command goes on where it stopped"
                    ) from None
                waiting.appendleft((number, item))
        finally:
            if under_way:  # Ctrl-C should not wait for work of minutes
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is for the process that asks, and nothing goes on without it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _on_ray(
    function: Callable[[Item], Answer], items: list[Item], running: Running
) -> Iterator[tuple[Item, Answer]]:
    try:
        import ray  # noqa: PLC0415 - an extra
        from ray.exceptions import RayError, RayTaskError  # noqa: PLC0415

        from katachi.matches.ray_workers import join_cluster  # noqa: PLC0415
    except ImportError:
        raise KatachiError("a cluster needs the extra ray: pip install 'katachi[ray]'") from None

    started_here = join_cluster(
        running.processes, "" if running.on_ray == "ray" else running.on_ray
    )
    work = ray.remote(num_cpus=1, max_retries=0)(function)
    waiting = deque(enumerate(items))
    deaths: Counter[int] = Counter()
    under_way: dict[Any, tuple[int, Item]] = {}
    try:
        while waiting or under_way:
            while waiting and len(under_way) < running.processes:
                number, item = waiting.popleft()
                under_way[work.remote(item)] = (number, item)
            done, _ = ray.wait(list(under_way), num_returns=1)
            number, item = under_way.pop(done[0])
            try:
                answer: Answer = ray.get(done[0])
            except RayTaskError as error:  # the function itself raised
                raise error.as_instanceof_cause() from None
            except RayError:
                deaths[number] += 1
                if deaths[number] > running.attempts:
                    raise KatachiError("a worker of the cluster died again and again") from None
                waiting.append((number, item))
                continue
            yield item, answer
    finally:
        for task in under_way:
            ray.cancel(task, force=True)
        if started_here:
            ray.shutdown()
