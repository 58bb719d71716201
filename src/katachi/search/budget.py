"""How long to think about one move: the one budget of searches, agents, matches and analyses."""

from __future__ import annotations

from dataclasses import dataclass

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.search.clock import Clock

DEEPEST = 100  # plies
LARGEST_COUNT = 2**64  # of what the core counts
LONGEST_SECONDS = 1e9


@dataclass(frozen=True)
class Budget:
    """How long an agent or a search may think about one move: the first limit that is reached ends it.

    0 is no limit. `simulations`: of a tree search. `nodes`: moves in the tree, visited or not, or
    the positions that alpha-beta looks at. `depth`: plies of alpha-beta, instead of those of its
    settings. Whoever knows nothing of a limit goes by the others.

    `clock`: the game is played with clocks, and this is how they stand. Whoever asks an agent for a
    move then says in `seconds` what its share of the time left is: an agent that only looks at
    `seconds` keeps its clock. `processor_time`: seconds of work instead of the wall clock, for
    searches on a busy machine; programs outside katachi cannot be told so.
    """

    simulations: int = 0
    seconds: float = 0.0
    clock: Clock | None = None
    processor_time: bool = False
    nodes: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        """A budget must end."""
        counts = (self.simulations, self.nodes)
        if (
            min(counts) < 0
            or max(counts) >= LARGEST_COUNT
            or not 0 <= self.seconds < LONGEST_SECONDS
            or not 0 <= self.depth <= DEEPEST
        ):
            raise KatachiError(
                f"a budget must not be depth {shown(self.depth)}, {shown(self.simulations)} "
                f"simulations, {shown(self.seconds)} s, {shown(self.nodes)} nodes"
            )
        if not any((*counts, self.seconds, self.depth)) and self.clock is None:
            raise KatachiError("a budget of simulations, seconds or a clock is needed")
        if self.processor_time and self.clock is not None:
            raise KatachiError("a game clock runs while others work: it counts no processor time")

    @property
    def ends_tree_search(self) -> bool:
        """Whether a limit that a tree search knows is set; a clock alone is none."""
        return bool(self.simulations or self.seconds or self.nodes)

    @property
    def core(self) -> _core.Budget:
        """The structure of the core."""
        return _core.Budget(
            simulations=self.simulations,
            seconds=self.seconds,
            nodes=self.nodes,
            depth=self.depth or -1,
            processor_time=self.processor_time,
        )

    def __str__(self) -> str:
        """Short, for tables.

        >>> print(Budget(simulations=1000), "|", Budget(seconds=0.5), "|", Budget(depth=6))
        1000 simulations | 0.5 s | depth 6
        """
        parts = [f"{self.simulations} simulations"] if self.simulations else []
        unit = "s of processor time" if self.processor_time else "s"
        parts += [f"{self.seconds:g} {unit}"] if self.seconds else []
        parts += [f"{self.nodes} nodes"] if self.nodes else []
        parts += [f"depth {self.depth}"] if self.depth else []
        return " or ".join(parts + ([f"clock {self.clock.system}"] if self.clock else []))


def budget_of(budget: Budget | None, **limits: float) -> Budget | None:
    """The budget, or the one of single limits; None without either, raises `KatachiError` for both."""
    given = {name: limit for name, limit in limits.items() if limit}
    if budget is None:
        return Budget(**given) if given else None  # type: ignore[arg-type]  # named as the fields are
    if given:
        raise KatachiError(f"a budget and {' and '.join(given)} exclude each other")
    return budget
