"""Local patterns: the six neighbours of a cell in Hex and Havannah, and how often they were played.

A pattern is three numbers of six bits, one bit for each neighbour in a circle: own stones, the
other player's stones, cells on the edge of the board (HAVANNAH 3.2). Rotations and mirror images
are the same pattern. Its weight is the share of turns in which it was played among those in which
it could have been played (HAVANNAH 3.3, equation 3.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games.contract import GameLike
from katachi.games.core_capabilities import capabilities, games_with
from katachi.games.position import Position
from katachi.knowledge.card import Card, card_of_notes, check_notes
from katachi.knowledge.knowledge import Knowledge
from katachi.knowledge.text_file import MOST_BYTES, read_text
from katachi.showing import Columns

NAME = "katachi-local-patterns"
FORMAT = f"{NAME} 1"
HEADINGS = "own other edge played available"
MOST_GAMES = 10**12
BITS = 64  # six neighbours
CONNECTIONS = "connections"


class LocalPattern(NamedTuple):
    """Bit d of each number is the neighbour in direction d, clockwise."""

    own: int
    other: int
    edge: int

    @property
    def code(self) -> int:
        """All three in one number of 18 bits."""
        return self.own | self.other << 6 | self.edge << 12

    @property
    def name(self) -> LocalPattern:
        """The smallest of its rotations and mirror images.

        >>> LocalPattern(18, 40, 24).name == LocalPattern(36, 17, 48).name
        True
        """
        return LocalPattern.of(_core.local_pattern_class(self.code))

    @classmethod
    def of(cls, code: int) -> LocalPattern:
        """From the number."""
        return cls(code % BITS, code // BITS % BITS, code // BITS**2)


class PatternCount(NamedTuple):
    """Turns in which a pattern was played, and in which it could have been."""

    played: int
    available: int


class PlayedMoves(Protocol):
    """A game and its moves; a `GameRecord` is one."""

    @property
    def game(self) -> GameLike:
        """The rules."""

    @property
    def moves(self) -> Sequence[str]:
        """From the start of the game."""


@dataclass(frozen=True)
class LocalPatternWeights(Knowledge):
    """Counts by pattern (named by its smallest form), and notes that tell how they were made.

    They suit every board of hexagons.

    >>> import katachi
    >>> from katachi.records import GameRecord
    >>> game = GameRecord(katachi.Havannah(4), ("d4", "d5", "c4"))
    >>> weights = LocalPatternWeights.learn_from_games([game])
    >>> weights.weight(LocalPattern(own=1, other=2, edge=0))
    1.0
    """

    kind: ClassVar[str] = "local patterns"
    format: ClassVar[str] = NAME
    game: ClassVar[None] = None

    counts: Mapping[LocalPattern, PatternCount]
    notes: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Each pattern by its name, each count possible."""
        for pattern, (played, available) in self.counts.items():
            if not all(0 <= bits < BITS for bits in pattern) or pattern != pattern.name:
                raise InvalidSettings(f"{tuple(pattern)} is not the name of a local pattern")
            if not 0 <= played <= available <= MOST_GAMES or available == 0:
                raise InvalidSettings(
                    f"{tuple(pattern)} cannot be played {played} times of {available}"
                )
        check_notes(self.notes)

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return f"<LocalPatternWeights: {len(self.counts)} patterns>"

    def to_frame(self) -> Columns:
        """A row for each pattern: its neighbours as bits, how often it was played, its weight."""
        names, counts = list(self.counts), list(self.counts.values())
        return Columns(
            own=np.array([name.own for name in names], np.int64),
            other=np.array([name.other for name in names], np.int64),
            edge=np.array([name.edge for name in names], np.int64),
            played=np.array([count.played for count in counts], np.int64),
            available=np.array([count.available for count in counts], np.int64),
            weight=np.array([self.weight(name) for name in names], np.float64),
        )

    @property
    def card(self) -> Card:
        """What the notes say."""
        return card_of_notes(self.notes)

    @classmethod
    def learn_from_games(
        cls, games: Iterable[PlayedMoves], *, notes: Mapping[str, str] | None = None
    ) -> LocalPatternWeights:
        """Counts every turn of every game; a swap is not counted.

        A turn counts a pattern once as available, however many cells have it (HAVANNAH 3.3).
        """
        played: Counter[int] = Counter()
        available: Counter[int] = Counter()
        names: dict[int, int] = {}
        total = 0
        for game in games:
            total += 1
            position = game.game.start()
            for move in game.moves:
                if not isinstance(position, Position):
                    raise KatachiError(_refusal(game.game))
                number = position.game.number(move)
                patterns = dict(_core.local_patterns(position.core))
                for code in set(patterns.values()) - names.keys():
                    names[code] = _core.local_pattern_class(code)
                if number in patterns:
                    played[names[patterns[number]]] += 1
                    available.update({names[code] for code in patterns.values()})
                position = position.play(move)
        counts = {
            LocalPattern.of(name): PatternCount(played[name], available[name])
            for name in sorted(available)
        }
        return cls(counts, {**(notes or {}), "games": str(total)})

    @cached_property
    def unseen(self) -> float:
        """The weight of a pattern that was never available: that of all patterns together."""
        available = sum(count.available for count in self.counts.values())
        return sum(count.played for count in self.counts.values()) / available if available else 1.0

    def weight(self, pattern: LocalPattern) -> float:
        """Played / available (HAVANNAH 3.1)."""
        count = self.counts.get(pattern.name)
        return self.unseen if count is None else count.played / count.available

    def refusal(self, game: GameLike) -> str:
        """They are for games that connect cells of six neighbours."""
        return _refusal(game)

    def strengths(self, position: Position, moves: Sequence[str] | None = None) -> dict[str, float]:
        """The weights of moves (all legal ones by default); a swap weighs as what was never seen."""
        if sentence := self.refusal(position.game):
            raise KatachiError(sentence)
        chosen = position.legal_moves if moves is None else moves
        patterns = dict(_core.local_patterns(position.core))
        numbers = [position.game.number(move) for move in chosen]
        return {
            move: self.weight(LocalPattern.of(patterns[number]))
            if number in patterns
            else self.unseen
            for move, number in zip(chosen, numbers, strict=True)
        }

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:
        """A look-up table for the board of a game."""
        start = game.start()
        if not isinstance(start, Position):
            raise KatachiError(self.refusal(game))
        return _core.MoveKnowledge.local_patterns(
            start.core,
            [pattern.code for pattern in self.counts],
            [count.played / count.available for count in self.counts.values()],
            self.unseen,
        )

    def facts(self) -> dict[str, Any]:
        """How many patterns there are."""
        return {"patterns": len(self.counts)}

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all."""
        write_atomically(Path(path), str(self), overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> LocalPatternWeights:
        """Reads a file; raises `KatachiError`."""
        return read_text(Path(path), cls.parse)

    def __str__(self) -> str:
        """The text of a file: a format line, the notes, then the counts."""
        lines = [FORMAT, *(f"{key} {text}" for key, text in self.notes.items()), "", HEADINGS]
        for pattern, count in sorted(self.counts.items()):
            lines.append(" ".join(map(str, (*pattern, *count))))
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> LocalPatternWeights:
        """Reads the text of a file; raises `InvalidSettings` with the line."""
        if len(text) > MOST_BYTES:
            raise InvalidSettings(f"local patterns take at most {MOST_BYTES} characters")
        lines = text.splitlines()
        if not lines or lines[0] != FORMAT:
            raise InvalidSettings(f"expected {FORMAT!r}, not {shown(lines[0] if lines else '')}")
        try:
            head = lines.index(HEADINGS)
        except ValueError:
            raise InvalidSettings(f"expected a line {HEADINGS!r}") from None
        notes: dict[str, str] = {}
        for line in filter(None, lines[1:head]):
            key, _, value = line.partition(" ")
            if key in notes:
                raise InvalidSettings(f"the card has {shown(key)} twice")
            notes[key] = value
        counts: dict[LocalPattern, PatternCount] = {}
        for number, line in enumerate(lines[head + 1 :], start=head + 2):
            fields = line.split()
            if len(fields) != 5 or not all(f.isascii() and f.isdigit() for f in fields):
                raise InvalidSettings(f"line {number}: expected five numbers, not {shown(line)}")
            if any(len(f) > 13 for f in fields):
                raise InvalidSettings(f"line {number}: a number is too large in {shown(line)}")
            own, other, edge, played, available = map(int, fields)
            pattern = LocalPattern(own, other, edge)
            if pattern in counts:
                raise InvalidSettings(f"line {number}: {own} {other} {edge} comes twice")
            counts[pattern] = PatternCount(played, available)
        return cls(counts, notes)


def _refusal(game: GameLike) -> str:
    if CONNECTIONS in capabilities(game):
        return ""
    return f"local patterns are for {games_with(CONNECTIONS)}, not for {game.name}"
