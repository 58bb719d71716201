"""Sentences for the tactical features of Hex (cpp/games/hex/tactics.h)."""

from __future__ import annotations

from katachi.games.outcome import Color, opponent
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
        f"line {line}": f"takes over the first stone, which stands on line {line} from the edge"
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
    "third-line template": {
        "fills": "fills a cell of your own third-line template, which is connected to the side "
        "without that",
        "breaks": "breaks into a third-line template of {opponent}, which is connected to its side "
        "unless {opponent} errs",
        "makes": "makes a third-line template: a stone that cannot be cut off from your side",
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
    "reaches": {
        "a side": "makes a chain that reaches one of your sides",
        "both sides": "joins both of your sides and wins",
    },
    "stops": {"a win": "stops {opponent}, who would win here"},
    "own side": {f"line {line}": f"is on line {line} from one of your sides" for line in _LINES},
    "other side": {
        f"line {line}": f"is on line {line} from one of {{opponent}}'s sides" for line in _LINES
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
    "round distance to the previous move": round_sentences(LAST_MOVE, "bridge"),
    "round distance to the move before": round_sentences(OWN_LAST_MOVE, "bridge"),
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
