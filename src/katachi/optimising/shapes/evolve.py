"""The evolution of a whole shape set: class after class, several trials each (SHAPES 5.2.2)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from katachi.errors import InvalidSettings
from katachi.features import ShapeSet
from katachi.games.threads import thread_count
from katachi.optimising.optimise import SAVE_SECONDS
from katachi.optimising.shapes.evolution import (
    Evolution,
    EvolutionProgress,
    EvolvedClass,
    Trial,
)
from katachi.optimising.shapes.folder import EvolutionFolder
from katachi.optimising.shapes.light import LightClass, LightData, LightSettings, target_of
from katachi.optimising.shapes.plan import EvolutionPlan
from katachi.optimising.shapes.trials import Trials
from katachi.records import Games

THESIS_PLAN = EvolutionPlan()


def evolve(  # noqa: PLR0913 - keyword arguments with defaults
    train: Games | LightData,
    start: ShapeSet,
    plan: EvolutionPlan = THESIS_PLAN,
    *,
    test: Games | None = None,
    settings: LightSettings | None = None,
    folder: Path | None = None,
    threads: int | None = None,
    progress: Callable[[EvolutionProgress], None] | None = None,
    save_seconds: float = SAVE_SECONDS,
) -> Evolution:
    """Evolves the shapes of each class in turn; the others stand as they are by then.

    Shapes learn from the games `train` and are judged by the games `test`, as the `settings` of
    light evaluation say; games made ready before (`LightData`) bring all that with them.

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
    data = _light_data(train, test, start, settings)
    workers = thread_count(threads)
    classes = plan.classes(start)
    files = None if folder is None else EvolutionFolder(folder)
    if files is not None:
        files.begin(data, start, plan)
    shapes = start
    done: list[EvolvedClass] = []
    weights, value = None, float("nan")
    for number, target in enumerate(classes):
        finished = None if files is None else files.finished(target)
        if finished is not None:
            done.append(finished[0])
            shapes, weights = finished[1], None
            continue
        begin = time.monotonic()
        if weights is None:
            weights, _, value = data.fit(shapes, threads=workers)
        light = LightClass.of(data, shapes, target, weights=weights, threads=workers)
        runner = Trials(light, plan, files, workers, save_seconds)
        states = runner.run(number, len(classes), progress)
        results = [plan.method.result(state) for state in states]
        chosen = max(range(len(results)), key=lambda i: (results[i].value, -i))
        evolved = light.with_class(results[chosen].solution)
        new_weights, _, after = data.fit(evolved, threads=workers)
        if plan.only_gains and after <= value:
            evolved, new_weights, after = shapes, weights, value
        one = EvolvedClass(
            target=target,
            before=value,
            after=after,
            chosen=chosen,
            trials=tuple(
                Trial(s.accepted[0][1], r.value, s.step, s.evaluations, s.skipped, len(s.accepted))
                for s, r in zip(states, results, strict=True)
            ),
            old=_lines(shapes, target),
            new=_lines(evolved, target),
            seconds=time.monotonic() - begin,
        )
        shapes, weights, value = evolved, new_weights, after
        done.append(one)
        if files is not None:
            files.finish(one, shapes)
    return Evolution(start, shapes, tuple(done))


def _light_data(
    train: Games | LightData, test: Games | None, start: ShapeSet, settings: LightSettings | None
) -> LightData:
    if isinstance(train, LightData):
        if test is not None or settings is not None:
            raise InvalidSettings("games made ready for evolution have test games and settings")
        return train
    if test is None:
        raise InvalidSettings("evolution needs games to test with: test=...")
    return LightData(train, test, start.game, settings or LightSettings())


def _lines(shapes: ShapeSet, target: str) -> tuple[str, ...]:
    return tuple(str(shape) for shape in shapes.shapes if target_of(shape) == target)
