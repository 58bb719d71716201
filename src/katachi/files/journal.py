"""Files to which one line is added at a time: what is done of long work.

A line is there whole or not at all: a write that fails half-way is taken back, and what a killed
process left of a line is cut off when the file is opened again. Lines in the middle can still be
damaged, by a disk or by hand; that is for whoever reads them to find out, line by line.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from katachi.errors import KatachiError
from katachi.files.atomic_file import write_whole
from katachi.files.reading import read_bytes


def read_lines(path: Path) -> list[str]:
    """The whole lines of a file; raises `KatachiError` if it cannot be read.

    What follows the last line end is left out. Bytes that are no text are replaced.
    """
    return read_bytes(path).decode("utf-8", "replace").split("\n")[:-1]


class Journal:
    """An open file that takes lines; a context manager."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or makes it, and cuts off what follows the last line end."""
        self.path = path
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            self._end = _end_of_lines(self._descriptor)
            os.ftruncate(self._descriptor, self._end)
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
        except OSError as error:
            raise KatachiError(f"cannot write '{path}': {error.strerror}") from None

    @property
    def is_empty(self) -> bool:
        """Whether there is no line yet."""
        return not self._end

    def add(self, line: str) -> None:
        """One more line, without its end; raises `KatachiError` and leaves the file as it was."""
        data = f"{line}\n".encode()
        try:
            write_whole(self._descriptor, data)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._end)
                os.lseek(self._descriptor, self._end, os.SEEK_SET)
            raise KatachiError(f"cannot write '{self.path}': {error.strerror}") from None
        self._end += len(data)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes; the lines are written already."""
        with contextlib.suppress(OSError):
            os.close(self._descriptor)


def _end_of_lines(descriptor: int) -> int:
    """The number of bytes up to the last line end."""
    step, at = 65_536, os.lseek(descriptor, 0, os.SEEK_END)
    while at > 0:
        begin = max(0, at - step)
        os.lseek(descriptor, begin, os.SEEK_SET)
        found = os.read(descriptor, at - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        at = begin
    return 0
