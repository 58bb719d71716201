"""What a game may know beyond its rules. Nobody needs it, and whoever has use for it asks for it.

Games of katachi know all but the last two; a game written in Python may know any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

# Positions are Any here: a game is only asked about positions of its own.


@runtime_checkable
class ForeseesLength(Protocol):
    """Knows how long its games last, for clocks."""

    def moves_to_come(self, position: Any) -> int:  # noqa: ANN401
        """How many moves the player to move may still have to make, at least 1."""

    def most_moves_to_come(self, position: Any) -> int:  # noqa: ANN401
        """A bound of the same, exact where a game fills its board."""


@runtime_checkable
class KnowsSense(Protocol):
    """Knows legal moves that nobody would make."""

    def sensible_moves(self, position: Any) -> Sequence[str]:  # noqa: ANN401
        """The legal moves without those; at least one, in their order."""


@runtime_checkable
class KnowsNaturalMoves(Protocol):
    """Knows moves that look odd to people."""

    def natural_moves(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401
        """The legal moves without those; at least one, in their order."""


@runtime_checkable
class KnowsOpenings(Protocol):
    """Knows where the first stone belongs."""

    def opening_moves(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401
        """The good first moves; empty where the game has begun or nothing is known."""


@runtime_checkable
class KnowsPassing(Protocol):
    """Knows whether a pass ends the game at once and wins it."""

    def pass_wins(self, position: Any) -> bool:  # noqa: ANN401
        """Proven, not an opinion; False also where nobody can pass."""


@runtime_checkable
class GivesHandicap(Protocol):
    """Has handicap stones."""

    @property
    def most_handicap(self) -> int:
        """The largest fixed handicap of the board."""

    def handicap_points(self, stones: int) -> tuple[str, ...]:
        """The points of a fixed handicap, in their order."""

    def free_handicap_points(self, stones: int) -> tuple[str, ...]:
        """Points for a handicap that the engine may choose."""


class Owners(Protocol):
    """Who will own each point: means over playouts; `values` and `neutral` by cell."""

    @property
    def values(self) -> Sequence[float]:
        """1 if Black always owned the cell, -1 if White did."""

    @property
    def neutral(self) -> Sequence[float]:
        """The share of playouts after which nobody did."""

    @property
    def score(self) -> float:
        """Black's margin."""

    @property
    def deviation(self) -> float:
        """The standard deviation of a single playout's margin."""


@runtime_checkable
class HasOwners(Protocol):
    """Is won by points that somebody owns."""

    def owners(self, position: Any, *, playouts: int) -> Owners:  # noqa: ANN401
        """What playouts expect of a position."""
