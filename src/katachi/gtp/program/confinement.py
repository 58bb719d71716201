"""Starting a program so that it ends with all that it has started, and within limits.

On Linux a supervisor (supervisor.py) stands between. Besides, every process of the program inherits a
mark in its environment, by which those are found that have killed their supervisor. Elsewhere the
program has a process group of its own, which is ended as a whole, and there are no limits.

A program runs with the rights of whoever started katachi. It is kept from being left over, not from
doing harm on purpose: see SECURITY.md.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from katachi.gtp.program.process_family import PROC, family

SUPERVISOR = Path(__file__).with_name("supervisor.py")
MARK = "KATACHI_PROGRAM"
GRACE_SECONDS = 0.5  # from SIGTERM to SIGKILL
ROUNDS = 100


class Limits(NamedTuple):
    """Of a program and all that it starts, together; 0: none. Kept on Linux alone."""

    megabytes: int = 0
    processes: int = 0


class ConfinedProcess:
    """A running program with its pipes."""

    def __init__(self, command: Sequence[str], folder: str | None, limits: Limits) -> None:
        """Starts it; raises `OSError` or `ValueError` if that is impossible."""
        self._mark = secrets.token_urlsafe(16)
        self._lifeline: socket.socket | None = None
        self._is_supervised = sys.platform == "linux" and bool(sys.executable)
        if not self._is_supervised:
            self.process = self._popen(command, folder)
            return
        self._lifeline, theirs = socket.socketpair()
        try:
            words = (theirs.fileno(), limits.megabytes, limits.processes)
            supervisor = (sys.executable, "-I", "-S", str(SUPERVISOR), *map(str, words))
            self.process = self._popen((*supervisor, *command), folder, (theirs.fileno(),))
        except BaseException:
            self._lifeline.close()
            raise
        finally:
            theirs.close()
        from katachi.gtp.program.supervisor import STARTED  # noqa: PLC0415 - signals of Linux

        said = self._lifeline.recv(100)
        if said != STARTED:
            self.end()
            number = int(said) if said.strip().isdigit() else 0
            raise OSError(number, os.strerror(number) if number else "it could not be started")

    def _popen(
        self, command: Sequence[str], folder: str | None, descriptors: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, MARK: self._mark},
            start_new_session=True,
            pass_fds=descriptors,
            bufsize=0,
        )

    def end(self) -> None:
        """Ends the program and all that it has started, gently first; closes the pipes."""
        if self._is_supervised:
            self._signal_all(signal.SIGTERM)
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE_SECONDS)
        if self._lifeline is not None:
            self._lifeline.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(GRACE_SECONDS)
        for _ in range(ROUNDS):
            if not self._signal_all(signal.SIGSTOP):
                break
            self._signal_all(signal.SIGKILL)
            self.process.poll()
            time.sleep(0.005)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _signal_all(self, number: int) -> int:
        """Sends a signal to all but the supervisor; how many there were."""
        supervisor = self.process.pid
        found = {process for process in family(supervisor) if process != supervisor}
        if number != signal.SIGTERM or self.process.poll() is not None:
            found |= _marked(self._mark) - {supervisor}
        for process in found:
            with contextlib.suppress(OSError):
                os.kill(process, number)
        return len(found)


def _marked(mark: str) -> set[int]:
    """Living processes with the mark in their environment, as Linux tells it."""
    wanted, found = f"{MARK}={mark}".encode(), set()
    with contextlib.suppress(OSError):
        for entry in os.scandir(PROC):
            if entry.name.isdecimal():
                # Of a dead process that nobody waited for, the environment is empty.
                with contextlib.suppress(OSError):
                    if wanted in (PROC / entry.name / "environ").read_bytes():
                        found.add(int(entry.name))
    return found
