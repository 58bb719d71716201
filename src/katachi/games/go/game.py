"""Go."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from katachi import _core
from katachi.errors import InvalidGame, shown
from katachi.games.game import Game
from katachi.games.go.drawing import DRAWING
from katachi.games.go.handicap import handicap_points, most_handicap
from katachi.games.go.komi import LARGEST_KOMI
from katachi.games.go.memory import GoMemory
from katachi.games.go.notation import notations
from katachi.games.go.sgf import FORM
from katachi.games.go.words import WORDS
from katachi.games.notation import Notation
from katachi.games.outcome import COLORS, Color, FinalCount
from katachi.games.position import Position
from katachi.games.set_up import SetUp


@dataclass(frozen=True, repr=False)
class Go(Game):
    """Go on 2 x 2 to 19 x 19; see docs/games/go.md.

    Area scoring, no suicide and positional superko unless the fields say otherwise. What stands on
    the board is alive; `katachi.games.go.scoring` counts without dead stones. `handicap`
    stones stand on the usual points and White begins. `move_limit` ends the game after so many
    moves (0: never).

    >>> Go(9).start().play_all("E5 pass pass").outcome
    Outcome(winner='black', reason='area', score=73.5)
    """

    name = "go"
    aim = "Who surrounds more of the board wins; two passes end the game."
    sizes = tuple(range(2, 20))
    small_size = 9
    bench_sizes = (9, 13, 19)
    grid = _core.Grid.square
    has_passes = True
    has_score = True
    memory = GoMemory()
    sgf = FORM
    drawing = DRAWING
    words = WORDS

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
        return notations(size)

    def final_count(self, position: Position) -> FinalCount | None:
        """Without dead stones, after two passes."""
        from katachi.games.go.scoring import final_count  # noqa: PLC0415 - it counts games of Go

        return final_count(position)

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


def resumed(position: Position, color: Color) -> Position:
    """The same stones and memory with a colour to move and no pass before.

    So a colour moves twice running, and play goes on after two passes.

    >>> twice = resumed(Go(9).start().play("E5"), "black")
    >>> twice.to_move, twice.passes, twice.at("E5")
    ('black', 0, 'black')
    """
    return Position(position.game, position.core.resumed(COLORS.index(color)))
