"""How many threads to use: one convention for everything that takes `threads`."""

from __future__ import annotations

import os


def thread_count(threads: int | None = None) -> int:
    """The number itself; None: as many as this process may use at once.

    >>> thread_count(3), thread_count() >= 1
    (3, True)
    """
    if threads:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
