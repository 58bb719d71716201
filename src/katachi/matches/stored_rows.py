"""Rows of a laboratory and what they mean; a row that makes no sense raises `ValueError`.

The types are checked strictly: in a damaged file a number may stand where a text was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from katachi.games.outcome import Color
from katachi.matches.game import PlayedGame
from katachi.matches.plan import Slot
from katachi.matches.results import GameResult, VoidResult

T = TypeVar("T")
Row = Sequence[object]

MATCH_COLUMNS = "id, key, game, first, second, first_name, second_name, description"
GAME_COLUMNS = (
    "pair, first_is_black, winner, reason, score, moves, opening_plies, movers, seconds, "
    "simulations, seed, started, version, machine"
)
# What version 2 added to games; as SQL, in the order of schema.sql.
NEW_COLUMNS = ("processor", '"values"', "visits", "depths", "told", "failure")
VOID_COLUMNS = "pair, first_is_black, attempt, reason, culprit, message, transcript, moves"

_Match = tuple[int, str, str, str, str, str, str, str, int]
_Game = tuple[
    int, bool, Color | None, str, float, str, int, str, str, str, int, str, str, str,
    str, str, str, str, str, str,
]  # fmt: skip
_Void = tuple[int, bool, int, str, str, str, str, str]


@dataclass(frozen=True)
class StoredMatch:
    """A match of a laboratory; `first` and `second` are the hashes of agents."""

    id: int
    key: str
    game: str
    first: str
    second: str
    first_name: str
    second_name: str
    description: dict[str, object]
    games: int


def match_of_row(row: Row) -> StoredMatch:
    """From `MATCH_COLUMNS` and the number of games."""
    number, key, game, first, second, first_name, second_name, text, games = _typed(row, _Match)
    description = json.loads(text)
    if not isinstance(description, dict):
        raise ValueError(f"match {number} has no description")
    return StoredMatch(
        number, key, game, first, second, first_name, second_name, description, games
    )


def result_of_row(row: Row) -> GameResult:
    """From `GAME_COLUMNS` and `NEW_COLUMNS`."""
    pair, first_is_black, *rest = row
    typed = _typed((pair, _flag(first_is_black), *rest), _Game)
    movers = typed[7]
    if set(movers) - {"b", "w"}:
        raise ValueError(f"pair {pair}: {movers[:20]} are no movers")
    told = msgspec.json.decode(typed[18], type=tuple[str, str]) if typed[18] else None
    result = GameResult(
        slot=Slot(typed[0], typed[1]),
        winner=typed[2],
        reason=typed[3],
        score=typed[4],
        moves=tuple(typed[5].split()),
        opening_plies=typed[6],
        movers=movers,
        seconds=tuple(map(float, typed[8].split())),
        simulations=tuple(map(int, typed[9].split())),
        seed=typed[10],
        started=typed[11],
        version=typed[12],
        machine=typed[13],
        processor=_read(typed[14], float),
        values=_read(typed[15], float),
        visits=_read(typed[16], int),
        depths=_read(typed[17], int),
        told=told,
        failure=typed[19],
    )
    lists = (result.seconds, result.simulations)
    newer = (result.processor, result.values, result.visits, result.depths)
    if any(len(one) != len(movers) for one in (*lists, *filter(None, newer))):
        raise ValueError(f"pair {pair}: lists of different lengths")
    return result


def void_of_row(row: Row) -> VoidResult:
    """From `VOID_COLUMNS`."""
    pair, first_is_black, *rest = row
    typed = _typed((pair, _flag(first_is_black), *rest), _Void)
    return VoidResult(
        Slot(typed[0], typed[1]),
        attempt=typed[2],
        reason=typed[3],
        culprit=typed[4],
        message=typed[5],
        transcript=typed[6],
        moves=tuple(typed[7].split()),
    )


def columns_of_game(played: PlayedGame) -> dict[str, object]:
    """Lists of a game as the texts that are stored; the names are those of the columns."""
    return {
        "moves": " ".join(played.moves),
        "seconds": " ".join(f"{value:.6f}" for value in played.seconds),
        "simulations": " ".join(map(str, played.simulations)),
        "processor": _written(played.processor, "{:.4f}"),
        "values": _written(played.values, "{:.4f}"),
        "visits": _written(played.visits, "{}"),
        "depths": _written(played.depths, "{}"),
        "told": json.dumps(played.told),
    }


def _typed(row: Row, kind: Any) -> Any:  # noqa: ANN401 - the tuple that `kind` says
    return msgspec.convert(tuple(row), kind)


def _flag(value: object) -> object:
    return bool(value) if value in (0, 1) else value


def _written(entries: Sequence[float | None], form: str) -> str:
    """A list of numbers as text; - for what is not known."""
    return " ".join("-" if entry is None else form.format(entry) for entry in entries)


def _read(text: str, kind: Callable[[str], T]) -> tuple[T | None, ...]:
    """The list that `_written` wrote."""
    return tuple(None if word == "-" else kind(word) for word in text.split())
