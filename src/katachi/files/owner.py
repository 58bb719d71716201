"""Who holds a reservation: a process, told apart from a later one that got the same number."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path

# Digits of a process number that a system may have.
LONGEST_NUMBER = 9
_numbers = itertools.count()
# Owners of this process that gave up what they held, though the process goes on.
_retired: set[str] = set()


def new_owner() -> str:
    """A text that names this process and this call."""
    pid = os.getpid()
    return f"{pid}:{_start_of(pid)}:{next(_numbers)}"


def retire(owner: str) -> None:
    """What this owner holds is free from now on, even if it could not be released where it is kept."""
    _retired.add(owner)


def is_alive(owner: str) -> bool:
    """Whether the process behind a text of `new_owner` still runs on this machine."""
    pid, _, rest = owner.partition(":")
    start = rest.partition(":")[0]
    if not pid.isdecimal() or len(pid) > LONGEST_NUMBER or owner in _retired:
        return False
    if start:
        return _start_of(int(pid)) == start
    return _is_running(int(pid))


def _is_running(pid: int) -> bool:
    """Whether there is a process of that number, whoever owns it."""
    if sys.platform == "win32":  # where signal 0 is no question, but Ctrl-C
        import ctypes  # noqa: PLC0415 - of no use elsewhere

        query_limited_information, still_active = 0x1000, 259
        kernel = ctypes.windll.kernel32
        process = kernel.OpenProcess(query_limited_information, 0, pid)
        if not process:
            return False
        code = ctypes.c_ulong()
        known = kernel.GetExitCodeProcess(process, ctypes.byref(code))
        kernel.CloseHandle(process)
        return bool(known) and code.value == still_active
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _start_of(pid: int) -> str:
    """When the process began, in ticks since the machine did; empty where that is not told."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    # The second field is the name in parentheses, which may hold anything; a dead process that
    # nobody waited for is in state Z.
    fields = text.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]
