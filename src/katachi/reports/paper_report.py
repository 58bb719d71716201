"""A paper beside ours: Markdown, HTML and CSV of what a run found."""

from __future__ import annotations

import csv
import html
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.matches.curves import mean_curve, score_curve, simulation_curve
from katachi.matches.results import GameResult
from katachi.papers import Learning, Paper, Play, Reproduction, Selection, Table
from katachi.papers.learned import games_used, has_instances
from katachi.papers.verdict import WIDEST_EVEN_INTERVAL
from katachi.records import Games
from katachi.reports.html_page import html_page
from katachi.reports.paper_rows import row_record, sections, statement_record
from katachi.showing import Picture, html_table
from katachi.showing.plot import (
    IntervalLine,
    Series,
    curve_plot,
    interval_plot,
    line_plot,
)

# More games, or lines, than this make a picture that shows nothing.
MOST_CURVES = 40
MOST_SERIES = 11  # table 5.9 of FOREST
# What a line of CSV has no room for; JSON has it.
NESTED = ("curve", "runs", "instance", "rows")
# Points of an optimiser's course that are kept: more than a picture shows.
MOST_POINTS = 120


def conditions(
    paper: Paper, selection: Selection, found: Reproduction, records: Mapping[str, Games]
) -> list[str]:
    """How the figures were found, in paragraphs: one for each conditions that a row had."""
    tables = list({row.table.number: row.table for row in found.rows}.values())
    texts = [paper.about] if paper.about else []
    plays = {
        id(play): play for table in tables if table.is_played for play in [paper.play_of(table)]
    }
    texts += [_of_games(play, selection) for play in plays.values()]
    if plays:
        texts.append(
            "Shares are of points of the row's agent, with Wilson's 95 % interval. An answer is "
            "*confirmed* if our interval lies on the paper's side of 50 %, *not confirmed* if it lies "
            "on the other side, and *undecided* if it holds 50 %; where the paper's own interval holds "
            f"50 %, it is *confirmed* if ours does and is at most {100 * WIDEST_EVEN_INTERVAL:.0f} "
            "points wide. The last column says whether the paper's figure lies within our interval "
            "(*agrees*), or whether ours shows a larger or smaller effect of the same direction. "
            "Black moves first."
        )
    names = {paper.learning_name(table) for table in tables if not table.is_played}
    for name in (name for name in paper.learning if name in names and name in records):
        of_name = [t for t in paper.tables if not t.is_played and paper.learning_name(t) == name]
        texts.append(_of_learning(paper.learning[name], selection, records[name], of_name))
    if names or found.statements:
        texts.append(
            "Intervals are of the difference to the row compared with: by pairs of games, by games "
            "for predictions, by runs for optimisers. An answer is *confirmed* if ours lies on the "
            "paper's side of 0, *not confirmed* if it lies on the other side, and *undecided* if it "
            "holds 0."
        )
    return texts


def _of_games(play: Play, selection: Selection) -> str:
    scale = selection.of_play(play)
    budget = (
        f"{scale.simulations} simulations a move"
        if scale.simulations
        else f"{scale.share:g} of the paper's time a move ({play.seconds * scale.share:g} s "
        f"{'of processor time ' if selection.processor_time else ''}for {play.seconds:g} s)"
    )
    return (
        f"{play.about} Here: {scale.pairs} pairs of games a row with colours exchanged, {budget}, "
        f"openings: {play.openings}, seed {play.seed}."
    ).strip()


def _of_learning(
    learning: Learning, selection: Selection, games: Games, tables: list[Table]
) -> str:
    scale = selection.of_learning(learning)
    instances = has_instances(tables)
    train, test = games_used(scale, len(games), instances=instances)
    of_rows = ""
    if instances:
        of_rows = (
            f"{100 * scale.part:g} % of the games that the rows name, or all if there are fewer, "
            f"and {100 * scale.share:g} % of their positions, "
        )
    elif scale.steps:
        of_rows = f"{scale.runs} runs of optimisers with at most {scale.steps} steps, "
    return (
        f"{learning.about} Here: {train} games for learning, {test} for testing, {scale.loops} "
        f"loops, {of_rows}seed {learning.seed}."
    ).strip()


def count_answers(found: Reproduction) -> str:
    """How many of each answer."""
    kinds = ("confirmed", "not confirmed", "undecided")
    counts = ", ".join(f"{sum(one == kind for one in found.answers)} {kind}" for kind in kinds)
    return f"{len(found.answers)} claims: {counts}."


def markdown_report(paper: Paper, texts: list[str], found: Reproduction) -> str:
    """The report as Markdown; `texts` are the `conditions`."""
    lines = [f"# {paper.paper}: {paper.title}", "", f"{paper.source}.", ""]
    for text in texts:
        lines += [text, ""]
    lines.append(f"**{count_answers(found)}**")
    made = sections(found)
    for section in made:
        lines.append("")
        if len(made) > 1:
            lines += [f"## {section.title}", ""]
        lines.append(f"| {' | '.join(section.headings)} |")
        lines.append(f"|{'|'.join('---' for _ in section.headings)}|")
        lines += [f"| {' | '.join(cells)} |" for cells in section.rows]
    return "\n".join(lines) + "\n"


