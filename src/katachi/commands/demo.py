"""`katachi demo`: the whole idea on shipped records, in chapters."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from katachi import __version__
from katachi.commands import demo_games, demo_knowledge
from katachi.commands.board_view import ASCII, look_of
from katachi.commands.demo_stage import Chapter, Stage
from katachi.commands.knowledge_job import FULL, QUICK, Files, KnowledgeJob
from katachi.commands.playout_speed import available_threads
from katachi.commands.terminal import AsciiOption, output_console
from katachi.errors import KatachiError

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
    still: Annotated[bool, typer.Option("--still", help="No moving pictures.")] = False,
    plain: AsciiOption = False,
) -> None:
    """Shows the whole idea in two to four minutes: learn, predict, explain, play, report.

    After a short look at the games, katachi learns pattern shapes from records of its own self-play
    that ship with it, shows on other games what that predicts and why, and plays matches of the
    search with the knowledge against the search without it. Everything is computed here; the report and all that
    belongs to it goes into a new folder. Stopped before the end, nothing is left behind.
    """
    folder = _new_folder(report)
    console = output_console(plain=plain)
    look = ASCII if plain else look_of(console)
    job = KnowledgeJob(
        QUICK if quick else FULL,
        Files(folder),
        seed=seed,
        processes=min(MOST_PROCESSES, available_threads()),
    )
    stage = Stage(console, look, moving=look.colored and not still, seed=seed, job=job)
    console.print(Text.assemble(("katachi ", "bold"), __version__, ": the shape of a good move"))
    finished = False
    try:
        for number, chapter in enumerate(CHAPTERS, start=1):
            console.print()
            title = f"{number}. {chapter.title}"
            console.rule(Text(title, "bold"), align="left", characters="─" if look.colored else "-")
            console.print(chapter.sentence, style="dim", soft_wrap=True)
            console.print()
            chapter.show(stage)
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


def _what_next(stage: Stage) -> None:
    files = stage.job.files
    table = Table.grid(padding=(0, 3))
    table.add_column(no_wrap=True)
    for command, meaning in (
        (f"katachi play othello --white {files.agent('shapes')}", "play against it"),
        (f"katachi lab {files.laboratory}", "the games of the matches"),
        (f"katachi knowledge {files.knowledge('shapes')} --top 8", "best and worst patterns"),
        ("katachi learn --help", "from your own records: WTHOR, SGF, GGF, ..."),
        ("katachi evolve --help", "better shapes than these"),
        ("katachi reproduce list", "tables of papers, played again"),
        ("katachi play hex 7 --swap --hints", "the other games"),
        ("katachi --help", "everything else"),
    ):
        table.add_row(Text(command, "bold"), Text(meaning, "dim"))
    stage.console.print(table)


CHAPTERS = (
    Chapter(
        "Four games",
        "Othello, Go, Hex and Havannah, both sides playing any legal move.",
        demo_games.four_games,
    ),
    Chapter(
        "The rules are right",
        "How many ways are there to play the first moves? Others have counted, too.",
        demo_games.counting,
    ),
    Chapter(
        "And fast",
        "Random games to the end, in the core: speed, and what they tell about the games.",
        demo_games.speed,
    ),
    Chapter(
        "Learn what a good move looks like",
        "A position is a competition between its legal moves: how strong is each pattern?",
        demo_knowledge.learning,
    ),
    Chapter(
        "Predict",
        "Moves of games that were not learned from. MLE is the mean of ln P(played move), "
        "M(k) how often it is among the first k.",
        demo_knowledge.predicting,
    ),
    Chapter(
        "Say why",
        "A strength multiplies the chances of a move; x own disc, o other disc, . empty, turned so that all corners are a1.",
        demo_knowledge.explaining,
    ),
    Chapter(
        "Play better",
        "The search with the shapes against the same search with less, all else equal: pairs of games "
        "from the same openings, colours exchanged.",
        demo_knowledge.playing,
    ),
    Chapter("The report", "All of it on one page:", demo_knowledge.reporting),
    Chapter("What next", "Some things to try:", _what_next),
)
