"""Sentences for the tactical features of Y (cpp/games/y/tactics.h)."""

from __future__ import annotations

from katachi.games.position import Position
from katachi.games.words import Words
from katachi.games.words.finding import PREVIOUS, Found, previous_cell
from katachi.games.words.hexagons import (
    CHAIN_SENTENCES,
    LINE_SENTENCES,
    bridge_sentences,
    find_bridges,
    find_chains,
    round_sentences,
    shared_sides,
    swap_sentences,
)

_SENTENCES = {
    **swap_sentences("{}"),
    **bridge_sentences(),
    **CHAIN_SENTENCES,
    "sides": {
        "one": "makes a chain that touches one side of the board",
        "two": "makes a chain that touches two sides of the board: one more wins",
        "three": "makes a chain that touches all three sides and wins",
    },
    "other sides": {
        "one": "takes a cell where {opponent}'s chain would touch one side",
        "two": "takes a cell where {opponent}'s chain would touch two sides",
        "three": "stops {opponent}, who would win here",
    },
    **LINE_SENTENCES,
    "farthest side": {
        "1": "is in the middle of the board",
        "2": "is about half the board away from the farthest side",
        "3": "is far from one of the three sides",
        "4": "is near a corner, far from the opposite side",
    },
    **round_sentences(),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:
    """The cells behind a sentence."""
    if feature in {"new bridges", "own bridge", "opposing bridge"}:
        sides = shared_sides(position)
        return find_bridges(position, move, feature, level, (sides, sides))
    if feature in {"joins", "sides"}:
        return find_chains(position, move, "joins")
    if feature in {"touches", "other sides"}:
        return find_chains(position, move, "touches")
    if feature.endswith(PREVIOUS):
        return previous_cell(position, feature)
    return Found()


WORDS = Words(_SENTENCES, _find)
