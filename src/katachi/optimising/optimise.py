"""Runs a method on a problem, from the beginning or from a file, and keeps it safe on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from katachi.optimising.methods import Method
from katachi.optimising.problem import Problem, Solution
from katachi.optimising.randomness import Randomness
from katachi.optimising.search_state import SearchState
from katachi.optimising.state_file import StateFile

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
    file = None if path is None else StateFile(path, problem, told)
    randomness = Randomness(seed)
    state = None if file is None else file.read()
    if state is None:
        state = method.begin(problem, randomness)
        if file is not None:
            file.write(state)
    go_on(
        problem,
        method,
        state,
        randomness,
        progress=progress,
        should_stop=should_stop,
        save=None if file is None else file.write,
        save_seconds=save_seconds,
    )
    return state


def go_on(  # noqa: PLR0913 - keyword arguments with defaults
    problem: Problem[Solution],
    method: Method,
    state: SearchState[Solution],
    randomness: Randomness,
    *,
    progress: Callable[[SearchState[Solution]], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
    save: Callable[[SearchState[Solution]], None] | None = None,
    save_seconds: float = SAVE_SECONDS,
) -> None:
    """Advances a state until its method is over; `save` is called now and then, and at the end."""
    written = time.monotonic()
    while not method.is_over(state):
        method.advance(problem, state, randomness)
        state.step += 1
        if progress:
            progress(state)
        stop = should_stop is not None and should_stop()
        if save and (stop or time.monotonic() - written >= save_seconds):
            save(state)
            written = time.monotonic()
        if stop:
            raise Stopped
    if save:
        save(state)
