"""Lines that a controller sends, read while the engine thinks.

A thread reads the stream, so that a thinking engine can see that something has come: any line stops
an analysis, the comment `# interrupt` makes a thinking engine move.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from katachi.gtp.protocol.wire import is_interrupt

LONGEST_LINE = 2**20  # bytes; gogui-play_sequence sends whole games in one line
MOST_WAITING = 10_000  # lines; a controller that sends more waits
CHUNK = 65_536
HEAD = 100  # bytes that are kept of a longer line: its id and name


@dataclass(frozen=True)
class Line:
    """A line without its end, when it came (`time.monotonic`), and whether only its head is left."""

    text: str
    arrived: float
    cut: bool = False


class Inbox(Protocol):
    """Where lines come from."""

    def next(self) -> Line | None:
        """Waits for a line; None at the end of input."""

    def has_input(self) -> bool:
        """Whether a line is waiting, or none will ever come."""

    def take_interrupt(self) -> bool:
        """Whether GoGui's interrupt is waiting; takes it away."""


class ScriptedInbox:
    """Lines from a list, for tests and for sessions in a file."""

    def __init__(self, lines: Iterable[str]) -> None:
        """They all have arrived already."""
        self._lines = deque(lines)

    def next(self) -> Line | None:
        """The next line of the list."""
        return Line(self._lines.popleft(), time.monotonic()) if self._lines else None

    def has_input(self) -> bool:
        """Always: what follows is there, or the end."""
        return True

    def take_interrupt(self) -> bool:
        """Only if the very next line is one."""
        if self._lines and is_interrupt(self._lines[0]):
            self._lines.popleft()
            return True
        return False


class StreamInbox:
    """Lines of a file descriptor, read by a thread of its own."""

    def __init__(self, descriptor: int) -> None:
        """Begins to read."""
        self._descriptor = descriptor
        self._lines: deque[Line] = deque()
        self._ended = False
        self._changed = threading.Condition()
        # A daemon: it may wait for input for ever. It reads the descriptor itself, because a
        # thread that is killed inside Python's buffered streams takes the interpreter with it.
        self._thread = threading.Thread(target=self._read, name="gtp-input", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        rest = b""
        cut = False
        while True:
            try:
                data = os.read(self._descriptor, CHUNK)
            except OSError:
                data = b""
            if not data:
                break
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                self._add(line, cut=cut)
                cut = False
            if len(rest) > LONGEST_LINE:
                rest, cut = rest[:HEAD], True
        if rest:
            self._add(rest, cut=cut)
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _add(self, raw: bytes, *, cut: bool) -> None:
        cut = cut or len(raw) > LONGEST_LINE
        kept = raw[:HEAD] if cut else raw
        line = Line(kept.decode("utf-8", "replace"), time.monotonic(), cut)
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) < MOST_WAITING)
            self._lines.append(line)
            self._changed.notify_all()

    def next(self) -> Line | None:
        """Waits for a line; None at the end of input."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._ended)
            line = self._lines.popleft() if self._lines else None
            self._changed.notify_all()
            return line

    def has_input(self) -> bool:
        """Whether a line is waiting, or none will ever come."""
        with self._changed:
            return bool(self._lines) or self._ended

    def take_interrupt(self) -> bool:
        """Looks through all waiting lines: commands may stand before the interrupt."""
        with self._changed:
            for line in self._lines:
                if is_interrupt(line.text):
                    self._lines.remove(line)
                    return True
        return False
