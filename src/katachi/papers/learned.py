"""Rows of learning: the figure of each, from one split of some games.

Equal shapes are fitted once. Predictions and feature instances are measured game by game, so that
rows can be compared on the same test positions; optimisers and evolutions run with several seeds.
Importances and variances have no interval: their order is the answer.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet
from katachi.features.catalogue import shapes as shapes_of
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes
from katachi.knowledge import FeatureWeights
from katachi.learning import CurvePoint, learn, predict
from katachi.learning.feature_instance import Instance, InstanceBench, InstanceScale, Measured
from katachi.optimising.cells import CellData, CellResult, cell_method, evolve_cells
from katachi.optimising.shapes.importance import ImportanceSettings
from katachi.optimising.shapes.light import target_of
from katachi.optimising.shapes.selection import ShapeSelectionSettings, rank_shapes, select_shapes
from katachi.papers.conditions import Learning, LearningScale
from katachi.papers.evolving import Evolutions
from katachi.papers.figure import Courses, Figure, Sample
from katachi.papers.table import INSTANCE_KINDS, Choice, Kind, Row, Table
from katachi.papers.verdict import Claim
from katachi.records import Games
from katachi.records.digest import digest_of_games

_FORMAT = "katachi figure 1"
# What figures kept by former versions do not name, where it is as it was then.
_LATER_OF_ROW = ("variables", "objective", "after")
_PLAIN = {field.name: field.default for field in msgspec.structs.fields(Row)}
_LATER_OF_SCALE = {
    field.name: field.default
    for field in msgspec.structs.fields(LearningScale)
    if field.name in {"trials", "light", "judging", "light_loops", "battles"}
}


def games_used(scale: LearningScale, games: int, *, instances: bool) -> tuple[int, int]:
    """For learning and testing.

    If there are fewer than the scale asks for, the same shares of them; instances say themselves
    how many they learn from, and get all that are no test games.
    """
    if instances:
        test = min(scale.test, max(1, games // 4))
        return min(scale.train, games - test), test
    share = min(1.0, games / (scale.train + scale.test))
    return max(1, int(share * scale.train)), max(1, int(share * scale.test))


def shapes_of_row(row: Row) -> ShapeSet:
    """The joined sets of a row, some classes taken from another set."""
    joined = joined_shapes(row.shapes)
    found = list(joined.shapes)
    if row.classes_from:
        others = shapes_of(row.classes_from).shapes
        for target in row.classes:
            taken = [shape for shape in others if target_of(shape) == target]
            if not taken:
                raise KatachiError(f"{shown(row.classes_from)} has no shapes of {shown(target)}")
            found = [shape for shape in found if target_of(shape) != target] + taken
    return ShapeSet(joined.game, tuple(dict.fromkeys(found)))


def joined_shapes(names: Sequence[str]) -> ShapeSet:
    """Several sets as one."""
    sets = [shapes_of(name) for name in names]
    found = [shape for one in sets for shape in one.shapes]
    return ShapeSet(sets[0].game, tuple(dict.fromkeys(found)))


def claim_of_learning(table: Table, row: Row) -> Claim | None:
    """What the paper says of a row beside the one it is compared with, or None."""
    if not row.than:
        return None
    if row.claim:
        return Claim.of_direction(row.claim)
    difference = paper_difference(table, row)
    return None if difference is None else Claim.of_difference(difference)


def paper_difference(table: Table, row: Row) -> float | None:
    """The paper's, to the row compared with; None if it does not print both figures."""
    other = table.row(row.than).paper if row.than else None
    return None if row.paper is None or other is None else row.paper - other


class _Kept(msgspec.Struct, frozen=True):
    format: str
    key: dict[str, object]
    figure: Figure


