"""What an agent may offer beyond `Agent`. Whoever has use for it asks for it, never for a class.

An agent that offers none of it plays, and is asked for its moves in one go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from katachi.games.contract import PositionLike
from katachi.search import Budget, MoveStatistics, SearchResult

if TYPE_CHECKING:
    from katachi.agents.analysis import Analysis, Watch


@runtime_checkable
class ThinksInSlices(Protocol):
    """Thinks piece by piece: whoever asks can listen, look at the clock and stop in between."""

    def lead(self, moves: Sequence[str] | None) -> None:
        """Follows moves of the game from where it stands, keeping what it knows.

        None: what it knows is of no use, the thinking begins anew at the start of the game.
        """

    def think(
        self, position: PositionLike | None, budget: Budget, *, moves: Sequence[str] | None = None
    ) -> SearchResult:
        """Thinks about a position (None: on about the one before) until the budget is used.

        The result counts all that is known of the position; its simulations and seconds are those
        of this piece. `moves`: only these are thought about; raises `KatachiError` if none of them
        is.
        """

    def is_decided(self, simulations: int) -> bool:
        """Whether this many more simulations could not change the best move."""

    def variations(self) -> Mapping[str, tuple[MoveStatistics, ...]]:
        """The line that it expects after each move of the position, that move first."""


@runtime_checkable
class Analyses(Protocol):
    """Shows what it thinks of a position: candidates with values and lines."""

    def analyze(
        self, position: PositionLike, budget: Budget, *, lines: int, watch: Watch | None
    ) -> Analysis:
        """Thinks about a position; `katachi.agents.analysis.analyze_position` has the contract."""


@runtime_checkable
class ShowsTree(Protocol):
    """Shows the tree behind its last search; nodes with fewer than `least_visits` are left out."""

    def tree_text(self, *, depth: int = 2, least_visits: int = 1) -> str:
        """As lines for people, indented by depth."""

    def tree_json(self, *, depth: int = 2, least_visits: int = 1) -> str:
        """As JSON: a list of nodes, each with its statistics and its children."""


@runtime_checkable
class HasParameters(Protocol):
    """Has settings that can be read and changed by name."""

    def parameters(self) -> Mapping[str, str]:
        """All of them as texts, in an order for people."""

    def with_parameters(self, changes: Mapping[str, str]) -> Self:
        """Another agent with some of them changed, before its first game; raises `InvalidSettings`."""


@runtime_checkable
class Closes(Protocol):
    """Holds processes or files."""

    def close(self) -> None:
        """Ends them: whoever made the agent calls it at the end. It may be called twice."""


@runtime_checkable
class ExpectsBudget(Protocol):
    """Wants to know before `new_game` what every move is going to get."""

    def expect(self, budget: Budget) -> None:
        """May raise `InvalidSettings`."""


@runtime_checkable
class CountsWork(Protocol):
    """Works outside this process."""

    def processor_seconds(self) -> float:
        """The processor time that it has used so far, or NaN."""


@runtime_checkable
class IsToldLimits(Protocol):
    """Is told its limits in words of its own."""

    @property
    def told(self) -> str:
        """The limits that it was given in this game; empty if none."""


@runtime_checkable
class Described(Protocol):
    """Says which settings decide its play, so that a laboratory can tell two agents apart."""

    def description(self) -> Mapping[str, object]:
        """For JSON; the same description, the same play."""
