"""Tables and figures of a paper, and their rows."""

from __future__ import annotations

import itertools
from typing import Any, Literal

import msgspec

from katachi.learning.feature_instance import Instance
from katachi.papers.conditions import Player

Kind = Literal[
    "games", "prediction", "importance", "evolution", "cells", "moves", "weights", "depth", "spread"
]
# Kinds whose rows are feature instances.
INSTANCE_KINDS = frozenset({"moves", "weights", "depth", "spread"})
# What evolves at once, and what judges it (SHAPES 5.1.1, 5.1.2).
Variables = Literal["class", "shape", "all"]
Objective = Literal["light", "heavy", "importance", "battles"]


class Choice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shapes chosen by importance out of those of the row: `count` a class."""

    count: int = 2
    scattering: float = 0.2
    appearance: float = 0.2
    most_similar: float = 0.45


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a table: what is measured, and what the paper found.

    `paper` is the paper's figure: in rows of games the share of points of the row's agent in
    percent, with half its 95 % interval in `error` (without: from `games`) and its parts in
    `moving_first` and `moving_second`. `than` names the row of the same table that it is compared
    with; where the paper prints no figure, `claim` says what it finds. `waits_for` says what
    katachi does not have yet.

    Games: `base` with `changes` against `opponent`; `share` of the opponent's budget, for agents that
    think longer about a simulation. `pooled` rows play nothing: they add up the
    other rows of their table. With `shapes` its knowledge is learned first. `imitates`: it gets
    the weakness of its opponent, as measured in games or corrected until both are even. With
    `method` or `cells` but no shapes its knowledge are weights of cells, found first.

    Learning: `shapes` are names of shape sets, joined; `classes` are taken from `classes_from`
    instead. `method`: the optimiser of an evolution, or of cell weights; `cells`: weights that the
    paper prints, by class; neither: the start. An evolution changes `variables` at once, judged by
    `objective`; its figure is that of the shapes `after` a class has evolved, without: after all.
    `instance`: of the kinds about instances.
    """

    name: str
    paper: float | None = None
    error: float | None = None
    than: str = ""
    claim: Literal["", "better", "worse"] = ""
    waits_for: str = ""

    moving_first: float | None = None
    moving_second: float | None = None
    base: str = ""
    changes: dict[str, Any] = {}
    opponent: Player | None = None
    game: str = ""
    seconds: float = 0.0
    share: float = 1.0
    games: int = 0
    pooled: bool = False
    imitates: Literal["", "by-weakness", "by-results"] = ""

    shapes: list[str] = []
    classes: list[str] = []
    classes_from: str = ""
    choice: Choice | None = None
    method: str = ""
    variables: Variables = "class"
    objective: Objective = "light"
    after: str = ""
    cells: dict[str, float] = {}
    instance: Instance | None = None

    @property
    def weighs_cells(self) -> bool:
        """Whether a row of games plays with weights of cells that are found first."""
        return not self.shapes and bool(self.method or self.cells)


class Grid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rows of games for every combination of boards and times."""

    games: list[str]
    seconds: list[float]


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table or a figure of the paper.

    What its rows do not say of their games comes from here, then from the conditions.
    """

    number: str
    title: str = ""
    kind: Kind = "games"
    conditions: str = ""
    rows: list[Row] = []
    grid: Grid | None = None
    base: str = ""
    changes: dict[str, Any] = {}
    opponent: Player | None = None
    game: str = ""
    seconds: float = 0.0
    games: int = 0
    waits_for: str = ""

    @property
    def is_played(self) -> bool:
        """Whether its rows are games; the others learn."""
        return self.kind == "games"

    @property
    def all_rows(self) -> list[Row]:
        """The rows of the grid, then the others."""
        if self.grid is None:
            return self.rows
        combinations = itertools.product(self.grid.games, self.grid.seconds)
        made = [
            Row(name=f"{game.split()[0]}-{seconds:g}s", game=game, seconds=seconds)
            for game, seconds in combinations
        ]
        return [*made, *self.rows]

    def row(self, name: str) -> Row:
        """By name; the file has been checked."""
        return next(row for row in self.all_rows if row.name == name)
