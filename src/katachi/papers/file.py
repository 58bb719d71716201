"""A paper as a file: its tables and figures, its sentences, the agents of its rows. TOML.

Rows are of two sorts. Rows of *games* play a match: who plays, and what share of the points the
paper found, in percent. Rows of *learning* play nothing; each is a figure that grows with quality:

    prediction    test MLE of shapes fitted by MM; shapes may be joined, take some classes from
                  another set (a stage of an evolution), or be chosen by importance
    importance    the mean importance of a set of shapes (SHAPES 6.2.1)
    evolution     test MLE of shapes after an evolution, of all classes or up to one, the mean of
                  several seeds
    cells         f1 of cell weights, found by an optimiser from the paper's start (CELLS)
    moves         M(1) of a feature instance: tactics, patterns, forest (FOREST)
    weights       the variance of the ln weights of its forest
    depth         the variance of the queries that descents in its forest ask
    spread        the standard deviation of M(1) over instances that differ in their seeds

See docs/how-to/laboratory.md for the form.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from katachi.agents.variants import PAPERS as FILES
from katachi.agents.variants import Variant
from katachi.errors import InvalidSettings
from katachi.files.named_files import names_in, read_named
from katachi.papers.conditions import Learning, Networks, Play
from katachi.papers.former_forms import renewed
from katachi.papers.table import INSTANCE_KINDS, Row, Table


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sentence of the paper about several rows: their figures rise, or fall, in the order given.

    "A beats B" names two rows, "the gain shrinks with time" one for each time. Rows are `TABLE:ROW`
    of one sort and are compared on what they have in common: pairs of games with equal numbers,
    test games, seeds. `ahead` and `behind` are about rows of games alone: all together they have
    more, or less, than half of the points.
    """

    name: str
    says: str
    rows: tuple[str, ...]
    order: Literal["rises", "falls", "ahead", "behind"]

    @property
    def compares(self) -> bool:
        """Whether it compares rows with each other, not with an even result."""
        return self.order in {"rises", "falls"}

    @property
    def is_upwards(self) -> bool:
        """Whether it says that something is better."""
        return self.order in {"rises", "ahead"}

    def __post_init__(self) -> None:
        """Refuses a comparison with nothing."""
        if len(set(self.rows)) < 1 + self.compares or len(set(self.rows)) < len(self.rows):
            raise ValueError(f"the claim {self.name} needs two or more different rows")


