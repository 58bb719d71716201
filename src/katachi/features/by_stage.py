"""Features whose levels weigh something else in every stage of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import (
    FORMAT,
    VERSION,
    FeatureLevel,
    FeatureSet,
    Picture,
    Pictured,
    on_board,
)
from katachi.features.sentences import Said
from katachi.features.stages import stage_names
from katachi.games.game import Game
from katachi.games.position import Position

KIND = "by-stage"


@dataclass(frozen=True)
class ByStage:
    """The features of another set, with weights of their own in each of a few stages.

    A stage is how full the board is: with three stages, less than a third, up to two thirds, more.
    Every level becomes one level for each stage, so that any learner finds weights by stage; a
    level 0 that says nothing stays one.

    >>> import katachi
    >>> shapes = katachi.features.ShapeSet(
    ...     katachi.Othello(), (katachi.features.AbsoluteShape("b1", ("a1", "c1")),)
    ... )
    >>> late = ByStage(shapes, 3)
    >>> late.level_name(FeatureLevel(0, 23))
    '43 to 64 stones, b1: a1=x c1=o'
    >>> late.parse_level("43 to 64 stones, b1: a1=x c1=o")
    FeatureLevel(feature=0, level=23)
    """

    features: FeatureSet
    stages: int

    def __post_init__(self) -> None:
        """Refuses numbers of stages out of range, and stages within stages."""
        _ = self.core

    @property
    def game(self) -> Game:
        """That of the features."""
        return self.features.game

    @property
    def is_relative(self) -> bool:
        """As the features are."""
        return self.features.is_relative

    @cached_property
    def core(self) -> _core.FeatureSet:
        """The same in the core."""
        try:
            return _core.by_stage(self.features.core, self.stages)
        except (ValueError, TypeError) as error:
            raise KatachiError(f"weights by stage: {error}") from None

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Those of the features."""
        return self.features.feature_names

    @property
    def text(self) -> str:
        """The stages, then the text of the features."""
        game = self.game
        head = f"{FORMAT} {VERSION} {KIND}\ngame {game.name}{game.size}\nstages {self.stages}\n"
        return head + self.features.text

    def on_board(self, game: Game) -> ByStage:
        """The same features on another size of the board, in as many stages."""
        return replace(self, features=on_board(self.features, game))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return stage_names(self.game, self.stages)

    def _apart(self, level: FeatureLevel) -> tuple[int | None, FeatureLevel]:
        """The stage (None for a level that is the same in all) and the level of the features."""
        core, feature = self.features.core, level.feature
        count = core.level_count(feature)
        if not core.has_baseline(feature):
            stage, number = divmod(level.level, count)
            return stage, FeatureLevel(feature, number)
        if level.level == 0:
            return None, level
        stage, number = divmod(level.level - 1, count - 1)
        return stage, FeatureLevel(feature, number + 1)

    def level_name(self, level: FeatureLevel) -> str:
        """The numbers of stones of the stage, and the level of the features."""
        stage, own = self._apart(level)
        name = self.features.level_name(own)
        return name if stage is None else f"{self._names[stage]}, {name}"

    def parse_level(self, name: str) -> FeatureLevel:
        """The level with that name."""
        heads = {f"{head}, ": stage for stage, head in enumerate(self._names)}
        head = next((head for head in heads if name.startswith(head)), "")
        stage = heads.get(head, 0)
        own = self.features.parse_level(name.removeprefix(head))
        core = self.features.core
        if not head and (own.level or not core.has_baseline(own.feature)):
            raise KatachiError(f"the level {shown(name)} does not begin with a stage")
        count = core.level_count(own.feature)
        if not core.has_baseline(own.feature):
            return FeatureLevel(own.feature, stage * count + own.level)
        return FeatureLevel(own.feature, stage * (count - 1) + own.level if own.level else 0)

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:
        """What the features say; the stage is that of the position."""
        return self.features.say(position, move, self._apart(level)[1])

    def picture(self, level: FeatureLevel) -> Picture:
        """The picture of the features, if they have any."""
        own = self._apart(level)[1]
        return self.features.picture(own) if isinstance(self.features, Pictured) else []


def in_stages(features: Sequence[FeatureSet], stages: int) -> tuple[FeatureSet, ...]:
    """All of them by stage; unchanged if there is one stage.

    >>> import katachi
    >>> in_stages([katachi.features.CellClasses(katachi.Hex(5))], 1)
    (CellClasses(game=Hex(5)),)
    """
    if stages == 1:
        return tuple(features)
    return tuple(ByStage(one, stages) for one in features)
