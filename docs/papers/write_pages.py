"""Writes the book of the five papers: each table beside ours, with verdicts, from the results that are kept.

Run it with katachi installed: `make book`, or `python docs/papers/write_pages.py`. Results are the reports
of `katachi reproduce` under `experiments/PAPER/reports`. Verdicts are computed here again from their figures,
so that old results are judged by today's rules.
"""

from __future__ import annotations

import csv
import functools
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from katachi.games.python_file import load_module
from katachi.matches.figures import UNDEFINED
from katachi.papers import Paper, Row, Table, paper_names, read_paper
from katachi.papers.file import Statement
from katachi.papers.learned import claim_of_learning
from katachi.papers.playing import claim_of_games
from katachi.papers.verdict import EVEN_SHARE, Claim, Verdict, judge, judge_difference, reading
from katachi.showing.plot import IntervalLine, Series, interval_plot, line_plot

FOLDER = Path(__file__).parent
drawn_figures = load_module(FOLDER / "drawn_figures.py")
EXPERIMENTS = FOLDER.parents[1] / "experiments"
# Results that count, the most telling first: a row's verdict is that of the first one that has it.
RUNS: dict[str, tuple[str, ...]] = {
    "agents-2017": ("all-quick", "quick"),
    "cells": ("paper-scale", "quick", "table-3", "alphabeta", "uniform"),
    "forest-2014": (
        "criteria-and-systems",
        "four-collections",
        "gnugo",
        "hex13",
        "othello",
        "all-quick",
    ),
    "havannah-2011": ("3ms", "3ms-grid", "3ms-processor", "3ms-rest"),
    "shapes-2014": (
        "paper-scale",
        "quick",
        "stages-500",
        "shipped-250",
        "shipped-2000",
        "imitation",
        "levels-and-sets",
        "alphabeta",
    ),
}
READINGS = (
    "agrees",
    "same direction, larger",
    "same direction, smaller",
    "same direction",
    "contradicted",
    "undecided",
)
ANSWERS = ("confirmed", "not confirmed", "undecided")
WRITTEN = "<!-- Written by docs/papers/write_pages.py; change that, or the results. -->\n"
LEGEND = """\
*Agrees*: the paper's figure lies within our 95 % interval. *Same direction*: it does not, but both say better, or both
worse; ours is larger or smaller. *Contradicted*: our interval lies on the other side. *Undecided*: it holds "no
difference", so that more games are needed. Figures of games are shares of points in percent.
"""


@dataclass(frozen=True)
class Run:
    """One report: its name, its conditions, and its lines by table and row."""

    name: str
    conditions: str
    lines: dict[tuple[str, str], dict[str, str]]
    courses: list[dict[str, str]]


@functools.cache
def paper_of(name: str) -> Paper:
    """A paper by name, read once."""
    return read_paper(name)


@functools.cache
def runs_of(name: str) -> list[Run]:
    """The results of a paper that count."""
    found = []
    for run in RUNS[name]:
        path = EXPERIMENTS / name / "reports" / f"{run}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            lines = {
                (line["table"], line["row"] or line.get("claim", "")): line
                for line in csv.DictReader(file)
            }
        report = path.with_suffix(".md").read_text(encoding="utf-8")
        here = re.findall(r"\bHere: (.*?seed \d+)\.", report, re.DOTALL)
        assert here, f"{path}: the report does not tell its conditions"
        courses = []
        if (drawn := path.with_name(f"{run}-courses.csv")).is_file():
            with drawn.open(encoding="utf-8", newline="") as file:
                courses = list(csv.DictReader(file))
        told = "; ".join(dict.fromkeys(" ".join(one.split()) for one in here))
        found.append(Run(run, told, lines, courses))
    return found


def number(line: dict[str, str], column: str) -> float | None:
    """A figure of a report; None where there is none."""
    text = line.get(column) or ""
    return float(text) if text else None


def verdict_of(
    paper: Paper, table: Table, row: Row, line: dict[str, str]
) -> tuple[Claim, Verdict] | None:
    """What a result says about the paper's figure; None without a figure on either side."""
    low, high = number(line, "low"), number(line, "high")
    if table.is_played:
        claim = claim_of_games(paper, table, row)
        if claim is None or low is None or high is None:
            return None
        return claim, judge(claim, (low / 100, high / 100))
    claim, difference = claim_of_learning(table, row), number(line, "difference")
    if claim is None or difference is None:
        return None
    interval = None if low is None or high is None else (low, high)
    return claim, judge_difference(claim, difference, interval)


def first_verdict(paper: Paper, runs: list[Run], table: Table, row: Row) -> str:
    """The reading of the most telling result; empty without one."""
    for run in runs:
        line = run.lines.get((table.number, row.name))
        found = verdict_of(paper, table, row, line) if line else None
        if found is not None:
            return reading(*found)
    return ""


