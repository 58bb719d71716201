"""A match under way, on a terminal: games, score, Elo, test and the time that is left."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import typer
from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from katachi.matches import Laboratory, MatchPlan, PlayedGame, Slot, VoidGame, result_of
from katachi.matches.match_block import standing_line

# Seconds between two looks at the laboratory: people cannot see more.
REFRESH_SECONDS = 0.5
BAR_WIDTH = 40


class MatchProgress:
    """Shows a match while its games are played; on standard error, and only on a terminal."""

    def __init__(self, plan: MatchPlan, laboratory: Laboratory) -> None:
        """Counts what is there already."""
        self._plan = plan
        self._laboratory = laboratory
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        number = laboratory.find_match(plan)
        self._before = 0 if number is None else len(laboratory.points(number))
        self._now = 0
        self._began = time.monotonic()
        self._drawn = 0.0

    def __enter__(self) -> Self:
        """Begins to draw."""
        if self._console.is_terminal:
            self._live.start()
            self._draw()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends, and leaves nothing on the screen."""
        if self._console.is_terminal:
            self._live.stop()

    def after_game(self, _plan: MatchPlan, _slot: Slot, game: PlayedGame | VoidGame) -> None:
        """Draws again, if it is time to."""
        self._now += isinstance(game, PlayedGame)
        if self._console.is_terminal and time.monotonic() > self._drawn + REFRESH_SECONDS:
            self._draw()

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        whole = 2 * self._plan.pairs
        done = min(whole, self._before + self._now)
        left = time_left(self._now, self._drawn - self._began, whole - done)
        if left and self._plan.sprt is not None:
            left = f"at most {left}"
        bar = ProgressBar(total=whole, completed=done, width=BAR_WIDTH)
        head = Text(
            f"{self._plan.first.name} against {self._plan.second.name}, {self._plan.game}: "
            f"{done} of {whole} games{', ' + left if left else ''}"
        )
        standing = Text(standing_line(result_of(self._plan, self._laboratory)))
        grid = Table.grid()  # a bar alone does not end its line
        for line in (head, bar, standing):
            grid.add_row(line)
        self._live.update(grid, refresh=True)


def time_left(done: int, seconds: float, to_come: int) -> str:
    """How long the games to come take at the pace so far; empty before the first.

    >>> time_left(10, 60.0, 600), time_left(10, 60.0, 15), time_left(0, 5.0, 10)
    ('1:00:00 left', '0:01:30 left', '')
    """
    if not done:
        return ""
    rest = round(seconds / done * to_come)
    return f"{rest // 3600}:{rest // 60 % 60:02}:{rest % 60:02} left"


def print_how_to_continue(lab: Path | None) -> None:
    """After Ctrl-C, on standard error: the command that goes on, if the games were kept."""
    if lab is None:
        typer.echo("\nstopped; these games are not kept: --lab FILE keeps them", err=True)
    else:
        command = shlex.join(["katachi", *sys.argv[1:]])
        typer.echo(f"\nstopped; go on with: {command}", err=True)
