"""The chapters of `katachi demo`, in order."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from katachi import __version__
from katachi.games import games_by_name
from katachi.games.words.naming import listed
from katachi.terminal.demo import games, knowledge
from katachi.terminal.demo.stage import Chapter, Stage


def give_tour(stage: Stage) -> None:
    """Shows all chapters."""
    console = stage.console
    console.print(Text.assemble(("katachi ", "bold"), __version__, ": the shape of a good move"))
    for number, chapter in enumerate(CHAPTERS, start=1):
        console.print()
        line = "─" if stage.look.colored else "-"
        console.rule(Text(f"{number}. {chapter.title}", "bold"), align="left", characters=line)
        console.print(chapter.sentence, style="dim", soft_wrap=True)
        console.print()
        chapter.show(stage)


def _what_next(stage: Stage) -> None:
    files = stage.job.files
    table = Table.grid(padding=(0, 3))
    table.add_column(no_wrap=True)
    for command, meaning in (
        (f"katachi play {stage.job.game.name} --white {files.agent('shapes')}", "play against it"),
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
        "The games",
        f"{listed([kind.__name__ for kind in games_by_name.values()])}, both sides playing any legal move.",
        games.every_game,
    ),
    Chapter(
        "The rules are right",
        "How many ways are there to play the first moves? Others have counted, too.",
        games.counting,
    ),
    Chapter(
        "And fast",
        "Random games to the end, in the core: speed, and what they tell about the games.",
        games.speed,
    ),
    Chapter(
        "Learn what a good move looks like",
        "A position is a competition between its legal moves: how strong is each pattern?",
        knowledge.learning,
    ),
    Chapter(
        "Predict",
        "Moves of games that were not learned from. MLE is the mean of ln P(played move), "
        "M(k) how often it is among the first k.",
        knowledge.predicting,
    ),
    Chapter(
        "Say why",
        "A strength multiplies the chances of a move; x own disc, o other disc, . empty, turned so that all corners are a1.",
        knowledge.explaining,
    ),
    Chapter(
        "Play better",
        "The search with the shapes against the same search with less, all else equal: pairs of games "
        "from the same openings, colours exchanged.",
        knowledge.playing,
    ),
    Chapter("The report", "All of it on one page:", knowledge.reporting),
    Chapter("What next", "Some things to try:", _what_next),
)
