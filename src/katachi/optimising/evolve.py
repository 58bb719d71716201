"""The evolution of a whole shape set: class after class, several trials each (SHAPES 5.2.2).

In a folder a run can be stopped at any moment and goes on where it was, with the same result:

    evolution.json    the plan and the games, by digest
    b1-0.json ...     each trial: where it stands, and every step it took
    b1.json ...       what became of each class
    shapes.txt        the shapes so far
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.features import ShapeSet, parse_feature_set
from katachi.files.atomic_file import write_atomically
from katachi.learning.competitions import all_threads
from katachi.optimising.importance import THESIS_IMPORTANCE, ImportanceSettings
from katachi.optimising.light import (
    EVERYWHERE,
    LightClass,
    LightData,
    LightSettings,
    class_names,
    target_of,
)
from katachi.optimising.methods import Annealing, Method
from katachi.optimising.optimise import SAVE_SECONDS, optimise
from katachi.optimising.search_state import SearchState
from katachi.optimising.shape_problem import (
    MEASURES,
    THESIS_LENGTHS,
    Lengths,
    ShapePlaces,
    ShapeProblem,
)
from katachi.records import Games

FORMAT = "katachi-evolution"
VERSION = 1
# SHAPES 5.3.4.
PAPER_ORDER = ("b1", "c1", "d1", "b2", "c2", "d2", "d3", "c3", "a1")
# What is optimised at once: all shapes of a class, or one shape after the other.
VARIABLES = ("set", "shape")
# SHAPES 5.3.3.
THESIS_METHOD = Annealing()


@dataclass(frozen=True)
class EvolutionPlan:
    """What is done to each class.

    `order`: the classes; by default SHAPES' order, or that of the shapes on other boards.
    `measure`: by what a method that refuses candidates judges them; see `ShapeProblem`.
    `only_gains`: a class keeps its old shapes if a fit of all classes together finds the new ones
    no better; SHAPES takes them in any case.
    """

    method: Method = THESIS_METHOD
    trials: int = 4  # SHAPES 5.3.3
    order: tuple[str, ...] = ()
    variables: str = "set"
    lengths: Lengths = THESIS_LENGTHS
    measure: str = "leave-one-out"
    importance: ImportanceSettings = THESIS_IMPORTANCE
    only_gains: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        if self.trials < 1:
            raise InvalidSettings(f"at least one trial is needed, not {self.trials}")
        if self.measure not in MEASURES:
            raise InvalidSettings(f"no measure {shown(self.measure)}; known: {', '.join(MEASURES)}")
        if self.variables not in VARIABLES:
            raise InvalidSettings(
                f"no variables {shown(self.variables)}; known: {', '.join(VARIABLES)}"
            )

    def classes(self, shapes: ShapeSet) -> tuple[str, ...]:
        """The classes in their order; raises `InvalidSettings` for one that has no shapes."""
        known = class_names(shapes)
        if not self.order:
            return PAPER_ORDER if set(PAPER_ORDER) == set(known) else known
        for name in self.order:
            if name not in known:
                raise InvalidSettings(f"no shapes of class {shown(name)}: {', '.join(known)}")
        return self.order


THESIS_PLAN = EvolutionPlan()


@dataclass(frozen=True)
class Trial:
    """What one trial did: values of light evaluations at its start and end."""

    first: float
    last: float
    steps: int
    evaluations: int
    skipped: int
    accepted: int


@dataclass(frozen=True)
class EvolvedClass:
    """What became of a class: test mean log evidence of all shapes fitted together, before and after."""

    target: str
    before: float
    after: float
    chosen: int
    trials: tuple[Trial, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    seconds: float

    @property
    def gain(self) -> float:
        """Of the fit of all shapes together."""
        return self.after - self.before


@dataclass(frozen=True)
class Evolution:
    """The result."""

    start: ShapeSet
    shapes: ShapeSet
    classes: tuple[EvolvedClass, ...]

    @property
    def gain(self) -> float:
        """Over all classes."""
        return sum(one.gain for one in self.classes)


@dataclass(frozen=True)
class EvolutionProgress:
    """Told after every step of every trial."""

    target: str
    number: int  # of the class, from 0
    classes: int
    trial: int
    step: int
    steps: int
    value: float


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
    >>> plan = EvolutionPlan(method=Annealing(gamma=0.5), trials=1, order=("b1",))
    >>> start = katachi.features.shapes("othello-default")
    >>> found = evolve(games[:60], start, plan, test=games[60:80])
    >>> len(found.shapes.shapes), found.classes[0].target
    (25, 'b1')
    """
    data = _light_data(train, test, start, settings)
    workers = threads or all_threads()
    classes = plan.classes(start)
    if folder is not None:
        _check_folder(folder, data, start, plan)
    shapes = start
    done: list[EvolvedClass] = []
    weights, value = None, float("nan")
    for number, target in enumerate(classes):
        file = None if folder is None else folder / f"{file_name(target)}.json"
        finished = None if file is None else _read_class(file)
        if finished is not None:
            done.append(finished[0])
            shapes, weights = finished[1], None
            continue
        begin = time.monotonic()
        if weights is None:
            weights, _, value = data.fit(shapes, threads=workers)
        light = LightClass.of(data, shapes, target, weights=weights, threads=workers)
        runner = _Trials(light, plan, folder, workers, save_seconds)
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
        if folder is not None and file is not None:
            write_atomically(folder / "shapes.txt", shapes.text, overwrite=True)
            _write_class(file, one, shapes)
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


