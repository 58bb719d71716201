"""The part of `katachi reproduce` that learns instead of playing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from katachi.commands.output import print_json
from katachi.commands.record_files import read_games
from katachi.papers.file import ScaleName
from katachi.papers.study import read_study, study_names
from katachi.papers.study_run import run_study, study_rows
from katachi.reports.study_report import (
    STUDY_HEADINGS,
    count_study_answers,
    save_study_report,
    study_cells,
    study_conditions,
    study_record,
)
from katachi.terminal.console import make_table, output_console, progress

# What there is to learn from without any files.
SHIPPED = Path("othello-selfplay")


def reproduce_study(  # noqa: PLR0913 - keyword arguments
    name: str,
    scale: ScaleName,
    *,
    only: tuple[str, ...],
    records: list[Path],
    report: Path | None,
    as_json: bool,
    work: Path | None = None,
) -> None:
    """Learns and predicts every selected row and prints ours beside the paper's."""
    study = read_study(name)
    games = read_games(records or [SHIPPED])
    amount = study.scales[scale]
    with progress(study.title, len(study_rows(study, only))) as told:
        results = run_study(study, amount, games, only=only, progress=told, work=work)
    conditions = study_conditions(study, amount, len(games))
    if report is not None:
        save_study_report(study, conditions, results, report / f"{Path(name).stem}-{scale}")
    if as_json:
        print_json([{"experiment": name, "rows": [study_record(result) for result in results]}])
        return
    console = output_console()
    table = make_table(console, title=f"{study.paper}: {study.title}")
    for heading in STUDY_HEADINGS:
        table.add_column(heading)
    for result in results:
        table.add_row(*study_cells(result))
    console.print(table)
    console.print(conditions, markup=False)
    console.print(count_study_answers(results))


def study_list() -> Iterator[dict[str, object]]:
    """The shipped studies for machines."""
    for name in study_names():
        study = read_study(name)
        yield {
            "name": name,
            "paper": study.paper,
            "title": study.title,
            "source": study.source,
            "tables": [
                {"number": t.number, "title": t.title, "rows": [row.name for row in t.rows]}
                for t in study.tables
            ],
        }


def add_studies(table: Table) -> None:
    """The shipped studies in the list of experiments."""
    for name in study_names():
        study = read_study(name)
        table.add_row(
            name,
            study.paper,
            str(len(study.tables)),
            str(sum(len(t.rows) for t in study.tables)),
            f"{study.title}. {study.source}.",
        )
