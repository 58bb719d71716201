"""The evolution of a whole shape set: class after class, several trials each (SHAPES 5.2.2)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidSettings
from katachi.features import FeatureSet, ShapeSet
from katachi.games.threads import thread_count
from katachi.optimising.optimise import SAVE_SECONDS
from katachi.optimising.search_state import SearchState
from katachi.optimising.shapes.evolution import (
    Evolution,
    EvolutionProgress,
    EvolvedClass,
    Trial,
)
from katachi.optimising.shapes.folder import EvolutionFolder
from katachi.optimising.shapes.light import LightClass, LightData, LightSettings, target_of
from katachi.optimising.shapes.plan import EvolutionPlan
from katachi.optimising.shapes.shape_problem import ShapePlaces
from katachi.optimising.shapes.trials import Trials
from katachi.records import Games

THESIS_PLAN = EvolutionPlan()


def evolve(  # noqa: PLR0913 - keyword arguments with defaults
    train: Games | LightData,
    start: ShapeSet,
    plan: EvolutionPlan = THESIS_PLAN,
    *,
    test: Games | None = None,
    others: Sequence[FeatureSet] = (),
    first_ply: int | None = None,
    stages: int | None = None,
    settings: LightSettings | None = None,
    folder: Path | None = None,
    threads: int | None = None,
    progress: Callable[[EvolutionProgress], None] | None = None,
    save_seconds: float = SAVE_SECONDS,
) -> Evolution:
    """Evolves the shapes of each class in turn; the other classes stay as they are meanwhile.

    Shapes learn from the games `train` and are judged by the games `test`, as the `settings` of
    light evaluation say: from `first_ply` on, with weights in each of so many `stages` of the game.
    `others`: features that are learned beside the shapes and stay as they are, such as tactics.
    Games made ready before (`LightData`) bring all that with them.

    In a `folder` the same call goes on where an earlier one stopped. Trials run at once on as many
    threads as there are; results do not depend on them. Ctrl-C writes everything down first.

    >>> import katachi
    >>> from katachi.records.shipped import read_shipped
    >>> games = read_shipped("othello-selfplay")
    >>> plan = EvolutionPlan(method=katachi.Annealing(gamma=0.5), trials=1, order=("b1",))
    >>> start = katachi.features.shapes("othello-default")
    >>> found = evolve(games[:60], start, plan, test=games[60:80])
    >>> len(found.shapes.shapes), found.classes[0].target
    (25, 'b1')
    """
    changes = {"first_ply": first_ply, "stages": stages}
    given: dict[str, Any] = {k: value for k, value in changes.items() if value is not None}
    data = _light_data(train, test, start, settings, tuple(others), given)
    workers = thread_count(threads)
    classes = plan.classes(start)
    files = None if folder is None else EvolutionFolder(folder)
    if files is not None:
        files.begin(data, start, plan)
    shapes = start
    fitted: _Fitted | None = None
    done: list[EvolvedClass] = []
    for number, target in enumerate(classes):
        finished = None if files is None else files.finished(target)
        if finished is not None:
            one, shapes = finished
            fitted = None
        else:
            begin = time.monotonic()
            before = fitted or _Fitted.of(data, shapes, workers)
            light = LightClass.of(data, shapes, target, weights=before.weights, threads=workers)
            states = Trials(light, plan, files, workers, save_seconds).run(
                number, len(classes), progress
            )
            one, fitted = _best_of(states, light, before, plan, workers)
            one, shapes = replace(one, seconds=time.monotonic() - begin), fitted.shapes
            if files is not None:
                files.finish(one, shapes)
        done.append(one)
    return Evolution(start, shapes, tuple(done))


class _Fitted(NamedTuple):
    """Shapes, their weights fitted all together, and the test mean log evidence of that."""

    shapes: ShapeSet
    weights: NDArray[np.float64]
    value: float

    @classmethod
    def of(cls, data: LightData, shapes: ShapeSet, threads: int) -> _Fitted:
        weights, _, value = data.fit(shapes, threads=threads)
        return cls(shapes, weights, value)


def _best_of(
    states: Sequence[SearchState[ShapePlaces]],
    light: LightClass,
    before: _Fitted,
    plan: EvolutionPlan,
    threads: int,
) -> tuple[EvolvedClass, _Fitted]:
    """The trial of the largest light value, and all shapes fitted with those it found."""
    results = [plan.method.result(state) for state in states]
    chosen = max(range(len(results)), key=lambda i: (results[i].value, -i))
    after = _Fitted.of(light.data, light.with_class(results[chosen].solution), threads)
    if plan.only_gains and after.value <= before.value:
        after = before
    one = EvolvedClass(
        target=light.target,
        before=before.value,
        after=after.value,
        chosen=chosen,
        trials=tuple(
            Trial(
                first=s.accepted[0][1],
                last=r.value,
                steps=s.step,
                evaluations=s.evaluations,
                skipped=s.skipped,
                accepted=len(s.accepted),
                course=s.course,
            )
            for s, r in zip(states, results, strict=True)
        ),
        old=_lines(before.shapes, light.target),
        new=_lines(after.shapes, light.target),
        seconds=0.0,
    )
    return one, after


def _light_data(  # noqa: PLR0913, PLR0917 - the arguments of evolve
    train: Games | LightData,
    test: Games | None,
    start: ShapeSet,
    settings: LightSettings | None,
    others: tuple[FeatureSet, ...],
    given: dict[str, Any],
) -> LightData:
    if isinstance(train, LightData):
        if test is not None or settings is not None or others or given:
            raise InvalidSettings(
                "games made ready for evolution have test games, other features and settings"
            )
        return train
    if test is None:
        raise InvalidSettings("evolution needs games to test with: test=...")
    return LightData(train, test, start.game, replace(settings or LightSettings(), **given), others)


def _lines(shapes: ShapeSet, target: str) -> tuple[str, ...]:
    return tuple(str(shape) for shape in shapes.shapes if target_of(shape) == target)
