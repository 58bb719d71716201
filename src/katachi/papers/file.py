"""Experiment files: TOML that names a claim, the agents, the game, the budget, and how many games.

One file is one paper or one question; its tables are those of the paper. See
docs/guide/laboratory.md for the form.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, Literal

import msgspec

from katachi.agents.variants import Variant
from katachi.files.named_files import names_in, read_named

FILES = Path(__file__).parent / "files"
FORMAT = "katachi experiment 1"

ScaleName = Literal["smoke", "quick", "paper"]


class Scale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much is played.

    `pairs` of games a row. The budget is the published one times `share`, or so many `simulations`
    for every move of every row.
    """

    pairs: int
    share: float = 0.0
    simulations: int = 0

    def __post_init__(self) -> None:
        """Refuses a scale that plays nothing."""
        if self.pairs < 1 or (self.share > 0) == (self.simulations > 0) or self.share < 0:
            raise ValueError("a scale needs pairs, and either a share or simulations")


class Player(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An agent: the experiment's base, or another, with changes."""

    base: str = ""
    changes: dict[str, Any] = {}


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a table: who plays, and what the paper found, in percent.

    `paper` is the share of points of the row's agent, `error` half its 95 % interval (without:
    from `games`), `moving_first` and `moving_second` its parts. `waits_for` says what katachi does
    not have yet. `pooled` rows play nothing: they add up the other rows of their table.
    """

    name: str
    paper: float | None = None
    error: float | None = None
    moving_first: float | None = None
    moving_second: float | None = None
    base: str = ""
    changes: dict[str, Any] = {}
    opponent: Player | None = None
    game: str = ""
    seconds: float = 0.0
    games: int = 0
    pooled: bool = False
    waits_for: str = ""


class Grid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rows for every combination of games and budgets."""

    games: list[str]
    seconds: list[float]


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the paper. What rows do not say comes from here, then from the experiment."""

    number: str
    title: str = ""
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


class Experiment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file. `games` and `seconds` a move are the paper's."""

    format: Literal["katachi experiment 1"]
    title: str
    paper: str
    source: str
    about: str = ""
    game: str
    base: str
    opponent: Player
    seconds: float
    games: int
    seed: int = 0
    openings: str = "none"
    most_plies: int = 0
    scales: dict[ScaleName, Scale]
    tables: list[Table]
    variants: dict[str, Variant] = {}

    def __post_init__(self) -> None:
        """Names of rows are unique within a table, and numbers of tables in the file."""
        numbers = [table.number for table in self.tables]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two tables have the same number")
        for table in self.tables:
            names = [row.name for row in table.all_rows]
            if len(set(names)) < len(names):
                raise ValueError(f"two rows of table {table.number} have the same name")
        missing = {"smoke", "quick", "paper"} - self.scales.keys()
        if missing:
            raise ValueError(f"there is no scale {min(missing)}")


def experiment_names() -> list[str]:
    """The experiments that ship with katachi.

    >>> "havannah-2011" in experiment_names()
    True
    """
    return names_in(FILES)


def read_experiment(name: str) -> Experiment:
    """An experiment by name, or by the path of a TOML file; raises `KatachiError`."""
    return read_named(name, FILES, Experiment, "experiment")
