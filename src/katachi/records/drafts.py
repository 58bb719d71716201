"""What a reader hands over: games as the file has them, not yet checked by the rules."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from katachi.errors import InvalidRecord
from katachi.games.game import Game
from katachi.records.builder import GamesBuilder
from katachi.records.collection import DRAW, REASON, START, UNKNOWN, Games
from katachi.records.provenance import Problem, Provenance

# A stated result that is known to be none: RE[Void].
VOID = "void"

# Called now and then with the share of the file that has been read.
Tick = Callable[[float], None]

# A longer game is none: even Go with thousands of ko fights is shorter.
MOST_MOVES = 20_000


def no_tick(_share: float) -> None:
    """For readers that nobody watches."""


@dataclass(frozen=True)
class Stated:
    """A result as a record states it.

    `winner` as in `Games.winner`; `reason` is `points`, `resignation`, `time`, `forfeit`, `stated`,
    `void`, or empty if the record says nothing.
    """

    winner: int = UNKNOWN
    reason: str = ""
    score: float = float("nan")


NOTHING_STATED = Stated()


def stated_margin(margin: float) -> Stated:
    """A result that is Black's margin."""
    return Stated(DRAW if margin == 0 else int(margin < 0), "points", margin)


@dataclass
class Drafts:
    """Games of one file; `where(row)` says for people where a game stands in it.

    `implied_passes`: passes are not recorded and must be put in (Othello).
    `details` are facts of the whole file.
    """

    games: Games
    where: Callable[[int], str]
    problems: list[Problem] = field(default_factory=list)
    implied_passes: bool = False
    details: tuple[tuple[str, str | int], ...] = ()


class DraftsBuilder:
    """Drafts made game by game, for readers of text; places in it are offsets into the text."""

    def __init__(self, file: str, text: str, tick: Tick = no_tick) -> None:
        """`file` is named in problems."""
        self._file = file
        self._text = text
        self._tick = tick
        self._next_tick = 0
        self._builder = GamesBuilder()
        self._offsets: list[int] = []
        self._problems: list[Problem] = []
        self._line_ends: list[int] | None = None

    def add(  # noqa: PLR0913 - one argument per part of a game, all but two by name
        self,
        game: Game,
        moves: list[int],
        *,
        stated: Stated,
        texts: Mapping[str, str],
        numbers: Mapping[str, int] | None = None,
        start: str = "",
        place: int,
        offset: int,
    ) -> None:
        """One game: move numbers, the stated result, texts by column."""
        if len(moves) > MOST_MOVES:
            raise InvalidRecord(f"{len(moves)} moves are more than {MOST_MOVES}")
        self._builder.add_numbers(
            game,
            moves,
            winner=stated.winner,
            score=stated.score,
            texts={**texts, REASON: stated.reason, START: start},
            numbers=numbers or {},
            origin=(0, place),
        )
        self._offsets.append(offset)
        if offset >= self._next_tick:
            self._next_tick = offset + max(1, len(self._text) // 200)
            self._tick(offset / max(1, len(self._text)))

    def problem(self, offset: int, reason: object, *, place: int | None = None) -> None:
        """A game that cannot be read."""
        self._problems.append(Problem(self._file, self._where(offset), str(reason), place))

    def _where(self, offset: int) -> str:
        if self._line_ends is None:
            self._line_ends = [match.start() for match in re.finditer("\n", self._text)]
        line = bisect_left(self._line_ends, offset) + 1
        return f"line {line}, offset {offset}"

    def build(self, *, implied_passes: bool = False) -> Drafts:
        """All of them."""
        offsets = self._offsets
        return Drafts(
            self._builder.build(Provenance()),
            lambda row: self._where(offsets[row]),
            self._problems,
            implied_passes=implied_passes,
        )
