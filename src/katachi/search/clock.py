"""Clocks: how time is counted, what is left, and how much of it one move may use.

The controller measures and decides on losses; an engine must therefore answer before its own
measure says so. Two margins serve that: `lag`, a fixed reserve for the way of the answer, and the
worst delay of earlier moves (`TimeKeeper`), which grows by itself on a busy machine. A delay is a
thread that woke up late, a slice of the search that took longer than asked because the system ran
somebody else, or an answer after its time.

With t seconds left, n own moves to come (an upper bound where the game has one) and a margin m, a
move gets (GTP 2 section 4.2, KataGo's extensions):

    absolute   (t - N m) / n, where N >= n bounds the moves to come; nothing if that is negative
    canadian   main time as absolute, plus period / stones; then (left - m) / stones left
    byoyomi    main time as absolute, plus period - m; then period - m
    fischer    (t - n m) / n + increment, at most (t - m) / 2

so that main time shrinks geometrically, what N answers cost stays in reserve, and a period is never
overstepped.
"""

from __future__ import annotations

import math
import re
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Literal

from katachi.errors import KatachiError, shown
from katachi.games.capabilities import ForeseesLength
from katachi.games.contract import PositionLike
from katachi.games.outcome import COLORS, Color

TimeSystemKind = Literal["none", "absolute", "canadian", "byoyomi", "fischer"]

# The fixed lag is at most this share of what is left: with tiny budgets somebody must still think.
# What experience asks for is not limited: better a hasty move than a lost game.
LARGEST_LAG_SHARE = 0.4
# The worst of this many recent moves counts, times a factor for what has not been seen yet.
REMEMBERED_MOVES = 200
DELAY_FACTOR = 2.5
# A late start of this thread was seen; the controller's thread and the one that reads may be as
# late.
WAYS = 2
# Of games that foresee nothing: own moves to come as a share of the legal ones, the fewest of them,
# and the fewest moves that are kept in reserve.
SHARE_TO_COME, LEAST_TO_COME, LEAST_IN_RESERVE = 0.35, 6, 30


@dataclass(frozen=True)
class Margin:
    """Seconds kept back for one answer: a fixed lag, and what experience says."""

    lag: float
    experienced: float = 0.0

    @property
    def largest(self) -> float:
        """The larger of the two."""
        return max(self.lag, self.experienced)


@dataclass(frozen=True)
class TimeSystem:
    """How time is counted. `period` and `count`: Canadian stones, or Japanese periods.

    >>> print(parse_time_system("60+0.5"), parse_time_system("60+3x10"), parse_time_system("60+10/5"))
    60+0.5 60+3x10 60+10/5
    """

    kind: TimeSystemKind = "none"
    main: float = 0.0
    period: float = 0.0
    count: int = 0
    increment: float = 0.0
    largest_main: float = math.inf
    largest_move: float = math.inf

    def __str__(self) -> str:
        """As `parse_time_system` reads it; caps of single moves and of main time are not written."""
        ways = {
            "none": "none",
            "absolute": f"{self.main:g}",
            "fischer": f"{self.main:g}+{self.increment:g}",
            "byoyomi": f"{self.main:g}+{self.count}x{self.period:g}",
            "canadian": f"{self.main:g}+{self.period:g}/{self.count}",
        }
        return ways[self.kind]


_NUMBER = r"[0-9]{1,8}(?:\.[0-9]{1,6})?"
_SYSTEM = re.compile(
    rf"(?P<main>{_NUMBER})(\+((?P<periods>[0-9]{{1,4}})x)?(?P<more>{_NUMBER})(/(?P<stones>[0-9]{{1,4}}))?)?"
)


def parse_time_system(text: str) -> TimeSystem:
    """A clock in words: main time in seconds, and what comes on top of it.

    `60`: no more than that for the whole game. `60+0.5`: half a second more for every move
    (Fischer). `60+3x10`: then three periods of 10 s, one of which is lost by a move that takes
    longer (Japanese byo-yomi). `60+10/5`: then 10 s for every five moves (Canadian byo-yomi).

    >>> parse_time_system("0+1x5").period
    5.0
    """
    match = _SYSTEM.fullmatch(text.strip())
    if match is None or (match["periods"] and match["stones"]):
        raise KatachiError(
            f"{shown(text)} is not a clock; write 60, 60+0.5 (Fischer), 60+3x10 (byo-yomi: periods x "
            "seconds) or 60+10/5 (Canadian: seconds / moves)"
        )
    main, more = float(match["main"]), float(match["more"] or 0)
    system = TimeSystem("fischer", main, increment=more) if more else TimeSystem("absolute", main)
    if match["periods"] or match["stones"]:
        kind: TimeSystemKind = "byoyomi" if match["periods"] else "canadian"
        system = TimeSystem(kind, main, more, int(match["periods"] or match["stones"]))
        if not more or not system.count:
            raise KatachiError(f"{shown(text)} is not a clock: its periods are empty")
    elif not main:
        raise KatachiError(f"{shown(text)} is not a clock: nobody could make a move")
    return system


@dataclass(frozen=True)
class Left:
    """What one player has: seconds, and stones or periods (0 while main time runs)."""

    seconds: float
    count: int = 0


