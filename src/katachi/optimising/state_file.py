"""Where a search stands, as a JSON file: the same search goes on from there.

    {"format": ["katachi-search", 1], "search": HEADING, "state": STATE}

The heading says which search it is: method, settings, seed, and what the problem adds. A file with
another heading is refused. It is text, unlike the checkpoints of learners
(katachi.files.checkpoint): a search has few numbers, and people read its steps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic

from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.files.json_file import read_json
from katachi.optimising.methods import complete_settings
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.search_state import SearchState

FORMAT = "katachi-search"
VERSION = 1


class StateFile(Generic[Solution]):
    """The file of one search."""

    def __init__(self, path: Path, problem: Problem[Solution], heading: Mapping[str, Any]) -> None:
        """Reads and writes nothing."""
        self._path = path
        self._problem = problem
        self._heading = json.loads(json.dumps(heading))

    def read(self) -> SearchState[Solution] | None:
        """The state, or None without a file; raises `KatachiError`, also for another search's."""
        if not self._path.exists():
            return None
        content = read_json(self._path)
        if not isinstance(content, dict) or content.get("format") != [FORMAT, VERSION]:
            raise KatachiError(f"{shown(str(self._path))} is not a file of a search")
        heading = content.get("search")
        if not isinstance(heading, dict) or complete_settings(heading) != self._heading:
            raise KatachiError(f"{shown(str(self._path))} belongs to another search")
        return SearchState.from_json(content.get("state", {}), self._problem)

    def write(self, state: SearchState[Solution]) -> None:
        """Replaces what is there, completely or not at all."""
        content = {
            "format": [FORMAT, VERSION],
            "search": self._heading,
            "state": state.to_json(self._problem),
        }
        write_atomically(self._path, json.dumps(content), overwrite=True)
