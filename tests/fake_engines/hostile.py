"""A GTP engine that tries to leave processes behind: hostile.py BEHAVIOUR FILE.

Every process that it makes adds its number to FILE before anything else. Standard library only; what
could harm the machine (forks, memory) ends by itself.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

LIFE = 120.0  # seconds after which anything that is left ends by itself
SET_CHILD_SUBREAPER, SET_NAME = 36, 15
BEHAVIOUR, FILE = sys.argv[1:3]


def note() -> None:
    """Adds this process to the file."""
    descriptor = os.open(FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, f"{os.getpid()}\n".encode())
    os.close(descriptor)


def live() -> None:
    """Until it is ended, or for a while."""
    end = time.monotonic() + LIFE
    while time.monotonic() < end:
        time.sleep(0.05)
    os._exit(0)


def child(*steps: Callable[[], object]) -> int:
    """A child that takes steps and lives on."""
    process = os.fork()
    if process:
        return process
    note()
    for step in steps:
        step()
    live()
    return 0


def orphan(*steps: Callable[[], object]) -> None:
    """A grandchild whose parent is gone."""
    process = os.fork()
    if process == 0:
        note()
        child(*steps)
        os._exit(0)
    os.waitpid(process, 0)


def ignore(*numbers: int) -> Callable[[], None]:
    def deafen() -> None:
        for number in numbers or range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD):
                signal.signal(number, signal.SIG_IGN)

    return deafen


def stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def wander() -> None:
    """A moving target: every hundredth of a second another process, and the one before ends."""
    end = time.monotonic() + LIFE
    while time.monotonic() < end:
        time.sleep(0.01)
        if os.fork():
            os._exit(0)
        note()


def multiply(generations: int) -> None:
    for _ in range(generations):
        if os.fork() == 0:
            note()


def take_memory(megabytes: int) -> list[bytearray]:
    taken = []
    for _ in range(megabytes // 10):
        taken.append(bytearray(b"x" * (10 << 20)))
        time.sleep(0.005)
    time.sleep(LIFE)
    return taken


def empty_environment() -> None:
    code = f"import time; time.sleep({LIFE})"
    os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", code], {})


def under_another_name() -> None:
    ctypes.CDLL(None).prctl(SET_NAME, b"kworker/0:1", 0, 0, 0)


def own_subreaper() -> None:
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    orphan(os.setsid)


def respawn() -> None:
    """Answers SIGTERM with one more process."""
    signal.signal(signal.SIGTERM, lambda *_: child(os.setsid))


def close_pipes() -> None:
    for descriptor in range(3):
        os.close(descriptor)


def then(*steps: Callable[[], object]) -> Callable[[], None]:
    """One after the other."""

    def take_all() -> None:
        for step in steps:
            step()

    return take_all


def kill(find: Callable[[], int], number: int = signal.SIGKILL) -> Callable[[], None]:
    return lambda: os.kill(find(), number)


def daemon() -> None:
    orphan(os.setsid)


def flood(descriptor: int) -> None:
    while True:
        os.write(descriptor, b"= endless " * 1000)


def forked_by_a_thread() -> None:
    thread = threading.Thread(target=lambda: child(os.setsid))
    thread.start()
    thread.join()


def quietly(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor)


def leave() -> None:
    os._exit(0)


def shell() -> None:
    words = f"echo $$ >> {FILE}; exec sleep {LIFE}"
    os.system(f"nohup setsid sh -c '{words}' >/dev/null 2>&1 &")


def zombies() -> None:
    for _ in range(20):
        if os.fork() == 0:
            leave()


# When the engine starts.
AT_START: dict[str, Callable[[], object]] = {
    "session": lambda: child(os.setsid),
    "group": lambda: child(lambda: os.setpgid(0, 0)),
    "twice": orphan,
    "daemon": daemon,
    "daemon-that-ignores-term": lambda: orphan(os.setsid, ignore(signal.SIGTERM)),
    "daemon-that-ignores-all": lambda: orphan(os.setsid, ignore()),
    "daemon-that-is-stopped": lambda: orphan(os.setsid, stop),
    "daemon-without-environment": lambda: orphan(os.setsid, empty_environment),
    "daemon-under-another-name": lambda: orphan(os.setsid, under_another_name),
    "daemon-that-holds-the-pipes": then(daemon, leave),
    "daemon-without-pipes": lambda: orphan(os.setsid, close_pipes),
    "daemons-in-plenty": then(*[daemon] * 20),
    "deep-family": lambda: child(lambda: child(lambda: child(daemon))),
    "own-subreaper": lambda: child(own_subreaper),
    "wanderer": lambda: orphan(os.setsid, wander),
    "ignores-all": ignore(),
    "respawns": respawn,
    "forked-by-a-thread": forked_by_a_thread,
    "shell": shell,
    "zombies": zombies,
}
# When it is asked for a move.
AT_MOVE: dict[str, Callable[[], object]] = {
    "hangs": live,
    "stops": stop,
    "floods-output": lambda: flood(1),
    "floods-errors": lambda: flood(2),
    "closes-output": then(lambda: quietly(1), live),
    "crashes-and-leaves-a-daemon": then(daemon, kill(os.getpid, signal.SIGSEGV)),
    "exits-and-leaves-a-daemon": then(daemon, leave),
    "kills-its-group": then(daemon, kill(lambda: 0)),
    "kills-its-parent": then(daemon, kill(os.getppid), live),
    "multiplies": then(lambda: multiply(6), live),
    "multiplies-beyond-the-limit": then(lambda: multiply(8), live),
    "takes-memory": lambda: take_memory(2000),
    "takes-memory-in-children": then(*[lambda: child(lambda: take_memory(150))] * 6, live),
}
# When it is told to quit.
AT_END: dict[str, Callable[[], object]] = {
    "daemon-at-the-end": lambda: orphan(os.setsid, ignore()),
    "does-not-end": live,
}
BEHAVIOURS = (*AT_START, *AT_MOVE, *AT_END)


def main() -> None:
    note()
    AT_START.get(BEHAVIOUR, lambda: None)()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["genmove"]:
            AT_MOVE.get(BEHAVIOUR, lambda: None)()
        if words[:1] == ["quit"]:
            AT_END.get(BEHAVIOUR, lambda: None)()
        answer = "A1" if words[:1] == ["genmove"] else ""
        sys.stdout.write(f"= {answer}\n\n")
        sys.stdout.flush()
        if words[:1] == ["quit"]:
            return


if __name__ == "__main__":
    main()
