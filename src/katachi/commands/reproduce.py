"""`katachi reproduce`: the tables of papers, played and learned again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import read_games
from katachi.commands.running import (
    CpuTimeOption,
    OnOption,
    PinOption,
    make_running,
)
from katachi.games.threads import thread_count
from katachi.matches import (
    MatchPlan,
    PlayedGame,
    Slot,
    VoidGame,
    open_laboratory,
)
from katachi.papers import (
    Listeners,
    Means,
    Paper,
    Reproduction,
    RowResult,
    ScaleName,
    Selection,
    Sources,
    cost_of_row,
    cost_of_rows,
    duration,
    missing_for,
    needs_records,
    paper_names,
    read_paper,
    reproduce,
    selected_rows,
)
from katachi.papers.sources import records_for
from katachi.records import Games
from katachi.reports.paper_report import conditions, count_answers, save_report
from katachi.reports.paper_rows import row_record, sections, statement_record, summary_line
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi reproduce list
katachi reproduce havannah-2011 --scale quick --only 4.14,4.2:lgrf-1 --processes 2
katachi reproduce all --scale smoke
katachi reproduce shapes-2014 --only 5.11-games:evolution-9 --seed 7     # a second run of a row
katachi reproduce shapes-2014 --records 'WTH_2004.wtb' --only 5.11
katachi reproduce forest-2014 --records kgs.katachi --only 5.2 --work forests
katachi reproduce mine.toml --scale paper --lab mine.sqlite --report reports
"""

DEFAULT_LAB = Path("katachi-lab.sqlite")


