"""Matches of `improve`: candidate against champion, champion against the fixed opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from katachi.agents.catalogue import AgentFile
from katachi.matches import (
    Contestant,
    MatchPlan,
    MatchResult,
    Running,
    parse_contestant,
    play_match,
)
from katachi.matches.contestant import parse_budget
from katachi.matches.game import PlayedGame, VoidGame
from katachi.matches.laboratory import Laboratory
from katachi.matches.openings import parse_openings
from katachi.matches.plan import Slot
from katachi.matches.ratings.sprt import Sprt
from katachi.optimising.improve.plan import ImprovePlan
from katachi.optimising.improve.state import Trial
from katachi.search import Budget

# Matches of different kinds have different openings and seeds.
_RATING = 1_000_000


def budget_of(plan: ImprovePlan) -> Budget:
    """The budget of a move in matches; seconds are seconds of work."""
    budget = parse_budget(plan.gate_budget)
    return replace(budget, processor_time=bool(budget.seconds))


def try_candidate(  # noqa: PLR0913, PLR0917 - who, against whom, and how
    plan: ImprovePlan,
    laboratory: Laboratory,
    candidate: tuple[str, AgentFile],
    champion: tuple[str, AgentFile],
    change: str,
    number: int,
    running: Running,
    progress: Callable[[MatchResult | None], None],
) -> Trial:
    """Plays until the sequential test is decided, or `gate_pairs` are played; then nothing changes."""
    budget = budget_of(plan)
    error = plan.gate_error
    match = MatchPlan(
        Contestant(*candidate, budget),
        Contestant(*champion, budget),
        plan.game,
        plan.gate_pairs,
        seed=plan.seed + number,
        openings=parse_openings(plan.openings, plan.rules),
        sprt=Sprt(0, plan.gate_elo, alpha=error, beta=error),
    )
    result = _play(match, laboratory, running, progress)
    games = result.score.games
    return Trial(
        candidate=candidate[0],
        change=change,
        wins=games.wins,
        draws=games.draws,
        losses=games.losses,
        decision=result.decision,
    )


def rate_champion(
    plan: ImprovePlan,
    laboratory: Laboratory,
    champion: tuple[str, AgentFile],
    running: Running,
    progress: Callable[[MatchResult | None], None],
) -> None:
    """Plays the champion against each opponent; the laboratory keeps the games."""
    budget = budget_of(plan)
    for opponent in plan.opponents if plan.rating_pairs else ():
        other = parse_contestant(opponent, budget)
        match = MatchPlan(
            Contestant(*champion, budget),
            replace(other, budget=replace(other.budget, processor_time=bool(other.budget.seconds))),
            plan.game,
            plan.rating_pairs,
            seed=plan.seed + _RATING,
            openings=parse_openings(plan.openings, plan.rules),
        )
        _play(match, laboratory, running, progress)


def _play(
    match: MatchPlan,
    laboratory: Laboratory,
    running: Running,
    progress: Callable[[MatchResult | None], None],
) -> MatchResult:
    def watch(_plan: MatchPlan, _slot: Slot, _game: PlayedGame | VoidGame) -> None:
        progress(None)

    return play_match(match, laboratory, running, watcher=watch)
