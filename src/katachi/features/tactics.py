"""Tactical features: captures, ladders, bridges, mobility, distances to the last moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, FeatureLevel
from katachi.features.sentences import Said
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.words.naming import opponent_name

KIND = "tactics"
_WITHOUT_HISTORY = "without-history"


@dataclass(frozen=True)
class Tactics:
    """The tactical features of a game; docs/methods/tactics.md lists them all.

    Level 0 of every feature says nothing and keeps strength 1. Without `history` the features that
    measure the distance to the last moves are left out (FOREST 5.10).

    >>> import katachi
    >>> tactics = Tactics(katachi.Go(19))
    >>> tactics.feature_names[:5]
    ('pass', 'capture', 'extension', 'self-atari', 'atari')
    >>> tactics.level_name(FeatureLevel(1, 4))
    'capture: of the previous move'
    >>> tactics.parse_level("capture: of the previous move")
    FeatureLevel(feature=1, level=4)
    """

    game: Game
    history: bool = True

    @cached_property
    def core(self) -> _core.FeatureSet:
        """The same in the core."""
        try:
            return _core.tactics(self.game.make_core(None), history=self.history)
        except ValueError as error:
            raise KatachiError(f"{self.game}: {error}") from None

    @cached_property
    def _names(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return tuple((name, tuple(levels)) for name, levels in _core.tactics_names(self.core))

    @property
    def is_relative(self) -> bool:
        """The same on every size of the board."""
        return True

    @property
    def feature_names(self) -> tuple[str, ...]:
        """In the order of the documentation."""
        return tuple(name for name, _ in self._names)

    @property
    def text(self) -> str:
        """The board, and whether the last moves count."""
        option = "" if self.history else f"{_WITHOUT_HISTORY}\n"
        return f"{FORMAT} {VERSION} {KIND}\ngame {self.game.name}{self.game.size}\n{option}"

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> Tactics:
        """From the lines after the head."""
        if lines not in ([], [_WITHOUT_HISTORY]):
            raise KatachiError(
                f"tactical features have no line but '{_WITHOUT_HISTORY}', not {shown(lines[0])}"
            )
        return cls(game, history=not lines)

    def level_name(self, level: FeatureLevel) -> str:
        """The feature and its answer."""
        name, levels = self._names[level.feature]
        return f"{name}: {levels[level.level]}"

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:
        """A sentence, with what it is about.

        >>> import katachi
        >>> position = katachi.Go(9).start().play_all("E5 E4 D4 J9")
        >>> Tactics(katachi.Go(9)).say(position, "F4", FeatureLevel(4, 1)).text
        'puts one stone of White into atari at E4'
        """
        name, levels = self._names[level.feature]
        if level.level == 0:
            return Said("has nothing of it")
        answer, words = levels[level.level], position.game.words
        found = words.find(position, move, name, answer)
        text = words.sentences[name][answer].format(
            opponent=opponent_name(position), move=move, **found.fields
        )
        return Said(text, found.cells)

    def parse_level(self, name: str) -> FeatureLevel:
        """The level with that name."""
        feature, _, answer = name.partition(": ")
        for number, (known, levels) in enumerate(self._names):
            if known == feature and answer in levels:
                return FeatureLevel(number, levels.index(answer))
        raise KatachiError(f"no tactical feature has the level {shown(name)}")
