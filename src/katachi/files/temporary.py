"""Temporary files beside the file that they will become, named after the process that writes them.

A process that is killed leaves its temporary file behind. The next one that writes the same file finds
it by its name, sees that its owner has ended, and removes it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from katachi.files.owner import is_alive, new_owner

ENDING = ".tmp"
# File systems allow 255 bytes; an owner needs up to 40 of them.
LONGEST_NAME = 120


def temporary_beside(path: Path) -> Path:
    """A new name in the same folder, which nobody else uses."""
    owner = new_owner().replace(":", "-")
    return path.with_name(f"{_beginning(path)}{owner}{ENDING}")


def remove_leftovers(path: Path) -> None:
    """Removes temporary files of `path` whose process has ended; what cannot be removed stays."""
    beginning = _beginning(path)
    with contextlib.suppress(OSError):
        for found in path.parent.iterdir():
            name = found.name
            if name.startswith(beginning) and name.endswith(ENDING):
                owner = name.removeprefix(beginning).removesuffix(ENDING).replace("-", ":")
                if not is_alive(owner):
                    found.unlink(missing_ok=True)


def _beginning(path: Path) -> str:
    return f".{path.name[:LONGEST_NAME]}."
