"""Runs a method on a problem, from the beginning or from a file, and keeps it safe on the way."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.optimising.methods import Method
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.search_state import SearchState

FORMAT = "katachi-search"
VERSION = 1
# A state is written when it is older than this; what a crash loses is done again, with the same
# result.
SAVE_SECONDS = 1.0


class Stopped(Exception):
    """Somebody asked for an end; the state has been written."""


def optimise(  # noqa: PLR0913 - keyword arguments with defaults
    problem: Problem[Solution],
    method: Method,
    *,
    seed: int = 0,
    path: Path | None = None,
    heading: dict[str, Any] | None = None,
    progress: Callable[[SearchState[Solution]], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
    save_seconds: float = SAVE_SECONDS,
) -> SearchState[Solution]:
    """All steps; the state is kept in `path`, where the same call goes on.

    `heading` says what the problem is: a file with another heading is refused. When `should_stop`
    says so, the state is written and `Stopped` raised.
    """
    told = {"method": method.name, "settings": asdict(method), "seed": seed, **(heading or {})}
    state = None if path is None else read_state(path, problem, told)
    if state is None:
        state = method.begin(problem, random.Random(f"{seed}/begin"))
        _save(path, state, problem, told)
    written = time.monotonic()
    while not method.is_over(state):
        method.advance(problem, state, random.Random(f"{seed}/{state.step}"))
        state.step += 1
        if progress:
            progress(state)
        stop = should_stop is not None and should_stop()
        if stop or time.monotonic() - written >= save_seconds:
            _save(path, state, problem, told)
            written = time.monotonic()
        if stop:
            raise Stopped
    _save(path, state, problem, told)
    return state


def read_state(
    path: Path, problem: Problem[Solution], heading: dict[str, Any]
) -> SearchState[Solution] | None:
    """The state in a file, or None if there is none; refuses another search's file."""
    if not path.exists():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise KatachiError(f"cannot read {shown(str(path))}: {error}") from None
    if not isinstance(content, dict) or content.get("format") != [FORMAT, VERSION]:
        raise KatachiError(f"{shown(str(path))} is no file of a search")
    if content.get("search") != json.loads(json.dumps(heading)):
        raise KatachiError(f"{shown(str(path))} belongs to another search")
    return SearchState.from_json(content.get("state", {}), problem)


def _save(
    path: Path | None,
    state: SearchState[Solution],
    problem: Problem[Solution],
    heading: dict[str, Any],
) -> None:
    if path is None:
        return
    content = {"format": [FORMAT, VERSION], "search": heading, "state": state.to_json(problem)}
    write_atomically(path, json.dumps(content), overwrite=True)
