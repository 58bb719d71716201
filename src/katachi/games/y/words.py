"""Sentences for the tactical features of Y (cpp/games/y/tactics.h)."""

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
    "new bridges": {
        "one": "makes a bridge{to}",
        "two": "makes two bridges,{to}",
        "three or more": "makes several bridges,{to}",
    },
    "own bridge": {
        "fills": "fills your own bridge{between}, which is connected without that",
        "saves": "saves your bridge{between}, which {opponent} has broken into",
        "saves from the previous move": "saves your bridge{between}, into which {opponent} has just "
        "played",
    },
    "opposing bridge": {
        "breaks one": "breaks into {opponent}'s bridge{between}",
        "breaks two or more": "breaks into several bridges of {opponent}, one of them{between}",
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
        "two": "makes a chain that touches two sides of the board: one more wins",
        "three": "makes a chain that touches all three sides and wins",
    },
    "other sides": {
        "one": "takes a cell where {opponent}'s chain would touch one side",
        "two": "takes a cell where {opponent}'s chain would touch two sides",
        "three": "stops {opponent}, who would win here",
    },
    "line": {
        "1": "is on the edge of the board",
        **{str(line): f"is on line {line} from the edge" for line in _LINES if line > 1},
    },
    "farthest side": {
        "1": "is in the middle of the board",
        "2": "is about half the board away from the farthest side",
        "3": "is far from one of the three sides",
        "4": "is near a corner, far from the opposite side",
    },
    "round distance to the previous move": round_sentences(LAST_MOVE, "bridge"),
    "round distance to the move before": round_sentences(OWN_LAST_MOVE, "bridge"),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:
    """The cells behind a sentence."""
    game = position.game
    if feature in {"new bridges", "own bridge", "opposing bridge"}:
        sides: Sides = {
            name: frozenset(cells)
            for name, cells in zip(game.side_names, game.topology.sides, strict=True)
        }
        return find_bridges(position, move, feature, level, (sides, sides))
    if feature in {"joins", "sides"}:
        return find_chains(position, move, "joins")
    if feature in {"touches", "other sides"}:
        return find_chains(position, move, "touches")
    if feature.endswith(PREVIOUS):
        return previous_cell(position, feature)
    return Found()


WORDS = Words(_SENTENCES, _find)
