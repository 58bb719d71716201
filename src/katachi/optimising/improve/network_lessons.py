"""What own games teach a network with a policy and a value head."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from katachi.errors import KatachiError
from katachi.files.journal import read_lines
from katachi.games.game import Game
from katachi.learning.networks.policy_value_lessons import Lessons, lessons_of
from katachi.optimising.improve.own_game import OwnGame
from katachi.optimising.improve.own_games import as_records, chances_of

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
