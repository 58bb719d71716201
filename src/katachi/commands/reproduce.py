"""`katachi reproduce`: claims of papers, played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.reproduce_study import add_studies, reproduce_study, study_list
from katachi.commands.running import OnOption, PinOption, ProcessesOption, make_running
from katachi.errors import KatachiError
from katachi.matches import (
    Laboratory,
    MatchPlan,
    PlayedGame,
    Running,
    Slot,
    VoidGame,
    open_laboratory,
)
from katachi.papers import (
    Experiment,
    Listeners,
    RowResult,
    Scale,
    Selection,
    experiment_names,
    missing_for,
    read_experiment,
    reproduce,
    selected_rows,
)
from katachi.papers.file import ScaleName
from katachi.papers.study import is_study
from katachi.reports.experiment_report import (
    HEADINGS,
    count_answers,
    row_cells,
    row_record,
    save_report,
    summary_line,
)
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi reproduce list
katachi reproduce havannah-2011 --scale quick --only 4.14,4.2:lgrf-1 --processes 2
katachi reproduce all --scale smoke
katachi reproduce shapes-prediction --records 'WTH_2004.wtb' --only 5.11
katachi reproduce forest-prediction --records kgs.katachi --only 5.2 --work forests
katachi reproduce mine.toml --scale paper --lab mine.sqlite --report reports
"""

DEFAULT_LAB = Path("katachi-lab.sqlite")


def run(  # noqa: PLR0913 - one parameter per option
    name: Annotated[str, typer.Argument(help="list, an experiment, a TOML file, or all.")] = "list",
    *,
    scale: Annotated[
        ScaleName, typer.Option(help="smoke: seconds; quick: minutes; paper: as published.")
    ] = "quick",
    only: Annotated[str, typer.Option(help="Tables and rows, with commas: 4.14,4.2:lgrf-1.")] = "",
    pairs: Annotated[int, typer.Option(min=0, help="Pairs of games a row, instead.")] = 0,
    seconds: Annotated[
        float,
        typer.Option(min=0.0, help="What stands for the paper's usual time; other times follow."),
    ] = 0.0,
    simulations: Annotated[
        int, typer.Option(min=0, help="A budget of simulations for all, instead of time.")
    ] = 0,
    processes: ProcessesOption = 1,
    pin: PinOption = False,
    on: OnOption = "",
    lab: Annotated[
        Path | None,
        typer.Option(help=f"The file that keeps the games; {DEFAULT_LAB}, or none for smoke."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="A folder for reports: Markdown, HTML and CSV.")
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            help="Studies of learning: files of games; without, shipped ones; repeatable."
        ),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(help="Studies of feature instances: a folder that keeps forests and results."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Plays the tables of a paper again and says what is confirmed.

    Prints ours beside the paper's, with Wilson's 95 % interval and an answer: *confirmed* if our
    interval lies on the paper's side of 50 %, *not confirmed* if it lies on the other, *undecided*
    if it holds 50 %. The same command goes on where it stopped.

    Studies play nothing: they learn from records and compare how well they predict.
    """
    if name == "list":
        _list(as_json=as_json)
        return
    if is_study(name):
        reproduce_study(
            name,
            scale,
            only=_parts(only),
            records=records or [],
            report=report,
            as_json=as_json,
            work=work,
        )
        return
    names = experiment_names() if name == "all" else [name]
    chosen = _parts(only)
    file = lab or (None if scale == "smoke" else DEFAULT_LAB)
    documents: list[object] = []
    with open_laboratory(file) as laboratory:
        for each in names:
            experiment = read_experiment(each)
            changed = _scale(experiment, scale, pairs, seconds, simulations)
            selection = Selection(changed, chosen)
            running = make_running(processes, pin=pin, on=on)
            results = _run(experiment, selection, laboratory, running, quiet=as_json)
            documents.append(
                {"experiment": each, "rows": [row_record(result) for result in results]}
            )
            if report is not None:
                stem = f"{Path(each).stem}-{scale}"
                save_report(experiment, selection, results, report / stem)
    if as_json:
        print_json(documents)


def _parts(only: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in only.split(",") if part.strip())


def _scale(
    experiment: Experiment, name: ScaleName, pairs: int, seconds: float, simulations: int
) -> Scale:
    """The scale of the file with what the command line changes."""
    scale = experiment.scales[name]
    if seconds and simulations:
        raise KatachiError("--seconds or --simulations, not both")
    if pairs:
        scale = msgspec.structs.replace(scale, pairs=pairs)
    if seconds:
        share = seconds / experiment.seconds
        scale = msgspec.structs.replace(scale, share=share, simulations=0)
    if simulations:
        scale = msgspec.structs.replace(scale, share=0.0, simulations=simulations)
    return scale


def _run(
    experiment: Experiment,
    selection: Selection,
    laboratory: Laboratory,
    running: Running,
    *,
    quiet: bool,
) -> list[RowResult]:
    """Plays, shows rows as they end, and the whole table at the end."""
    console = output_console()
    total = 2 * selection.scale.pairs * len(selected_rows(experiment, selection.only))
    with progress(experiment.title, total) as report:
        done = 0

        def count(_plan: MatchPlan, _slot: Slot, _game: PlayedGame | VoidGame) -> None:
            nonlocal done
            done += 1
            report(done, None)

        def show(result: RowResult) -> None:
            if not quiet:
                console.print(summary_line(result), markup=False, soft_wrap=True)

        listeners = Listeners(game=count, row=show)
        results = reproduce(experiment, selection, laboratory, running, listeners=listeners)
    if not quiet:
        table = make_table(console, title=f"{experiment.paper}: {experiment.title}")
        for heading in HEADINGS:
            table.add_column(heading)
        for result in results:
            table.add_row(*row_cells(result))
        console.print(table)
        console.print(count_answers(results))
    return results


def _list(*, as_json: bool) -> None:
    experiments = {name: read_experiment(name) for name in experiment_names()}
    if as_json:
        print_json(
            [
                *study_list(),
                *(
                    {
                        "name": name,
                        "paper": e.paper,
                        "title": e.title,
                        "source": e.source,
                        "tables": [
                            {
                                "number": t.number,
                                "title": t.title,
                                "rows": [r.name for r in t.all_rows],
                            }
                            for t in e.tables
                        ],
                    }
                    for name, e in experiments.items()
                ),
            ]
        )
        return
    console = output_console()
    table = make_table(console, title="Experiments")
    for heading in ("name", "paper", "tables", "rows", "about"):
        table.add_column(heading, no_wrap=heading == "name")
    for name, e in experiments.items():
        rows = [(t, r) for t in e.tables for r in t.all_rows]
        waiting = sum(bool(missing_for(e, t, r)) for t, r in rows)
        table.add_row(
            name,
            e.paper,
            str(len(e.tables)),
            f"{len(rows)} ({waiting} wait)",
            f"{e.title}. {e.source}.",
        )
    add_studies(table)
    console.print(table)
