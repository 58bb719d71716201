"""Rows and sentences of a paper beside ours: texts for tables, and figures for machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from katachi.matches.figures import UNDEFINED, percent
from katachi.papers import Reproduction, RowResult, StatementResult
from katachi.papers.verdict import reading

GAMES_HEADINGS = (
    "table",
    "row",
    "paper %",
    "ours %",
    "95 % interval",
    "games",
    "first, second mover %",
    "simulations a move",
    "answer",
    "agreement",
)
LEARNING_HEADINGS = (
    "table",
    "row",
    "paper",
    "ours",
    "M(1) %",
    "compared with",
    "paper's difference",
    "our difference",
    "95 % interval",
    "answer",
)
STATEMENT_HEADINGS = ("claim", "the paper says", "rows", "our rise", "95 % interval", "answer")
INSTANCE_HEADINGS = (
    "row",
    "games learned from",
    "positions",
    "leaves",
    "M(1) %",
    "95 % interval",
    "M(10) %",
    "MLE",
    "variance of ln weights",
    "variance of depth",
)
DIGITS = 5  # of figures of learning


@dataclass(frozen=True)
class Section:
    """One table of a report."""

    title: str
    headings: Sequence[str]
    rows: list[list[str]]


def sections(found: Reproduction) -> list[Section]:
    """What a report shows, in order; tables without rows are left out."""
    games = [row_cells(row) for row in found.rows if row.table.is_played]
    learned = [row_cells(row) for row in found.rows if not row.table.is_played]
    instances = [instance_cells(row) for row in found.rows if _is_instance(row)]
    statements = [statement_cells(one) for one in found.statements]
    made = (
        Section("Games", GAMES_HEADINGS, games),
        Section("Learning", LEARNING_HEADINGS, learned),
        Section("Feature instances", INSTANCE_HEADINGS, instances),
        Section("Claims about several rows", STATEMENT_HEADINGS, statements),
    )
    return [section for section in made if section.rows]


def row_record(result: RowResult) -> dict[str, object]:
    """A row for machines; None where there is nothing. Shares of points are in percent."""
    beginning = {
        "table": result.table.number,
        "row": result.row.name,
        "kind": result.table.kind,
        "paper": result.row.paper,
    }
    verdict = result.verdict
    end = {
        "answer": result.answer,
        "figure": verdict.figure if verdict else None,
        "agreement": reading(result.claim, verdict) if result.claim and verdict else None,
        "waits_for": result.waits_for or None,
    }
    middle = _record_of_games(result) if result.table.is_played else _record_of_learning(result)
    return {**beginning, **middle, **end}


def _record_of_games(result: RowResult) -> dict[str, object]:
    score, claim = result.score, result.claim
    low, high = score.interval if score else (None, None)
    return {
        "paper_error": None if claim is None else round(100 * claim.error, 2),
        "claim": None if claim is None else claim.direction,
        "ours": None if score is None else 100 * score.share,
        "low": None if low is None else 100 * low,
        "high": None if high is None else 100 * high,
        "games": 0 if score is None else score.games.games,
        "unique": 0 if score is None else score.unique,
        "void": 0 if score is None else score.voids,
        "wins": None if score is None else score.games.wins,
        "draws": None if score is None else score.games.draws,
        "losses": None if score is None else score.games.losses,
        "moving_first": _share(result, "black"),
        "moving_second": _share(result, "white"),
        "paper_moving_first": result.row.moving_first,
        "paper_moving_second": result.row.moving_second,
        "simulations": None if score is None else score.simulations_per_move[0],
        "opponent_simulations": None if score is None else score.simulations_per_move[1],
    }


def _record_of_learning(result: RowResult) -> dict[str, object]:
    figure = result.figure
    low, high = result.interval or (None, None)
    measured = figure.measured if figure else None
    return {
        "ours": figure.value if figure else None,
        "low": low,
        "high": high,
        "accuracy": figure.accuracy if figure else None,
        "than": result.row.than or None,
        "paper_difference": result.paper_difference,
        "difference": result.difference,
        "runs": list(figure.runs) if figure else [],
        "curve": [list(point) for point in figure.curve] if figure else [],
        "instance": None
        if measured is None
        else {
            name: value
            for name, value in msgspec.to_builtins(measured).items()
            if name not in {"positions", "first"}
        },
    }


def _share(result: RowResult, color: str) -> float | None:
    """Percent of the row's agent when it moves first (black) or second."""
    if result.score is None:
        return None
    counts = result.score.as_black if color == "black" else result.score.as_white
    return 100 * counts.share if counts.games else None


