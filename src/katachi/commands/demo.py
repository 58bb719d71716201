"""`katachi demo`: the whole idea on shipped records, in chapters."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.output import AsciiOption
from katachi.errors import KatachiError
from katachi.games.threads import thread_count
from katachi.terminal.board import ASCII, look_of
from katachi.terminal.console import output_console
from katachi.terminal.demo.chapters import give_tour
from katachi.terminal.demo.job import FULL, QUICK, Files, KnowledgeJob
from katachi.terminal.demo.stage import Stage

EXAMPLES = """
katachi demo
katachi demo --quick        # seconds instead of minutes, far fewer games
katachi demo --seed 7       # another split, other games
katachi demo --report mine  # a folder that does not exist yet
"""

FOLDER = "katachi-demo"
# More processes would wait for the last games.
MOST_PROCESSES = 16


def run(
    *,
    quick: Annotated[
        bool, typer.Option("--quick", help="In seconds: few games, weak results.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(help=f"The new folder to write; {FOLDER}, {FOLDER}-2, ... if not given."),
    ] = None,
    seed: Annotated[int, typer.Option(help="For the split and for all games.")] = 1,
    still: Annotated[bool, typer.Option("--still", help="No animation.")] = False,
    plain: AsciiOption = False,
) -> None:
    """Shows the whole idea in two to four minutes: learn, predict, explain, play, report.

    After a short look at the games, katachi learns pattern shapes from records of its own self-play
    that ship with it, shows on other games what that predicts and why, and plays matches of the
    search with the knowledge against the search without it. Everything is computed here; the report
    and all that belongs to it goes into a new folder. Stopped before the end, nothing is left
    behind.
    """
    folder = _new_folder(report)
    console = output_console(plain=plain)
    look = ASCII if plain else look_of(console)
    job = KnowledgeJob(
        QUICK if quick else FULL,
        Files(folder),
        seed=seed,
        processes=min(MOST_PROCESSES, thread_count()),
    )
    stage = Stage(console, look, moving=look.colored and not still, seed=seed, job=job)
    finished = False
    try:
        give_tour(stage)
        finished = True
    finally:
        if not finished:
            shutil.rmtree(folder, ignore_errors=True)


def _new_folder(wanted: Path | None) -> Path:
    """Makes the folder; the default takes the first free number. Refuses one that is there."""
    candidates = (
        [wanted]
        if wanted is not None
        else [Path(FOLDER), *(Path(f"{FOLDER}-{number}") for number in range(2, 1000))]
    )
    for folder in candidates:
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise KatachiError(f"cannot make the folder '{folder}': {error.strerror}") from None
        return folder
    raise KatachiError(f"'{candidates[-1]}' exists already and is kept")
