"""Cell classes as features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, Level
from katachi.games.game import Game

KIND = "cells"


@dataclass(frozen=True)
class CellClasses:
    """One feature: the class of equivalent cells that the move belongs to.

    >>> import katachi
    >>> classes = CellClasses(katachi.Othello())
    >>> [classes.level_name(Level(0, level)) for level in range(3)]
    ['a1', 'b1', 'c1']
    >>> classes.parse_level("c1")
    Level(feature=0, level=2)
    """

    game: Game

    @cached_property
    def core(self) -> _core.FeatureSet:
        """The same in the core."""
        return _core.cell_classes(self.game.topology.core)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(orbit[0] for orbit in self.game.topology.orbits)

    @property
    def is_relative(self) -> bool:
        """Of certain cells: one size of the board only."""
        return False

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Only one."""
        return ("cell",)

    @property
    def text(self) -> str:
        """The board is all there is to say."""
        return f"{FORMAT} {VERSION} {KIND}\ngame {self.game.name}{self.game.size}\n"

    def level_name(self, level: Level) -> str:
        """The first cell of the class."""
        return self._names[level.level]

    def parse_level(self, name: str) -> Level:
        """From any cell of the class."""
        return Level(0, self._names.index(self.game.topology.orbit(name)))

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> CellClasses:
        """From the lines after the head: there are none."""
        if lines:
            raise KatachiError(f"cell classes have no line {shown(lines[0])}")
        return cls(game)
