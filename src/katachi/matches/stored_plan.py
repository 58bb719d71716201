"""A match of a laboratory as a plan again, so that it can be continued without its first command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.errors import KatachiError
from katachi.matches.adjudication import Adjudication
from katachi.matches.contestant import Contestant, clock_budget
from katachi.matches.laboratory import Laboratory
from katachi.matches.openings import Openings
from katachi.matches.plan import MatchPlan
from katachi.matches.ratings.sprt import Sprt
from katachi.matches.stored_rows import StoredMatch
from katachi.search import Budget


def stored_plan(
    laboratory: Laboratory, stored: StoredMatch, *, pairs: int, sprt: Sprt | None = None
) -> MatchPlan:
    """The plan of a stored match with a number of pairs.

    Raises `KatachiError` if the same games could not be played today: an agent was an object of
    Python, or a file that it names has changed.
    """
    said = stored.description
    try:
        sides = [
            Contestant(name, _agent(laboratory.configuration(agent)), _budget(_part(said, side)))
            for name, agent, side in (
                (stored.first_name, stored.first, "first"),
                (stored.second_name, stored.second, "second"),
            )
        ]
        openings = _part(said, "openings")
        lines = tuple(tuple(line) for line in openings["lines"])
        plan = MatchPlan(
            sides[0],
            sides[1],
            stored.game,
            pairs,
            seed=int(str(said["seed"])),
            openings=Openings(openings["kind"], openings["plies"], lines),
            adjudication=Adjudication(**_part(said, "adjudication")),
            sprt=sprt,
        )
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise KatachiError(f"match {stored.id} cannot be continued: {error}") from None
    if laboratory.find_match(plan) != stored.id:
        raise KatachiError(
            f"match {stored.id} cannot be continued: an agent, or a file that it names, has changed"
        )
    return plan


def _part(said: Mapping[str, object], name: str) -> Mapping[str, Any]:
    part = said[name]
    if not isinstance(part, Mapping):
        raise TypeError(f"{name} is missing")
    return part


def _agent(configuration: Mapping[str, object]) -> AgentFile:
    return msgspec.convert(configuration["agent"], AgentFile)


def _budget(side: Mapping[str, Any]) -> Budget:
    clock = clock_budget(side["clock"]).clock if "clock" in side else None
    return Budget(
        simulations=side["simulations"],
        seconds=side["seconds"],
        clock=clock,
        processor_time=side.get("processor_time", False),
        nodes=side.get("nodes", 0),
        depth=side.get("depth", 0),
    )
