"""Sentences for the tactical features of a game; each game has its own in its room.

A game has a sentence for every level but 0, by the names that the core gives features and levels,
and a function that finds the cells a feature is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from katachi.games.position import Position
from katachi.games.words.finding import Found

# By feature and level; {opponent}, {move} and the fields of a `Found` are filled in.
Sentences = Mapping[str, Mapping[str, str]]
# Finds what the feature of that name is about, for a move that has it; the last is the level.
Finder = Callable[[Position, str, str, str], Found]


@dataclass(frozen=True)
class Words:
    """The sentences of a game."""

    sentences: Sentences
    find: Finder
