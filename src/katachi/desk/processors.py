"""The processors that all pages share: as many searches at once as there are, in the order they came.

Every search runs in a thread of its own and works in slices. Between two slices it gives its place to
whoever waits longest, so that many pages share the machine evenly. A search ends when its work is
done, or when the page that wanted it closes the stream.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from katachi.errors import KatachiError

MOST_SEARCHES = 24  # that wait or work
MOST_WAITING = 20  # reports that a page has not taken yet

Report = dict[str, Any]
Tell = Callable[[Report], None]


class Gone(Exception):
    """The page does not want the answer any more."""


class Processors:
    """Places for searches; whoever waits longest gets the next one."""

    def __init__(self, count: int) -> None:
        """Nobody thinks yet."""
        self.count = count
        self.searches = 0
        self._free = count
        self._lock = threading.Lock()
        self._queue: deque[threading.Event] = deque()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts a search as long as it waits or works; raises `KatachiError` if there are too many."""
        self._begin()
        try:
            yield
        finally:
            self._end()

    def _begin(self) -> None:
        with self._lock:
            if self.searches >= MOST_SEARCHES:
                raise KatachiError(f"{MOST_SEARCHES} searches run already: close a page first")
            self.searches += 1

    def _end(self) -> None:
        with self._lock:
            self.searches -= 1

    @contextmanager
    def place(self) -> Iterator[None]:
        """A processor, as soon as one is free."""
        self._take()
        try:
            yield
        finally:
            self._give()

    def take_turns(self) -> None:
        """Between two slices: lets somebody else have the processor if anybody waits."""
        with self._lock:
            if not self._queue:
                return
        self._give()
        self._take()

    def _take(self) -> None:
        with self._lock:
            if self._free and not self._queue:
                self._free -= 1
                return
            mine = threading.Event()
            self._queue.append(mine)
        mine.wait()

    def _give(self) -> None:
        with self._lock:
            if self._queue:
                self._queue.popleft().set()  # the place goes over without being free
            else:
                self._free += 1

    async def stream(self, work: Callable[[Tell], None]) -> AsyncIterator[Report]:
        """What `work` tells from its thread; it ends with the consumer of the stream.

        A report with `grows` may be left out if the page cannot keep up: the next one holds it all.
        """
        loop = asyncio.get_running_loop()
        reports: asyncio.Queue[Report | BaseException | None] = asyncio.Queue()
        gone = threading.Event()

        def put(found: Report | BaseException | None) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(reports.put_nowait, found)

        def tell(found: Report) -> None:
            if gone.is_set():
                raise Gone
            if reports.qsize() < MOST_WAITING or not found.get("grows"):
                put(found)

        def run() -> None:
            end: BaseException | None = None
            try:
                with self.place():
                    if not gone.is_set():
                        work(tell)
            except Gone:
                pass
            except BaseException as error:
                end = error
            finally:
                self._end()
                put(end)

        self._begin()
        threading.Thread(target=run, name="desk search", daemon=True).start()
        try:
            while (found := await reports.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                yield found
        finally:
            gone.set()
