"""Running an experiment: rows become matches, matches become answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.changes import changed
from katachi.errors import KatachiError, shown
from katachi.knowledge import knowledge_names, weight_names
from katachi.knowledge.networks import network_names
from katachi.knowledge.networks.file import board_name
from katachi.matches import (
    Adjudication,
    Contestant,
    Laboratory,
    MatchPlan,
    MatchResult,
    MatchScore,
    PlayedGame,
    Running,
    Slot,
    VoidGame,
    game_of_text,
    parse_openings,
    play_matches,
    result_of,
    score_of,
)
from katachi.matches.match import Watcher
from katachi.papers.file import Experiment, Player, Row, Scale, Table
from katachi.papers.verdict import Claim, Verdict, judge
from katachi.search import Budget


@dataclass(frozen=True)
class Selection:
    """What part of an experiment, and how much of it.

    `only`: numbers of tables (`4.14`) and rows (`4.2:lgrf-1`), all if empty.
    """

    scale: Scale
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listeners:
    """Who is told, during a run, of every game and of every row that has ended."""

    game: Watcher | None = None
    row: Callable[[RowResult], None] | None = None


@dataclass(frozen=True)
class RowResult:
    """A row beside what we found; `match` is None for rows that wait or add up others."""

    table: Table
    row: Row
    match: MatchResult | None
    score: MatchScore | None
    claim: Claim | None
    verdict: Verdict | None
    waits_for: str = ""  # what katachi lacks to play it

    @property
    def name(self) -> str:
        """As `--only` takes it."""
        return f"{self.table.number}:{self.row.name}"


def selected_rows(experiment: Experiment, only: Sequence[str]) -> list[tuple[Table, Row]]:
    """The rows that a selection names, in the order of the file; raises for unknown names."""
    known: set[str] = set()
    chosen = []
    for table in experiment.tables:
        for row in table.all_rows:
            names = {table.number, f"{table.number}:{row.name}"}
            known |= names
            if not only or names & set(only):
                chosen.append((table, row))
    for name in only:
        if name not in known:
            tables = ", ".join(table.number for table in experiment.tables)
            raise KatachiError(
                f"no table or row {shown(name)}; tables: {tables}; a row is TABLE:ROW"
            )
    return chosen


def row_plan(experiment: Experiment, table: Table, row: Row, scale: Scale) -> MatchPlan:
    """The match of a row at a scale."""
    game = row.game or table.game or experiment.game
    seconds = row.seconds or table.seconds or experiment.seconds
    budget = (
        Budget(simulations=scale.simulations)
        if scale.simulations
        else Budget(seconds=seconds * scale.share)
    )
    where = f"{table.number}:{row.name}"
    ours = Player(base=row.base or table.base or experiment.base, changes=row.changes)
    theirs = row.opponent or table.opponent or experiment.opponent
    return MatchPlan(
        first=_contestant(
            row.name, [Player(base=ours.base, changes=table.changes), ours], budget, where
        ),
        second=_contestant(
            "", [Player(base=theirs.base or experiment.base, changes=theirs.changes)], budget, where
        ),
        game=game,
        pairs=scale.pairs,
        seed=experiment.seed,
        openings=parse_openings(experiment.openings, game_of_text(game)),
        adjudication=Adjudication(most_plies=experiment.most_plies),
    )


def _contestant(name: str, players: list[Player], budget: Budget, where: str) -> Contestant:
    base = players[0].base
    agent = read_agent_file(base)
    for player in players:
        agent = changed(agent, player.changes, where=where)
    return Contestant(name or base, agent, budget)


def missing_for(experiment: Experiment, table: Table, row: Row) -> str:
    """What katachi lacks to play a row: what the file says, or files that nobody has made yet."""
    declared = row.waits_for or table.waits_for
    if declared or row.pooled:
        return declared
    plan = row_plan(experiment, table, row, experiment.scales["smoke"])
    for contestant in (plan.first, plan.second):
        weights = contestant.agent.playout_weights
        if weights and weights not in weight_names() and not Path(weights).is_file():
            return f"weights {weights}"
        missing = _missing_network(contestant.agent, plan.game)
        if missing:
            return f"network {missing}"
        for knowledge in (contestant.agent.knowledge, contestant.agent.playout_knowledge):
            if knowledge and knowledge not in knowledge_names() and not Path(knowledge).is_file():
                return f"knowledge {knowledge}"
    return ""


def _missing_network(agent: AgentFile, game: str) -> str:
    """The network that an agent needs for a game and that does not ship."""
    family = (agent.network or "ann") if agent.kind == "ann" else agent.playout_network
    if not family or family in network_names() or Path(family).is_file():
        return ""
    name = f"{family}-{board_name(game_of_text(game))}"
    return "" if name in network_names() else name


def claim_of(experiment: Experiment, table: Table, row: Row) -> Claim | None:
    """What the paper says of a row, or None if it gives no figure."""
    if row.paper is None:
        return None
    if row.error is not None:
        return Claim(row.paper / 100, row.error / 100)
    return Claim.of_games(row.paper / 100, row.games or table.games or experiment.games)


def reproduce(
    experiment: Experiment,
    selection: Selection,
    laboratory: Laboratory,
    running: Running | None = None,
    *,
    listeners: Listeners | None = None,
) -> list[RowResult]:
    """Plays what is missing and returns every selected row; rows that wait are in the list too.

    Rows with the same agents, game and budget share their games.
    """
    listeners = listeners or Listeners()
    rows = selected_rows(experiment, selection.only)
    plans = {
        (table.number, row.name): row_plan(experiment, table, row, selection.scale)
        for table, row in rows
        if not row.pooled and not missing_for(experiment, table, row)
    }
    ended = _RowEnds(experiment, laboratory, listeners.row)
    for table, row in rows:
        if (table.number, row.name) in plans:
            ended.expect(plans[table.number, row.name], table, row)

    def watch(plan: MatchPlan, slot: Slot, game: PlayedGame | VoidGame) -> None:
        if listeners.game is not None:
            listeners.game(plan, slot, game)
        ended.count(plan)

    matches = play_matches(
        list(plans.values()), laboratory, running, watcher=watch, side_by_side=False
    )
    played = dict(zip(plans, matches, strict=True))
    found = [
        _row_result(experiment, table, row, played.get((table.number, row.name)))
        for table, row in rows
    ]
    return [_pooled(experiment, result, found) if result.row.pooled else result for result in found]


class _RowEnds:
    """Calls somebody once for every row, as soon as its last game is there."""

    def __init__(
        self,
        experiment: Experiment,
        laboratory: Laboratory,
        listener: Callable[[RowResult], None] | None,
    ) -> None:
        self._experiment = experiment
        self._laboratory = laboratory
        self._listener = listener
        self._open: dict[str, int] = {}
        self._rows: dict[str, list[tuple[MatchPlan, Table, Row]]] = {}

    def expect(self, plan: MatchPlan, table: Table, row: Row) -> None:
        """A row that is to be played; told at once if an earlier run has played it."""
        if plan.key not in self._open:
            known = len(result_of(plan, self._laboratory).results)
            self._open[plan.key] = 2 * plan.pairs - known
        self._rows.setdefault(plan.key, []).append((plan, table, row))
        self._tell(plan.key)

    def count(self, plan: MatchPlan) -> None:
        """One more game of a match."""
        self._open[plan.key] -= 1
        self._tell(plan.key)

    def _tell(self, key: str) -> None:
        if self._listener is None or self._open[key] > 0:
            return
        for plan, table, row in self._rows.pop(key, []):
            match = result_of(plan, self._laboratory)
            self._listener(_row_result(self._experiment, table, row, match))


def _row_result(
    experiment: Experiment, table: Table, row: Row, match: MatchResult | None
) -> RowResult:
    score = match.score if match is not None and match.results else None
    return _judged(experiment, table, row, match=match, score=score)


def _pooled(experiment: Experiment, result: RowResult, found: Sequence[RowResult]) -> RowResult:
    games = [
        game
        for other in found
        if other.table is result.table and other.match is not None
        for game in other.match.results
    ]
    score = score_of(games) if games else None
    return _judged(experiment, result.table, result.row, match=None, score=score)


def _judged(
    experiment: Experiment,
    table: Table,
    row: Row,
    *,
    match: MatchResult | None,
    score: MatchScore | None,
) -> RowResult:
    claim = claim_of(experiment, table, row)
    verdict = judge(claim, score.interval) if claim and score else None
    missing = missing_for(experiment, table, row)
    return RowResult(table, row, match, score, claim, verdict, missing)
