"""Colours and the result of a finished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Color = Literal["black", "white"]
COLORS: tuple[Color, Color] = ("black", "white")

_SGF_REASONS = {"resignation": "R", "time": "T", "forfeit": "F"}
_HOW = {
    "resignation": "by resignation",
    "time": "on time",
    "forfeit": "by forfeit",
    "stated": "",
    "rules": "",
}


def opponent(color: Color) -> Color:
    """The other player.

    >>> opponent("black")
    'white'
    """
    return "white" if color == "black" else "black"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `winner` is None for a draw. `score` is Black's margin (discs, or points with komi); in games
    that are only won or lost it is 1, -1 or 0. `reason` is one word: discs, area, stones,
    territory, connection, ring, bridge, fork, full_board, resignation, or whatever a game of yours
    says. Records also know time, forfeit, points (a margin that the record states and the board
    need not show) and stated (a winner, and nothing about how).
    """

    winner: Color | None
    reason: str
    score: float = 0.0

    @property
    def counts_points(self) -> bool:
        """Whether `score` is a number of discs or points."""
        return self.reason in {"discs", "area", "territory", "stones", "points"}

    @property
    def sgf_result(self) -> str:
        """The result as SGF writes it.

        >>> Outcome("white", "area", -2.5).sgf_result, Outcome("black", "resignation").sgf_result
        ('W+2.5', 'B+R')
        >>> Outcome("black", "ring", 1.0).sgf_result, Outcome(None, "discs").sgf_result
        ('B+', '0')
        """
        if self.winner is None:
            return "0"
        margin = _SGF_REASONS.get(self.reason, "")
        if self.counts_points:
            margin = f"{abs(self.score):g}"
        return f"{'B' if self.winner == 'black' else 'W'}+{margin}"

    def __str__(self) -> str:
        """A sentence without a full stop.

        >>> print(Outcome("black", "discs", 12.0), "|", Outcome("white", "fork", -1.0))
        Black wins by 12 discs | White wins by a fork
        >>> print(Outcome(None, "full_board"))
        draw
        """
        if self.reason == "none":
            return "no result yet"
        if self.winner is None:
            return "draw"
        if self.reason in _HOW:
            how = _HOW[self.reason]
        elif self.counts_points:
            unit = "disc" if self.reason == "discs" else "point"
            unit += "" if abs(self.score) == 1 else "s"
            how = f"by {abs(self.score):g} {unit}"
        else:
            how = f"by a {self.reason.replace('_', ' ')}"
        return f"{self.winner.capitalize()} wins {how}".rstrip()


class FinalCount(Protocol):
    """The end of a game as people count it: `dead` stones are taken off."""

    @property
    def outcome(self) -> Outcome:
        """The result."""

    @property
    def dead(self) -> tuple[str, ...]:
        """Cells of stones that stand on the board and do not count."""
