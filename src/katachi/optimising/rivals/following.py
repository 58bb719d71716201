"""Which rival comes next: a staircase that follows the results of the player.

Results live in a small file beside the set, `NAME.results.json`. The player begins with the rival
nearest to his measured strength. As soon as the last three games against the same rival brought him
at least 2.5 points the next stronger one comes, at most 0.5 points the next weaker one; at the ends
of the list nothing is left to change. After a change counting begins anew.

The rule is ours; the thesis concludes that its strength control was "not sufficient for weaker
players".
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from katachi.files.json_file import read_structure, write_structure
from katachi.optimising.rivals.rival_set import RivalSet

FORMAT: Final = "katachi rival results 1"
LAST_GAMES = 3
UP, DOWN = 2.5, 0.5


class PlayedRival(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game: `points` of the player, 1, 0.5 or 0."""

    rival: str
    points: float
    date: str = ""


class Results(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All games of a player against a set of rivals, in their order."""

    format: Literal["katachi rival results 1"] = FORMAT
    games: tuple[PlayedRival, ...] = ()


def next_rival(rivals: RivalSet, games: Sequence[PlayedRival]) -> str:
    """The name of the rival for the next game."""
    names = rivals.names
    place = names.index(rivals.nearest.name)
    recent: list[float] = []
    for game in games:
        if game.rival not in names:
            continue  # of an older set
        if names.index(game.rival) != place:
            place, recent = names.index(game.rival), []  # chosen by hand
        recent = [*recent, game.points][-LAST_GAMES:]
        if len(recent) < LAST_GAMES:
            continue
        step = (sum(recent) >= UP) - (sum(recent) <= DOWN)
        if step and 0 <= place + step < len(names):
            place, recent = place + step, []
    return names[place]


def results_path(path: Path) -> Path:
    """Where the results for a set of rivals are kept."""
    return path.with_name(f"{path.stem}.results.json")


def read_results(path: Path) -> Results:
    """The results so far; none if there is no file."""
    try:
        return read_structure(path, Results, "file of results")
    except FileNotFoundError:
        return Results()


def add_result(path: Path, game: PlayedRival) -> Results:
    """Appends a game and writes the file anew, whole or not at all."""
    results = Results(games=(*read_results(path).games, game))
    write_structure(results, path, overwrite=True)
    return results
