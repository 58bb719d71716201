"""Running a study: rows become figures, and figures answers.

Equal shapes are fitted once. Predictions are compared on the same test positions, with the 95 %
interval of the paired difference by games. Optimisers of cell weights are compared run by run (same
seeds) with Student's interval. Importances and variances have no interval: their order is the
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet
from katachi.features.catalogue import shapes as shapes_of
from katachi.learning import CurvePoint, Prediction, compare, learn, predict
from katachi.optimising.cells import CellData, cell_method, evolve_cells
from katachi.optimising.shapes.importance import ImportanceSettings
from katachi.optimising.shapes.light import target_of
from katachi.optimising.shapes.selection import SelectionSettings, rank_shapes, select_shapes
from katachi.papers.feature_instance import (
    InstanceBench,
    InstanceScale,
    Measured,
    paired_interval,
)
from katachi.papers.study import (
    INSTANCE_KINDS,
    Choice,
    Kind,
    Study,
    StudyRow,
    StudyScale,
    StudyTable,
)
from katachi.papers.verdict import Answer
from katachi.records import Games


@dataclass(frozen=True)
class Figure:
    """What a row came to. `curve`: MLE in learning and test after every loop. `accuracy`: M(1).

    `measured`: all about a feature instance.
    """

    value: float
    accuracy: float | None = None
    curve: tuple[tuple[float, float], ...] = ()
    runs: tuple[float, ...] = ()
    prediction: Prediction | None = None
    measured: Measured | None = None


@dataclass(frozen=True)
class StudyResult:
    """A row beside the paper's; `difference` and `interval` are to the row it is compared with."""

    table: StudyTable
    row: StudyRow
    figure: Figure
    difference: float | None
    interval: tuple[float, float] | None
    answer: Answer | None

    @property
    def name(self) -> str:
        """As `--only` takes it."""
        return f"{self.table.number}:{self.row.name}"

    @property
    def paper_difference(self) -> float | None:
        """The paper's."""
        if not self.row.than or self.row.paper is None:
            return None
        other = self.table.row(self.row.than).paper
        return None if other is None else self.row.paper - other


def study_rows(study: Study, only: Sequence[str]) -> list[tuple[StudyTable, StudyRow]]:
    """The rows that a selection names, with those they are compared with; raises `KatachiError`."""
    known: set[str] = set()
    wanted: set[tuple[str, str]] = set()
    for table in study.tables:
        for row in table.rows:
            names = {table.number, f"{table.number}:{row.name}"}
            known |= names
            if not only or names & set(only):
                wanted.add((table.number, row.name))
                if row.than:
                    wanted.add((table.number, row.than))
    for name in only:
        if name not in known:
            tables = ", ".join(table.number for table in study.tables)
            raise KatachiError(
                f"no table or row {shown(name)}; tables: {tables}; a row is TABLE:ROW"
            )
    return [(t, row) for t in study.tables for row in t.rows if (t.number, row.name) in wanted]


def run_study(  # noqa: PLR0913 - keyword arguments with defaults
    study: Study,
    scale: StudyScale,
    games: Games,
    *,
    only: Sequence[str] = (),
    threads: int | None = None,
    progress: Callable[[int, str], None] | None = None,
    work: Path | None = None,
) -> list[StudyResult]:
    """Every selected row, in the order of the file.

    The games are split by the study's seed; if there are fewer than the scale asks for, the same
    shares of them are used, or all where instances say how many they learn from. The folder `work` keeps what was found out about feature instances: a
    stopped run goes on there.
    """
    rows = study_rows(study, only)
    bench = _Bench(study, scale, games, threads, work)
    figures: dict[tuple[str, str], Figure] = {}
    for number, (table, row) in enumerate(rows):
        if progress:
            progress(number, f"{table.number}:{row.name}")
        figures[table.number, row.name] = bench.figure(table, row)
    if progress:
        progress(len(rows), "")
    return [_result(table, row, figures) for table, row in rows]