def csv_report(found: Reproduction) -> str:
    """One line per row and claim, with every number."""
    records = [row_record(row) for row in found.rows]
    records += [{**statement_record(one), "table": "claim"} for one in found.statements]
    columns = list(dict.fromkeys(name for one in records for name in one if name not in NESTED))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def courses_csv(found: Reproduction) -> str:
    """What optimisers had after their steps, a line for every point; empty if none did anything."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("table", "row", "run", "step", "value"))
    any_course = False
    for result in found.rows:
        for run, course in enumerate(result.figure.courses if result.figure else ()):
            for step, value in thinned(course):
                any_course = True
                writer.writerow((result.table.number, result.row.name, run, step, f"{value:.6f}"))
    return text.getvalue() if any_course else ""


def thinned(course: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """So many points that a picture loses nothing, the first and the last among them.

    >>> len(thinned([(step, 0.0) for step in range(10000)])) <= MOST_POINTS + 1
    True
    """
    every = max(1, math.ceil(len(course) / MOST_POINTS))
    kept = list(course[::every])
    return kept if not course or kept[-1] == course[-1] else [*kept, course[-1]]


def html_report(paper: Paper, texts: list[str], found: Reproduction) -> str:
    """A page of its own, with pictures: intervals of games, curves of learning, scores over moves."""
    intervals = _intervals(found)
    tables = [html_table(one.headings, one.rows) for one in sections(found)]
    return html_page(
        f"{paper.paper}: {paper.title}",
        [
            f"<p>{html.escape(paper.source)}.</p>",
            *(f"<p>{html.escape(text).replace('*', '')}</p>" for text in texts),
            f"<p><strong>{count_answers(found)}</strong></p>",
            interval_plot(intervals) if intervals else "",
            *tables,
            _curves(paper, found),
            _courses(found),
            _stages(paper, found),
            _score_plots(found),
        ],
    )


def _intervals(found: Reproduction) -> list[IntervalLine]:
    return [
        IntervalLine(
            label=row.name,
            value=row.score.share,
            low=row.score.interval[0],
            high=row.score.interval[1],
            reference=None if row.claim is None else row.claim.value,
            reference_error=0.0 if row.claim is None else row.claim.error,
        )
        for row in found.rows
        if row.score is not None
    ]


def _curves(paper: Paper, found: Reproduction) -> str:
    """The MLE in learning and test after every loop, a plot for each table."""
    plots = []
    for table in paper.tables:
        series = [
            Series(f"{row.row.name}, {kind}", [(i, p[place]) for i, p in enumerate(curve)])
            for row in found.rows
            if row.table is table and row.figure is not None and (curve := row.figure.curve)
            for place, kind in enumerate(("learning", "test"))
        ]
        if series:
            title = f"{table.number}: {table.title}"
            plots.append(line_plot(series, title=title, across="loop", up="mean log evidence"))
    return "\n".join(plots)


def _courses(found: Reproduction) -> str:
    """What optimisers had after their steps, a plot for each row."""
    plots = []
    for row in found.rows:
        courses = row.figure.courses if row.figure else ()
        if courses:
            lines = [Series(f"run {n + 1}", thinned(one)) for n, one in enumerate(courses)]
            title = f"{row.name}: {row.table.title}"
            lines = lines[:MOST_SERIES]
            plots.append(line_plot(lines, title=title, across="step", up="value", steps=True))
    return "\n".join(plots)


def _stages(paper: Paper, found: Reproduction) -> str:
    """M(1) by stage of the game, and M(x), two plots for each table of few instances."""
    plots = []
    for table in paper.tables:
        measured = {
            row.row.name: row.figure.measured
            for row in found.rows
            if row.table is table and row.figure is not None and row.figure.measured is not None
        }
        if not 0 < len(measured) <= MOST_SERIES or table.kind != "moves":
            continue
        stages = [
            Series(name, [(first, 100 * share) for first, share in one.stages])
            for name, one in measured.items()
        ]
        first_moves = [
            Series(name, [(x, 100 * share) for x, share in enumerate(one.within, 1)])
            for name, one in measured.items()
        ]
        title = f"{table.number}: {table.title}"
        plots.append(line_plot(stages, title=title, across="moves played", up="M(1) %"))
        plots.append(line_plot(first_moves, title=title, across="x", up="M(x) %"))
    return "\n".join(plots)


def _score_plots(found: Reproduction) -> str:
    """For games that count points: the score after every move, a picture for every row."""
    plots, up = [], "score of the row's agent"
    for row in found.rows:
        match = row.match
        if match is None or not any(game.outcome.counts_points for game in match.results):
            continue
        games = match.results[:MOST_CURVES]
        curves = [score_curve(match.plan.game, game) for game in games]
        plots.append(curve_plot(curves, mean_curve(curves), title=row.name, up=up))
        plots += _iteration_plots(row.name, games)
    return "<h2>Scores and simulations over moves</h2>\n" + "\n".join(plots) if plots else ""


def _iteration_plots(name: str, games: Sequence[GameResult]) -> list[Picture]:
    """Simulations at every move of the row's agent, and of its opponent (AGENTS, appendix)."""
    plots = []
    for first, whose in ((True, "agent"), (False, "opponent")):
        curves = [curve for game in games if any(curve := simulation_curve(game, first=first))]
        if curves:
            title, up = f"{name}, {whose}", "simulations"
            plots.append(curve_plot(curves, mean_curve(curves), title=title, up=up))
    return plots


def save_report(paper: Paper, texts: list[str], found: Reproduction, stem: Path) -> list[Path]:
    """Writes Markdown, HTML and CSV beside each other, and courses of optimisers; returns their paths."""
    reports = {
        ".md": markdown_report(paper, texts, found),
        ".html": html_report(paper, texts, found),
        ".csv": csv_report(found),
    }
    if courses := courses_csv(found):
        reports["-courses.csv"] = courses
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KatachiError(f"cannot make '{stem.parent}': {error.strerror}") from None
    paths = []
    for ending, text in reports.items():
        paths.append(stem.with_name(stem.name + ending))
        write_atomically(paths[-1], text, overwrite=True)
    return paths
