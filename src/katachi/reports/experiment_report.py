"""An experiment beside its paper: lines for terminals, Markdown, HTML and CSV."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from pathlib import Path

from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.matches.curves import mean_curve, score_curve
from katachi.matches.figures import UNDEFINED, percent
from katachi.papers import Experiment, RowResult, Selection
from katachi.papers.verdict import WIDEST_EVEN_INTERVAL
from katachi.reports.html_page import html_page, html_table
from katachi.reports.plot import IntervalLine, curve_plot, interval_plot

# More games than this make a picture that shows nothing.
MOST_CURVES = 40

HEADINGS = (
    "table",
    "row",
    "paper %",
    "ours %",
    "95 % interval",
    "games",
    "first, second mover %",
    "simulations a move",
    "answer",
    "paper's figure",
)


def row_record(result: RowResult) -> dict[str, object]:
    """A row for machines; None where there is nothing."""
    score, claim, verdict = result.score, result.claim, result.verdict
    low, high = score.interval if score else (None, None)
    return {
        "table": result.table.number,
        "row": result.row.name,
        "paper": result.row.paper,
        "paper_error": None if claim is None else round(100 * claim.error, 2),
        "claim": None if claim is None else claim.direction,
        "ours": None if score is None else 100 * score.share,
        "low": None if low is None else 100 * low,
        "high": None if high is None else 100 * high,
        "games": 0 if score is None else score.games.games,
        "unique": 0 if score is None else score.unique,
        "void": 0 if score is None else score.voids,
        "wins": None if score is None else score.games.wins,
        "draws": None if score is None else score.games.draws,
        "losses": None if score is None else score.games.losses,
        "moving_first": _share(result, "black"),
        "moving_second": _share(result, "white"),
        "paper_moving_first": result.row.moving_first,
        "paper_moving_second": result.row.moving_second,
        "simulations": None if score is None else score.simulations_per_move[0],
        "opponent_simulations": None if score is None else score.simulations_per_move[1],
        "answer": None if verdict is None else verdict.answer,
        "figure": None if verdict is None else verdict.figure,
        "waits_for": result.waits_for or None,
    }


def _share(result: RowResult, color: str) -> float | None:
    """Percent of the row's agent when it moves first (black) or second."""
    if result.score is None:
        return None
    counts = result.score.as_black if color == "black" else result.score.as_white
    return 100 * counts.share if counts.games else None


def row_cells(result: RowResult) -> list[str]:
    """A row as texts, in the order of `HEADINGS`."""
    record = row_record(result)

    def shown(name: str, digits: int = 1) -> str:
        value = record[name]
        return UNDEFINED if value is None else f"{value:.{digits}f}"

    score = result.score
    answer = result.verdict.answer if result.verdict else UNDEFINED
    if result.waits_for:
        answer = f"waits for {result.waits_for}"
    paper = shown(
        "paper", 2 if result.row.paper and round(result.row.paper, 1) != result.row.paper else 1
    )
    if result.claim is not None:
        paper += f" ± {percent(result.claim.error)}"
    return [
        result.table.number,
        result.row.name,
        paper,
        shown("ours"),
        f"{shown('low')} to {shown('high')}" if score else UNDEFINED,
        str(score.games.games) if score else "0",
        f"{shown('moving_first')}, {shown('moving_second')}" if score else UNDEFINED,
        f"{shown('simulations', 0)}, {shown('opponent_simulations', 0)}" if score else UNDEFINED,
        answer,
        result.verdict.figure if result.verdict else UNDEFINED,
    ]


def summary_line(result: RowResult) -> str:
    """One line for a row that has ended."""
    if result.score is None:
        return f"{result.name}: no game could be finished"
    cells = dict(zip(HEADINGS, row_cells(result), strict=True))
    paper = f", paper {cells['paper %']}: {cells['answer']}" if result.claim else ""
    return (
        f"{result.name}: {cells['ours %']} % [{cells['95 % interval']}] in {cells['games']} games"
        f"{paper}"
    )


