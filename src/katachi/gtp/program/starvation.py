"""How long a program has waited for a core: that time is not its fault.

On a busy machine a healthy program can be silent for a minute, because the system runs others. A
time-out on the wall clock would call it hung. Linux tells for every thread how long it was ready to
run without a core (`/proc/PID/schedstat`, the second number, nanoseconds); other systems do not,
and there it counts as nothing.
"""

from __future__ import annotations

import time

from katachi.gtp.program.process_family import family, threads

MOST_PATIENCE = 10  # times the time-out at most, however busy the machine is


def seconds_ready(process_id: int) -> dict[str, float]:
    """Seconds that each thread of a process and its descendants was ready without running."""
    found = {}
    for thread in (thread for process in family(process_id) for thread in threads(process)):
        try:
            fields = (thread / "schedstat").read_text(encoding="ascii").split()
            found[str(thread)] = int(fields[1]) / 1e9
        except (OSError, ValueError, IndexError):
            continue  # it has ended, or the system keeps no such account
    return found


class Starvation:
    """Watches a process from now on."""

    def __init__(self, process_id: int) -> None:
        """Notes what was before."""
        self._process_id = process_id
        self._before = seconds_ready(process_id)
        self._begin = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long the process, or one that it waited for, was ready without running."""
        now = seconds_ready(self._process_id)
        waited = sum(value - self._before.get(name, 0.0) for name, value in now.items())
        return min(waited, time.monotonic() - self._begin)


class Patience:
    """A wait for a process with an end that a busy machine does not bring nearer."""

    def __init__(self, process_id: int, deadline: float) -> None:
        """`deadline` is a moment of `time.monotonic`, for a process that gets a core when it asks."""
        self._starvation = Starvation(process_id)
        self._deadline = deadline
        whole = max(0.0, deadline - time.monotonic())
        self._last_moment = deadline + (MOST_PATIENCE - 1) * whole

    @property
    def left(self) -> float:
        """Seconds to wait from now; 0 or less: the process is late."""
        left = self._deadline - time.monotonic()
        if left > 0:
            return left
        granted = self._deadline + self._starvation.seconds
        return min(granted, self._last_moment) - time.monotonic()
