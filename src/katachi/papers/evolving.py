"""Rows of evolutions: shapes that an optimiser finds, as far as a row wants them.

Evolutions go on in the folder of the run where they stopped, and rows about their stages share them.
All shapes at once are judged as wholes: by fits of all of them together, by their mean importance,
or by games of a search that knows them against one that knows the start (SHAPES 5.1.2). Such an
evolution has as many steps as one class after the other has in all, in one trial.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from katachi.agents.catalogue import read_agent_file
from katachi.agents.changes import changed
from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet
from katachi.features.shape import parse_shape
from katachi.learning import learn
from katachi.matches import (
    Contestant,
    MatchPlan,
    open_laboratory,
    parse_openings,
    play_matches,
)
from katachi.optimising import EvolutionPlan, LightData, LightSettings, evolve
from katachi.optimising.methods import Annealing, Method, make_method
from katachi.optimising.optimise import optimise
from katachi.optimising.shapes.light import class_names, target_of
from katachi.optimising.shapes.selection import rank_shapes
from katachi.optimising.shapes.whole_problem import WholeShapeProblem
from katachi.papers.conditions import LearningScale
from katachi.papers.table import Objective, Row
from katachi.records import Games
from katachi.search import Budget

Course = tuple[tuple[int, float], ...]
# SHAPES 5.3.3 and 5.4 judge by about a fourteenth and an eleventh of the games.
_JUDGING_SHARE = 1 / 11
# An objective that plays: simulations a move of both.
BATTLE_SIMULATIONS = 50
BATTLE_AGENT = "othello-shapes-playouts"
BATTLE_OPENINGS = "random:6"


@dataclass(frozen=True)
class Evolved:
    """What an evolution came to: its shapes, and what its trials had after their steps."""

    shapes: ShapeSet
    courses: tuple[Course, ...]


@dataclass(eq=False)
class Evolutions:
    """The evolutions of a run, each done once; `work` keeps them for the next."""

    train: Games
    scale: LearningScale
    seed: int
    threads: int | None
    work: Path | None
    _found: dict[tuple[str, str], Evolved] = field(init=False, default_factory=dict)

    def evolved(self, start: ShapeSet, row: Row, name: str, run: int) -> Evolved:
        """The shapes of a row; `name` tells evolutions of different conditions apart."""
        if row.variables == "all":
            key = (f"{name}-{run}", "")
            if key not in self._found:
                self._found[key] = self._whole(start, row, f"{name}-{run}", run)
            return self._found[key]
        key = (f"{name}-{run}", row.after)
        if key not in self._found:
            self._by_class(start, row, f"{name}-{run}", run)
        if key not in self._found:
            known = ", ".join(class_names(start))
            raise KatachiError(f"{row.name}: there is no class {shown(row.after)}; known: {known}")
        return self._found[key]

    def _by_class(self, start: ShapeSet, row: Row, name: str, run: int) -> None:
        plan = EvolutionPlan(
            method=self._method(row.method, self.scale.steps),
            trials=self.scale.trials,
            variables="shape" if row.variables == "shape" else "set",
            seed=self.seed + run,
        )
        folder = self._kept(f"evolution-{name}")
        done = evolve(self._data(start), start, plan, folder=folder, threads=self.threads)
        shapes = start
        everything: list[Course] = []
        for one in done.classes:
            new = [parse_shape(start.game, line) for line in one.new]
            rest = [shape for shape in shapes.shapes if target_of(shape) != one.target]
            shapes = start.with_shapes((*rest, *new))
            courses = tuple(trial.course for trial in one.trials)
            everything += courses
            self._found[name, one.target] = Evolved(shapes, courses)
        self._found[name, ""] = Evolved(shapes, tuple(everything))

    def _whole(self, start: ShapeSet, row: Row, name: str, run: int) -> Evolved:
        data = self._data(start)
        steps = self.scale.steps * len(class_names(start))
        with TemporaryDirectory(prefix="katachi-battles-") as folder:
            judge = self._judge(row.objective, data, start, Path(folder))
            problem = WholeShapeProblem(start, judge)
            path = self._kept(f"evolution-{name}.json")
            method = self._method(row.method, steps)
            heading = {"objective": row.objective, "games": data.digest}
            state = optimise(problem, method, seed=self.seed + run, path=path, heading=heading)
        return Evolved(method.result(state).solution, (state.course,))

    def _kept(self, name: str) -> Path | None:
        """Where something is kept, in a folder that exists."""
        if self.work is None:
            return None
        try:
            self.work.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KatachiError(f"cannot make '{self.work}': {error.strerror}") from None
        return self.work / name

    def _method(self, name: str, steps: int) -> Method:
        if name == Annealing.name and steps:
            return Annealing().in_steps(steps)
        return make_method(name, {"limit": steps} if steps else {})

    def _data(self, start: ShapeSet) -> LightData:
        scale = self.scale
        games = self.train
        if scale.light:
            games, _ = games.split(train=min(scale.light, len(games) - 1), test=1, seed=self.seed)
        judging = scale.judging or max(1, round(_JUDGING_SHARE * len(games)))
        train, judges = games.split(test=judging, seed=self.seed)
        return LightData(train, judges, start.game, LightSettings(loops=scale.light_loops))

    def _judge(
        self, objective: Objective, data: LightData, start: ShapeSet, folder: Path
    ) -> Callable[[ShapeSet], float]:
        if objective == "heavy":
            return lambda shapes: data.fit(shapes, threads=self.threads)[2]
        if objective == "importance":
            return lambda shapes: float(
                np.mean([one.measures.importance for one in rank_shapes(data.train, shapes)])
            )
        return Battles(data, start, folder, pairs=self.scale.battles, seed=self.seed)


class Battles:
    """The share of points of a search that knows shapes against one that knows the start."""

    def __init__(
        self, data: LightData, start: ShapeSet, folder: Path, *, pairs: int, seed: int
    ) -> None:
        """All sets play from the same openings with the same seeds; `folder` keeps knowledge."""
        self._data, self._folder = data, folder
        self._pairs, self._seed = pairs, seed
        self._theirs = self._contestant("start", start)

    def __call__(self, shapes: ShapeSet) -> float:
        """From pairs of games, with colours exchanged."""
        game = self._data.game
        plan = MatchPlan(
            first=self._contestant("evolving", shapes),
            second=self._theirs,
            game=f"{game.name}{game.size}",
            pairs=self._pairs,
            seed=self._seed,
            openings=parse_openings(BATTLE_OPENINGS, game),
        )
        with open_laboratory(None) as laboratory:
            (match,) = play_matches([plan], laboratory)
        return match.score.share

    def _contestant(self, name: str, shapes: ShapeSet) -> Contestant:
        path = self._folder / f"{hashlib.sha256(shapes.text.encode()).hexdigest()[:16]}.knowledge"
        if not path.exists():
            loops = self._data.settings.loops
            learn(self._data.train, features=[shapes], loops=loops).save(path)
        knowledge = {"knowledge": str(path), "playout_knowledge": str(path)}
        agent = changed(read_agent_file(BATTLE_AGENT), knowledge)
        return Contestant(name, agent, Budget(simulations=BATTLE_SIMULATIONS))
