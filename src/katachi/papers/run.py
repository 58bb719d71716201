"""Reproducing a paper: rows become matches or figures, figures become answers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from katachi.errors import KatachiError, shown
from katachi.games.game import Game
from katachi.matches import (
    Laboratory,
    MatchPlan,
    MatchResult,
    PlayedGame,
    Running,
    Slot,
    VoidGame,
    game_of_text,
    play_matches,
    result_of,
    score_of,
)
from katachi.matches.match import Watcher
from katachi.papers.conditions import Selection
from katachi.papers.figure import Figure, above_even, contrast
from katachi.papers.file import Paper, Statement
from katachi.papers.learned import (
    LearningBench,
    claim_of_learning,
    has_instances,
    joined_shapes,
    shapes_of_row,
)
from katachi.papers.playing import (
    claim_of_games,
    figure_of_games,
    missing_for_games,
    needs_records,
    opponent_of,
    plan_of,
)
from katachi.papers.preparing import Board, imitating, with_knowledge, with_networks
from katachi.papers.result import Reproduction, RowResult, StatementResult
from katachi.papers.table import Row, Table
from katachi.papers.verdict import Claim, judge, judge_difference
from katachi.records import Games

# What `--only` takes for a sentence: its rows.
CLAIM = "claim:"


@dataclass(frozen=True)
class Listeners:
    """Who is told, during a run, of every game and of every row that has ended."""

    game: Watcher | None = None
    row: Callable[[RowResult], None] | None = None


@dataclass(frozen=True)
class Sources:
    """What rows of learning need: games for each conditions by name, and a folder that keeps figures.

    Rows under conditions without games wait for records. Knowledge that rows of games learn first
    is kept there, too; without a folder it is learned, and their games are played, anew.
    """

    records: Mapping[str, Games]
    work: Path | None = None
    threads: int | None = None


@dataclass(frozen=True)
class Means:
    """With what a paper is reproduced: where games are kept, how they run, what is learned from."""

    laboratory: Laboratory
    running: Running | None = None
    sources: Sources = Sources({})
    listeners: Listeners = Listeners()


def selected_rows(paper: Paper, only: Sequence[str]) -> list[tuple[Table, Row]]:
    """The rows that a selection names, with those they are compared with; raises `KatachiError`."""
    known: set[str] = set()
    wanted: set[str] = set()
    for statement in paper.claims:
        known.add(CLAIM + statement.name)
        if CLAIM + statement.name in only:
            wanted |= set(statement.rows)
    for table in paper.tables:
        for row in table.all_rows:
            name = f"{table.number}:{row.name}"
            known |= {table.number, name}
            if not only or {table.number, name} & set(only):
                wanted |= {name, f"{table.number}:{row.than}"}
    for name in only:
        if name not in known:
            tables = ", ".join(table.number for table in paper.tables)
            raise KatachiError(
                f"no table or row {shown(name)}; tables: {tables}; a row is TABLE:ROW"
            )
    return [
        (table, row)
        for table in paper.tables
        for row in table.all_rows
        if f"{table.number}:{row.name}" in wanted
    ]


def missing_for(paper: Paper, table: Table, row: Row, records: Mapping[str, Games]) -> str:
    """What katachi lacks for a row; empty if nothing."""
    if table.is_played and not needs_records(paper, table, row):
        return missing_for_games(paper, table, row)
    if row.waits_for or table.waits_for:
        return row.waits_for or table.waits_for
    if paper.learning_name(table) in records:
        return ""
    return f"records of {paper.learning_of(table).game or 'games'}"


def reproduce(paper: Paper, selection: Selection, means: Means) -> Reproduction:
    """Plays and learns what is missing and returns every selected row; those that wait, too.

    Games that the laboratory has are not played again, figures that the folder of the sources has
    are not computed again. Rows with the same agents, game and budget share their games.
    """
    records = means.sources.records
    rows = [
        RowResult(table, row, None, waits_for=missing_for(paper, table, row, records))
        for table, row in selected_rows(paper, selection.only)
    ]
    ready = [one for one in rows if not one.waits_for]
    with TemporaryDirectory(prefix="katachi-paper-") as folder:
        kept = means.sources.work or Path(folder)
        benches = _Benches(paper, selection, means.sources)
        played = _played(
            _Preparation(paper, selection, benches, kept, means.sources.threads), means, ready
        )
        learned = _learned(benches, means, ready)
    found = [played.get(one.name) or learned.get(one.name) or one for one in rows]
    found = [_pooled(paper, one, found) if one.row.pooled else one for one in found]
    by_name = {one.name: one for one in found}
    found = [_compared(one, by_name) for one in found]
    return Reproduction(
        found,
        [_judged(one, by_name) for one in paper.claims if set(one.rows) <= by_name.keys()],
    )


class _Benches:
    """One for each conditions of learning, made when a row asks for it: its games are split once."""

    def __init__(self, paper: Paper, selection: Selection, sources: Sources) -> None:
        self._paper, self._selection, self._sources = paper, selection, sources

    def of(self, table: Table) -> LearningBench:
        return self._named(self._paper.learning_name(table))

    @functools.cache  # noqa: B019 - as long as the run
    def _named(self, name: str) -> LearningBench:
        paper, sources = self._paper, self._sources
        learning = paper.learning[name]
        tables = [
            table
            for table in paper.tables
            if not table.is_played and paper.learning_name(table) == name
        ]
        return LearningBench(
            learning,
            self._selection.of_learning(learning),
            sources.records[name],
            instances=has_instances(tables),
            threads=sources.threads,
            work=sources.work,
        )


@dataclass(frozen=True)
class _Preparation:
    """Makes the matches of rows, with what has to be learned or measured first."""

    paper: Paper
    selection: Selection
    benches: _Benches
    folder: Path
    threads: int | None = None

    def plan(self, table: Table, row: Row) -> MatchPlan:
        plan = plan_of(self.paper, table, row, self.selection)
        if needs_records(self.paper, table, row):
            self.folder.mkdir(parents=True, exist_ok=True)
            bench = self.benches.of(table)
            first, second = plan.first, plan.second
            if row.shapes:
                first = with_knowledge(first, bench.knowledge(shapes_of_row(row), self.folder))
            elif row.weighs_cells:
                first = with_knowledge(first, bench.weights_of_cells(row, self.folder))
            if theirs := opponent_of(self.paper, table, row).shapes:
                second = with_knowledge(second, bench.knowledge(joined_shapes(theirs), self.folder))
            plan = replace(plan, first=first, second=second)
        if self.paper.networks and isinstance(game := game_of_text(plan.game), Game):
            self.folder.mkdir(parents=True, exist_ok=True)
            board = Board(game, self.selection.scale, self.threads)
            first, second = (
                with_networks(contestant, self.paper.networks, board, self.folder)
                for contestant in (plan.first, plan.second)
            )
            plan = replace(plan, first=first, second=second)
        if row.imitates:
            self.folder.mkdir(parents=True, exist_ok=True)
            scale = self.selection.of_play(self.paper.play_of(table))
            plan = imitating(plan, row, scale, self.folder)
        return plan


def _played(
    preparation: _Preparation, means: Means, ready: Sequence[RowResult]
) -> dict[str, RowResult]:
    paper = preparation.paper
    games = [one for one in ready if one.table.is_played and not one.row.pooled]
    if not games:
        return {}
    plans = [preparation.plan(one.table, one.row) for one in games]
    ended = _RowEnds(paper, means.laboratory, means.listeners.row)
    for plan, one in zip(plans, games, strict=True):
        ended.expect(plan, one)

    def watch(plan: MatchPlan, slot: Slot, game: PlayedGame | VoidGame) -> None:
        if means.listeners.game is not None:
            means.listeners.game(plan, slot, game)
        ended.count(plan)

    matches = play_matches(
        plans, means.laboratory, means.running, watcher=watch, side_by_side=False
    )
    return {
        one.name: _of_match(paper, one, match) for one, match in zip(games, matches, strict=True)
    }


class _RowEnds:
    """Calls somebody once for every row, as soon as its last game is there."""

    def __init__(
        self,
        paper: Paper,
        laboratory: Laboratory,
        listener: Callable[[RowResult], None] | None,
    ) -> None:
        self._paper = paper
        self._laboratory = laboratory
        self._listener = listener
        self._open: dict[str, int] = {}
        self._rows: dict[str, list[tuple[MatchPlan, RowResult]]] = {}

    def expect(self, plan: MatchPlan, row: RowResult) -> None:
        """A row that is to be played; told at once if an earlier run has played it."""
        if plan.key not in self._open:
            known = len(result_of(plan, self._laboratory).results)
            self._open[plan.key] = 2 * plan.pairs - known
        self._rows.setdefault(plan.key, []).append((plan, row))
        self._tell(plan.key)

    def count(self, plan: MatchPlan) -> None:
        """One more game of a match."""
        self._open[plan.key] -= 1
        self._tell(plan.key)

    def _tell(self, key: str) -> None:
        if self._listener is None or self._open[key] > 0:
            return
        for plan, row in self._rows.pop(key, []):
            self._listener(_of_match(self._paper, row, result_of(plan, self._laboratory)))


def _of_match(paper: Paper, row: RowResult, match: MatchResult) -> RowResult:
    if not match.results:
        return replace(row, match=match)
    openings = match.plan.openings.kind != "none"
    figure = figure_of_games(match.score, match.results, openings=openings)
    return _of_games(paper, replace(row, match=match, score=match.score, figure=figure))


def _of_games(paper: Paper, row: RowResult) -> RowResult:
    claim = claim_of_games(paper, row.table, row.row)
    assert row.score is not None
    verdict = judge(claim, row.score.interval) if claim else None
    return replace(row, claim=claim, verdict=verdict)


def _pooled(paper: Paper, result: RowResult, found: Sequence[RowResult]) -> RowResult:
    games = [
        game
        for other in found
        if other.table is result.table and other.match is not None
        for game in other.match.results
    ]
    if not games:
        return result
    score = score_of(games)
    figure = Figure(value=score.share, interval=score.interval)
    return _of_games(paper, replace(result, score=score, figure=figure))


def _learned(benches: _Benches, means: Means, ready: Sequence[RowResult]) -> dict[str, RowResult]:
    """Rows of learning, in the order of the file."""
    found = {}
    for one in ready:
        if one.table.is_played:
            continue
        found[one.name] = replace(one, figure=benches.of(one.table).figure(one.table, one.row))
        if means.listeners.row is not None:
            means.listeners.row(found[one.name])
    return found


def _compared(result: RowResult, by_name: Mapping[str, RowResult]) -> RowResult:
    """With the difference to the row that it is compared with."""
    other = by_name.get(f"{result.table.number}:{result.row.than}")
    # A row that was chosen only to be compared with has nothing itself to be compared with.
    if other is None or other.figure is None or result.figure is None:
        return result
    found = contrast([other.figure, result.figure])
    claim = claim_of_learning(result.table, result.row)
    verdict = judge_difference(claim, found.value, found.interval) if claim else None
    return replace(result, contrast=found, claim=claim, verdict=verdict)


def _judged(statement: Statement, by_name: Mapping[str, RowResult]) -> StatementResult:
    figures = [by_name[name].figure for name in statement.rows]
    known = [figure for figure in figures if figure is not None]
    if len(known) < len(figures):
        return StatementResult(statement, None, None)
    found = contrast(known) if statement.compares else above_even(known)
    claim = Claim.of_direction("better" if statement.is_upwards else "worse")
    return StatementResult(statement, found, judge_difference(claim, found.value, found.interval))
