"""How long a run will take, from costs that were measured once and stand beside the scales."""

from __future__ import annotations

from collections.abc import Sequence

from katachi.papers.conditions import LearningScale, Selection
from katachi.papers.file import Paper
from katachi.papers.table import Row, Table


def cost_of_row(paper: Paper, table: Table, row: Row, selection: Selection) -> float:
    """Seconds of one processor for a row, as if nothing of it were kept; 0 if nobody measured."""
    if table.is_played:
        return 0.0 if row.pooled else _of_games(paper, table, row, selection)
    return _of_learning(row, selection.of_learning(paper.learning_of(table)))


def cost_of_rows(paper: Paper, rows: Sequence[tuple[Table, Row]], selection: Selection) -> float:
    """Of all of them; feature instances that several tables show count once."""
    costs: dict[object, float] = {}
    for table, row in rows:
        one = row.instance if row.instance is not None and table.kind != "spread" else None
        key = (paper.learning_name(table), one) if one else (table.number, row.name)
        costs[key] = cost_of_row(paper, table, row, selection)
    return sum(costs.values())


def _of_games(paper: Paper, table: Table, row: Row, selection: Selection) -> float:
    play = paper.play_of(table)
    usual, scale = play.scale(selection.scale), selection.of_play(play)
    cost = 2 * scale.pairs * usual.cost
    if scale.simulations and usual.simulations:
        return cost * scale.simulations / usual.simulations
    if scale.share and usual.share:
        seconds = row.seconds or table.seconds or play.seconds
        return cost * (seconds / play.seconds) * (scale.share / usual.share)
    return cost


def _of_learning(row: Row, scale: LearningScale) -> float:
    instance = row.instance
    if instance is None or not instance.grow:
        return scale.cost
    games = min(scale.train, scale.part * instance.grow)
    return scale.cost + scale.tree_cost * games * instance.trees


def duration(seconds: float) -> str:
    """Roughly, in words.

    >>> duration(20), duration(250), duration(9000)
    ('less than a minute', 'about 4 min', 'about 2 h 30 min')
    """
    minutes = round(seconds / 60)
    if minutes < 1:
        return "less than a minute"
    hours, rest = divmod(minutes, 60)
    return f"about {hours} h {rest} min" if hours else f"about {minutes} min"
