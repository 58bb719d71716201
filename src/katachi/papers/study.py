"""Studies: claims of papers about learning, as files; no games are played, records are predicted.

A study has tables, a table has rows, a row is a figure that grows with quality:

    prediction    test MLE of shapes fitted by MM; shapes may be joined, take some classes from
                  another set (a stage of an evolution), or be chosen by importance
    importance    the mean importance of a set of shapes (SHAPES 6.2.1)
    cells         f1 of cell weights, found by an optimiser from the paper's start (CELLS)
    moves         M(1) of a feature instance: tactics, patterns, forest (FOREST)
    weights       the variance of the ln weights of its forest
    depth         the variance of the queries that descents in its forest ask

`than` names the row of the same table that the paper compares with. See docs/guide/laboratory.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from katachi.files.named_files import is_path, names_in, read_named
from katachi.papers.feature_instance import Instance
from katachi.papers.file import ScaleName

STUDIES = Path(__file__).parent / "studies"

Kind = Literal["prediction", "importance", "cells", "moves", "weights", "depth"]
# Kinds whose rows are feature instances.
INSTANCE_KINDS = frozenset({"moves", "weights", "depth"})


class StudyScale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many games are learned from and tested with, loops of MM, and steps of optimisers.

    Importance and cell weights use `train` games. Optimisers run with `runs` seeds. Instances use
    `part` of the games that they name, as far as there are so many among `train`, and `share` of the
    positions of those for weights.
    """

    train: int
    test: int
    loops: int
    steps: int = 0
    runs: int = 1
    part: float = 1.0
    share: float = 0.1

    def __post_init__(self) -> None:
        """Refuses a scale that learns nothing."""
        if not (0 < self.part <= 1 and 0 < self.share <= 1):
            raise ValueError("part and share must be above 0 and at most 1")
        if min(self.train, self.test, self.loops, self.runs) < 1 or self.steps < 0:
            raise ValueError("a scale needs games for learning and testing, loops and runs")


class Choice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shapes chosen by importance out of those of the row: `count` a class."""

    count: int = 2
    scattering: float = 0.2
    appearance: float = 0.2
    most_similar: float = 0.45


class StudyRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One figure.

    `paper`: its value there; where the paper only shows a curve, `claim` says what it finds, compared
    with the row `than`. `shapes`: names of shape sets, joined. `classes`: those that are taken from `classes_from`
    instead. `method`: of cell weights; empty: the start. `instance`: of the kinds about instances.
    """

    name: str
    paper: float | None = None
    than: str = ""
    claim: Literal["", "better", "worse"] = ""
    shapes: list[str] = []
    classes: list[str] = []
    classes_from: str = ""
    choice: Choice | None = None
    method: str = ""
    instance: Instance | None = None


class StudyTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table or a figure of the paper."""

    number: str
    title: str = ""
    kind: Kind = "prediction"
    rows: list[StudyRow]

    def row(self, name: str) -> StudyRow:
        """By name; the file has been checked."""
        return next(row for row in self.rows if row.name == name)


class Study(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file."""

    format: Literal["katachi study 1"]
    title: str
    paper: str
    source: str
    about: str = ""
    seed: int = 0
    scales: dict[ScaleName, StudyScale]
    tables: list[StudyTable]

    def __post_init__(self) -> None:
        """Names are unique and known, and every row says what it needs."""
        numbers = [table.number for table in self.tables]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two tables have the same number")
        for table in self.tables:
            names = [row.name for row in table.rows]
            if len(set(names)) < len(names):
                raise ValueError(f"two rows of table {table.number} have the same name")
            for row in table.rows:
                where = f"{table.number}:{row.name}"
                if row.than and (row.than not in names or row.than == row.name):
                    raise ValueError(f"{where} is compared with {row.than}, which is no other row")
                if row.claim and not row.than:
                    raise ValueError(f"{where} is {row.claim} than nothing")
                if (table.kind in INSTANCE_KINDS) != (row.instance is not None):
                    raise ValueError(f"{where} needs an instance, or is of another kind")
                if (table.kind in INSTANCE_KINDS | {"cells"}) == bool(row.shapes):
                    raise ValueError(f"{where} needs shapes, or is of another kind")
                if bool(row.classes) != bool(row.classes_from):
                    raise ValueError(f"{where} needs classes and where they are from, or neither")
        missing = {"smoke", "quick", "paper"} - self.scales.keys()
        if missing:
            raise ValueError(f"there is no scale {min(missing)}")


def study_names() -> list[str]:
    """The studies that ship with katachi.

    >>> study_names()
    ['cells-weights', 'forest-prediction', 'shapes-prediction']
    """
    return names_in(STUDIES)


def is_study(name: str) -> bool:
    """Whether a name or a file is a study and no experiment of games."""
    if name in study_names():
        return True
    if not is_path(name):
        return False
    try:
        return 'format = "katachi study 1"' in Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def read_study(name: str) -> Study:
    """A study by name, or by the path of a TOML file; raises `KatachiError`."""
    return read_named(name, STUDIES, Study, "study")