class _Trials:
    """The trials of one class, several at once."""

    def __init__(
        self,
        light: LightClass,
        plan: EvolutionPlan,
        folder: Path | None,
        workers: int,
        save_seconds: float,
    ) -> None:
        self._light = light
        self._plan = plan
        self._folder = folder
        self._at_once = min(plan.trials, workers)
        self._threads = max(1, workers // self._at_once)
        self._save_seconds = save_seconds
        self._stop = threading.Event()

    def run(
        self, number: int, classes: int, progress: Callable[[EvolutionProgress], None] | None
    ) -> list[SearchState[ShapePlaces]]:
        """All of them, in order."""
        with ThreadPoolExecutor(self._at_once) as pool:
            futures: list[Future[SearchState[ShapePlaces]]] = []
            for trial in range(self._plan.trials):
                told = _teller(progress, self._light.target, (number, classes), trial, self._plan)
                futures.append(pool.submit(self._one, trial, told))
            try:
                return [future.result() for future in futures]
            except BaseException:
                self._stop.set()
                for future in futures:
                    future.cancel()
                raise

    def _one(
        self, trial: int, progress: Callable[[SearchState[ShapePlaces]], None] | None
    ) -> SearchState[ShapePlaces]:
        plan, light = self._plan, self._light
        every = tuple(range(len(light.start)))
        parts: Iterator[tuple[int, ...]] = iter(
            [every] if plan.variables == "set" else [(number,) for number in every]
        )
        begin: ShapePlaces | None = None
        whole: SearchState[ShapePlaces] | None = None
        for free in parts:
            problem = ShapeProblem(
                light,
                lengths=plan.lengths,
                free=free,
                threads=self._threads,
                measure=plan.measure,
                importance=plan.importance,
                begin=begin,
            )
            suffix = "" if plan.variables == "set" else f"-{free[0]}"
            path = None
            if self._folder is not None:
                path = self._folder / f"{file_name(light.target)}-{trial}{suffix}.json"
            state = optimise(
                problem,
                plan.method,
                seed=seed_of(plan.seed, light.target, trial, free[0]),
                path=path,
                heading={"class": light.target, "trial": trial, "free": list(free)},
                progress=progress,
                should_stop=self._stop.is_set,
                save_seconds=self._save_seconds,
            )
            begin = plan.method.result(state).solution
            whole = state if whole is None else _joined(whole, state)
        assert whole is not None
        return whole


def seed_of(seed: int, target: str, trial: int, part: int) -> int:
    """A seed of its own for every search of a run."""
    text = f"{seed}/{target}/{trial}/{part}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")


def _joined(
    first: SearchState[ShapePlaces], second: SearchState[ShapePlaces]
) -> SearchState[ShapePlaces]:
    """Two searches after each other as one."""
    return SearchState(
        step=first.step + second.step,
        members=second.members,
        best=second.best,
        failures=second.failures,
        evaluations=first.evaluations + second.evaluations,
        skipped=first.skipped + second.skipped,
        hopes=second.hopes,
        accepted=[
            *first.accepted,
            *((first.step + step, value, s) for step, value, s in second.accepted[1:]),
        ],
    )


def _teller(
    progress: Callable[[EvolutionProgress], None] | None,
    target: str,
    place: tuple[int, int],
    trial: int,
    plan: EvolutionPlan,
) -> Callable[[SearchState[ShapePlaces]], None] | None:
    if progress is None:
        return None

    def tell(state: SearchState[ShapePlaces]) -> None:
        progress(
            EvolutionProgress(
                target, *place, trial, state.step, plan.method.steps, state.current.value
            )
        )

    return tell


def file_name(target: str) -> str:
    """How the files of a class begin."""
    return "everywhere" if target == EVERYWHERE else target


def _lines(shapes: ShapeSet, target: str) -> tuple[str, ...]:
    return tuple(str(shape) for shape in shapes.shapes if target_of(shape) == target)


def _plan_json(data: LightData, start: ShapeSet, plan: EvolutionPlan) -> dict[str, Any]:
    return {
        "format": [FORMAT, VERSION],
        "plan": {**asdict(plan), "method": plan.method.name, "settings": asdict(plan.method)},
        "light": asdict(data.settings),
        "games": {"train": len(data.train), "test": len(data.test), "digest": data.digest},
        "others": [one.text for one in data.others],
        "start": start.text,
    }


def _check_folder(folder: Path, data: LightData, start: ShapeSet, plan: EvolutionPlan) -> None:
    """Makes the folder, or refuses one of another evolution."""
    if not folder.parent.is_dir():
        raise KatachiError(f"there is no folder '{folder.parent}'")
    folder.mkdir(exist_ok=True)
    wanted = json.loads(json.dumps(_plan_json(data, start, plan)))
    path = folder / "evolution.json"
    if path.exists():
        if _read_json(path) != wanted:
            raise KatachiError(f"'{folder}' holds another evolution")
        return
    write_atomically(path, json.dumps(wanted, indent=1))


def _read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise KatachiError(f"cannot read {shown(str(path))}: {error}") from None


def _write_class(path: Path, one: EvolvedClass, shapes: ShapeSet) -> None:
    write_atomically(path, json.dumps({**asdict(one), "shapes": shapes.text}, indent=1))


def _read_class(path: Path) -> tuple[EvolvedClass, ShapeSet] | None:
    if not path.exists():
        return None
    content = _read_json(path)
    try:
        shapes = parse_feature_set(content.pop("shapes"))
        if not isinstance(shapes, ShapeSet):
            raise KatachiError("other features than shapes")
        content["trials"] = tuple(Trial(**trial) for trial in content["trials"])
        content["old"], content["new"] = tuple(content["old"]), tuple(content["new"])
        return EvolvedClass(**content), shapes
    except (KeyError, TypeError, AttributeError, KatachiError) as error:
        raise KatachiError(f"{shown(str(path))} is no result of a class: {error}") from None
