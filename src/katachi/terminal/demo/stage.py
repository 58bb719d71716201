"""What the chapters of `katachi demo` share: where they are shown, and the job they tell of."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from rich.console import Console

from katachi.terminal.board import Look
from katachi.terminal.demo.job import KnowledgeJob


@dataclass(frozen=True)
class Stage:
    """Where and how the tour is shown."""

    console: Console
    look: Look
    moving: bool
    seed: int
    job: KnowledgeJob

    def waiting(self, words: str) -> AbstractContextManager[object]:
        """A moving sign while something is computed, where things may move."""
        return self.console.status(words) if self.moving else nullcontext()


@dataclass(frozen=True)
class Chapter:
    """A part of the tour: a title, a sentence, and what to show."""

    title: str
    sentence: str
    show: Callable[[Stage], None]