class Paper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file. `paper` is the short name, `source` the whole citation.

    `play` and `learning` are conditions by name: a table names those it was made under, or has the
    first of its sort. `networks` of agents are trained first for boards for which none ships.
    """

    format: Literal["katachi paper 1"]
    paper: str
    title: str
    source: str
    about: str = ""
    play: dict[str, Play] = {}
    learning: dict[str, Learning] = {}
    networks: dict[str, Networks] = {}
    tables: list[Table]
    claims: list[Statement] = []
    variants: dict[str, Variant] = {}

    def __post_init__(self) -> None:
        """Names are unique and known, and every row says what it needs."""
        numbers = [table.number for table in self.tables]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two tables have the same number")
        for table in self.tables:
            self._check_conditions(table)
            names = [row.name for row in table.all_rows]
            if len(set(names)) < len(names):
                raise ValueError(f"two rows of table {table.number} have the same name")
            for row in table.rows:
                _check_row(table, row, names)
                if (row.shapes or row.weighs_cells) and not self.learning:
                    raise ValueError(f"{table.number}:{row.name} needs conditions of learning")
        if len({one.name for one in self.claims}) < len(self.claims):
            raise ValueError("two claims have the same name")
        for statement in self.claims:
            self._check_statement(statement)

    def _check_conditions(self, table: Table) -> None:
        known: dict[str, Any] = dict(self.play if table.is_played else self.learning)
        sort = "play" if table.is_played else "learning"
        if not known:
            raise ValueError(f"table {table.number} needs conditions of {sort}")
        if table.conditions and table.conditions not in known:
            raise ValueError(
                f"table {table.number} has the conditions {table.conditions}, none of {sort}"
            )

    def _check_statement(self, statement: Statement) -> None:
        sorts = set()
        for name in statement.rows:
            found = [
                table
                for table in self.tables
                for row in table.all_rows
                if f"{table.number}:{row.name}" == name and not row.pooled
            ]
            if not found:
                raise ValueError(f"the claim {statement.name} is about {name}, which is no row")
            sorts.add(found[0].kind)
        if len(sorts) > 1:
            raise ValueError(f"the claim {statement.name} is about rows of different kinds")
        if not statement.compares and sorts != {"games"}:
            raise ValueError(f"the claim {statement.name} is about points, and there are no games")

    def with_seed(self, seed: int) -> Paper:
        """The same with another seed for games, splits and optimisers: for a second run of its rows."""
        return msgspec.structs.replace(
            self,
            play={name: msgspec.structs.replace(one, seed=seed) for name, one in self.play.items()},
            learning={
                name: msgspec.structs.replace(one, seed=seed) for name, one in self.learning.items()
            },
        )

    def play_of(self, table: Table) -> Play:
        """The conditions of the games of a table."""
        return self.play[table.conditions or next(iter(self.play))]

    def learning_name(self, table: Table) -> str:
        """The name of the conditions under which a table learns; of games, its knowledge."""
        named = "" if table.is_played else table.conditions
        return named or next(iter(self.learning))

    def learning_of(self, table: Table) -> Learning:
        """These conditions."""
        return self.learning[self.learning_name(table)]


def _check_row(table: Table, row: Row, names: list[str]) -> None:
    where = f"{table.number}:{row.name}"
    if row.than and (row.than not in names or row.than == row.name):
        raise ValueError(f"{where} is compared with {row.than}, which is no other row")
    if row.claim and not row.than:
        raise ValueError(f"{where} is {row.claim} than nothing")
    if row.pooled and not table.is_played:
        raise ValueError(f"{where} adds up games, and there are none")
    if (table.kind in INSTANCE_KINDS) != (row.instance is not None):
        raise ValueError(f"{where} needs an instance, or is of another kind")
    if not table.is_played and (table.kind in INSTANCE_KINDS | {"cells"}) == bool(row.shapes):
        raise ValueError(f"{where} needs shapes, or is of another kind")
    if row.cells and (table.kind not in {"games", "cells"} or row.method):
        raise ValueError(f"{where} has weights of cells and needs none")
    if row.method and table.is_played and row.shapes:
        raise ValueError(f"{where} finds weights of cells and has shapes")
    if row.imitates and not table.is_played:
        raise ValueError(f"{where} imitates nobody: it plays no games")
    special = (row.variables, row.objective, row.after) != ("class", "light", "")
    if special and (table.kind != "evolution" or not row.method):
        raise ValueError(f"{where} says what evolves, and nothing does")
    if row.after and row.variables == "all":
        raise ValueError(f"{where} evolves all classes at once and asks for one")
    if (row.variables == "all") != (row.objective != "light"):
        raise ValueError(
            f"{where}: all shapes at once need another objective than light, and it them"
        )
    if bool(row.classes) != bool(row.classes_from):
        raise ValueError(f"{where} needs classes and where they are from, or neither")


def paper_names() -> list[str]:
    """The papers that ship with katachi.

    >>> paper_names()
    ['agents-2017', 'cells', 'forest-2014', 'havannah-2011', 'shapes-2014']
    """
    return names_in(FILES)


def read_paper(name: str) -> Paper:
    """A paper by name, or by the path of a TOML file; raises `KatachiError`."""
    document: dict[str, Any] = read_named(name, FILES, dict, "paper")
    try:
        return msgspec.convert(renewed(document), Paper)
    except msgspec.ValidationError as error:
        raise InvalidSettings(f"{Path(name).name}: {error}") from None
