"""What an agent thinks of a position, on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from katachi.agents.analysis import Analysis, Candidate, Watch
from katachi.matches.figures import UNDEFINED
from katachi.search import SearchResult
from katachi.search.alphabeta import WON_SCORE, AlphaBetaResult
from katachi.terminal.console import make_table

# Moves of a line that are shown; a longer one tells little.
LONGEST_LINE = 10
_PROOFS = {
    "win": "won",
    "loss": "lost",
    "draw": "draw",
    "at_least_draw": "draw or won",
    "at_most_draw": "draw or lost",
}


def candidate_table(console: Console, analysis: Analysis, top: int) -> Table:
    """The best candidates, a row each."""
    by_tree = isinstance(analysis.search, SearchResult)
    table = make_table(console)
    table.add_column("", justify="right")
    table.add_column("move")
    table.add_column("win rate" if by_tree else "score", justify="right", no_wrap=True)
    if by_tree:
        table.add_column("visits", justify="right", no_wrap=True)
        if analysis.uses_knowledge:
            table.add_column("prior", justify="right", no_wrap=True)
    table.add_column("line")
    for number, one in enumerate(analysis.candidates[:top], start=1):
        row = [str(number), one.move, value_text(one, analysis)]
        if by_tree:
            row.append(f"{one.visits:,}")
            if analysis.uses_knowledge:
                row.append(UNDEFINED if one.prior is None else f"{100 * one.prior:.1f} %")
        table.add_row(*row, line_text(one))
    return table


def line_text(candidate: Candidate) -> str:
    """The variation, cut where it gets long."""
    moves = candidate.variation[:LONGEST_LINE]
    return " ".join(moves) + (" ..." if len(candidate.variation) > LONGEST_LINE else "")


def value_text(candidate: Candidate, analysis: Analysis) -> str:
    """How good a move is: a result if that is proven, else a win rate or a score."""
    if candidate.score is not None:
        assert isinstance(analysis.search, AlphaBetaResult)
        return score_text(candidate.score, exact=analysis.search.margin is not None)
    if candidate.proof != "unknown":
        return _PROOFS[candidate.proof]
    return UNDEFINED if candidate.value is None else f"{100 * candidate.value:.1f} %"


def score_text(score: int, *, exact: bool) -> str:
    """Discs when the margin is exact, else an evaluation in units of one disc or stone.

    >>> score_text(1200, exact=True), score_text(-345, exact=False)
    ('+12 discs', '-3.45')
    >>> score_text(-100_000_010, exact=False)
    'loss'
    """
    if exact:
        return f"{score // 100:+d} discs"
    if abs(score) >= WON_SCORE:
        return "win" if score > 0 else "loss"
    return f"{score / 100:+.2f}"


def summary(analysis: Analysis) -> str:
    """Who searched, and how much."""
    result = analysis.search
    if result is None:
        return f"{analysis.agent}: its move, without a word about it"
    stopped = ", stopped" if result.interrupted else ""
    if isinstance(result, SearchResult):
        full = ", memory full" if result.memory_full else ""
        return (
            f"{analysis.agent}: {result.simulations:,} simulations in {result.seconds:.2f} s "
            f"({result.simulations_per_second:,.0f} a second), depth {result.depth}, "
            f"{result.bytes_used / 2**20:.1f} MB{full}{stopped}"
        )
    if result.margin is not None:
        reached = f"exact, {result.margin:+d} discs"
    elif result.exact:
        reached = f"proven {result.proof}"
    else:
        reached = f"depth {result.depth}"
    return (
        f"{analysis.agent}: {reached}, {result.nodes:,} nodes in {result.seconds:.2f} s "
        f"({result.nodes_per_second:,.0f} a second){stopped}"
    )


def as_json(analysis: Analysis) -> dict[str, Any]:
    """The result of the search, and the candidates."""
    result = analysis.search
    found: dict[str, Any] = {}
    if result is not None:
        is_tree = isinstance(result, SearchResult)
        found = msgspec.to_builtins(result) if is_tree else asdict(result)
    return {
        "agent": analysis.agent,
        "position": getattr(analysis.position, "text", str(analysis.position)),
        **found,
        "candidates": [asdict(candidate) for candidate in analysis.candidates],
    }


@contextmanager
def thinking_line(words: str) -> Iterator[Watch | None]:
    """A line on standard error that follows a search; nothing if that is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status(words) as status:

        def watch(analysis: Analysis) -> None:
            result = analysis.search
            if isinstance(result, SearchResult) and analysis.candidates:
                best = analysis.candidates[0]
                status.update(
                    f"{words}: {result.seconds:.1f} s, {result.simulations:,} simulations, "
                    f"{best.move} {value_text(best, analysis)}"
                )

        yield watch