def ours(table: Table, line: dict[str, str] | None) -> str:
    """Our figure with its interval."""
    value = number(line, "ours") if line else None
    if line is None or value is None:
        return UNDEFINED
    low, high = number(line, "low"), number(line, "high")
    if table.is_played:
        return f"{value:.1f} [{low:.1f}, {high:.1f}], {line['games']} games"
    difference = number(line, "difference")
    if difference is None and low is not None and not line.get("than"):
        return f"{value:.4f} [{low:.4f}, {high:.4f}]"
    against = "" if difference is None else f" ({difference:+.4f}"
    if against and low is not None:
        against += f" [{low:+.4f}, {high:+.4f}]"
    return f"{value:.4f}{against + ')' if against else ''}"


def paper_figure(table: Table, row: Row) -> str:
    """The paper's figure, or what it says in words."""
    if row.paper is None:
        return f"{row.claim} than {row.than}" if row.claim else UNDEFINED
    error = f" ± {row.error:g}" if row.error is not None else ""
    return f"{row.paper:g}{error}" if table.is_played else f"{row.paper:.4f}"


def table_text(paper: Paper, runs: list[Run], table: Table) -> Iterator[str]:
    """One table of the paper with ours beside it."""
    known = [
        run for run in runs if any((table.number, row.name) in run.lines for row in table.all_rows)
    ]
    yield f"### {table.number}: {table.title}\n" if table.title else f"### {table.number}\n"
    if not known:
        command = f"katachi reproduce {name_of(paper)} --only {table.number!r}"
        waits = f" Waits for {table.waits_for}." if table.waits_for else f" `{command}` runs it."
        yield f"No result yet; rows: {len(table.all_rows)}.{waits}\n"
        return
    heads = ["row", "paper", *(f"ours, {run.name}" for run in known), "verdict"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for row in table.all_rows:
        cells = [ours(table, run.lines.get((table.number, row.name))) for run in known]
        verdict = first_verdict(paper, runs, table, row) or UNDEFINED
        lines.append(f"| {' | '.join([row.name, paper_figure(table, row), *cells, verdict])} |")
    yield "\n".join(lines) + "\n"
    if any(line["table"] == table.number for run in known for line in run.courses):
        yield f"![What optimisers had after their steps]({course_file(paper, table)})\n"


def course_file(paper: Paper, table: Table) -> str:
    """The picture of a table's courses."""
    return f"{name_of(paper)}-{re.sub('[^a-z0-9.]+', '-', table.number.lower())}.svg"


def course_picture(runs: list[Run], table: Table) -> str:
    """What the optimisers of a table had after their steps, the first run of each row; or empty."""
    for run in runs:
        points: dict[str, list[tuple[float, float]]] = {}
        for line in run.courses:
            if line["table"] == table.number and line["run"] == "0":
                points.setdefault(line["row"], []).append(
                    (float(line["step"]), float(line["value"]))
                )
        if points:
            series = [Series(row, places) for row, places in points.items()]
            return str(line_plot(series, title=table.number, across="step", up="value", steps=True))
    return ""


def sentence_in(run: Run, statement: Statement) -> dict[str, str]:
    """What a run says of a sentence, paired if it has it so; empty if it says nothing."""
    line = run.lines.get(("claim", statement.name))
    return line if line and line["answer"] else unpaired_result(run, statement)


def statement_result(runs: list[Run], statement: Statement) -> dict[str, str]:
    """The most telling result of a sentence, paired if a run has it so; empty without one."""
    for run in runs:
        line = run.lines.get(("claim", statement.name))
        if line and line["answer"]:
            return line
    for run in runs:
        if line := unpaired_result(run, statement):
            return line
    return {}


def unpaired_result(run: Run, statement: Statement) -> dict[str, str]:
    """A sentence about rows of games whose run did not compare them pair by pair."""
    lines = [run.lines.get((*name.split(":", 1),)) for name in statement.rows]
    known = [line for line in lines if line and line.get("games") and line["low"]]
    if len(known) < len(lines):
        return {}
    shares = np.array([float(line["ours"]) for line in known]) / 100
    errors = np.array([float(line["high"]) - float(line["low"]) for line in known]) / 200
    steps = np.arange(len(known)) - (len(known) - 1) / 2
    weights = np.full(len(known), 1 / len(known))
    if statement.compares:
        weights = steps * (len(known) - 1) / (steps**2).sum()
    value = float(weights @ shares) - (0 if statement.compares else EVEN_SHARE)
    half = float(np.sqrt(((weights * errors) ** 2).sum()))
    claim = Claim.of_direction("better" if statement.is_upwards else "worse")
    verdict = judge_difference(claim, value, (value - half, value + half))
    return {
        "difference": str(value),
        "low": str(value - half),
        "high": str(value + half),
        "answer": verdict.answer,
    }


def statements_text(paper: Paper, runs: list[Run]) -> Iterator[str]:
    """The sentences of a paper about several rows."""
    if not paper.claims:
        return
    yield "## Sentences about several rows\n"
    yield (
        "By paired differences where one run played or tested the rows together, otherwise from the intervals of the "
        "rows.\n"
    )
    lines = ["| | the paper says | our rise | 95 % interval | answer |", "|---|---|---|---|---|"]
    for one in paper.claims:
        line = statement_result(runs, one)
        rise, low, high = (number(line, column) for column in ("difference", "low", "high"))
        interval = UNDEFINED if low is None or high is None else f"{low:+.3f} to {high:+.3f}"
        shown = UNDEFINED if rise is None else f"{rise:+.3f}"
        answer = line.get("answer") or UNDEFINED
        lines.append(f"| {one.name} | {one.says} | {shown} | {interval} | {answer} |")
    yield "\n".join(lines) + "\n"


def name_of(paper: Paper) -> str:
    """By which commands know a paper."""
    return next(name for name in paper_names() if paper_of(name).paper == paper.paper)


@dataclass(frozen=True)
class Repeated:
    """Rows and sentences that several runs answer: each later answer beside that of the first run.

    `opposite`: what one run confirms and the other does not, in words.
    """

    same: int
    undecided: int
    opposite: tuple[str, ...]

    @property
    def compared(self) -> int:
        """How many answers there are beside the first ones."""
        return self.same + self.undecided + len(self.opposite)


def answers_by_run(paper: Paper, runs: list[Run]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The answers to each row and sentence, with the names of the runs."""
    for table in paper.tables:
        for row in table.all_rows:
            answers = []
            for run in runs:
                line = run.lines.get((table.number, row.name))
                if found := verdict_of(paper, table, row, line) if line else None:
                    answers.append((run.name, found[1].answer))
            yield f"{table.number} {row.name}", answers
    for one in paper.claims:
        lines = [(run.name, sentence_in(run, one).get("answer", "")) for run in runs]
        yield f"*{one.name}*", [(name, answer) for name, answer in lines if answer]


def repeated(paper: Paper, runs: list[Run]) -> Repeated:
    """What came of rows and sentences that more than one run has."""
    same = undecided = 0
    opposite = []
    for name, answers in answers_by_run(paper, runs):
        for other, answer in answers[1:]:
            first, before = answers[0]
            if answer == before:
                same += 1
            elif "undecided" in {answer, before}:
                undecided += 1
            else:
                opposite.append(f"{name}: {before} by {first}, {answer} by {other}")
    return Repeated(same, undecided, tuple(opposite))


def counts_of(paper: Paper, runs: list[Run]) -> tuple[Counter[str], Counter[str], int]:
    """Verdicts of rows, answers to sentences, and how many rows have a result."""
    rows = [(table, row) for table in paper.tables for row in table.all_rows]
    found = Counter(first_verdict(paper, runs, table, row) for table, row in rows)
    answers = Counter(statement_result(runs, one).get("answer", "") for one in paper.claims)
    with_result = sum(
        any(
            (line := run.lines.get((table.number, row.name))) is not None
            and number(line, "ours") is not None
            for run in runs
        )
        for table, row in rows
    )
    return found, answers, with_result


def picture(paper: Paper, runs: list[Run]) -> str:
    """Our intervals beside the paper's figures, as SVG; empty without games."""
    lines = []
    for table in (one for one in paper.tables if one.is_played):
        for row in table.all_rows:
            known = (run.lines.get((table.number, row.name)) for run in runs)
            line = next((one for one in known if one and number(one, "ours") is not None), None)
            claim = claim_of_games(paper, table, row)
            if line is None or claim is None:
                continue
            value, low, high = (float(line[column]) / 100 for column in ("ours", "low", "high"))
            lines.append(
                IntervalLine(
                    label=f"{table.number} {row.name}",
                    value=value,
                    low=low,
                    high=high,
                    reference=claim.value,
                    reference_error=claim.error,
                )
            )
    return str(interval_plot(lines)) if lines else ""


def paper_page(name: str) -> str:
    """The page of a paper."""
    paper, runs = paper_of(name), runs_of(name)
    parts = [
        f"# {paper.paper}: {paper.title}\n",
        WRITTEN,
        f"{paper.source}. [Where each part lives]"
        f"(../explanations/papers.md#{paper.paper.lower()}).\n",
    ]
    text = EXPERIMENTS / name / "reading.md"
    if text.is_file():
        parts.append(text.read_text(encoding="utf-8"))
    if runs:
        parts.append(LEGEND)
        parts.append("\n".join(f"- **{run.name}**: {run.conditions}." for run in runs) + "\n")
    if picture(paper, runs):
        parts.append(f"![Our 95 % intervals beside the paper's figures]({name}.svg)\n")
    parts += statements_text(paper, runs)
    parts += [drawn_figures.SECTIONS[name]] if name in drawn_figures.SECTIONS else []
    parts.append("## Tables\n")
    for table in paper.tables:
        parts += table_text(paper, runs, table)
    return "\n".join(parts)


def first_page() -> str:
    """What all papers came to."""
    heads = ["paper", "rows", "with a result", *READINGS, "sentences", *ANSWERS]
    lines = [f"| {' | '.join(heads)} |", "|---|" + "---:|" * (len(heads) - 1)]
    for name in paper_names():
        paper, runs = paper_of(name), runs_of(name)
        found, answers, with_result = counts_of(paper, runs)
        cells = [
            f"[{paper.paper}]({name}.md)",
            str(sum(len(table.all_rows) for table in paper.tables)),
            str(with_result),
            *(str(found[one]) for one in READINGS),
            str(len(paper.claims)),
            *(str(answers[one]) for one in ANSWERS),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(
        [
            "# The book of the five papers\n",
            WRITTEN,
            "Every table and figure of the five papers, ours beside theirs, with a verdict that is computed from the "
            "intervals. A page says of every table without a result what it waits for, or which command runs it.\n",
            LEGEND,
            "\n".join(lines) + "\n",
            "\n".join(repeated_text()),
            "Each page names the commands that play or learn its rows again; a run that is stopped goes on. "
            "[Misprints of the papers, and what they do not say](errata.md).\n",
        ]
    )


def repeated_text() -> Iterator[str]:
    """Whether rows and sentences that were played or learned more than once got the same answers."""
    yield "## The same rows again\n"
    yield (
        "Several runs have some rows in common, with other games, budgets or scales. How often does a later run answer "
        "as the first one named on the page of the paper?\n"
    )
    yield "| paper | answers compared | the same | one of the two undecided | opposite |"
    yield "|---|---:|---:|---:|---:|"
    opposite = []
    for name in paper_names():
        paper, found = paper_of(name), repeated(paper_of(name), runs_of(name))
        counts = (found.compared, found.same, found.undecided, len(found.opposite))
        yield f"| [{paper.paper}]({name}.md) | {' | '.join(map(str, counts))} |"
        opposite += [f"- {paper.paper} {one}" for one in found.opposite]
    yield ""
    if opposite:
        yield "\n".join(["Opposite:", "", *opposite, ""])


def sentence() -> str:
    """The counts of all papers, for the first page of the project."""
    rows = with_results = claims = 0
    found: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    for name in paper_names():
        paper, runs = paper_of(name), runs_of(name)
        verdicts, of_sentences, results = counts_of(paper, runs)
        rows += sum(len(table.all_rows) for table in paper.tables)
        with_results += results
        claims += len(paper.claims)
        found += verdicts
        answers += of_sentences
    same = sum(found[one] for one in READINGS if one.startswith("same direction"))
    return (
        f"Of the {rows:,} rows of their tables and figures, ours included, {with_results} have been played or learned "
        f"again. Where the paper has a figure or says what it found, {found['agrees']} rows agree, {same} show the same "
        f"direction, {found['contradicted']} contradict it and {found['undecided']} are undecided; of {claims} sentences "
        f"about several rows {answers['confirmed']} are confirmed, {answers['not confirmed']} are not, and "
        f"{answers['undecided']} are undecided."
    )


def with_sentence(text: str) -> str:
    """The README of the project with the counts between its marks."""
    begin, end = "<!-- counts of docs/papers/write_pages.py -->\n", "<!-- end of counts -->"
    before, rest = text.split(begin)
    after = rest.split(end, 1)[1]
    lines = textwrap.fill(sentence(), 118, break_long_words=False, break_on_hyphens=False)
    return f"{before}{begin}{lines}\n{end}{after}"


def pages() -> dict[str, str]:
    """Everything that is written, by name of the file, seen from this folder."""
    readme = FOLDER.parents[1] / "README.md"
    made = {
        "README.md": first_page(),
        "../../README.md": with_sentence(readme.read_text(encoding="utf-8")),
    }
    for name in paper_names():
        paper, runs = paper_of(name), runs_of(name)
        made[f"{name}.md"] = paper_page(name)
        pictures = {f"{name}.svg": picture(paper, runs)}
        for table in paper.tables:
            pictures[course_file(paper, table)] = course_picture(runs, table)
        made |= {file: f"{drawn}\n" for file, drawn in pictures.items() if drawn}
    made |= {file: f"{drawn}\n" for file, drawn in drawn_figures.pictures().items()}
    return made


if __name__ == "__main__":
    for file_name, content in pages().items():
        (FOLDER / file_name).write_text(content, encoding="utf-8")
