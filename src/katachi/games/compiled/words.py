"""Sentences for the tactical features of any board (cpp/games/compiled/tactics.h)."""

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
from katachi.games.words.naming import number_word


def _distances(which: str) -> dict[str, str]:
    return {
        "1": f"touches {which}",
        **{str(steps): f"is {number_word(steps)} steps from {which}" for steps in range(2, 9)},
        "the same cell": f"is on the cell of {which}",
    }


def _counted(sentence: str, last: int) -> dict[str, str]:
    return {
        str(count): sentence.replace("#", number_word(count)).replace("(s)", "s" * (count > 1))
        for count in range(1, last + 1)
    }


_SENTENCES = {
    "takes": {"a piece": "takes a piece of {opponent}"},
    "own neighbours": _counted("has # own neighbour(s)", 8),
    "their neighbours": _counted("has # neighbour(s) of {opponent}", 8),
    "edge": {"a side": "is at the edge", "a corner": "is in a corner"},
    "own line": _counted("joins # own piece(s) in a row", 5),
    "their line": _counted("stands beside # piece(s) of {opponent} in a row", 5),
    "row": _counted("is in row # as the player sees it", 19),
    "distance to the previous move": _distances(LAST_MOVE),
    "distance to the move before": _distances(OWN_LAST_MOVE),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:  # noqa: ARG001
    """The cells behind a sentence."""
    return previous_cell(position, feature) if feature.endswith(PREVIOUS) else Found()


WORDS = Words(_SENTENCES, _find)
