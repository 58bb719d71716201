"""Sentences for the tactical features of Havannah (cpp/games/havannah/tactics.h)."""

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
from katachi.games.words.hexagons import Sides, find_bridges, find_chains, round_sentences

_LINES = range(1, 6)

_SENTENCES = {
    "swap": {
        str(line): f"takes over the first stone, which stands on line {line} from the edge"
        for line in _LINES
    },
    "new joints": {
        "one": "makes a joint, a connection with two ways,{to}",
        "two": "makes two joints, connections with two ways,{to}",
        "three or more": "makes several joints, connections with two ways,{to}",
    },
    "own joint": {
        "fills": "fills your own joint{between}, which is connected without that",
        "saves": "saves your joint{between}, which {opponent} has broken into",
        "saves from the previous move": "saves your joint{between}, into which {opponent} has just "
        "played",
    },
    "opposing joint": {
        "breaks one": "breaks into {opponent}'s joint{between}",
        "breaks two or more": "breaks into several joints of {opponent}, one of them{between}",
    },
    "joins": {
        "one chain": "touches your chain{at}",
        "two chains": "joins two of your chains,{at}",
        "three chains": "joins three of your chains,{at}",
    },
    "touches": {
        "one chain": "touches {opponent}'s chain{at}",
        "two chains": "stands between two chains of {opponent},{at}",
        "three chains": "stands between three chains of {opponent},{at}",
    },
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
    "line": {
        "1": "is on the edge of the board",
        **{str(line): f"is on line {line} from the edge" for line in _LINES if line > 1},
    },
    "corner": {
        "1": "is a corner of the board",
        "2": "is beside a corner",
        "3": "is two steps from a corner",
        "4": "is three steps from a corner",
    },
    "round distance to the previous move": round_sentences(LAST_MOVE, "joint"),
    "round distance to the move before": round_sentences(OWN_LAST_MOVE, "joint"),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:
    """The cells behind a sentence."""
    if feature in {"new joints", "own joint", "opposing joint"}:
        sides: Sides = {
            name: frozenset(cells)
            for name, cells in zip(
                position.game.side_names, position.game.topology.sides, strict=True
            )
        }
        return find_bridges(position, move, feature, level, (sides, sides))
    if feature in {"touches", "stops"}:
        return find_chains(position, move, "touches")
    if feature in {"joins", "sides", "corners", "wins"}:
        return find_chains(position, move, "joins")
    if feature.endswith(PREVIOUS):
        return previous_cell(position, feature)
    return Found()


WORDS = Words(_SENTENCES, _find)
