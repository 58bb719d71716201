"""From a weakness to a set of rivals.

Games with individuals have an evolution of them (evolving.py), others a ladder of imitations
(ladder.py). A state file keeps what was found so far, after every cycle or match; the same plan goes
on from there to the same end.
"""

from __future__ import annotations

from pathlib import Path

from katachi.matches import game_of_text
from katachi.optimising.rivals.contests import Contests
from katachi.optimising.rivals.evolving import EvolvingRivals, Progress
from katachi.optimising.rivals.ladder import ladder_of_imitations
from katachi.optimising.rivals.making_state import Making, MakingFile, MakingPlan
from katachi.optimising.rivals.rival_set import Rival


def make_rivals(
    plan: MakingPlan, state_file: Path, *, threads: int = 1, progress: Progress | None = None
) -> tuple[list[Rival], Making]:
    """Rivals from the weakest to the strongest; goes on where the state file stops."""
    file = MakingFile(state_file, plan)
    contests = Contests(plan, game_of_text(plan.game), threads)
    tell = progress or (lambda _done, _total, _text: None)
    if contests.game.judging.rivals_evolve:
        rivals = EvolvingRivals(contests, file, tell).make()
    else:
        rivals = ladder_of_imitations(contests, file, tell)
    return rivals, file.making