def row_cells(result: RowResult) -> list[str]:
    """A row as texts, in the order of the headings of its sort."""
    return _cells_of_games(result) if result.table.is_played else _cells_of_learning(result)


def _cells_of_games(result: RowResult) -> list[str]:
    record = row_record(result)

    def shown(name: str, digits: int = 1) -> str:
        value = record[name]
        return UNDEFINED if value is None else f"{value:.{digits}f}"

    score = result.score
    paper = shown(
        "paper", 2 if result.row.paper and round(result.row.paper, 1) != result.row.paper else 1
    )
    if result.claim is not None:
        paper += f" ± {percent(result.claim.error)}"
    return [
        result.table.number,
        result.row.name,
        paper,
        shown("ours"),
        f"{shown('low')} to {shown('high')}" if score else UNDEFINED,
        str(score.games.games) if score else "0",
        f"{shown('moving_first')}, {shown('moving_second')}" if score else UNDEFINED,
        f"{shown('simulations', 0)}, {shown('opponent_simulations', 0)}" if score else UNDEFINED,
        _answer(result),
        str(record["agreement"] or UNDEFINED),
    ]


def _cells_of_learning(result: RowResult) -> list[str]:
    figure = result.figure
    accuracy = figure.accuracy if figure else None
    return [
        result.table.number,
        result.row.name,
        _number(result.row.paper),
        _number(figure.value if figure else None),
        UNDEFINED if accuracy is None else percent(accuracy),
        result.row.than or UNDEFINED,
        result.row.claim or _number(result.paper_difference, "+"),
        _number(result.difference, "+"),
        _interval(result.interval if result.row.than else None),
        _answer(result),
    ]


def _answer(result: RowResult) -> str:
    return f"waits for {result.waits_for}" if result.waits_for else result.answer or UNDEFINED


def _number(value: float | None, sign: str = "") -> str:
    return UNDEFINED if value is None else f"{value:{sign}.{DIGITS}f}"


def _interval(interval: tuple[float, float] | None) -> str:
    if interval is None:
        return UNDEFINED
    return f"{_number(interval[0], '+')} to {_number(interval[1], '+')}"


def statement_record(result: StatementResult) -> dict[str, object]:
    """A sentence for machines."""
    found = result.contrast
    low, high = found.interval if found and found.interval else (None, None)
    return {
        "claim": result.statement.name,
        "says": result.statement.says,
        "rows": list(result.statement.rows),
        "order": result.statement.order,
        "difference": found.value if found else None,
        "low": low,
        "high": high,
        "answer": result.answer,
    }


def statement_cells(result: StatementResult) -> list[str]:
    """A sentence as texts, in the order of `STATEMENT_HEADINGS`."""
    found = result.contrast
    return [
        result.statement.name,
        result.statement.says,
        f"{', '.join(result.statement.rows)}: {result.statement.order}",
        _number(found.value if found else None, "+"),
        _interval(found.interval if found else None),
        result.answer or UNDEFINED,
    ]


def _is_instance(result: RowResult) -> bool:
    return (
        result.table.kind == "moves"
        and result.figure is not None
        and result.figure.measured is not None
    )


def instance_cells(result: RowResult) -> list[str]:
    """A feature instance as texts, in the order of `INSTANCE_HEADINGS`."""
    assert result.figure is not None
    measured = result.figure.measured
    assert measured is not None
    low, high = measured.interval
    variances = (measured.weight_variance, measured.depth_variance)
    return [
        result.name,
        f"{measured.learning_games:,}",
        f"{measured.learning_positions:,}",
        f"{measured.leaves:,}",
        percent(measured.accuracy),
        f"{percent(low)} to {percent(high)}",
        percent(measured.within[9]),
        f"{measured.mean_log_evidence:.3f}",
        *(UNDEFINED if value is None else f"{value:.3g}" for value in variances),
    ]


def summary_line(result: RowResult) -> str:
    """One line for a row that has ended."""
    if result.figure is None:
        return f"{result.name}: no game could be finished"
    if not result.table.is_played:
        return f"{result.name}: {_number(result.figure.value)}"
    cells = dict(zip(GAMES_HEADINGS, row_cells(result), strict=True))
    paper = f", paper {cells['paper %']}: {cells['answer']}" if result.claim else ""
    return (
        f"{result.name}: {cells['ours %']} % [{cells['95 % interval']}] in {cells['games']} games"
        f"{paper}"
    )