class LearningBench:
    """The games of a run, and what has been computed; the folder `work` keeps it for the next run."""

    def __init__(  # noqa: PLR0913 - keyword arguments with defaults
        self,
        learning: Learning,
        scale: LearningScale,
        games: Games,
        *,
        instances: bool = False,
        threads: int | None = None,
        work: Path | None = None,
    ) -> None:
        """The games are split by the seed of the conditions."""
        if len(games) < 2:
            raise KatachiError("learning needs at least two games")
        train, test = games_used(scale, len(games), instances=instances)
        self._train, self._test = games.split(test=test, train=train, seed=learning.seed)
        self._seed = learning.seed
        self._scale = scale
        self._threads = threads
        self._work = work
        self._found: dict[str, Figure] = {}

    def figure(self, table: Table, row: Row) -> Figure:
        """The figure of a row."""
        if row.instance is not None and table.kind == "spread":
            return self._spread(row.instance)
        if row.instance is not None:
            return _instance_figure(table.kind, self._instances.measure(row.instance))
        what: dict[str, object] = {"kind": table.kind, "method": row.method}
        if row.cells:
            what |= {"cells": row.cells}
        if table.kind != "cells":
            what |= {"shapes": shapes_of_row(row).text, "choice": msgspec.to_builtins(row.choice)}
        what |= {
            name: value for name in _LATER_OF_ROW if (value := getattr(row, name)) != _PLAIN[name]
        }
        name = _digest(what)
        if name not in self._found:
            self._found[name] = self._once(what, table.kind, row)
        return self._found[name]

    def _once(self, what: dict[str, object], kind: Kind, row: Row) -> Figure:
        """From the folder, if it is there."""
        if self._work is None:
            return self._figure(kind, row)
        key = {"what": what, **self._conditions}
        path = self._work / f"figure-{_digest(key)}.json"
        if path.exists():
            try:
                kept = msgspec.json.decode(read_bytes(path), type=_Kept)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise KatachiError(f"'{path}' is not a figure of a paper: {error}") from None
            if kept.format != _FORMAT:
                raise KatachiError(f"'{path}' has the format {shown(kept.format)}, not {_FORMAT}")
            return kept.figure
        found = self._figure(kind, row)
        try:
            self._work.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KatachiError(f"cannot make '{self._work}': {error.strerror}") from None
        write_atomically(path, msgspec.json.encode(_Kept(_FORMAT, key, found)), overwrite=True)
        return found

    def _figure(self, kind: Kind, row: Row) -> Figure:
        if kind == "cells":
            if row.method:
                return self._weigh(row.method)
            return Figure(value=self._cells.f1(self._printed(row.cells)))
        shapes = shapes_of_row(row)
        if kind == "importance":
            ranked = rank_shapes(self._train, shapes)
            return Figure(value=float(np.mean([one.measures.importance for one in ranked])))
        if kind == "evolution":
            return self._evolve(shapes, row)
        return self._fit(shapes if row.choice is None else self._chosen(shapes, row.choice))

    def knowledge(self, shapes: ShapeSet, folder: Path) -> Path:
        """The file of what is learned with shapes, made if it is not there yet."""
        key = {"shapes": shapes.text, **self._conditions}
        path = folder / f"shapes-{_digest(key)}.knowledge"
        if not path.exists():
            self._learn(shapes, []).save(path)
        return path

    def _learn(self, shapes: ShapeSet, points: list[CurvePoint]) -> FeatureWeights:
        return learn(
            self._train,
            features=[shapes],
            test=self._test,
            loops=self._scale.loops,
            threads=self._threads,
            progress=points.append,
        )

    def _fit(self, shapes: ShapeSet) -> Figure:
        points: list[CurvePoint] = []
        knowledge = self._learn(shapes, points)
        found = predict(knowledge, self._test, threads=self._threads)
        games, places = np.unique(found.game_numbers, return_inverse=True)
        return Figure(
            value=found.mean_log_evidence,
            accuracy=found.accuracy,
            sample=Sample(
                by="games",
                units=tuple(games.tolist()),
                sums=tuple(np.bincount(places, weights=found.log_evidence).tolist()),
                sizes=tuple(np.bincount(places).astype(float).tolist()),
            ),
            curve=tuple((point.train, point.test or 0.0) for point in points),
        )

    def _evolve(self, shapes: ShapeSet, row: Row) -> Figure:
        """Evolves shapes and fits what came out; without a method, the start."""
        if not row.method:
            start = self._fit(shapes)
            return start if self._scale.runs == 1 else Figure(value=start.value)
        what = {"shapes": shapes.text, "method": row.method, **self._conditions}
        if row.variables != "class":
            what |= {"variables": row.variables, "objective": row.objective}
        done = [
            self._evolutions.evolved(shapes, row, _digest(what), run)
            for run in range(self._scale.runs)
        ]
        courses = tuple(course for one in done for course in one.courses)
        if len(done) == 1:
            return msgspec.structs.replace(self._fit(done[0].shapes), courses=courses)
        return _figure_of_runs([self._fit(one.shapes).value for one in done], courses)

    def _chosen(self, shapes: ShapeSet, choice: Choice) -> ShapeSet:
        weights = ImportanceSettings(scattering=choice.scattering, appearance=choice.appearance)
        settings = ShapeSelectionSettings(shapes=choice.count, most_similar=choice.most_similar)
        ranked = rank_shapes(self._train, shapes, importance=weights)
        chosen = select_shapes(ranked, settings)
        return ShapeSet(shapes.game, tuple(one.shape for one in chosen))

    def _printed(self, weights: dict[str, float]) -> tuple[float, ...]:
        """Weights that need no optimiser; without any, the start."""
        cells = self._cells
        missing = [name for name in cells.classes if weights and name not in weights]
        if missing:
            raise KatachiError(f"there is no weight of the cells {missing[0]}")
        return tuple(weights[name] for name in cells.classes) if weights else cells.start()

    def _weigh(self, method: str) -> Figure:
        found = [self._optimised(method, run) for run in range(self._scale.runs)]
        courses = tuple(one.state.course for one in found)
        return _figure_of_runs([one.after["f1"] for one in found], courses)

    def _optimised(self, method: str, run: int) -> CellResult:
        return evolve_cells(
            self._cells,
            method=cell_method(method, steps=self._scale.steps),
            seed=self._seed + run,
            threads=self._threads,
        )

    def weights_of_cells(self, row: Row, folder: Path) -> Path:
        """The file of weights of cells, those of the best run of an optimiser, made if need be."""
        key = {"method": row.method, "cells": row.cells, **self._conditions}
        path = folder / f"cells-{_digest(key)}.txt"
        if not path.exists():
            weights = self._printed(row.cells)
            if row.method:
                found = [self._optimised(row.method, run) for run in range(self._scale.runs)]
                weights = max(found, key=lambda one: one.after["f1"]).scaled
            self._cells.cell_weights(weights).save(path)
        return path

    @functools.cached_property
    def _cells(self) -> CellData:
        return CellData.of(self._train)

    @functools.cached_property
    def _conditions(self) -> dict[str, object]:
        """What figures depend on beside their row."""
        return {
            "games": digest_of_games(self._train) + digest_of_games(self._test),
            "scale": {
                name: value
                for name, value in msgspec.to_builtins(self._scale).items()
                if name not in {"cost", "tree_cost"}
                and (name not in _LATER_OF_SCALE or value != _LATER_OF_SCALE[name])
            },
            "seed": self._seed,
        }

    @functools.cached_property
    def _evolutions(self) -> Evolutions:
        return Evolutions(self._train, self._scale, self._seed, self._threads, self._work)

    def _spread(self, instance: Instance) -> Figure:
        """The standard deviation of M(1): games for growing, trees and weights by other seeds."""
        found = [
            self._instances_by(self._seed + run).measure(instance).accuracy
            for run in range(self._scale.runs)
        ]
        return spread_of(found)

    @property
    def _instances(self) -> InstanceBench:
        return self._instances_by(self._seed)

    @functools.cache  # noqa: B019 - as long as the run
    def _instances_by(self, seed: int) -> InstanceBench:
        scale = self._scale
        return InstanceBench(
            self._train,
            self._test,
            InstanceScale(loops=scale.loops, part=scale.part, share=scale.share, seed=seed),
            threads=self._threads,
            work=self._work,
        )


