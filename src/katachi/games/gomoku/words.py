"""Sentences for the tactical features of Gomoku (cpp/games/gomoku/tactics.h)."""

from __future__ import annotations

from katachi.games.position import Position
from katachi.games.words import Words
from katachi.games.words.finding import (
    LAST_MOVE,
    OWN_LAST_MOVE,
    PREVIOUS,
    Found,
    previous_cell,
)

_LINES = range(1, 6)


def _circular(which: str) -> dict[str, str]:
    return {
        "2": f"touches {which}",
        "3": f"is diagonal to {which}",
        "4": f"is one point away from {which}",
        "5": f"is a knight's move from {which}",
        **{str(number): f"is near {which} (distance {number})" for number in range(6, 11)},
    }


_SENTENCES = {
    "swap": {
        f"{line}": f"takes over the first stone, which stands on line {line} from the edge"
        for line in _LINES
    },
    "wins": {"a five": "makes a five and wins"},
    "stops": {"a five": "stops {opponent}, who would make a five here"},
    "four": {
        "a four": "makes a four: {opponent} must answer",
        "a four and an open three": "makes a four and an open three at once",
        "two fours": "makes two fours at once, of which {opponent} can stop one",
        "an open four": "makes an open four, which nobody can stop",
    },
    "three": {
        "an open three": "makes an open three, which threatens an open four",
        "two open threes": "makes two open threes at once",
    },
    "stops four": {
        "a four": "takes a cell where {opponent} would make a four",
        "a four and an open three": "takes a cell where {opponent} would make a four and an open "
        "three",
        "two fours": "takes a cell where {opponent} would make two fours",
        "an open four": "stops an open four of {opponent}",
    },
    "stops three": {
        "an open three": "takes a cell where {opponent} would make an open three",
        "two open threes": "takes a cell where {opponent} would make two open threes",
    },
    "line": {f"{line}": f"is on line {line} from the edge" for line in _LINES},
    "circular distance to the previous move": _circular(LAST_MOVE),
    "circular distance to the move before": _circular(OWN_LAST_MOVE),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:  # noqa: ARG001
    """The cells behind a sentence."""
    return previous_cell(position, feature) if feature.endswith(PREVIOUS) else Found()


WORDS = Words(_SENTENCES, _find)
