"""Rows of games: the match of a row, what it lacks, and the figure that its games make."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from msgspec.structs import replace

from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.changes import changed
from katachi.errors import KatachiError, shown
from katachi.gtp.program.program import find_program
from katachi.knowledge.catalogue import is_known
from katachi.matches import (
    Adjudication,
    Contestant,
    GameResult,
    MatchPlan,
    MatchScore,
    Slot,
    game_of_text,
    parse_openings,
)
from katachi.papers.conditions import Player, PlayScale, Selection
from katachi.papers.figure import Figure, Sample
from katachi.papers.file import Paper
from katachi.papers.table import Row, Table
from katachi.papers.verdict import Claim
from katachi.search import Budget


def row_plan(
    paper: Paper, table: Table, row: Row, scale: PlayScale, *, processor_time: bool = False
) -> MatchPlan:
    """The match of a row at a scale."""
    play = paper.play_of(table)
    game = row.game or table.game or play.game
    seconds = row.seconds or table.seconds or play.seconds

    def budget(share: float) -> Budget:
        if scale.simulations:
            return Budget(simulations=max(1, round(share * scale.simulations)))
        return Budget(seconds=share * seconds * scale.share, processor_time=processor_time)

    where = f"{table.number}:{row.name}"
    base = row.base or table.base or play.base
    agent = changed(described(paper, base), table.changes, where=where)
    theirs = opponent_of(paper, table, row)
    opponent = theirs.base or play.base
    return MatchPlan(
        first=Contestant(row.name, changed(agent, row.changes, where=where), budget(row.share)),
        second=Contestant(
            opponent,
            changed(described(paper, opponent), theirs.changes, where=where),
            Budget(simulations=theirs.simulations) if theirs.simulations else budget(1.0),
        ),
        game=game,
        pairs=scale.pairs,
        seed=play.seed,
        openings=parse_openings(play.openings, game_of_text(game)),
        adjudication=Adjudication(
            resign_value=play.resign, most_plies=scale.most_plies or play.most_plies
        ),
    )


def described(paper: Paper, name: str, above: tuple[str, ...] = ()) -> AgentFile:
    """An agent by name: a variant of this paper, or any other; raises `KatachiError`."""
    if name in above:
        raise KatachiError(f"the variant {shown(name)} is its own base")
    variant = paper.variants.get(name)
    if variant is None:
        return read_agent_file(name)
    base = replace(described(paper, variant.base, (*above, name)), about=variant.about)
    return changed(base, variant.changes, where=name)


def plan_of(paper: Paper, table: Table, row: Row, selection: Selection) -> MatchPlan:
    """The match of a row as far as a selection wants it."""
    scale = selection.of_play(paper.play_of(table))
    return row_plan(paper, table, row, scale, processor_time=selection.processor_time)


def opponent_of(paper: Paper, table: Table, row: Row) -> Player:
    """Whom a row plays."""
    return row.opponent or table.opponent or paper.play_of(table).opponent


def needs_records(paper: Paper, table: Table, row: Row) -> bool:
    """Whether knowledge is learned from records for a row of games."""
    return bool(row.shapes or row.weighs_cells or opponent_of(paper, table, row).shapes)


def missing_for_games(paper: Paper, table: Table, row: Row) -> str:
    """What katachi lacks to play a row: what the file says, or files that nobody has made yet."""
    declared = row.waits_for or table.waits_for
    if declared or row.pooled:
        return declared
    plan = row_plan(paper, table, row, paper.play_of(table).smoke)
    for contestant in (plan.first, plan.second):
        program = contestant.agent.gtp.command[:1] if contestant.agent.kind == "gtp" else ()
        if program and find_program(program[0]) is None:
            return f"the program {program[0]}"
        for network in networks_of(contestant.agent):
            if is_known(network, game_of_text(plan.game)):
                continue
            if network not in paper.networks:
                return f"knowledge {network}"
            if paper.networks[network].kind == "policy" and find_spec("neat") is None:
                return "the extra neat"
    return ""


def networks_of(agent: AgentFile) -> list[str]:
    """The knowledge that an agent names, networks by their family."""
    named = [
        agent.knowledge or ("ann" if agent.kind == "ann" else ""),
        agent.playout_knowledge,
        agent.evaluator,
    ]
    return [name for name in named if name]


def claim_of_games(paper: Paper, table: Table, row: Row) -> Claim | None:
    """What the paper says of a row, or None if it gives no figure."""
    if row.paper is None:
        return None
    if row.error is not None:
        return Claim(row.paper / 100, row.error / 100)
    games = row.games or table.games or paper.play_of(table).games
    return Claim.of_games(row.paper / 100, games)


def figure_of_games(score: MatchScore, games: Sequence[GameResult], *, openings: bool) -> Figure:
    """The share of points, with Wilson's interval; its sample are the complete pairs.

    `openings`: whether a pair begins with one, which pairs of the same number in other rows share.
    """
    points = {game.slot: game.points for game in games}
    pairs = {
        slot.pair: (points[slot] + points[other]) / 2
        for slot in points
        if slot.first_is_black and (other := Slot.of_pair(slot.pair)[1]) in points
    }
    return Figure(
        value=score.share,
        interval=score.interval,
        sample=Sample(
            by="pairs",
            units=tuple(pairs),
            sums=tuple(pairs.values()),
            sizes=(1.0,) * len(pairs),
            shared=openings,
        ),
    )