def _figure_of_runs(values: list[float], courses: Courses) -> Figure:
    return Figure(
        value=float(np.mean(values)),
        courses=courses,
        sample=Sample(
            by="runs",
            units=tuple(range(len(values))),
            sums=tuple(values),
            sizes=(1.0,) * len(values),
        ),
    )


def spread_of(values: Sequence[float]) -> Figure:
    """The standard deviation of values with its 95 % interval, as of values from a normal distribution.

    >>> round(spread_of([0.30, 0.31, 0.32]).value, 4)
    0.01
    """
    if len(values) < 2:
        raise KatachiError("a spread needs two runs or more")
    from scipy import stats  # noqa: PLC0415 - takes longer to import than all else

    value, free = float(np.std(values, ddof=1)), len(values) - 1
    low, high = (value * math.sqrt(free / stats.chi2.ppf(p, free)) for p in (0.975, 0.025))
    return Figure(
        value=value,
        interval=(float(low), float(high)),
        accuracy=float(np.mean(values)),
    )


def _instance_figure(kind: Kind, measured: Measured) -> Figure:
    if kind == "moves":
        return Figure(
            value=measured.accuracy,
            interval=measured.interval,
            accuracy=measured.accuracy,
            sample=Sample(
                by="games",
                units=tuple(range(len(measured.positions))),
                sums=measured.first,
                sizes=tuple(map(float, measured.positions)),
            ),
            measured=measured,
        )
    value = measured.weight_variance if kind == "weights" else measured.depth_variance
    if value is None:
        raise KatachiError("an instance without a forest has no such variance")
    return Figure(value=value, accuracy=measured.accuracy, measured=measured)


def has_instances(tables: list[Table]) -> bool:
    """Whether rows say themselves how many games they learn from."""
    return any(table.kind in INSTANCE_KINDS for table in tables)


def _digest(key: dict[str, object]) -> str:
    return hashlib.sha256(msgspec.json.encode(key, order="sorted")).hexdigest()[:16]
