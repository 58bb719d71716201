"""The terminal of a person: colours where it has them, tables, progress bars."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from katachi.terminal.tables import FigureTable

# A file or a pipe has no edge at which to break lines.
WIDE = 250

# Called with the work done so far (of the total) and, if it changed, what is being done.
Report = Callable[[float, str | None], None]


class WholeConsole(Console):
    """Never cuts what is wider than the terminal: the terminal breaks such lines itself."""

    def print(self, *objects: object, **options: Any) -> None:  # noqa: ANN401 - as rich has it
        """As rich does it, but whole."""
        super().print(*objects, **{"crop": False, **options})


def output_console(*, plain: bool = False) -> Console:
    """Standard output; without colours when it is no terminal, or when asked."""
    console = (
        WholeConsole(highlight=False, color_system=None, force_terminal=False)
        if plain
        else WholeConsole(highlight=False)
    )
    if not console.is_terminal and not plain and "COLUMNS" not in os.environ:
        console.width = WIDE
    return console


def make_table(console: Console, *, title: str = "") -> Table:
    """An empty table: with lines on a terminal, without elsewhere."""
    lines = box.ROUNDED if console.is_terminal else None
    return FigureTable(
        title=Text(title, "bold") if title else None,
        title_justify="left",
        box=lines,
        header_style="bold",
        pad_edge=console.is_terminal,
    )


@contextmanager
def progress(title: str, total: float) -> Iterator[Report]:
    """A progress bar on standard error while the block runs, only if that is a terminal."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=total)

        def report(done: float, description: str | None = None) -> None:
            bar.update(task, completed=done, description=description)

        yield report