def games_used(study: Study, scale: StudyScale, games: int) -> tuple[int, int]:
    """For learning and testing; instances say themselves how many they learn from."""
    if any(table.kind in INSTANCE_KINDS for table in study.tables):
        test = min(scale.test, max(1, games // 4))
        return min(scale.train, games - test), test
    share = min(1.0, games / (scale.train + scale.test))
    return max(1, int(share * scale.train)), max(1, int(share * scale.test))


def shapes_of_row(row: StudyRow) -> ShapeSet:
    """The joined sets of a row, some classes taken from another set."""
    sets = [shapes_of(name) for name in row.shapes]
    found = [shape for one in sets for shape in one.shapes]
    if row.classes_from:
        others = shapes_of(row.classes_from).shapes
        for target in row.classes:
            taken = [shape for shape in others if target_of(shape) == target]
            if not taken:
                raise KatachiError(f"{shown(row.classes_from)} has no shapes of {shown(target)}")
            found = [shape for shape in found if target_of(shape) != target] + taken
    return ShapeSet(sets[0].game, tuple(dict.fromkeys(found)))


class _Bench:
    """The games of a run, and what has been computed."""

    def __init__(
        self,
        study: Study,
        scale: StudyScale,
        games: Games,
        threads: int | None,
        work: Path | None,
    ) -> None:
        if len(games) < 2:
            raise KatachiError("a study needs at least two games")
        train, test = games_used(study, scale, len(games))
        self._train, self._test = games.split(test=test, train=train, seed=study.seed)
        self._study = study
        self._scale = scale
        self._threads = threads
        self._fits: dict[str, Figure] = {}
        self._cells: CellData | None = None
        self._weighed: dict[str, Figure] = {}
        self._instances = InstanceBench(
            self._train,
            self._test,
            InstanceScale(loops=scale.loops, part=scale.part, share=scale.share, seed=study.seed),
            threads=threads,
            work=work,
        )

    def figure(self, table: StudyTable, row: StudyRow) -> Figure:
        """The figure of a row."""
        if row.instance is not None:
            return _instance_figure(table.kind, self._instances.measure(row.instance))
        if table.kind == "cells":
            if row.method not in self._weighed:
                self._weighed[row.method] = self._weigh(row.method)
            return self._weighed[row.method]
        shapes = shapes_of_row(row)
        if table.kind == "importance":
            ranked = rank_shapes(self._train, shapes)
            return Figure(float(np.mean([one.measures.importance for one in ranked])))
        if row.choice is not None:
            shapes = self._chosen(shapes, row.choice)
        if shapes.text not in self._fits:
            self._fits[shapes.text] = self._fit(shapes)
        return self._fits[shapes.text]

    def _fit(self, shapes: ShapeSet) -> Figure:
        points: list[CurvePoint] = []
        knowledge = learn(
            self._train,
            features=[shapes],
            test=self._test,
            loops=self._scale.loops,
            threads=self._threads,
            progress=points.append,
        )
        found = predict(knowledge, self._test, threads=self._threads)
        return Figure(
            found.mean_log_evidence,
            accuracy=found.accuracy,
            prediction=found,
            curve=tuple((point.train, point.test or 0.0) for point in points),
        )

    def _chosen(self, shapes: ShapeSet, choice: Choice) -> ShapeSet:
        weights = ImportanceSettings(scattering=choice.scattering, appearance=choice.appearance)
        settings = SelectionSettings(shapes=choice.count, most_similar=choice.most_similar)
        ranked = rank_shapes(self._train, shapes, importance=weights)
        chosen = select_shapes(ranked, settings)
        return ShapeSet(shapes.game, tuple(one.shape for one in chosen))

    def _weigh(self, method: str) -> Figure:
        if self._cells is None:
            self._cells = CellData.of(self._train)
        if not method:
            return Figure(self._cells.f1(self._cells.start()))
        values = [
            evolve_cells(
                self._cells,
                method=cell_method(method, steps=self._scale.steps),
                seed=self._study.seed + run,
                threads=self._threads,
            ).after["f1"]
            for run in range(self._scale.runs)
        ]
        return Figure(float(np.mean(values)), runs=tuple(values))


def _instance_figure(kind: Kind, measured: Measured) -> Figure:
    values = {
        "moves": measured.accuracy,
        "weights": measured.weight_variance,
        "depth": measured.depth_variance,
    }
    value = values[kind]
    if value is None:
        raise KatachiError("an instance without a forest has no such variance")
    return Figure(value, accuracy=measured.accuracy, measured=measured)


def _result(
    table: StudyTable, row: StudyRow, figures: dict[tuple[str, str], Figure]
) -> StudyResult:
    figure = figures[table.number, row.name]
    if not row.than:
        return StudyResult(table, row, figure, None, None, None)
    other = figures[table.number, row.than]
    difference = figure.value - other.value
    interval = _interval(table.kind, figure, other)
    result = StudyResult(table, row, figure, difference, interval, None)
    claimed = result.paper_difference
    if row.claim:
        claimed = 1.0 if row.claim == "better" else -1.0
    answer = None if claimed is None else answer_of(claimed, difference, interval)
    return StudyResult(table, row, figure, difference, interval, answer)


def _interval(kind: Kind, figure: Figure, other: Figure) -> tuple[float, float] | None:
    """Of the difference: by games for predictions, by runs for optimisers."""
    if kind == "moves" and figure.measured is not None and other.measured is not None:
        return paired_interval(figure.measured, other.measured)
    if figure.prediction is not None and other.prediction is not None:
        (paired,) = compare([other.prediction, figure.prediction])
        return paired.interval
    if len(figure.runs) < 2:
        return None
    from scipy import stats  # noqa: PLC0415 - takes longer to import than all else

    differences = np.array(figure.runs) - np.array(other.runs or other.value)
    error = float(stats.sem(differences))
    mean = float(differences.mean())
    if not error:
        return (mean, mean)
    low, high = stats.t.interval(0.95, len(differences) - 1, loc=mean, scale=error)
    return (float(low), float(high))


def answer_of(claimed: float, difference: float, interval: tuple[float, float] | None) -> Answer:
    """Whether our difference has the paper's sign: its whole interval, if there is one.

    >>> answer_of(0.02, 0.03, (0.01, 0.05)), answer_of(0.02, 0.03, (-0.01, 0.07))
    ('confirmed', 'undecided')
    >>> answer_of(-0.001, 0.03, None)
    'not confirmed'
    """
    low, high = interval or (difference, difference)
    if low <= 0 <= high:
        return "undecided"
    return "confirmed" if (low > 0) == (claimed > 0) else "not confirmed"
