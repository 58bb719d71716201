"""What a search tells: a result, the statistics of moves, the tree as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import msgspec
import numpy as np

from katachi import _core
from katachi.games.outcome import Color, Outcome
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import bar_plot

# Rows of a table for people; `to_frame` has all of them.
SHOWN_MOVES = 10

Proof = Literal["unknown", "loss", "draw", "win", "at_most_draw", "at_least_draw"]


@dataclass(frozen=True)
class PlayedOut:
    """One playout; without the reason of its outcome if the game is written in Python."""

    moves: tuple[str, ...]
    outcome: Outcome


class MoveStatistics(msgspec.Struct, frozen=True):
    """What the search knows of one move; values are for the player who makes it, 0 to 1."""

    move: str
    visits: int
    value: float
    amaf_visits: float
    amaf_value: float
    initial_visits: float
    initial_value: float
    strength: float
    proof: Proof
    depth: int = 0
    bias: float = 0.0  # of the genetic part, added to the value in the final choice


class SearchResult(ShowsItself, msgspec.Struct, frozen=True):
    """What a search found. `move` is None when the game is over.

    >>> import katachi
    >>> result = katachi.Mcts(katachi.Hex(3)).run(simulations=1000)
    >>> result.move, result.simulations, result.to_frame()
    ('b2', 1000, <Columns: move, visits, value, strength, proof; 9 rows>)
    """

    move: str | None
    value: float
    proof: Proof
    moves: tuple[MoveStatistics, ...]
    principal_variation: tuple[str, ...]
    simulations: int
    seconds: float
    depth: int
    families: int
    nodes: int
    bytes_used: int
    memory_full: bool
    interrupted: bool
    to_move: Color
    genes: tuple[float, ...] = ()  # the fittest weights of the genetic part

    @property
    def simulations_per_second(self) -> float:
        """Speed of this run."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0

    def to_frame(self) -> Columns:
        """A row for each move of the root, the best first: columns for a data frame."""
        return Columns(
            move=[line.move for line in self.moves],
            visits=np.array([line.visits for line in self.moves], np.int64),
            value=np.array([line.value for line in self.moves], np.float64),
            strength=np.array([line.strength for line in self.moves], np.float64),
            proof=[line.proof for line in self.moves],
        )

    def plot(self) -> Picture:
        """The visits of the most visited moves."""
        shown = self.moves[: 2 * SHOWN_MOVES]
        return bar_plot(
            [(line.move, line.visits) for line in shown],
            title=f"{self.simulations:,} simulations",
            across="visits",
        )

    def _headline(self) -> str:
        if self.move is None:
            return "the game is over"
        found = f"{100 * self.value:.1f} %" if self.proof == "unknown" else _words(self.proof)
        return f"{self.move}, {found}, {self.simulations:,} simulations in {self.seconds:.2f} s"

    def _tables(self) -> tuple[Table, ...]:
        if not self.moves:
            return ()
        shown = self.moves[:SHOWN_MOVES]
        proven = any(line.proof != "unknown" for line in shown)
        rows = tuple(
            (line.move, f"{line.visits:,}", f"{100 * line.value:.1f} %")
            + ((_words(line.proof),) if proven else ())
            for line in shown
        )
        note = f"line: {' '.join(self.principal_variation)}" if self.principal_variation else ""
        headings = ("move", "visits", "value", *(("proof",) if proven else ()))
        return (Table(headings, rows, note),)


def _words(proof: Proof) -> str:
    """A proof for people; nothing where nothing is proven."""
    return "" if proof == "unknown" else proof.replace("_", " ")


def statistics_of(line: _core.MoveReport, moves: Sequence[str]) -> MoveStatistics:
    """One node of the core, with its move as text."""
    return MoveStatistics(
        move=moves[line.move],
        visits=line.visits,
        value=line.value,
        amaf_visits=line.amaf_visits,
        amaf_value=line.amaf_value,
        initial_visits=line.initial_visits,
        initial_value=line.initial_value,
        strength=line.strength,
        proof=cast(Proof, line.proof.name),
        depth=line.depth,
        bias=line.bias,
    )


def result_of(report: _core.SearchReport, moves: Sequence[str], to_move: Color) -> SearchResult:
    """The report of the core, with moves as texts."""
    return SearchResult(
        move=None if report.best is None else moves[report.best],
        value=report.value,
        proof=cast(Proof, report.proof.name),
        moves=tuple(statistics_of(line, moves) for line in report.moves),
        principal_variation=tuple(moves[move] for move in report.principal_variation),
        simulations=report.simulations,
        seconds=report.seconds,
        depth=report.depth,
        families=report.families,
        nodes=report.nodes,
        bytes_used=report.bytes,
        memory_full=report.full,
        interrupted=report.interrupted,
        to_move=to_move,
        genes=tuple(report.genes),
    )


def priors(result: SearchResult) -> dict[str, float]:
    """What knowledge says before any visit, adding up to 1; without knowledge all are alike."""
    total = sum(line.strength for line in result.moves)
    count = max(1, len(result.moves))
    return {line.move: line.strength / total if total else 1 / count for line in result.moves}


def best_lines(tree: Iterable[MoveStatistics]) -> dict[str, tuple[MoveStatistics, ...]]:
    """The line that a tree prefers after each of its first moves, that move first.

    `tree` is depth first, best first. A line is a path: from each node to its first child, down to
    a node that has none.
    """
    found: dict[str, list[MoveStatistics]] = {}
    line: list[MoveStatistics] = []
    ended = True
    for node in tree:
        if node.depth == 0:
            line, ended = [node], False
            found[node.move] = line
        elif not ended and node.depth == len(line):
            line.append(node)
        else:  # a sibling: what comes below it belongs to other lines
            ended = True
    return {move: tuple(nodes) for move, nodes in found.items()}


def tree_text(tree: Sequence[MoveStatistics]) -> str:
    """A tree as lines, indented by depth; only statistics that somebody keeps are shown.

    >>> print(tree_text([MoveStatistics("b2", 10, 0.7, 0.0, 0.0, 0.0, 0.0, 0.25, "unknown")]))
    b2  10 visits, value 0.700, strength 0.250
    """
    lines = []
    for node in tree:
        facts = [f"{node.visits} visits"]
        if node.visits:
            facts.append(f"value {node.value:.3f}")
        if node.amaf_visits:
            facts.append(f"RAVE {node.amaf_value:.3f} ({node.amaf_visits:.0f})")
        if node.initial_visits:
            facts.append(f"initial {node.initial_value:g}/{node.initial_visits:g}")
        if node.strength:
            facts.append(f"strength {node.strength:.3f}")
        if node.bias:
            facts.append(f"bias {node.bias:+.3f}")
        if node.proof != "unknown":
            facts.append(node.proof.replace("_", " "))
        lines.append(f"{'  ' * node.depth}{node.move}  {', '.join(facts)}")
    return "\n".join(lines)


def tree_objects(tree: Sequence[MoveStatistics]) -> list[dict[str, Any]]:
    """A tree as nested objects for JSON: every node has its statistics and its `children`."""
    roots: list[dict[str, Any]] = []
    path: list[dict[str, Any]] = []
    for node in tree:
        entry = {**msgspec.structs.asdict(node), "children": []}
        del path[node.depth :]
        (path[-1]["children"] if path else roots).append(entry)
        path.append(entry)
    return roots
