"""What a search thinks, in the words of controllers.

Leela Zero's lines count in ten-thousandths, KataGo's in floats from 0 to 1. Values are those of the
player to move. Keys about scores and owners of points are there where points have owners
(forecast.py); readers of the format must accept that keys are left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from katachi.games.contract import PositionLike
from katachi.gtp.engine.forecast import forecasts, mean_forecast
from katachi.gtp.engine.state import State
from katachi.search import MoveStatistics, SearchResult
from katachi.search.result import priors

Style = Literal["leela", "kata", "sabaki"]

# One-sided bound of a binomial share, as many standard errors below the mean.
CONFIDENCE = 1.96


@dataclass(frozen=True)
class Report:
    """What to print: the style and KataGo's switches."""

    style: Style
    least_moves: int = 0
    most_moves: int = 0
    root_info: bool = False
    variation_visits: bool = False
    ownership: bool = False
    ownership_spread: bool = False
    moves_ownership: bool = False
    moves_ownership_spread: bool = False


def lower_bound(line: MoveStatistics) -> float:
    """The lower confidence bound of a value; below 0 for a move that is hardly known."""
    if line.proof != "unknown":
        return line.value
    deviation = math.sqrt(max(line.value * (1 - line.value), 0.25 / (line.visits + 1)))
    return line.value - CONFIDENCE * deviation / math.sqrt(max(1, line.visits))


def analysis_line(
    state: State,
    position: PositionLike,
    lines: Mapping[str, tuple[MoveStatistics, ...]],
    result: SearchResult,
    report: Report,
) -> str:
    """One line of an analysis of a position, with the lines behind its moves; empty if nothing is known."""
    shown = _shown(result.moves, report)
    prior = priors(result)
    ends = [[node.move for node in lines.get(line.move, (line,))] for line in shown]
    expected = [] if report.style == "leela" else forecasts(state, position, ends)
    parts = []
    for order, line in enumerate(shown):
        variation = lines.get(line.move, (line,))
        part = _move_part(state, line, prior[line.move], report.style)
        if expected:
            part += expected[order].score_words
        part += f" order {order} pv {' '.join(state.vertex(node.move) for node in variation)}"
        if report.variation_visits:
            part += f" pvVisits {' '.join(str(node.visits) for node in variation)}"
        if expected and report.moves_ownership:
            part += f" movesOwnership {expected[order].owners_words}"
        if expected and report.moves_ownership_spread:
            part += f" movesOwnershipStdev {expected[order].spread_words}"
        parts.append(part)
    overall = mean_forecast(expected, [line.visits for line in shown]) if expected else None
    if report.root_info:
        visits = sum(line.visits for line in result.moves)
        parts.append(
            f"rootInfo visits {visits} winrate {result.value:.6f} "
            f"utility {2 * result.value - 1:.6f}{overall.score_words if overall else ''}"
        )
    if overall and report.ownership:
        parts.append(f"ownership {overall.owners_words}")
    if overall and report.ownership_spread:
        parts.append(f"ownershipStdev {overall.spread_words}")
    return " ".join(parts)


def _shown(moves: Sequence[MoveStatistics], report: Report) -> list[MoveStatistics]:
    """The visited moves, as many as the report wants; unvisited ones if these are too few."""
    visited = [line for line in moves if line.visits]
    most = min(len(visited), report.most_moves or len(visited))
    shown = visited[: max(most, report.least_moves)]
    unvisited = [line for line in moves if not line.visits]
    return shown + unvisited[: max(0, report.least_moves - len(shown))]


def _move_part(state: State, line: MoveStatistics, prior: float, style: Style) -> str:
    vertex = state.vertex(line.move)
    bound = lower_bound(line)
    if style == "leela":
        return (
            f"info move {vertex} visits {line.visits} winrate {round(10000 * line.value)} "
            f"prior {round(10000 * prior)} lcb {round(10000 * bound)}"
        )
    return (
        f"info move {vertex} visits {line.visits} utility {2 * line.value - 1:.6f} "
        f"winrate {line.value:.6f} prior {prior:.6f} lcb {bound:.6f} "
        f"utilityLcb {2 * bound - 1:.6f}"
    )


def explanation(state: State, result: SearchResult | None, seconds: float) -> str:
    """Why the last move was generated, in a few lines for a comment."""
    if result is None or result.move is None:
        return ""
    lines = [
        f"{state.vertex(result.move)}: {100 * result.value:.1f} % of "
        f"{sum(line.visits for line in result.moves)} visits in {seconds:.2f} s"
    ]
    lines += [
        f"{state.vertex(line.move)} {line.visits} visits, {100 * line.value:.1f} %"
        + ("" if line.proof == "unknown" else f", proven {line.proof}")
        for line in result.moves[:5]
        if line.visits
    ]
    variation = " ".join(state.vertex(move) for move in result.principal_variation)
    return "\n".join([*lines, f"line: {variation}"])
