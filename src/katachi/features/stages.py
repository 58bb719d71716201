"""The stage of the game as a feature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, FeatureLevel
from katachi.features.sentences import Said
from katachi.games.game import Game
from katachi.games.position import Position

KIND = "stages"


@dataclass(frozen=True)
class Stages:
    """One feature: how full the board is, in sixteenths.

    It is the same for all moves of a position, so by itself it says nothing; with factorization
    (the learner fbt) it lets the weight of every other feature change in the course of a game.

    >>> import katachi
    >>> stages = Stages(katachi.Othello())
    >>> stages.level_name(FeatureLevel(0, 3))
    '12 to 15 stones'
    >>> stages.parse_level("12 to 15 stones")
    FeatureLevel(feature=0, level=3)
    """

    game: Game

    @cached_property
    def core(self) -> _core.FeatureSet:
        """The same in the core."""
        return _core.stages(self.game.topology.core)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return stage_names(self.game, self.core.level_count(0))

    @property
    def is_relative(self) -> bool:
        """The same on every size of the board."""
        return True

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Only one."""
        return ("stage",)

    @property
    def text(self) -> str:
        """The board is all there is to say."""
        return f"{FORMAT} {VERSION} {KIND}\ngame {self.game.name}{self.game.size}\n"

    def level_name(self, level: FeatureLevel) -> str:
        """The numbers of stones of the stage."""
        return self._names[level.level]

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:  # noqa: ARG002 - the same for all moves
        """How full the board is."""
        return Said(f"comes when {self._names[level.level]} are on the board", of_the_move=False)

    def parse_level(self, name: str) -> FeatureLevel:
        """The stage with that name."""
        if name not in self._names:
            raise KatachiError(f"no stage is called {shown(name)}")
        return FeatureLevel(0, self._names.index(name))

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> Stages:
        """From the lines after the head: there are none."""
        if lines:
            raise KatachiError(f"stages have no line {shown(lines[0])}")
        return cls(game)


def stage_names(game: Game, count: int) -> tuple[str, ...]:
    """The numbers of stones of each of so many stages.

    >>> import katachi
    >>> stage_names(katachi.Othello(), 3)
    ('0 to 21 stones', '22 to 42 stones', '43 to 64 stones')
    """
    cells = len(game.topology.cells)
    # Stage s holds the numbers of stones n with n * count // cells == s; the last one also a full
    # board.
    firsts = [-(-stage * cells // count) for stage in range(count)]
    lasts = [*(first - 1 for first in firsts[1:]), cells]
    return tuple(f"{first} to {last} stones" for first, last in zip(firsts, lasts, strict=True))
