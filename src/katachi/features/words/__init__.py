"""Sentences for the tactical features, a module for each game.

A module has a sentence for every level but 0, by the names that the core gives features and levels,
and a function that finds the cells a feature is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from katachi.features.said import Said, opponent_name
from katachi.features.words import go, havannah, othello
from katachi.features.words import hex as hexes
from katachi.features.words.finding import Found
from katachi.games.position import Position

# By feature and level; {opponent}, {move} and the fields of a `Found` are filled in.
Sentences = Mapping[str, Mapping[str, str]]
# Finds what the feature of that name is about, for a move that has it; the last is the level.
Finder = Callable[[Position, str, str, str], Found]


@dataclass(frozen=True)
class Words:
    """The sentences of a game."""

    sentences: Sentences
    find: Finder


WORDS = {
    "othello": Words(othello.SENTENCES, othello.find),
    "go": Words(go.SENTENCES, go.find),
    "hex": Words(hexes.SENTENCES, hexes.find),
    "havannah": Words(havannah.SENTENCES, havannah.find),
}


def tactical_sentence(position: Position, move: str, feature: str, level: str) -> Said:
    """What a level of a tactical feature, both by their names, says of a move that has it."""
    words = WORDS[position.game.name]
    found = words.find(position, move, feature, level)
    text = words.sentences[feature][level].format(
        opponent=opponent_name(position), move=move, **found.fields
    )
    return Said(text, found.cells)
