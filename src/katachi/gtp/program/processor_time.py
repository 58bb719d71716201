"""The processor time of a program, with all its threads and the processes that it started.

Linux tells it in `/proc/PID/stat` in hundredths of a second, ended threads and children that were
waited for included. Differences of a running total lose nothing by that step. Other systems do not
tell it: the time is NaN there.
"""

from __future__ import annotations

import math
import os

from katachi.gtp.program.process_family import PROC, family

# Fields of `stat` behind the name of the program: proc(5) counts from 1, the name is the second.
TIMES = slice(11, 15)  # utime, stime, cutime, cstime


def processor_seconds(process_id: int) -> float:
    """Seconds that a process and its descendants have used so far; NaN where nobody tells.

    >>> import os
    >>> 0 < processor_seconds(os.getpid()) < 1e6 or not PROC.exists()
    True
    """
    ticks, found = 0, False
    for process in family(process_id):
        try:
            text = (PROC / str(process) / "stat").read_text(encoding="ascii", errors="replace")
            # The name in parentheses may hold anything.
            ticks += sum(map(int, text.rpartition(")")[2].split()[TIMES]))
            found = True
        except (OSError, ValueError):
            continue  # it has ended
    return ticks / os.sysconf("SC_CLK_TCK") if found else math.nan
