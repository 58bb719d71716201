"""Collections made game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidRecord, shown
from katachi.games.game import Game
from katachi.games.outcome import COLORS
from katachi.games.position import Position
from katachi.records.collection import DRAW, FIELDS, NO_NUMBER, REASON, START, UNKNOWN, Games
from katachi.records.provenance import Provenance
from katachi.records.record import GameRecord

MOST_KINDS = 65_536
NO_PLACE = -1


class GamesBuilder:
    """Adds games one at a time; `build` makes the collection."""

    def __init__(self) -> None:
        """Empty."""
        self._kinds: dict[Game, int] = {}
        self._kind: list[int] = []
        self._lengths: list[int] = []
        self._moves: list[NDArray[np.uint16]] = []
        self._winner: list[int] = []
        self._score: list[float] = []
        self._source: list[int] = []
        self._place: list[int] = []
        self._texts: dict[str, int] = {"": 0}
        self._columns: dict[str, dict[int, int]] = {}
        self._numbers: dict[str, dict[int, int]] = {}

    def __len__(self) -> int:
        return len(self._kind)

    def add(self, record: GameRecord, *, source: int = -1, place: int = NO_PLACE) -> None:
        """One record; its origin is replaced by number of source and place in it."""
        game = record.game
        if not isinstance(game, Game):
            raise InvalidRecord(f"a collection holds built-in games only, not {shown(game)}")
        start = ""
        if record.start is not None:
            if not isinstance(record.start, Position) or record.start.game != game:
                raise InvalidRecord(f"the start is not a position of {game}")
            start = record.start.text
        texts = {name: getattr(record, name) for name in FIELDS}
        numbers: dict[str, int] = {}
        for name, value in record.tags:
            if name in texts or name in {REASON, START}:
                raise InvalidRecord(f"{shown(name)} is a field of records, not a tag")
            if isinstance(value, int):
                numbers[name] = value
            else:
                texts[name] = value
        outcome = record.outcome
        self.add_numbers(
            game,
            [game.number(move) for move in record.moves],
            winner=UNKNOWN
            if outcome is None
            else DRAW
            if outcome.winner is None
            else COLORS.index(outcome.winner),
            score=np.nan if outcome is None else outcome.score,
            texts={**texts, REASON: "" if outcome is None else outcome.reason, START: start},
            numbers=numbers,
            origin=(source, place),
        )

    def add_numbers(  # noqa: PLR0913 - one argument per part of a game, all but two by name
        self,
        game: Game,
        moves: Sequence[int] | NDArray[np.uint16],
        *,
        winner: int,
        score: float,
        texts: Mapping[str, str],
        numbers: Mapping[str, int],
        origin: tuple[int, int],
    ) -> None:
        """The same from move numbers, for readers that have them."""
        row = len(self._kind)
        if game not in self._kinds and len(self._kinds) == MOST_KINDS:
            raise InvalidRecord(f"more than {MOST_KINDS} different games in one collection")
        self._kind.append(self._kinds.setdefault(game, len(self._kinds)))
        self._moves.append(np.asarray(moves, dtype=np.uint16))
        self._lengths.append(len(moves))
        self._winner.append(winner)
        self._score.append(score)
        self._source.append(origin[0])
        self._place.append(origin[1])
        for name, text in texts.items():
            if text:
                code = self._texts.setdefault(text, len(self._texts))
                self._columns.setdefault(name, {})[row] = code
        for name, number in numbers.items():
            if not NO_NUMBER < number < 2**31:
                raise InvalidRecord(f"{name}={number} does not fit into 32 bits")
            self._numbers.setdefault(name, {})[row] = number

    def build(self, provenance: Provenance) -> Games:
        """The collection of all games added."""
        count = len(self)
        return Games(
            kinds=tuple(self._kinds),
            kind=np.array(self._kind, dtype=np.uint16),
            offsets=np.concatenate(([0], np.cumsum(self._lengths, dtype=np.int64))).astype(
                np.int64
            ),
            moves=np.concatenate([np.zeros(0, dtype=np.uint16), *self._moves]),
            winner=np.array(self._winner, dtype=np.uint8),
            score=np.array(self._score, dtype=np.float64),
            texts=tuple(self._texts),
            columns={name: _dense(rows, count, 0) for name, rows in self._columns.items()},
            numbers={name: _dense(rows, count, NO_NUMBER) for name, rows in self._numbers.items()},
            source=np.array(self._source, dtype=np.int32),
            place=np.array(self._place, dtype=np.int32),
            provenance=provenance,
        )


def _dense(rows: Mapping[int, int], count: int, missing: int) -> NDArray[np.int32]:
    column = np.full(count, missing, dtype=np.int32)
    column[list(rows.keys())] = list(rows.values())
    return column
