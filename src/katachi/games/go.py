"""Go."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from katachi import _core
from katachi.errors import InvalidGame, shown
from katachi.games.game import Game
from katachi.games.notation import GO_COLUMNS, Notation, go_notations
from katachi.games.outcome import COLORS, Color
from katachi.games.position import Position
from katachi.games.set_up import SetUp

LARGEST_KOMI = 1000.0  # beyond it nobody counts, and no board has so many points


@dataclass(frozen=True, repr=False)
class Go(Game):
    """Go on 2 x 2 to 19 x 19; see docs/games/go.md.

    Area scoring, no suicide and positional superko unless the fields say otherwise. What stands on
    the board is alive; `katachi.games.go_scoring` counts without dead stones. `handicap`
    stones stand on the usual points and White begins. `move_limit` ends the game after so many
    moves (0: never).

    >>> Go(9).start().play_all("E5 pass pass").outcome
    Outcome(winner='black', reason='area', score=73.5)
    """

    name = "go"
    sizes = tuple(range(2, 20))
    grid = _core.Grid.square

    size: int = 19
    komi: float = 7.5
    handicap: int = 0
    suicide: bool = False
    superko: Literal["positional", "situational", "none"] = "positional"
    scoring: Literal["area", "territory", "stones"] = "area"
    move_limit: int = 0

    def __post_init__(self) -> None:
        """Refuses rules that do not exist."""
        super().__post_init__()
        if (
            isinstance(self.komi, bool)
            or not isinstance(self.komi, (int, float))
            or not abs(self.komi) <= LARGEST_KOMI
        ):
            raise InvalidGame(f"komi must be a number from -1000 to 1000, not {shown(self.komi)}")
        if not math.isclose(self.komi * 2, round(self.komi * 2)):
            raise InvalidGame(f"komi must be a multiple of one half, not {shown(self.komi)}")
        if not isinstance(self.suicide, bool):
            raise InvalidGame(f"suicide must be True or False, not {shown(self.suicide)}")
        if self.superko not in ("positional", "situational", "none"):
            raise InvalidGame(
                f"superko must be positional, situational or none, not {shown(self.superko)}"
            )
        if self.scoring not in ("area", "territory", "stones"):
            raise InvalidGame(
                f"scoring must be area, territory or stones, not {shown(self.scoring)}"
            )
        if type(self.move_limit) is not int or not 0 <= self.move_limit <= 100_000:
            raise InvalidGame(f"move_limit must be 0 to 100000, not {shown(self.move_limit)}")
        most = most_handicap(self.size)
        if type(self.handicap) is not int or (
            self.handicap != 0 and not (2 <= self.handicap <= most)
        ):
            allowed = f"0 or 2 to {most}" if most else "0"
            raise InvalidGame(
                f"handicap on {self.size}x{self.size} must be {allowed}, not {shown(self.handicap)}"
            )

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """GTP and SGF."""
        return go_notations(size)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start (with handicap stones), or a set-up."""
        if set_up is None and self.handicap:
            stones = bytearray([2] * self.size**2)
            for point in handicap_points(self.size, self.handicap):
                stones[self.number(point)] = 0
            set_up = SetUp(bytes(stones), 1)
        return _core.go(
            self.size,
            komi=self.komi,
            suicide=self.suicide,
            superko=_core.Superko[self.superko],
            scoring=_core.Scoring[self.scoring],
            move_limit=self.move_limit,
            set_up=set_up and set_up.core,
            prisoners=set_up.prisoners if set_up else (0, 0),
            seen=set_up.seen if set_up else b"",
        )


def playable_komi(komi: float) -> float:
    """The komi among whole and half points under which the same player wins.

    >>> playable_komi(6.5), playable_komi(6.37), playable_komi(-0.2), playable_komi(1e9)
    (6.5, 6.5, -0.5, 1000.0)
    """
    komi = max(-LARGEST_KOMI, min(LARGEST_KOMI, komi))
    doubled = komi * 2
    return komi if doubled == round(doubled) else math.floor(komi) + 0.5


def most_handicap(size: int) -> int:
    """The largest fixed handicap of a board (GTP 2, section 4.1.1)."""
    if size < 7:
        return 0
    return 9 if size % 2 == 1 and size >= 9 else 4


def handicap_points(size: int, stones: int) -> tuple[str, ...]:
    """The points of a fixed handicap, in the order of GTP 2.

    >>> handicap_points(19, 5)
    ('D4', 'Q16', 'D16', 'Q4', 'K10')
    """
    line = 3 if size >= 13 else 2
    low, high, middle = line, size - 1 - line, size // 2

    def point(x: int, y: int) -> str:
        return f"{GO_COLUMNS[x]}{y + 1}"

    points = [point(low, low), point(high, high), point(low, high), point(high, low)]
    if stones > 5:
        points += [point(low, middle), point(high, middle)]
    if stones > 7:
        points += [point(middle, low), point(middle, high)]
    if stones in {5, 7, 9}:
        points.append(point(middle, middle))
    return tuple(points[:stones])


def free_handicap_points(size: int, stones: int) -> tuple[str, ...]:
    """Points for a handicap that the engine may choose: the fixed ones, then others like them.

    Beyond the fixed points come, one by one, those farthest from all stones so far that keep off
    the edge: any number is spread over the board.

    >>> free_handicap_points(19, 4) == handicap_points(19, 4)
    True
    >>> free_handicap_points(6, 2)
    ('B2', 'E5')
    """
    points = list(handicap_points(size, min(stones, most_handicap(size))))
    edge = 1 if size < 7 else 2  # lines kept free, as handicap stones do
    middle = [(x, y) for y in range(edge, size - edge) for x in range(edge, size - edge)] or [
        (x, y) for y in range(size) for x in range(size)
    ]
    taken = [(GO_COLUMNS.index(point[0]), int(point[1:]) - 1) for point in points]
    while len(taken) < min(stones, len(middle)):
        # Ties go to the point nearest the edge, then to the first.
        free = [place for place in middle if place not in taken]
        best = max(free, key=lambda place: (_room(place, taken, size), -_line(place, size)))
        taken.append(best)
    return tuple(f"{GO_COLUMNS[x]}{y + 1}" for x, y in taken)


def _room(place: tuple[int, int], taken: list[tuple[int, int]], size: int) -> int:
    """The squared distance to the nearest stone."""
    x, y = place
    return min(((x - a) ** 2 + (y - b) ** 2 for a, b in taken), default=2 * size * size)


def _line(place: tuple[int, int], size: int) -> int:
    """How far from the edge."""
    return min(*place, size - 1 - place[0], size - 1 - place[1])


def resumed(position: Position, color: Color) -> Position:
    """The same stones and memory with a colour to move and no pass before.

    So a colour moves twice running, and play goes on after two passes.

    >>> twice = resumed(Go(9).start().play("E5"), "black")
    >>> twice.to_move, twice.passes, twice.at("E5")
    ('black', 0, 'black')
    """
    return Position(position.game, position.core.resumed(COLORS.index(color)))