def conditions(experiment: Experiment, selection: Selection) -> str:
    """How the games were played, in sentences."""
    scale = selection.scale
    budget = (
        f"{scale.simulations} simulations a move"
        if scale.simulations
        else f"{scale.share:g} of the paper's time a move ({experiment.seconds * scale.share:g} s "
        f"for {experiment.seconds:g} s)"
    )
    return (
        f"{experiment.about} Here: {scale.pairs} pairs of games a row with colours exchanged, "
        f"{budget}, openings: {experiment.openings}, seed {experiment.seed}. Shares are of points "
        "of the row's agent, with Wilson's 95 % interval. An answer is *confirmed* if our interval "
        "lies on the paper's side of 50 %, *not confirmed* if it lies on the other side, and "
        "*undecided* if it holds 50 %; where the paper's own interval holds 50 %, it is *confirmed* "
        f"if ours does and is at most {100 * WIDEST_EVEN_INTERVAL:.0f} points wide. The last column "
        "says where the paper's figure lies relative to our interval. Black moves first."
    )


def count_answers(results: Sequence[RowResult]) -> str:
    """How many of each answer."""
    answers: list[str] = [result.verdict.answer for result in results if result.verdict]
    kinds = ("confirmed", "not confirmed", "undecided")
    counts = ", ".join(f"{answers.count(kind)} {kind}" for kind in kinds)
    return f"{len(answers)} claims: {counts}."


def markdown_report(
    experiment: Experiment, selection: Selection, results: Sequence[RowResult]
) -> str:
    """The report as Markdown."""
    lines = [
        f"# {experiment.paper}: {experiment.title}",
        "",
        f"{experiment.source}.",
        "",
        conditions(experiment, selection),
        "",
        f"**{count_answers(results)}**",
        "",
        f"| {' | '.join(HEADINGS)} |",
        f"|{'|'.join('---' for _ in HEADINGS)}|",
    ]
    lines += [f"| {' | '.join(row_cells(result))} |" for result in results]
    return "\n".join(lines) + "\n"


def csv_report(results: Sequence[RowResult]) -> str:
    """One line per row, with every number."""
    text = io.StringIO()
    records = [row_record(result) for result in results]
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def html_report(experiment: Experiment, selection: Selection, results: Sequence[RowResult]) -> str:
    """A page of its own, with a picture: intervals of ours and the paper's."""
    lines = [
        IntervalLine(
            label=result.name,
            value=result.score.share,
            low=result.score.interval[0],
            high=result.score.interval[1],
            reference=None if result.claim is None else result.claim.share,
            reference_error=0.0 if result.claim is None else result.claim.error,
        )
        for result in results
        if result.score is not None
    ]
    text = html.escape(conditions(experiment, selection)).replace("*", "")
    return html_page(
        f"{experiment.paper}: {experiment.title}",
        [
            f"<p>{html.escape(experiment.source)}.</p>",
            f"<p>{text}</p>",
            f"<p><strong>{count_answers(results)}</strong></p>",
            interval_plot(lines),
            html_table(HEADINGS, [row_cells(result) for result in results]),
            _score_plots(results),
        ],
    )


def _score_plots(results: Sequence[RowResult]) -> str:
    """For games that count points: the score after every move, a picture for every row."""
    plots, up = [], "score of the row's agent"
    for result in results:
        match = result.match
        if match is None or not any(game.outcome.counts_points for game in match.results):
            continue
        curves = [score_curve(match.plan.game, game) for game in match.results[:MOST_CURVES]]
        plots.append(curve_plot(curves, mean_curve(curves), title=result.name, up=up))
    return "<h2>Scores over moves</h2>\n" + "\n".join(plots) if plots else ""


def save_report(
    experiment: Experiment, selection: Selection, results: Sequence[RowResult], stem: Path
) -> list[Path]:
    """Writes Markdown, HTML and CSV beside each other; returns their paths."""
    texts = {
        ".md": markdown_report(experiment, selection, results),
        ".html": html_report(experiment, selection, results),
        ".csv": csv_report(results),
    }
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KatachiError(f"cannot make '{stem.parent}': {error.strerror}") from None
    paths = []
    for ending, text in texts.items():
        paths.append(stem.with_name(stem.name + ending))
        write_atomically(paths[-1], text, overwrite=True)
    return paths
