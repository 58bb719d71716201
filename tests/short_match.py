"""A match of a few seconds, and what was played in it."""

from __future__ import annotations

from katachi.matches import (
    MatchPlan,
    MatchResult,
    Running,
    open_laboratory,
    parse_contestant,
    play_match,
)

UCT, RANDOM = parse_contestant("uct@60"), parse_contestant("random@1")
PLAN = MatchPlan(UCT, RANDOM, "hex4", pairs=6, seed=3)


def played(plan: MatchPlan, running: Running | None = None) -> MatchResult:
    with open_laboratory(None) as laboratory:
        return play_match(plan, laboratory, running)


def plays(result: MatchResult) -> list[tuple[object, ...]]:
    return [game.play for game in result.results]
