"""How commands talk: to people with colours and progress bars, to machines with JSON."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from katachi.commands.tables import FigureTable

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object instead of text for people.")
]
AsciiOption = Annotated[
    bool, typer.Option("--ascii", help="Draw with plain letters, without colours.")
]

# What stands for a number that does not exist.
UNDEFINED = "\N{EN DASH}"

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


def print_json(value: object) -> None:
    """One JSON document on standard output; numbers that are not finite become null."""
    typer.echo(json.dumps(_finite(value), indent=2, allow_nan=False))


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, (list, tuple)) else value


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
