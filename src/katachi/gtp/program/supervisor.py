"""A process between katachi and a program, from which nothing that the program starts can get away.

Run as a script, with the standard library alone: `supervisor.py LIFELINE MEGABYTES PROCESSES PROGRAM
ARGUMENT...`. It asks Linux to become the parent of every orphan among its descendants
(PR_SET_CHILD_SUBREAPER), so that a child that leaves its process group or forks twice is still found.
It ends all of them when the program ends, when katachi closes the lifeline or is killed, and when a
limit (0: none) is passed: megabytes of memory or the number of processes of all together. Then it
ends as the program did. What it finds wrong goes to standard error, which katachi keeps.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import runpy
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable

with contextlib.suppress(ImportError):
    import resource

STARTED = b"started\n"
SET_CHILD_SUBREAPER = 36
SECONDS_BETWEEN_LOOKS = 0.02  # with limits; without, it sleeps
ROUNDS = 500
# What a terminal or a careless program may send to all; the program itself gets them as usual.
IGNORED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
RESTORED = (*IGNORED, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD)

Family = Callable[[int], Iterable[int]]


def main() -> None:
    """The life of the process."""
    lifeline, megabytes, most = map(int, sys.argv[1:4])
    here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - as little as possible
    family: Family = runpy.run_path(os.path.join(here, "process_family.py"))["family"]  # noqa: PTH118
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    waking, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    program = start(sys.argv[4:], lifeline, megabytes)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    status = None
    while status is None:
        period = SECONDS_BETWEEN_LOOKS if megabytes or most else None
        ready, _, _ = select.select([lifeline, waking], [], [], period)
        if waking in ready:
            os.read(waking, 4096)
        status = reaped(program)
        if lifeline in ready and status is None:
            break
        passed = passed_limit(family, megabytes, most) if status is None and period else ""
        if passed:
            os.write(2, f"katachi: ended, because the program took more than {passed}\n".encode())
            break
    last = end_all(family, program)
    end_like(last if status is None else status)


def start(command: list[str], lifeline: int, megabytes: int) -> int:
    """Starts the program in a session of its own, and says on the lifeline how that went."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.setsid()
            for number in RESTORED:
                signal.signal(number, signal.SIG_DFL)
            if megabytes:
                size = megabytes << 20
                resource.setrlimit(resource.RLIMIT_DATA, (size, size))
            os.execv(command[0], command)
        except OSError as error:
            os.write(writing, str(error.errno or 0).encode())
        finally:
            os._exit(127)
    os.close(writing)
    failed = os.read(reading, 100)
    os.close(reading)
    with contextlib.suppress(OSError):
        os.write(lifeline, failed + b"\n" if failed else STARTED)
    return process


def reaped(program: int) -> int | None:
    """Takes note of everything that has ended; the status of the program if it is among that."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                break
            if process == program:
                found = status
    return found


def passed_limit(family: Family, megabytes: int, most: int) -> str:
    """The limit that all descendants together have passed, in words; empty if none."""
    pages = count = 0
    for process in family(os.getpid()):
        if process == os.getpid():
            continue
        count += 1
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{process}/statm") as file:  # noqa: PTH123
            pages += int(file.read().split()[1])
    if most and count > most:
        return f"{most} processes"
    return (
        f"{megabytes} MB" if megabytes and pages * resource.getpagesize() > megabytes << 20 else ""
    )


def end_all(family: Family, program: int) -> int | None:
    """Kills all descendants until there are none; the status of the program."""
    found = None
    for _ in range(ROUNDS):
        targets = [process for process in family(os.getpid()) if process != os.getpid()]
        # Stopped first: what is stopped starts no others while the rest is killed.
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in targets:
                with contextlib.suppress(OSError):
                    os.kill(process, number)
        status = reaped(program)
        found = status if status is not None else found
        if not targets:
            break
        time.sleep(0.002)
    return found


def end_like(status: int | None) -> None:
    """Ends with the code or by the signal of the program."""
    if status is not None and os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        number = os.WTERMSIG(status)
        if number not in {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(1 if status is None else os.WEXITSTATUS(status))


if __name__ == "__main__":
    main()
