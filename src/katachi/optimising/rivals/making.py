"""From a weakness to a set of rivals.

Games with individuals have an evolution of them (evolving.py), others a ladder of imitations
(ladder.py). A state file keeps what was found so far, after every cycle or match; the same plan
goes on from there to the same end.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from katachi.games.threads import thread_count
from katachi.matches import game_of_text
from katachi.optimising.progress import Progress
from katachi.optimising.rivals.contests import Contests
from katachi.optimising.rivals.evolving import EvolvingRivals
from katachi.optimising.rivals.ladder import ladder_of_imitations
from katachi.optimising.rivals.making_state import Making, MakingFile, MakingPlan
from katachi.optimising.rivals.rival_set import Rival, RivalSet
from katachi.optimising.rivals.weakness import Weakness
from katachi.records.native import made_by


def make_rivals(
    plan: MakingPlan,
    state_file: Path,
    *,
    threads: int | None = 1,
    progress: Callable[[Progress], None] | None = None,
) -> tuple[list[Rival], Making]:
    """Rivals from the weakest to the strongest; goes on where the state file stops."""
    file = MakingFile(state_file, plan)
    contests = Contests(plan, game_of_text(plan.game), thread_count(threads))
    tell = progress or (lambda _: None)
    if contests.game.judging.rivals_evolve:
        rivals = EvolvingRivals(contests, file, tell).make()
    else:
        rivals = ladder_of_imitations(contests, file, tell)
    return rivals, file.making


def make_rival_set(
    weakness: Weakness, rivals: Sequence[Rival], making: Making, files: Sequence[Path]
) -> RivalSet:
    """The rivals with all that is known of their making; `files` had the games of the player."""
    plan = making.plan
    return RivalSet(
        game=plan.game,
        player=weakness.player,
        weakness=plan.weakness,
        weakness_error=weakness.error if math.isfinite(weakness.error) else None,
        weakness_games=len(weakness.games),
        judge=plan.judge,
        rivals=tuple(rivals),
        measured_against=plan.target,
        made_by=made_by(),
        made_from=tuple((file.name, _digest(file)) for file in files if file.is_file()),
        settings={
            "seed": plan.mgg.seed,
            "measured weakness": round(weakness.mean, 4),
            "calibrated with": plan.target,
            "evaluations": making.state.evaluations if making.state else 0,
            "checked": len(making.checked),
            "beta": plan.mgg.beta,
        },
    )


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
