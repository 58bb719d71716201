"""The interface of feature sets.

A feature has levels 0, 1, 2, ...; a move has at most one level of each feature. Levels have names
that parse back, so that weights can be read and written by people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from katachi import _core
from katachi.errors import KatachiError
from katachi.features.sentences import Said
from katachi.games.game import Game
from katachi.games.position import Position

# The first line of a feature set as text: this, its version, and its kind.
FORMAT = "katachi-features"
VERSION = 1


@dataclass(frozen=True)
class FeatureLevel:
    """A level of a feature: both are numbers within their feature set."""

    feature: int
    level: int


# Cells of a picture: column, row, and what stands there (. empty, x own, o other, # outside, * the move).
Picture = list[tuple[int, int, str]]


@runtime_checkable
class Pictured(Protocol):
    """Features whose levels can be drawn."""

    def picture(self, level: FeatureLevel) -> Picture:
        """The cells that a level is about, the move among them; empty if there is nothing to draw."""


@runtime_checkable
class Titled(Protocol):
    """Features whose levels have long names and a shorter title for people."""

    def title(self, level: FeatureLevel) -> str:
        """What a level is about, in a few words."""


class FeatureSet(Protocol):
    """What a move looks like, in one way of looking."""

    @property
    def game(self) -> Game:
        """The board it belongs to; rules that do not change the board do not matter."""

    @property
    def is_relative(self) -> bool:
        """Whether the features travel with the move, and so suit every size of the board."""

    @property
    def text(self) -> str:
        """A text that `parse_feature_set` reads back."""

    @property
    def core(self) -> _core.FeatureSet:
        """The same in the core."""

    @property
    def feature_names(self) -> tuple[str, ...]:
        """One name per feature."""

    def level_name(self, level: FeatureLevel) -> str:
        """The name of a level."""

    def parse_level(self, name: str) -> FeatureLevel:
        """The level with that name; raises `KatachiError`."""

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:
        """What a level says of a move that has it, in words about this board."""


@runtime_checkable
class Carried(Protocol):
    """Features that are made of others, and so go to another size of the board in their own way."""

    def on_board(self, game: Game) -> FeatureSet:
        """The same features there; raises `KatachiError`."""


def on_board(features: FeatureSet, game: Game) -> FeatureSet:
    """The same features on another size of the board, with the same levels.

    Raises `KatachiError` for features of certain cells (cell classes, absolute shapes), which
    belong to one size, and for another game.

    >>> import katachi
    >>> on_board(katachi.features.Tactics(katachi.Hex(11)), katachi.Hex(9))
    Tactics(game=Hex(9), history=True)
    """
    if (game.name, game.size) == (features.game.name, features.game.size):
        return features
    if game.name != features.game.name:
        raise KatachiError(f"features of {features.game} are no features of {game}")
    if not features.is_relative:
        raise KatachiError(f"features of certain cells of {features.game} do not suit {game}")
    if isinstance(features, Carried):
        return features.on_board(game)
    moved: Any = features  # every other kind is a dataclass whose field `game` is the board
    found: FeatureSet = replace(moved, game=game)
    return found


def make_encoder(features: Sequence[FeatureSet]) -> _core.Encoder:
    """Several feature sets of one board as one; their features are numbered through."""
    if not features:
        raise KatachiError("at least one feature set is needed")
    first = features[0].game
    for other in features[1:]:
        if (other.game.name, other.game.size) != (first.name, first.size):
            raise KatachiError(f"the features belong to {first} and {other.game}")
    return _core.Encoder([one.core for one in features])
