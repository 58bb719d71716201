"""Sentences for the tactical features of Havannah (cpp/games/havannah/tactics.h)."""

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
    **bridge_sentences("joint", explained=True),
    **CHAIN_SENTENCES,
    "sides": {
        "one": "makes a chain that touches one side of the board",
        "two": "makes a chain that touches two sides of the board: one more is a fork",
        "three or more": "makes a chain that touches three sides of the board",
    },
    "corners": {
        "one": "makes a chain that touches a corner",
        "two or more": "makes a chain that touches two corners",
    },
    "wins": {shape: f"wins with {shape}" for shape in ("a fork", "a bridge", "a ring")},
    "stops": {
        shape: f"stops {{opponent}} from winning here with {shape}"
        for shape in ("a fork", "a bridge", "a ring")
    },
    "ring threat": {
        "makes": "threatens to close a ring",
        "stops": "stops {opponent} from threatening a ring",
        "makes and stops": "threatens to close a ring and stops {opponent} from threatening one",
    },
    **LINE_SENTENCES,
    "corner": {
        "1": "is a corner of the board",
        "2": "is beside a corner",
        "3": "is two steps from a corner",
        "4": "is three steps from a corner",
    },
    **round_sentences("joint"),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:
    """The cells behind a sentence."""
    if feature in {"new joints", "own joint", "opposing joint"}:
        sides = shared_sides(position)
        return find_bridges(position, move, feature, level, (sides, sides))
    if feature in {"touches", "stops"}:
        return find_chains(position, move, "touches")
    if feature in {"joins", "sides", "corners", "wins"}:
        return find_chains(position, move, "joins")
    if feature.endswith(PREVIOUS):
        return previous_cell(position, feature)
    return Found()


WORDS = Words(_SENTENCES, _find)
