"""Options of all commands that play games: where, how many at once, and where they are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.errors import KatachiError, shown
from katachi.matches import Running

ProcessesOption = Annotated[int, typer.Option(min=1, help="Games at once.")]
PinOption = Annotated[bool, typer.Option("--pin", help="Bind each process to a core of its own.")]
OnOption = Annotated[
    str, typer.Option("--on", help="ray: a Ray cluster on this machine; ray://HOST:PORT: another.")
]
LabOption = Annotated[
    Path | None,
    typer.Option(help="Keep every game in this file; the same command goes on where it stopped."),
]


def make_running(processes: int, *, pin: bool = False, on: str = "") -> Running:
    """How games are run, from the options."""
    if on and on != "ray" and not on.startswith("ray://"):
        raise KatachiError(f"--on knows ray and ray://HOST:PORT, not {shown(on)}")
    return Running(processes=processes, pin=pin, on_ray=on)
