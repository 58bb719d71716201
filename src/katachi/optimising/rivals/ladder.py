"""A ladder of imitations, for games without individuals: half the weakness to twice the weakness.

They are only measured. They stand in the order of their weakness, which is more certain than that
of a few games.
"""

from __future__ import annotations

from collections.abc import Callable

from katachi.errors import KatachiError
from katachi.matches.ratings.counts import GameCounts
from katachi.optimising.progress import Progress
from katachi.optimising.rivals.contests import (
    EVOLUTION,
    Contests,
    imitating_agent,
    measured_rival,
)
from katachi.optimising.rivals.making_state import MakingFile, triple
from katachi.optimising.rivals.rival_set import Rival

FACTORS = (2.0, 1.4, 1.0, 0.7, 0.5)


def ladder_of_imitations(
    contests: Contests, file: MakingFile, progress: Callable[[Progress], None]
) -> list[Rival]:
    """From the weakest to the strongest, measured against the player or the middle."""
    plan = contests.plan
    if plan.weakness <= 0:
        raise KatachiError("a player without any weakness has no weaker and stronger rivals")
    agents = [imitating_agent(factor * plan.weakness, plan.judge) for factor in FACTORS]
    while len(file.making.measured) < len(FACTORS):
        number = len(file.making.measured)
        progress(Progress(number, len(FACTORS), f"measuring rival {number + 1}"))
        counts = contests.matched(agents[number], plan.final_pairs, EVOLUTION)
        file.keep(measured=(*file.making.measured, triple(counts)))
    return [
        measured_rival(f"rival-{number}", agent, GameCounts(*counts))
        for number, (agent, counts) in enumerate(
            zip(agents, file.making.measured, strict=True), start=1
        )
    ]
