"""Rows of learning: the figure of each, from one split of some games.

Equal shapes are fitted once. Predictions and feature instances are measured game by game, so that
rows can be compared on the same test positions; optimisers and evolutions run with several seeds.
Importances and variances have no interval: their order is the answer.
"""

from __future__ import annotations

import functools
import hashlib
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
from katachi.learning.feature_instance import InstanceBench, InstanceScale, Measured
from katachi.optimising import EvolutionPlan, LightData, LightSettings, evolve
from katachi.optimising.cells import CellData, cell_method, evolve_cells
from katachi.optimising.methods import Annealing, make_method
from katachi.optimising.shapes.importance import ImportanceSettings
from katachi.optimising.shapes.light import target_of
from katachi.optimising.shapes.selection import ShapeSelectionSettings, rank_shapes, select_shapes
from katachi.papers.conditions import Learning, LearningScale
from katachi.papers.figure import Figure, Sample
from katachi.papers.table import INSTANCE_KINDS, Choice, Kind, Row, Table
from katachi.papers.verdict import Claim
from katachi.records import Games
from katachi.records.digest import digest_of_games

_FORMAT = "katachi figure 1"
# SHAPES 5.4: a thousand games judge what ten thousand teach, in three loops.
_JUDGING_SHARE = 1 / 11
_LIGHT = LightSettings(loops=3)


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
        if row.instance is not None:
            return _instance_figure(table.kind, self._instances.measure(row.instance))
        what: dict[str, object] = {"kind": table.kind, "method": row.method}
        if row.cells:
            what |= {"cells": row.cells}
        if table.kind != "cells":
            what |= {"shapes": shapes_of_row(row).text, "choice": msgspec.to_builtins(row.choice)}
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
            return self._weigh(row.method) if row.method else self._weighed(row.cells)
        shapes = shapes_of_row(row)
        if kind == "importance":
            ranked = rank_shapes(self._train, shapes)
            return Figure(value=float(np.mean([one.measures.importance for one in ranked])))
        if kind == "evolution":
            return self._evolve(shapes, row.method)
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

    def _evolve(self, shapes: ShapeSet, method: str) -> Figure:
        """Evolves all classes, one trial each, and fits what came out; without a method, the start."""
        if not method:
            return Figure(value=self._fit(shapes).value)
        steps = self._scale.steps
        optimiser = (
            Annealing().in_steps(steps)
            if method == Annealing.name and steps
            else make_method(method, {"limit": steps} if steps else {})
        )
        judging = max(1, round(_JUDGING_SHARE * len(self._train)))
        train, judges = self._train.split(test=judging, seed=self._seed)
        data = LightData(train, judges, shapes.game, _LIGHT)
        name = _digest({"shapes": shapes.text, "method": method, **self._conditions})
        values = []
        for run in range(self._scale.runs):
            plan = EvolutionPlan(method=optimiser, trials=1, seed=self._seed + run)
            folder = None if self._work is None else self._work / f"evolution-{name}-{run}"
            found = evolve(data, shapes, plan, folder=folder, threads=self._threads)
            values.append(self._fit(found.shapes).value)
        return _figure_of_runs(values)

    def _chosen(self, shapes: ShapeSet, choice: Choice) -> ShapeSet:
        weights = ImportanceSettings(scattering=choice.scattering, appearance=choice.appearance)
        settings = ShapeSelectionSettings(shapes=choice.count, most_similar=choice.most_similar)
        ranked = rank_shapes(self._train, shapes, importance=weights)
        chosen = select_shapes(ranked, settings)
        return ShapeSet(shapes.game, tuple(one.shape for one in chosen))

    def _weighed(self, weights: dict[str, float]) -> Figure:
        """Weights that need no optimiser; without any, the start."""
        cells = self._cells
        missing = [name for name in cells.classes if weights and name not in weights]
        if missing:
            raise KatachiError(f"there is no weight of the cells {missing[0]}")
        chosen = tuple(weights[name] for name in cells.classes) if weights else cells.start()
        return Figure(value=cells.f1(chosen))

    def _weigh(self, method: str) -> Figure:
        cells = self._cells
        values = [
            evolve_cells(
                cells,
                method=cell_method(method, steps=self._scale.steps),
                seed=self._seed + run,
                threads=self._threads,
            ).after["f1"]
            for run in range(self._scale.runs)
        ]
        return _figure_of_runs(values)

    @functools.cached_property
    def _cells(self) -> CellData:
        return CellData.of(self._train)

    @functools.cached_property
    def _conditions(self) -> dict[str, object]:
        """What figures depend on beside their row."""
        return {
            "games": digest_of_games(self._train) + digest_of_games(self._test),
            "scale": msgspec.to_builtins(self._scale),
            "seed": self._seed,
        }

    @functools.cached_property
    def _instances(self) -> InstanceBench:
        scale = self._scale
        return InstanceBench(
            self._train,
            self._test,
            InstanceScale(loops=scale.loops, part=scale.part, share=scale.share, seed=self._seed),
            threads=self._threads,
            work=self._work,
        )


def _figure_of_runs(values: list[float]) -> Figure:
    return Figure(
        value=float(np.mean(values)),
        sample=Sample(
            by="runs",
            units=tuple(range(len(values))),
            sums=tuple(values),
            sizes=(1.0,) * len(values),
        ),
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