def run(  # noqa: PLR0913 - one parameter per option
    name: Annotated[str, typer.Argument(help="list, a paper, a TOML file, or all.")] = "list",
    *,
    scale: Annotated[
        ScaleName, typer.Option(help="smoke: seconds; quick: minutes; paper: as published.")
    ] = "quick",
    only: Annotated[
        str, typer.Option(help="Tables, rows and claims, with commas: 4.14,4.2:lgrf-1.")
    ] = "",
    pairs: Annotated[
        int, typer.Option(min=0, help="Pairs of games per row, in place of the scale's.")
    ] = 0,
    seconds: Annotated[
        float,
        typer.Option(
            min=0.0, help="Replaces the paper's usual time; other times change in proportion."
        ),
    ] = 0.0,
    simulations: Annotated[
        int, typer.Option(min=0, help="A budget of simulations for all, instead of time.")
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option(help="In place of the file's seeds: other games, splits and optimisers."),
    ] = None,
    cpu_time: CpuTimeOption = False,
    processes: Annotated[
        int,
        typer.Option(
            min=0, help="Games at once; 0: one for each processor, one at the scale smoke."
        ),
    ] = 0,
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
        typer.Option(help="Files of games to learn from; without, shipped ones; repeatable."),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(help="A folder that keeps what was learned: a stopped run goes on there."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Plays and learns the tables of a paper again and says what is confirmed.

    Games: ours beside the paper's, with Wilson's 95 % interval and an answer: *confirmed* if our
    interval lies on the paper's side of 50 %, *not confirmed* if it lies on the other, *undecided*
    if it holds 50 %. Learning: rows are compared on the same test games, and 0 takes the place of
    50 %. The same command goes on where it stopped.
    """
    if name == "list":
        _list(as_json=as_json)
        return
    names = paper_names() if name == "all" else [name]
    papers = {each: read_paper(each) for each in names}
    if seed is not None:
        papers = {each: paper.with_seed(seed) for each, paper in papers.items()}
    chosen = tuple(part.strip() for part in only.split(",") if part.strip())
    selection = Selection(
        scale,
        chosen,
        pairs=pairs,
        seconds=seconds,
        simulations=simulations,
        processor_time=cpu_time,
    )
    games = read_games(records) if records else None
    at_once = processes or (1 if scale == "smoke" else thread_count(None))
    watch = _Watch.of(papers, selection, games, processes=at_once, quiet=as_json)
    running = make_running(at_once, pin=pin, on=on)
    documents: list[object] = []
    with open_laboratory(lab or (None if scale == "smoke" else DEFAULT_LAB)) as laboratory:
        for each, paper in papers.items():
            sources = Sources(_records(paper, selection, games), work=work)
            found = _run(paper, selection, Means(laboratory, running, sources), watch)
            documents.append(_document(each, found))
            texts = conditions(paper, selection, found, sources.records)
            if report is not None:
                save_report(paper, texts, found, report / f"{Path(each).stem}-{scale}")
            if not as_json:
                _print(paper, texts, found)
    if as_json:
        print_json(documents)


def _records(paper: Paper, selection: Selection, games: Games | None) -> dict[str, Games]:
    """What the chosen rows learn from; nothing is read if they play alone."""
    rows = selected_rows(paper, selection.only)
    names = {
        paper.learning_name(table)
        for table, row in rows
        if not table.is_played or needs_records(paper, table, row)
    }
    return {
        name: found
        for name in paper.learning
        if name in names and (found := records_for(paper.learning[name], games)) is not None
    }


@dataclass
class _Watch:
    """How far a run is, over all papers: costs that were measured once are the measure of work."""

    total: float
    quiet: bool
    began: float = field(default_factory=time.monotonic)
    done: float = 0.0

    @classmethod
    def of(
        cls,
        papers: Mapping[str, Paper],
        selection: Selection,
        games: Games | None,
        *,
        processes: int,
        quiet: bool,
    ) -> _Watch:
        """Says what the run will cost."""
        total = 0.0
        for paper in papers.values():
            records = _records(paper, selection, games)
            rows = selected_rows(paper, selection.only)
            ready = [one for one in rows if not missing_for(paper, *one, records)]
            total += cost_of_rows(paper, ready, selection)
        if total and not quiet:
            words = f"{duration(total)} of one processor if nothing is kept yet"
            if processes > 1:
                words += f", {duration(total / processes)} with {processes}"
            output_console().print(f"This run: {words}.", markup=False)
        return cls(total, quiet)

    def add(self, cost: float) -> None:
        """Some work has been done."""
        self.done += cost

    @property
    def left(self) -> str:
        """The time that is left, from that which has passed."""
        if not 0.0 < self.done < self.total:
            return ""
        passed = time.monotonic() - self.began
        share = self.done / self.total
        return f"[{100 * share:.0f} %, {duration(passed * (1 - share) / share)} left] "


def _run(paper: Paper, selection: Selection, means: Means, watch: _Watch) -> Reproduction:
    """Plays and learns, and shows rows as they end."""
    console = output_console()
    rows = selected_rows(paper, selection.only)
    costs = {
        f"{table.number}:{row.name}": cost_of_row(paper, table, row, selection)
        for table, row in rows
    }
    # Work that nobody measured moves the bar by a second for each game or figure.
    steps = {
        f"{table.number}:{row.name}": costs[f"{table.number}:{row.name}"]
        or (2 * selection.of_play(paper.play_of(table)).pairs if table.is_played else 1)
        for table, row in rows
    }
    with progress(paper.title, sum(steps.values())) as report:
        done = 0.0

        def count(cost: float) -> None:
            nonlocal done
            done += cost
            report(done, None)

        def game(plan: MatchPlan, _slot: Slot, _game: PlayedGame | VoidGame) -> None:
            count(shares.get(plan.first.name, 0.0))

        def show(result: RowResult) -> None:
            watch.add(costs[result.name])
            if not result.table.is_played:
                count(steps[result.name])
            if not watch.quiet:
                text = watch.left + summary_line(result)
                console.print(text, markup=False, soft_wrap=True)

        shares = {
            row.name: steps[f"{table.number}:{row.name}"]
            / (2 * selection.of_play(paper.play_of(table)).pairs)
            for table, row in rows
            if table.is_played
        }
        listening = Means(
            means.laboratory, means.running, means.sources, Listeners(game=game, row=show)
        )
        return reproduce(paper, selection, listening)


def _document(name: str, found: Reproduction) -> dict[str, object]:
    return {
        "paper": name,
        "rows": [row_record(row) for row in found.rows],
        "claims": [statement_record(one) for one in found.statements],
    }


def _print(paper: Paper, texts: list[str], found: Reproduction) -> None:
    console = output_console()
    for section in sections(found):
        table = make_table(console, title=f"{paper.paper}: {paper.title}. {section.title}")
        for heading in section.headings:
            table.add_column(heading)
        for cells in section.rows:
            table.add_row(*cells)
        console.print(table)
    for text in texts:
        console.print(text, markup=False)
    console.print(count_answers(found))


def _list(*, as_json: bool) -> None:
    papers = {name: read_paper(name) for name in paper_names()}
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "paper": paper.paper,
                    "title": paper.title,
                    "source": paper.source,
                    "tables": [
                        {
                            "number": table.number,
                            "title": table.title,
                            "kind": table.kind,
                            "rows": [row.name for row in table.all_rows],
                        }
                        for table in paper.tables
                    ],
                }
                for name, paper in papers.items()
            ]
        )
        return
    console = output_console()
    listed = make_table(console, title="Papers")
    for heading in ("name", "paper", "tables", "rows", "about"):
        listed.add_column(heading, no_wrap=heading == "name")
    for name, paper in papers.items():
        records = _records(paper, Selection("smoke"), None)
        rows = selected_rows(paper, ())
        waiting = sum(bool(missing_for(paper, table, row, records)) for table, row in rows)
        listed.add_row(
            name,
            paper.paper,
            str(len(paper.tables)),
            f"{len(rows)} ({waiting} wait)",
            f"{paper.title}. {paper.source}.",
        )
    console.print(listed)
