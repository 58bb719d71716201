"""Ending games early, if the match wants it: by resignation, as a draw, or for their length."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from katachi.agents.agent import Choice
from katachi.errors import KatachiError, shown
from katachi.games.contract import PositionLike
from katachi.games.outcome import Color, Outcome, opponent
from katachi.games.position import Position

Failures = Literal["loss", "void"]


@dataclass(frozen=True)
class Adjudication:
    """When a game is ended before its end; by default never.

    `resign_value`: an agent whose own search gave it at most this value at `resign_moves` of its
    moves in a row loses. `draw_width`: if both agents valued the game within this distance of even
    for `draw_moves` of their moves in a row, it is a draw. `most_plies`: a game that reaches this
    length ends as it stands: by points where a game counts them, else as a draw. `overtime`: a move that
    takes this many seconds longer than its budget is a failure (0: time is not watched; a clock always is).
    `failures`: who crashes, plays an illegal move, does not answer or comes too late is tried
    again, and loses the game if it fails again; or the game is void, and counts for nobody.
    """

    resign_value: float = 0.0
    resign_moves: int = 3
    draw_width: float = 0.0
    draw_moves: int = 8
    most_plies: int = 0
    overtime: float = 0.0
    failures: Failures = "loss"

    def __post_init__(self) -> None:
        """Refuses what would end every game at once."""
        if not 0 <= self.resign_value < 0.5 or not 0 <= self.draw_width < 0.5:
            raise KatachiError("values for resigning and draws lie between 0 and 0.5")
        if self.resign_moves < 1 or self.draw_moves < 1:
            raise KatachiError("resigning and draws need at least one move")
        if self.most_plies < 0 or self.overtime < 0:
            raise KatachiError("the length of games and overtime cannot be negative")
        if self.failures not in get_args(Failures):
            raise KatachiError(f"failures are loss or void, not {shown(self.failures)}")


@dataclass
class Umpire:
    """Watches one game."""

    rules: Adjudication
    low: dict[Color, int] = field(default_factory=lambda: {"black": 0, "white": 0})
    even: dict[Color, int] = field(default_factory=lambda: {"black": 0, "white": 0})

    def after_choice(self, color: Color, choice: Choice) -> Outcome | None:
        """The end that a move's search brings about, if any."""
        if choice.search is None:
            return None
        value = choice.search.value
        rules = self.rules
        self.low[color] = self.low[color] + 1 if value <= rules.resign_value else 0
        self.even[color] = self.even[color] + 1 if abs(value - 0.5) <= rules.draw_width else 0
        if rules.resign_value and self.low[color] >= rules.resign_moves:
            return resignation(color)
        if rules.draw_width and min(self.even.values()) >= rules.draw_moves:
            return Outcome(None, "adjudication")
        return None

    def after_move(self, position: PositionLike, plies: int) -> Outcome | None:
        """The end for length, if any."""
        if not self.rules.most_plies or plies < self.rules.most_plies or position.is_over:
            return None
        if isinstance(position, Position) and position.outcome.counts_points:
            stands = position.outcome
            return Outcome(stands.winner, stands.reason, stands.score)
        return Outcome(None, "length")


def resignation(color: Color) -> Outcome:
    """The outcome when a colour gives up."""
    return Outcome(opponent(color), "resignation", -1.0 if color == "black" else 1.0)
