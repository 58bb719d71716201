"""What own games teach a network with a policy and a value head.

`katachi train network` learns from journals of own games; a generation of `improve` from its window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from katachi.errors import KatachiError
from katachi.files.checkpoint import checkpoint_beside
from katachi.files.journal import read_lines
from katachi.games.game import Game
from katachi.knowledge.networks import PolicyValueNetwork, library
from katachi.learning.networks import (
    Lessons,
    TrainingState,
    judge_network,
    lessons_of,
    train_policy_value_network,
)
from katachi.optimising.improve.lessons import TEST_EVERY
from katachi.optimising.improve.own_game import OwnGame
from katachi.optimising.improve.own_games import as_records, chances_of
from katachi.optimising.improve.plan import ImprovePlan

# Of the value of a position, what the search said of it; the rest is the result.
SEARCH_SHARE = 0.5


def read_journals(paths: Sequence[Path]) -> list[OwnGame]:
    """The own games of journals, whatever generation made them; damaged lines are left out."""
    found = []
    for path in paths:
        for line in read_lines(path):
            try:
                found.append(msgspec.json.decode(line.partition(" ")[2], type=OwnGame))
            except msgspec.MsgspecError:
                continue
    if not found:
        raise KatachiError("there are no own games in these files")
    return found


def network_lessons(
    game: Game, own: Sequence[OwnGame], *, search_share: float = SEARCH_SHARE, player: str = ""
) -> Lessons:
    """Shares of visits, results mixed with what searches said, owners and points at the end."""
    if not any(any(one.shares) for one in own):
        raise KatachiError("these own games keep no visits: an earlier version played them")
    return lessons_of(
        game,
        as_records(game, own, player),
        shares=[text for one in own for text in one.shares],
        chances=chances_of(game, own, search_share),
    )


@dataclass(frozen=True)
class NetworkLesson:
    """What a network learned, by the games that were kept; the figures are those of `Lesson`."""

    positions: int
    evidence: float
    value_loss: float


def require_training() -> None:
    """Raises `KatachiError` if no network can be trained here: better said before the first game."""
    library("torch", what="training a network", extra="network-training")


def take_network_lesson(
    plan: ImprovePlan,
    own: Sequence[OwnGame],
    path: Path,
    *,
    about: str,
    progress: Callable[[TrainingState], None] | None = None,
) -> NetworkLesson:
    """Trains a network from the games of a window and writes it; one that is there is only judged.

    A training that was stopped goes on from the checkpoint beside the file.
    """
    if plan.network is None:
        raise KatachiError("the plan has no network")
    game = plan.rules
    kept = [one for one in own if one.number % TEST_EVERY == 0]
    train = [one for one in own if one.number % TEST_EVERY]
    if not kept or not train:
        raise KatachiError(f"{len(own)} games are too few to learn from")
    lessons, tested = (
        network_lessons(game, some, search_share=plan.search_share) for some in (train, kept)
    )
    if path.exists():
        network = PolicyValueNetwork.load(path)
    else:
        network = train_policy_value_network(
            game,
            [lessons],
            plan.network.training(plan.seed),
            about=about,
            checkpoint=checkpoint_beside(path),
            progress=progress,
        )
        network.save(path)
    found = judge_network(network, tested)
    return NetworkLesson(len(lessons.useful()), found["mean_log_evidence"], found["log_loss"])
