"""A study beside its paper: lines for terminals, Markdown and HTML, and figures for machines."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

import msgspec

from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.matches.figures import UNDEFINED, percent
from katachi.papers.study import INSTANCE_KINDS, Study, StudyScale
from katachi.papers.study_run import StudyResult, games_used
from katachi.reports.html_page import html_page, html_table
from katachi.reports.plot import Series, line_plot

STUDY_HEADINGS = (
    "table",
    "row",
    "paper",
    "ours",
    "M(1) %",
    "compared with",
    "paper's difference",
    "our difference",
    "95 % interval",
    "answer",
)
DIGITS = 5
MOST_SERIES = 8  # that a plot can show
INSTANCE_HEADINGS = (
    "row",
    "games learned from",
    "positions",
    "leaves",
    "M(1) %",
    "95 % interval",
    "M(10) %",
    "MLE",
    "variance of ln weights",
    "variance of depth",
)


def study_record(result: StudyResult) -> dict[str, object]:
    """A row for machines; None where there is nothing."""
    low, high = result.interval or (None, None)
    return {
        "table": result.table.number,
        "row": result.row.name,
        "kind": result.table.kind,
        "paper": result.row.paper,
        "ours": result.figure.value,
        "accuracy": result.figure.accuracy,
        "runs": list(result.figure.runs),
        "curve": [list(point) for point in result.figure.curve],
        "than": result.row.than or None,
        "paper_difference": result.paper_difference,
        "difference": result.difference,
        "low": low,
        "high": high,
        "answer": result.answer,
        "instance": None
        if result.figure.measured is None
        else {
            name: value
            for name, value in msgspec.to_builtins(result.figure.measured).items()
            if name not in {"positions", "first"}
        },
    }


def study_cells(result: StudyResult) -> list[str]:
    """A row as texts, in the order of `STUDY_HEADINGS`."""

    def shown(value: float | None, sign: str = "") -> str:
        return UNDEFINED if value is None else f"{value:{sign}.{DIGITS}f}"

    interval = result.interval
    claimed = shown(result.paper_difference, "+")
    return [
        result.table.number,
        result.row.name,
        shown(result.row.paper),
        shown(result.figure.value),
        UNDEFINED if result.figure.accuracy is None else percent(result.figure.accuracy),
        result.row.than or UNDEFINED,
        result.row.claim or claimed,
        shown(result.difference, "+"),
        f"{shown(interval[0], '+')} to {shown(interval[1], '+')}" if interval else UNDEFINED,
        result.answer or UNDEFINED,
    ]


def study_conditions(study: Study, scale: StudyScale, games: int) -> str:
    """How the figures were found, in sentences."""
    train, test = games_used(study, scale, games)
    of_rows = (
        f"{100 * scale.part:g} % of the games that the rows name, as far as there are so many, and "
        f"{100 * scale.share:g} % of their positions"
        if any(table.kind in INSTANCE_KINDS for table in study.tables)
        else f"{scale.runs} runs of optimisers with at most {scale.steps} steps"
    )
    return (
        f"{study.about} Here: {train} games for learning, "
        f"{test} for testing, {scale.loops} loops, {of_rows}, seed {study.seed}. "
        "Intervals are of the difference to the row compared with: by games for predictions, by "
        "runs for optimisers. An answer is *confirmed* if ours lies on the paper's side of 0, *not "
        "confirmed* if it lies on the other side, and *undecided* if it holds 0."
    )


def count_study_answers(results: Sequence[StudyResult]) -> str:
    """How many of each answer."""
    answers = [result.answer for result in results if result.answer]
    kinds = ("confirmed", "not confirmed", "undecided")
    counts = ", ".join(f"{sum(a == kind for a in answers)} {kind}" for kind in kinds)
    return f"{len(answers)} claims: {counts}."


def study_markdown(study: Study, conditions: str, results: Sequence[StudyResult]) -> str:
    """The report as Markdown."""
    lines = [
        f"# {study.paper}: {study.title}",
        "",
        f"{study.source}.",
        "",
        conditions,
        "",
        f"**{count_study_answers(results)}**",
        "",
        f"| {' | '.join(STUDY_HEADINGS)} |",
        f"|{'|'.join('---' for _ in STUDY_HEADINGS)}|",
    ]
    lines += [f"| {' | '.join(study_cells(result))} |" for result in results]
    instances = _instances(results)
    if instances:
        lines += [
            "",
            f"| {' | '.join(INSTANCE_HEADINGS)} |",
            f"|{'|'.join('---' for _ in INSTANCE_HEADINGS)}|",
            *(f"| {' | '.join(cells)} |" for cells in instances),
        ]
    return "\n".join(lines) + "\n"


def study_html(study: Study, conditions: str, results: Sequence[StudyResult]) -> str:
    """A page of its own, with the learning and test curves of every table."""
    return html_page(
        f"{study.paper}: {study.title}",
        [
            f"<p>{html.escape(study.source)}.</p>",
            f"<p>{html.escape(conditions).replace('*', '')}</p>",
            f"<p><strong>{count_study_answers(results)}</strong></p>",
            html_table(STUDY_HEADINGS, [study_cells(result) for result in results]),
            html_table(INSTANCE_HEADINGS, _instances(results)) if _instances(results) else "",
            _curves(study, results),
            _stages(study, results),
        ],
    )


def _instances(results: Sequence[StudyResult]) -> list[list[str]]:
    """Feature instances, each once, as texts in the order of `INSTANCE_HEADINGS`."""
    found: dict[str, list[str]] = {}
    for result in results:
        measured = result.figure.measured
        if measured is None or result.table.kind != "moves":
            continue
        low, high = measured.interval
        variances = (measured.weight_variance, measured.depth_variance)
        found[result.name] = [
            result.name,
            f"{measured.learning_games:,}",
            f"{measured.learning_positions:,}",
            f"{measured.leaves:,}",
            percent(measured.accuracy),
            f"{percent(low)} to {percent(high)}",
            percent(measured.within[9]),
            f"{measured.mean_log_evidence:.3f}",
            *(UNDEFINED if value is None else f"{value:.3g}" for value in variances),
        ]
    return list(found.values())


def _stages(study: Study, results: Sequence[StudyResult]) -> str:
    """M(1) by stage of the game, a plot for each table of few instances."""
    plots = []
    for table in study.tables:
        series = [
            Series(result.row.name, [(first, 100 * m) for first, m in measured.stages])
            for result in results
            if result.table is table and (measured := result.figure.measured)
        ]
        if 0 < len(series) <= MOST_SERIES and table.kind == "moves":
            title = f"{table.number}: {table.title}"
            plots.append(line_plot(series, title=title, across="moves played", up="M(1) %"))
    return "\n".join(plots)


def _curves(study: Study, results: Sequence[StudyResult]) -> str:
    plots = []
    for table in study.tables:
        series = [
            Series(f"{result.row.name}, {kind}", [(i, p[place]) for i, p in enumerate(curve)])
            for result in results
            if result.table is table and (curve := result.figure.curve)
            for place, kind in enumerate(("learning", "test"))
        ]
        if series:
            title = f"{table.number}: {table.title}"
            plots.append(line_plot(series, title=title, across="loop", up="mean log evidence"))
    return "\n".join(plots)


def save_study_report(
    study: Study, conditions: str, results: Sequence[StudyResult], stem: Path
) -> list[Path]:
    """Writes Markdown and HTML beside each other; returns their paths."""
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KatachiError(f"cannot make '{stem.parent}': {error.strerror}") from None
    texts = {
        ".md": study_markdown(study, conditions, results),
        ".html": study_html(study, conditions, results),
    }
    paths = []
    for ending, text in texts.items():
        paths.append(stem.with_name(stem.name + ending))
        write_atomically(paths[-1], text, overwrite=True)
    return paths