@dataclass(frozen=True)
class Clock:
    """Time system and what both players have left, Black first."""

    system: TimeSystem = TimeSystem()
    left: tuple[Left, Left] = (Left(0.0), Left(0.0))

    @staticmethod
    def started(system: TimeSystem) -> Clock:
        """A clock at the beginning of a game."""
        first = Left(system.main)
        if system.main == 0 and system.kind in {"canadian", "byoyomi"}:
            first = Left(system.period, system.count)
        return Clock(system, (first, first))

    def of(self, color: Color) -> Left:
        """What a player has left."""
        return self.left[COLORS.index(color)]

    def with_left(self, color: Color, left: Left) -> Clock:
        """The same with another reading of one player's clock."""
        black, white = self.left
        return replace(self, left=(left, white) if color == "black" else (black, left))

    def whole_left(self, color: Color) -> float:
        """What one move may take before the game is lost on time; infinite without a limit."""
        system, left = self.system, self.of(color)
        if system.kind == "none" or (system.kind == "canadian" and not system.count):
            return math.inf
        if system.kind in {"absolute", "fischer"}:
            return left.seconds
        periods = system.count if left.count == 0 else left.count - 1
        if system.kind == "canadian":
            periods = int(left.count == 0)
        return left.seconds + periods * system.period

    def after_move(self, color: Color, seconds: float) -> Clock:
        """The clock after a move that took `seconds`, for controllers that send no `time_left`."""
        system, left = self.system, self.of(color)
        rest = left.seconds - seconds
        if system.kind == "none":
            return self
        if system.kind == "fischer":
            return self.with_left(
                color, Left(min(max(0.0, rest) + system.increment, system.largest_main))
            )
        if system.kind == "absolute" or (left.count == 0 and rest > 0):
            return self.with_left(color, Left(max(0.0, rest)))
        if left.count == 0:  # main time ended during this move
            left, rest = Left(system.period, system.count), system.period + rest
        if system.kind == "byoyomi":
            used = max(0, math.ceil(-rest / system.period)) if system.period else 0
            return self.with_left(color, Left(system.period, max(1, left.count - used)))
        if left.count <= 1:
            return self.with_left(color, Left(system.period, system.count))
        return self.with_left(color, Left(max(0.0, rest), left.count - 1))

    def seconds_for_move(
        self, color: Color, position: PositionLike, margin: Margin
    ) -> float | None:
        """How long to think; None without a limit.

        0 means: move at once.
        """
        system, left = self.system, self.of(color)
        if system.kind == "none" or (system.kind == "canadian" and not system.count):
            return None
        moves = moves_to_come(position)
        if system.kind == "fischer":
            share = spendable(left.seconds, margin, moves) / moves + system.increment
            share = min(share, spendable(left.seconds, margin) / 2)
            return min(share, max(0.0, system.largest_move - margin.largest))
        if system.kind == "absolute":
            return max(0.0, left.seconds - margin.largest * most_moves_to_come(position)) / moves
        if left.count > 0:
            stones = left.count if system.kind == "canadian" else 1
            return spendable(left.seconds, margin, stones) / stones
        stones = system.count if system.kind == "canadian" else 1
        share = spendable(system.period, margin, stones) / max(1, stones)
        return min(left.seconds / moves, left.seconds) + share


def spendable(seconds: float, margin: Margin, moves: int = 1) -> float:
    """What remains of a time after a margin for each of `moves` answers.

    >>> spendable(10.0, Margin(0.1)), spendable(10.0, Margin(0.1), 20), spendable(0.05, Margin(0.5))
    (9.9, 8.0, 0.03)
    >>> spendable(0.05, Margin(0.5, experienced=0.04)), spendable(0.05, Margin(0.5, 0.06))
    (0.01, 0.0)
    """
    fixed = min(margin.lag * moves, LARGEST_LAG_SHARE * seconds)
    return max(0.0, round(seconds - max(fixed, margin.experienced * moves), 9))


def moves_to_come(position: PositionLike) -> int:
    """How many moves the player to move may still have to make, at least 1; as the game foresees it."""
    game = getattr(position, "game", None)
    if isinstance(game, ForeseesLength):
        return game.moves_to_come(position)
    return max(LEAST_TO_COME, math.ceil(SHARE_TO_COME * len(position.legal_moves)))


def most_moves_to_come(position: PositionLike) -> int:
    """A bound of the same."""
    game = getattr(position, "game", None)
    if isinstance(game, ForeseesLength):
        return game.most_moves_to_come(position)
    return max(LEAST_IN_RESERVE, len(position.legal_moves))


def reserve_behind(seconds: float, margin: Margin) -> float:
    """What `spendable` has kept back of a time, given the seconds that it left.

    >>> reserve_behind(0.03, Margin(0.05)), reserve_behind(10.0, Margin(0.05))
    (0.02, 0.05)
    """
    share = LARGEST_LAG_SHARE / (1 - LARGEST_LAG_SHARE)
    return round(max(min(margin.lag, share * seconds), margin.experienced), 9)


@dataclass
class TimeKeeper:
    """Learns how late things happen on this machine."""

    delays: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED_MOVES))

    def note(self, meant: float, used: float, *, stall: float = 0.0, wake: float = 0.0) -> None:
        """How long a move was meant to take and how long it took, reading and answering included.

        `stall`: the longest time by which a slice of the search took longer than asked. `wake`:
        how long the command lay unread.
        """
        self.delays.append(max(0.0, used - meant, stall, WAYS * wake))

    def margin(self, lag: float) -> Margin:
        """The fixed lag and what the last moves ask for."""
        return Margin(lag, DELAY_FACTOR * max(self.delays, default=0.0))
