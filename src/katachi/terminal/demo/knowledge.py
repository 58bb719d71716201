"""The main chapters of `katachi demo`: learn, predict, explain, play, report."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from katachi.matches.figures import percent
from katachi.reports.knowledge_report import (
    PREDICTION_HEADINGS,
    REASON_HEADINGS,
    gain_lines,
    prediction_rows,
    reason_rows,
)
from katachi.terminal.board import Overlay, draw
from katachi.terminal.console import make_table
from katachi.terminal.demo.stage import Stage

# Levels that are shown of a move; the report has all.
MOST_REASONS = 6
# Narrower terminals get no column of intervals.
WIDE = 90


def learning(stage: Stage) -> None:
    """The records, and how the likelihood rises."""
    job, console = stage.job, stage.console
    with stage.waiting("reading"):
        train, test = job.parts
    console.print(f"{job.card.games:,} games: {job.card.about}", soft_wrap=True)
    console.print(f"{len(train):,} to learn from, {len(test):,} to test on, no repeats across.")
    knowledge = job.knowledge
    console.print(
        f"{knowledge.weights.size:,} pattern contents of {len(knowledge.encoder.level_counts)} "
        f"shapes, {knowledge.card.positions:,} positions, {job.curve[-1].seconds:.1f} s.",
        soft_wrap=True,
    )
    table = make_table(console)
    for heading in ("loop", "MLE learning", "MLE test"):
        table.add_column(heading, justify="right")
    last = job.curve[-1].loop
    for point in job.curve:
        if point.loop in {0, 1, 2, 4, last}:
            table.add_row(str(point.loop), f"{point.train:.4f}", f"{point.test:.4f}")
    console.print(table)


def predicting(stage: Stage) -> None:
    """The prediction beside a blind guess and beside cell classes."""
    job, console = stage.job, stage.console
    with stage.waiting("predicting"):
        predictions = job.predictions
    first = next(iter(predictions.values()))
    console.print(f"{first.positions:,} positions of {first.games:,} test games:")
    table = make_table(console)
    shown = [i for i, _ in enumerate(PREDICTION_HEADINGS) if i != 2 or console.width >= WIDE]
    for i in shown:
        table.add_column(PREDICTION_HEADINGS[i], justify="right" if i else "left", no_wrap=True)
    for row in prediction_rows(predictions):
        table.add_row(*(row[i] for i in shown))
    console.print(table)
    for line in gain_lines(job.gains):
        console.print(line)


def explaining(stage: Stage) -> None:
    """One move of a test game, and the shapes that speak for it."""
    console = stage.console
    with stage.waiting("looking for a clear case"):
        example = stage.job.example
    console.print(draw(example.position, stage.look, Overlay(hints=(example.move,))))
    player = str(example.position.to_move).capitalize()
    console.print(
        f"{player} played {example.move} (+): {percent(example.probability)} %, number "
        f"{example.rank} of {example.candidates} moves.",
    )
    table = make_table(console)
    for heading in REASON_HEADINGS:
        table.add_column(heading, justify="left" if heading == "the move" else "right")
    for row in reason_rows(example)[:MOST_REASONS]:
        table.add_row(*row)
    console.print(table)


def playing(stage: Stage) -> None:
    """The search with the knowledge against the search with less."""
    table = make_table(stage.console)
    table.add_column("shapes against", no_wrap=True)
    for heading in ("games", "won", "drawn", "lost", "points", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for title, match in stage.job.matches.items():
        score = match.score
        low, high = score.interval
        table.add_row(
            title,
            str(score.games.games),
            str(score.games.wins),
            str(score.games.draws),
            str(score.games.losses),
            f"{percent(score.share)} %",
            f"{percent(low)} to {percent(high)} %",
        )
    stage.console.print(table)


def reporting(stage: Stage) -> None:
    """Writes the page and says where it is."""
    files = stage.job.files
    stage.job.write_report()
    table = Table.grid(padding=(0, 3))
    table.add_column(no_wrap=True)
    for path, meaning in (
        (files.report, "open this in a browser"),
        (files.knowledge("shapes"), "what was learned"),
        (files.agent("shapes"), "the search that uses it"),
        (files.laboratory, "every game of the matches"),
    ):
        table.add_row(Text(str(path), "bold"), Text(meaning, "dim"))
    stage.console.print(table)
