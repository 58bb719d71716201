"""Many games as columns: flat arrays of move numbers and one table of texts.

A `Games` is a value. Taking part of it (a slice, a filter, a split) gives another `Games` that
shares the table of texts. Learning code works on the arrays; people on `GameRecord`s, which are
made one at a time when asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast, overload

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Outcome
from katachi.games.position import Position
from katachi.records.collection_view import collection_columns, collection_tables, length_plot
from katachi.records.provenance import NO_PROVENANCE, Provenance
from katachi.records.record import GameRecord, Origin
from katachi.records.repeats import choose_parts, game_digests
from katachi.showing import Columns, Picture, ShowsItself, Table

# Values of `winner`; the first two are also the numbers of the colours.
BLACK, WHITE, DRAW, UNKNOWN = range(4)

# Columns of texts that are fields of a GameRecord; every other column is a tag.
FIELDS = (
    "black",
    "white",
    "date",
    "event",
    "place",
    "comment",
    "black_rating",
    "white_rating",
)
# Text columns with a meaning of their own: how the game ended, and its start position as text.
REASON, START = "reason", "start"
# What stands in a column of numbers where nothing is known.
NO_NUMBER = -(2**31)

Chosen = slice | Sequence[int] | NDArray[np.integer] | NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class Games(ShowsItself):
    """A collection of games; `len`, iteration, `games[3]`, `games[:100]`, `filter`, `split`.

    kinds    the different games (rules and sizes) in it
    kind     uint16 [games], index into `kinds`
    offsets  int64 [games + 1], where the moves of each game begin in `moves`
    moves    uint16 [moves of all games], numbers as in `game.moves`; passes and swaps included
    winner   uint8 [games]: 0 black, 1 white, 2 draw, 3 unknown or unfinished
    score    float64 [games]: Black's margin, NaN if there is none
    texts    the different texts; `texts[0]` is empty
    columns  int32 [games] each, index into `texts`: players, dates, ...
    numbers  int32 [games] each: facts that are numbers, `NO_NUMBER` where unknown
    source   int32 [games], index into `provenance.sources`, or -1
    place    int32 [games], number of the game in that file

    >>> import katachi
    >>> games = Games.of([GameRecord(katachi.Hex(3), ("b2", "a1"), black="Ada")])
    >>> len(games), games[0].moves, games.moves.tolist(), games.game
    (1, ('b2', 'a1'), [4, 0], Hex(3))
    """

    kinds: tuple[Game, ...]
    kind: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    moves: NDArray[np.uint16]
    winner: NDArray[np.uint8]
    score: NDArray[np.float64]
    texts: tuple[str, ...]
    columns: Mapping[str, NDArray[np.int32]]
    numbers: Mapping[str, NDArray[np.int32]]
    source: NDArray[np.int32]
    place: NDArray[np.int32]
    provenance: Provenance = NO_PROVENANCE

    @staticmethod
    def of(records: Sequence[GameRecord], *, provenance: Provenance | None = None) -> Games:
        """A collection from records; raises the error of a move that does not exist.

        Legality is not checked; `katachi.records.replay` does that.
        """
        from katachi.records.builder import GamesBuilder  # noqa: PLC0415 - it builds this class

        builder = GamesBuilder()
        for record in records:
            builder.add(record)
        return builder.build(provenance or Provenance())

    def __len__(self) -> int:
        return len(self.kind)

    def _headline(self) -> str:
        kinds = ", ".join(map(str, self.kinds[:3])) + (", ..." if len(self.kinds) > 3 else "")
        return f"{len(self):,} of {kinds or 'nothing'}"

    def _tables(self) -> tuple[Table, ...]:
        return collection_tables(self)

    def to_frame(self) -> Columns:
        """A row for each game: columns for a data frame."""
        return collection_columns(self)

    def plot(self) -> Picture:
        """How many games have how many moves."""
        return length_plot(self.lengths)

    def __iter__(self) -> Iterator[GameRecord]:
        for number in range(len(self)):
            yield self.record(number)

    @overload
    def __getitem__(self, chosen: int) -> GameRecord: ...
    @overload
    def __getitem__(self, chosen: Chosen) -> Games: ...
    def __getitem__(self, chosen: int | Chosen) -> GameRecord | Games:
        """One record, or a collection of a slice, a list of numbers or a mask."""
        if isinstance(chosen, (int, np.integer)):
            number = int(chosen)
            if not -len(self) <= number < len(self):
                raise IndexError(f"there are {len(self)} games, not game {number}")
            return self.record(number % len(self))
        if isinstance(chosen, slice):
            return self.take(np.arange(len(self))[chosen])
        return self.take(np.asarray(chosen))

    def __eq__(self, other: object) -> bool:
        """The same records in the same order; provenance does not count."""
        if not isinstance(other, Games):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    @property
    def game(self) -> Game:
        """The game that all records are of; raises `KatachiError` if there are several."""
        if len(self.kinds) != 1:
            raise KatachiError(
                f"these are records of {len(self.kinds)} games, not one: "
                f"{', '.join(map(str, self.kinds[:5]))}; games.of_game(game) chooses"
            )
        return self.kinds[0]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """int64 [games], moves of each game."""
        return np.diff(self.offsets)

    def record(self, number: int) -> GameRecord:
        """One game."""
        game = self.kinds[int(self.kind[number])]
        table = game.moves
        first, last = self.offsets[number], self.offsets[number + 1]
        fields = {name: self.text(name, number) for name in FIELDS if name in self.columns}
        start = self.text(START, number)
        return GameRecord(
            game,
            tuple([table[move] for move in self.moves[first:last].tolist()]),
            outcome=self.outcome(number),
            start=game.position(start) if start else None,
            tags=self._tags(number),
            origin=self._origin(number),
            **fields,
        )

    def text(self, column: str, number: int) -> str:
        """The text of a column for one game; empty if there is none."""
        codes = self.columns.get(column)
        return "" if codes is None else self.texts[codes[number]]

    def outcome(self, number: int) -> Outcome | None:
        """How one game ended, or None."""
        winner = int(self.winner[number])
        if winner == UNKNOWN:
            return None
        score = float(self.score[number])
        return Outcome(
            COLORS[winner] if winner < DRAW else None,
            self.text(REASON, number),
            0.0 if np.isnan(score) else score,
        )

    def start_of(self, number: int) -> Position:
        """The position before the first move of one game."""
        game = self.kinds[int(self.kind[number])]
        start = self.text(START, number)
        return game.position(start) if start else game.start()

    def _tags(self, number: int) -> tuple[tuple[str, str | int], ...]:
        tags: list[tuple[str, str | int]] = []
        for name, codes in self.columns.items():
            if name not in FIELDS and name not in {REASON, START} and codes[number]:
                tags.append((name, self.texts[codes[number]]))
        for name, values in self.numbers.items():
            if values[number] != NO_NUMBER:
                tags.append((name, int(values[number])))
        return tuple(sorted(tags))

    def _origin(self, number: int) -> Origin | None:
        if self.source[number] < 0:
            return None
        source = self.provenance.sources[self.source[number]]
        return Origin(source.file, int(self.place[number]), source.sha256)

    def take(self, chosen: NDArray[np.integer] | NDArray[np.bool_]) -> Games:
        """The games with these numbers in this order, or where the mask is true."""
        if chosen.dtype == np.bool_:
            if chosen.shape != (len(self),):
                raise KatachiError(f"the mask has {chosen.size} entries for {len(self)} games")
            chosen = np.flatnonzero(chosen)
        index = chosen.astype(np.int64).reshape(-1)
        index = np.where(index < 0, index + len(self), index)
        if index.size and (index.min() < 0 or index.max() >= len(self)):
            raise IndexError(f"there are only {len(self)} games")
        lengths = self.lengths[index]
        offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        # The place of each wanted move: the start of its game, plus its number in the game.
        places = np.repeat(self.offsets[index] - offsets[:-1], lengths) + np.arange(offsets[-1])
        kinds, kind = _kept(self.kinds, self.kind[index])
        return replace(
            self,
            kinds=kinds,
            kind=kind,
            offsets=offsets,
            moves=self.moves[places],
            winner=self.winner[index],
            score=self.score[index],
            columns={name: codes[index] for name, codes in self.columns.items()},
            numbers={name: values[index] for name, values in self.numbers.items()},
            source=self.source[index],
            place=self.place[index],
        )

    def filter(self, keep: Callable[[GameRecord], bool], *, note: str = "") -> Games:
        """The games that a function says yes to; `note` is remembered in the provenance.

        >>> import katachi
        >>> games = Games.of([GameRecord(katachi.Hex(3)), GameRecord(katachi.Hex(3), ("b2",))])
        >>> len(games.filter(lambda record: len(record.moves) > 0))
        1
        """
        mask = np.fromiter((bool(keep(record)) for record in self), dtype=np.bool_, count=len(self))
        return self.where(mask, note=note or getattr(keep, "__name__", "filter"))

    def where(self, mask: NDArray[np.bool_], *, note: str) -> Games:
        """The games where a mask is true; `note` is remembered in the provenance."""
        kept = self.take(np.asarray(mask, dtype=np.bool_))
        step = f"{note}: {len(kept)} of {len(self)}"
        return replace(kept, provenance=self.provenance.with_step(step))

    def of_game(self, game: Game | str) -> Games:
        """The records of one game: a `Game`, or the name of all its sizes and rules."""
        wanted = [
            number
            for number, kind in enumerate(self.kinds)
            if kind == game or (isinstance(game, str) and kind.name == game)
        ]
        return self.where(np.isin(self.kind, wanted), note=f"of {game}")

    def of_board(self, game: Game) -> Games:
        """The records of a game on boards of its size, whatever komi or other rules they have.

        >>> import katachi
        >>> games = Games.of([GameRecord(katachi.Go(9, komi=k), ("e5",)) for k in (5.5, 7.5)])
        >>> len(games.of_board(katachi.Go(9))), len(games.of_board(katachi.Go(13)))
        (2, 0)
        """
        wanted = [
            number
            for number, kind in enumerate(self.kinds)
            if (kind.name, kind.size) == (game.name, game.size)
        ]
        return self.where(np.isin(self.kind, wanted), note=f"of {game.name}{game.size}")

    @property
    def boards(self) -> dict[str, int]:
        """The number of games by board, such as havannah8; the most frequent first."""
        counts: Counter[str] = Counter()
        each = np.bincount(self.kind, minlength=len(self.kinds))
        for kind, count in zip(self.kinds, each.tolist(), strict=True):
            counts[f"{kind.name}{kind.size}"] += count
        return dict(counts.most_common())

    def split(
        self, *, test: float, train: float | None = None, seed: int = 0, by_symmetry: bool = True
    ) -> tuple[Games, Games]:
        """Two collections, for learning and for testing, by game.

        `test` and `train` are shares of all games (floats) or numbers of games (ints); without
        `train` it is the rest. Games with the same moves, up to turning and mirroring the board
        (unless `by_symmetry` is False), are never in both parts. Which part a game goes to depends
        on its moves and the seed, not on its place in the file. The order is kept.

        >>> import katachi
        >>> games = Games.of([GameRecord(katachi.Hex(3), (m,)) for m in katachi.Hex(3).moves[:8]])
        >>> train, test = games.split(test=3, seed=1)
        >>> len(train), len(test)
        (5, 3)
        """
        parts = choose_parts(self.digests(by_symmetry=by_symmetry), test, train, seed)
        kept = [
            replace(
                self.take(part),
                provenance=self.provenance.with_step(
                    f"{name} part of split(test={test}, train={train}, seed={seed}): "
                    f"{len(part)} of {len(self)}"
                ),
            )
            for name, part in zip(("learning", "test"), parts, strict=True)
        ]
        return kept[0], kept[1]

    def digests(
        self, *, by_symmetry: bool = True, threads: int | None = None
    ) -> NDArray[np.uint64]:
        """uint64 [games]: equal for games with the same moves, also up to symmetry."""
        return game_digests(self, by_symmetry=by_symmetry, threads=threads)

    def without_repeats(self) -> Games:
        """The first of each set of games with the same moves up to symmetry."""
        _, first = np.unique(self.digests(), return_index=True)
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[first] = True
        return self.where(mask, note="without repeats")

    @staticmethod
    def joined(parts: Sequence[Games]) -> Games:
        """Several collections as one, in order."""
        from katachi.records.joining import join  # noqa: PLC0415 - it builds this class

        return join(parts)

    @property
    def info(self) -> dict[str, object]:
        """Counts, for people and for JSON."""
        winners = np.bincount(self.winner, minlength=4)
        lengths = self.lengths
        return {
            "games": len(self),
            "moves": len(self.moves),
            "kinds": {
                str(kind): int(count)
                for kind, count in zip(
                    self.kinds, np.bincount(self.kind, minlength=len(self.kinds)), strict=True
                )
            },
            "winners": {
                name: int(count)
                for name, count in zip(("black", "white", "draw", "unknown"), winners, strict=True)
            },
            "endings": self._counts(REASON),
            "length": {
                "shortest": int(lengths.min()) if len(self) else None,
                "mean": round(float(lengths.mean()), 2) if len(self) else None,
                "longest": int(lengths.max()) if len(self) else None,
            },
            "players": self._different("black", "white"),
            "events": self._different("event"),
            "dates": self._range("date"),
            "set_up": int(np.count_nonzero(self.columns[START])) if START in self.columns else 0,
        }

    def _counts(self, column: str) -> dict[str, int]:
        codes = self.columns.get(column)
        if codes is None:
            return {}
        values, counts = np.unique(codes, return_counts=True)
        return {
            self.texts[value]: int(count)
            for value, count in zip(values, counts, strict=True)
            if value
        }

    def _different(self, *columns: str) -> int:
        found = [np.unique(self.columns[name]) for name in columns if name in self.columns]
        return int(np.count_nonzero(np.unique(np.concatenate(found)))) if found else 0

    def _range(self, column: str) -> list[str]:
        codes = self.columns.get(column)
        texts = [] if codes is None else [self.texts[code] for code in np.unique(codes) if code]
        return [min(texts), max(texts)] if texts else []

    def check(self) -> None:
        """Raises `InvalidRecord` if the columns do not fit together; for readers of files."""
        count = len(self)
        sized: dict[str, NDArray[Any]] = {
            "winner": self.winner,
            "score": self.score,
            "source": self.source,
            "place": self.place,
            **self.columns,
            **self.numbers,
        }
        for name, column in sized.items():
            _require(column.shape == (count,), f"column {shown(name)} has not one entry per game")
        offsets = self.offsets
        _require(
            offsets.shape == (count + 1,)
            and offsets[0] == 0
            and offsets[-1] == len(self.moves)
            and bool(np.all(np.diff(offsets) >= 0)),
            "the offsets do not fit the moves",
        )
        _require(_within(self.kind, len(self.kinds)), "a game is of no known kind")
        _require(_within(self.winner, UNKNOWN + 1), "a winner is not a colour")
        _require(not self.texts or self.texts[0] == "", "the first text is not empty")
        for name, codes in self.columns.items():
            _require(_within(codes, len(self.texts)), f"column {shown(name)} leaves the texts")
        sources = len(self.provenance.sources)
        _require(_within(self.source + 1, sources + 1), "a game is of no known source")
        limits = np.array([len(kind.moves) for kind in self.kinds], dtype=np.int64)
        played = self.offsets[:-1][self.lengths > 0]
        if len(played):
            largest = np.maximum.reduceat(self.moves, played)
            fits = largest < limits[self.kind[self.lengths > 0]]
            _require(bool(np.all(fits)), "a move number is too large for its game")


def _kept(
    kinds: tuple[Game, ...], kind: NDArray[np.uint16]
) -> tuple[tuple[Game, ...], NDArray[np.uint16]]:
    """The kinds that still occur, and their new numbers."""
    used, renumbered = np.unique(kind, return_inverse=True)
    return tuple(kinds[number] for number in used), cast(
        "NDArray[np.uint16]", renumbered.astype(np.uint16).reshape(-1)
    )


def _within(values: NDArray[np.integer], limit: int) -> bool:
    return not values.size or bool(values.min() >= 0 and values.max() < limit)


def _require(condition: bool, sentence: str) -> None:  # noqa: FBT001
    if not condition:
        raise InvalidRecord(sentence)
