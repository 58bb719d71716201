"""When and where a game was played."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from datetime import UTC, datetime
from functools import cache
from pathlib import Path


def now() -> str:
    """The time as it is stored: UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@cache
def machine() -> tuple[str, str]:
    """Hash and description of the machine: enough to judge times, nothing about its owner."""
    processor = platform.processor()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    description = json.dumps(
        {
            "system": platform.system(),
            "architecture": platform.machine(),
            "processor": processor,
            "cores": os.cpu_count(),
            "python": platform.python_version(),
        },
        sort_keys=True,
    )
    return hashlib.sha256(description.encode()).hexdigest()[:16], description
