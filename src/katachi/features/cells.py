"""Cell classes as features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, FeatureLevel
from katachi.features.sentences import Said
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.words.naming import listed

KIND = "cells"


@dataclass(frozen=True)
class CellClasses:
    """One feature: the class of equivalent cells that the move belongs to.

    >>> import katachi
    >>> classes = CellClasses(katachi.Othello())
    >>> [classes.level_name(FeatureLevel(0, level)) for level in range(3)]
    ['a1', 'b1', 'c1']
    >>> classes.parse_level("c1")
    FeatureLevel(feature=0, level=2)
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

    def level_name(self, level: FeatureLevel) -> str:
        """The first cell of the class."""
        return self._names[level.level]

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:  # noqa: ARG002 - the place says all
        """Which cells are like the move's.

        >>> import katachi
        >>> CellClasses(katachi.Othello()).say(katachi.Othello().start(), "d3", FeatureLevel(0, 8)).text
        'is at a place like e3, c4, f4, c5, f5, d6 and e6'
        """
        topology = self.game.topology
        here = position.cell_of(move)
        if here is None:
            return Said(f"is a {move}")
        orbit = next(cells for cells in topology.orbits if here in cells)
        alike = [cell for cell in orbit if cell != here]
        return Said(f"is at a place like {listed(alike)}" if alike else "is at a place of its own")

    def parse_level(self, name: str) -> FeatureLevel:
        """From any cell of the class."""
        return FeatureLevel(0, self._names.index(self.game.topology.orbit(name)))

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> CellClasses:
        """From the lines after the head: there are none."""
        if lines:
            raise KatachiError(f"cell classes have no line {shown(lines[0])}")
        return cls(game)
