"""Go."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from katachi import _core
from katachi.errors import InvalidGame, shown
from katachi.games.game import Game
from katachi.games.go.dialects import DIALECTS
from katachi.games.go.drawing import DRAWING
from katachi.games.go.eyes import moves_outside_eyes
from katachi.games.go.handicap import (
    free_handicap_points,
    handicap_points,
    most_handicap,
)
from katachi.games.go.komi import LARGEST_KOMI
from katachi.games.go.memory import GoMemory
from katachi.games.go.notation import notations
from katachi.games.go.ownership import Ownership, ownership
from katachi.games.go.sgf import FORM
from katachi.games.go.words import WORDS
from katachi.games.notation import Notation
from katachi.games.outcome import COLORS, Color, FinalCount
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.games.terms import Terms

# Own moves to come, as a share of the empty points, and the fewest that are assumed; and what clocks
# keep in reserve.
SHARE_TO_COME, LEAST_TO_COME = 0.45, 12
SHARE_IN_RESERVE, LEAST_IN_RESERVE = 0.6, 30


@dataclass(frozen=True, repr=False)
class Go(Game):
    """Go on 2 x 2 to 19 x 19; see docs/games/go.md.

    Area scoring, no suicide and positional superko unless the fields say otherwise. What stands on
    the board is alive; `katachi.games.go.scoring` counts without dead stones. `handicap`
    stones stand on the usual points and White begins. `move_limit` ends the game after a number of
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
    dialects = DIALECTS
    captures = True
    ends_by_passes = True

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

    def moves_to_come(self, position: Position) -> int:
        """About two of five empty points become own moves."""
        return max(LEAST_TO_COME, math.ceil(SHARE_TO_COME * position.stones.count(2)))

    def most_moves_to_come(self, position: Position) -> int:
        """There is no bound: in reserve is a longer game than usual."""
        return max(LEAST_IN_RESERVE, math.ceil(SHARE_IN_RESERVE * position.stones.count(2)))

    def sensible_moves(self, position: Position) -> tuple[str, ...]:
        """No own eye is filled, and a pass is answered by a pass."""
        return moves_outside_eyes(position)

    def pass_wins(self, position: Position) -> bool:
        """Whether a second pass ends the game in favour of the player to move, all stones alive.

        >>> Go(5).pass_wins(Go(5).start().play("pass"))  # White has the komi
        True
        >>> Go(5).pass_wins(Go(5).start())
        False
        """
        if position.is_over or position.passes != 1:
            return False
        return position.play("pass").outcome.winner == position.to_move

    def turned(self, position: Position, color: Color, *, freely: bool = False) -> Position:  # noqa: ARG002
        """The same stones without a pass, also after the game has ended by two passes."""
        ended = position.is_over and position.passes >= 2
        return position if position.to_move == color and not ended else resumed(position, color)

    def on_empty_board(self) -> Go:
        """Without handicap stones."""
        return replace(self, handicap=0)

    @property
    def most_handicap(self) -> int:
        """The largest fixed handicap of the board."""
        return most_handicap(self.size)

    def handicap_points(self, stones: int) -> tuple[str, ...]:
        """The points of a fixed handicap, in the order of GTP 2."""
        return handicap_points(self.size, stones)

    def free_handicap_points(self, stones: int) -> tuple[str, ...]:
        """Points for a handicap that the engine may choose: the fixed ones, then others like them."""
        return free_handicap_points(self.size, stones)

    def owners(self, position: Position, *, playouts: int) -> Ownership:
        """What playouts expect of a position."""
        return ownership(position, playouts=playouts)

    def terms(self) -> Terms:
        """Its komi; nothing is said of dead stones."""
        from katachi.games.go.terms import GoTerms  # noqa: PLC0415 - which knows this class

        return GoTerms(self.komi)


def resumed(position: Position, color: Color) -> Position:
    """The same stones and memory with a colour to move and no pass before.

    So a colour moves twice running, and play goes on after two passes.

    >>> twice = resumed(Go(9).start().play("E5"), "black")
    >>> twice.to_move, twice.passes, twice.at("E5")
    ('black', 0, 'black')
    """
    return Position(position.game, position.core.resumed(COLORS.index(color)))
