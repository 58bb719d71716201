"""A process and all that it has started, as Linux tells it in /proc; elsewhere only the process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")


def family(process_id: int) -> Iterator[int]:
    """The process and its living descendants."""
    waiting = [process_id]
    while waiting:
        process = waiting.pop()
        yield process
        for thread in threads(process):
            try:
                waiting += map(int, (thread / "children").read_text(encoding="ascii").split())
            except (OSError, ValueError):
                continue


def threads(process_id: int) -> list[Path]:
    """The folders of the threads of one process; none if it has ended."""
    try:
        return list((PROC / str(process_id) / "task").iterdir())
    except OSError:
        return []
