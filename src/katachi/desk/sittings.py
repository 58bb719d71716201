"""Agents that stay with a page between two questions, so that trees and tables are kept.

A page names itself by a random word. Its agents wait here until it asks again; the page that has not
asked for longest loses them when there are too many. One that is at work belongs to nobody else.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from katachi.agents.agent import Agent
from katachi.agents.capabilities import Closes, ThinksInSlices
from katachi.desk.processors import Gone
from katachi.games import Game

MOST_KEPT = 8

Line = tuple[str, tuple[str, ...]]  # where a game starts, and its moves
Key = tuple[str, str, str, Game]  # page, purpose, name of the agent, game


@dataclass
class Sitting:
    """An agent in the middle of a game; `at` is the line that it has been led along."""

    agent: Agent
    at: Line | None = None

    def lead_to(self, start: str, moves: tuple[str, ...]) -> None:
        """Follows the moves since the last question, or forgets what is of no use any more."""
        agent, at = self.agent, self.at
        self.at = (start, moves)
        if not isinstance(agent, ThinksInSlices) or at == self.at:
            return
        further = at is not None and at[0] == start and moves[: len(at[1])] == at[1]
        agent.lead(moves[len(at[1]) :] if at is not None and further else None)


class Sittings:
    """All agents that wait."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._lock = threading.Lock()
        self._waiting: OrderedDict[Key, Sitting] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextmanager
    def take(self, key: Key, make: Callable[[], Agent], seed: int = 0) -> Iterator[Sitting]:
        """The agent of a page, or a new one; it waits again afterwards unless something failed."""
        with self._lock:
            sitting = self._waiting.pop(key, None)
        if sitting is None:
            sitting = Sitting(make())
            sitting.agent.new_game(key[3], seed)
        try:
            yield sitting
        except Gone:  # a page that leaves breaks nothing
            self._keep(key, sitting)
            raise
        except BaseException:
            _close(sitting)
            raise
        self._keep(key, sitting)

    def _keep(self, key: Key, sitting: Sitting) -> None:
        with self._lock:
            if not key[0]:  # a page without a name does not come back
                dropped = [sitting]
            else:
                dropped = [self._waiting.pop(key)] if key in self._waiting else []
                self._waiting[key] = sitting
                while len(self._waiting) > MOST_KEPT:
                    dropped.append(self._waiting.popitem(last=False)[1])
        for one in dropped:
            _close(one)

    def close(self) -> None:
        """Ends everybody."""
        with self._lock:
            left = list(self._waiting.values())
            self._waiting.clear()
        for sitting in left:
            _close(sitting)


def _close(sitting: Sitting) -> None:
    if isinstance(sitting.agent, Closes):
        sitting.agent.close()
