"""Sentences for the tactical features of Hex (cpp/games/hex/tactics.h)."""

from __future__ import annotations

from katachi.games.outcome import Color, opponent
from katachi.games.position import Position
from katachi.games.words import Words
from katachi.games.words.finding import PREVIOUS, Found, previous_cell
from katachi.games.words.hexagons import (
    CHAIN_SENTENCES,
    LINES,
    Sides,
    bridge_sentences,
    find_bridges,
    find_chains,
    round_sentences,
    swap_sentences,
)

_SENTENCES = {
    **swap_sentences("line {}"),
    **bridge_sentences(),
    "third-line template": {
        "fills": "fills a cell of your own third-line template, which is connected to the side "
        "without that",
        "breaks": "breaks into a third-line template of {opponent}, which is connected to its side "
        "unless {opponent} errs",
        "makes": "makes a third-line template: a stone that cannot be cut off from your side",
    },
    **CHAIN_SENTENCES,
    "reaches": {
        "a side": "makes a chain that reaches one of your sides",
        "both sides": "joins both of your sides and wins",
    },
    "stops": {"a win": "stops {opponent}, who would win here"},
    "own side": {f"line {line}": f"is on line {line} from one of your sides" for line in LINES},
    "other side": {
        f"line {line}": f"is on line {line} from one of {{opponent}}'s sides" for line in LINES
    },
    "own way": {
        "shortest": "lies on your shortest way across the board",
        "one longer": "lies on a way across that needs one stone more than your shortest",
        "two longer": "lies on a way across that needs two stones more than your shortest",
    },
    "other way": {
        "shortest": "lies on {opponent}'s shortest way across the board",
        "one longer": "lies on a way of {opponent} that needs one stone more than the shortest",
        "two longer": "lies on a way of {opponent} that needs two stones more than the shortest",
    },
    **round_sentences(),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:
    """The cells behind a sentence."""
    if feature in {"new bridges", "own bridge", "opposing bridge"}:
        own = position.to_move
        sides = (_sides(position, own), _sides(position, opponent(own)))
        return find_bridges(position, move, feature, level, sides)
    if feature in {"joins", "touches"}:
        return find_chains(position, move, feature)
    if feature == "stops":
        return find_chains(position, move, "touches")
    if feature == "reaches":
        return find_chains(position, move, "joins")
    if feature.endswith(PREVIOUS):
        return previous_cell(position, feature)
    return Found()


def _sides(position: Position, color: Color) -> Sides:
    first = 0 if color == "black" else 2
    names, sides = position.game.side_names, position.game.topology.sides
    return {names[number]: frozenset(sides[number]) for number in (first, first + 1)}


WORDS = Words(_SENTENCES, _find)
