"""Settings of an agent by noisy matches: SPSA or CMA-ES, then a match on fresh seeds that confirms.

    FOLDER/plan.json           what is done
    FOLDER/before.toml         the agent as it was
    FOLDER/laboratory.sqlite   every game
    FOLDER/tuned.toml          the result

A step is a match that depends on the plan and the results before it, and its games are in the
laboratory: a run that was stopped or killed takes the finished steps from there and goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.writing import write_agent
from katachi.errors import KatachiError
from katachi.files.json_file import read_structure, write_structure
from katachi.files.reservation import reserved
from katachi.matches import Contestant, MatchPlan, MatchResult, Running, play_match
from katachi.matches.contestant import parse_budget
from katachi.matches.game import PlayedGame, VoidGame
from katachi.matches.laboratory import Laboratory
from katachi.matches.openings import Openings
from katachi.matches.plan import Slot
from katachi.optimising.methods import CmaEs
from katachi.optimising.optimise import optimise
from katachi.optimising.problem import Problem
from katachi.optimising.tune.plan import TunePlan
from katachi.optimising.tune.settings import agent_at, point_of
from katachi.optimising.tune.spsa import Point, Spsa, mean_of_second_half
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import Series, line_plot

# Matches of steps and the last one have different openings and seeds.
STEP_SEED, CONFIRMATION_SEED = 1_000, 1_000_000_007


@dataclass(frozen=True)
class TuneStep:
    """After a step: where the search is, and the share of points that led there."""

    step: int
    point: tuple[float, ...]
    share: float


Progress = Callable[[int, int], None]  # steps done, steps in all


@dataclass(frozen=True, repr=False)
class Tuning(ShowsItself):
    """What came out; `confirmation` is None before the last match, or without one.

    `values`: of each setting before and after. `print` shows them, `plot()` draws the path of each
    setting through its range, `to_frame()` has a row per step.
    """

    folder: Path
    plan: TunePlan
    path: tuple[TuneStep, ...]
    values: dict[str, tuple[float, float]]
    confirmation: MatchResult | None

    @property
    def tuned(self) -> Path:
        """The agent file."""
        return self.folder / "tuned.toml"

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        confirmed = self.confirmation is not None or not self.plan.confirm_pairs
        return confirmed and len(self.path) == self.plan.steps

    def to_frame(self) -> Columns:
        """A row for each step: its share of points, and the value of every setting after it."""
        tuned = self.plan.tuned
        return Columns(
            step=np.array([one.step for one in self.path], np.int64),
            share=np.array([one.share for one in self.path], np.float64),
            **{
                setting.name: np.array(
                    [setting.value(one.point[place]) for one in self.path], np.float64
                )
                for place, setting in enumerate(tuned)
            },
        )

    def plot(self) -> Picture:
        """Where each setting was after every step, as a share of its range."""
        return line_plot(
            [
                Series(setting.name, [(one.step, one.point[place]) for one in self.path])
                for place, setting in enumerate(self.plan.tuned)
            ],
            title=f"Tuning of {self.plan.agent} in {self.plan.game}",
            across="step",
            up="share of the range",
        )

    def _headline(self) -> str:
        told = f"{len(self.path)} of {self.plan.steps} steps"
        if self.confirmation is not None and self.confirmation.results:
            score = self.confirmation.score
            told += f", then {100 * score.share:.1f} % of {score.games.games} games"
        return f"{self.plan.agent} in {self.plan.game}, {told}"

    def _tables(self) -> tuple[Table, ...]:
        rows = tuple(
            (name, f"{before:g}", f"{after:g}") for name, (before, after) in self.values.items()
        )
        return (Table(("setting", "before", "after"), rows),) if rows else ()


class _TimeIsUp(Exception):
    """The run has had its time; everything that was played is kept."""


def tune(
    plan: TunePlan,
    folder: str | Path,
    *,
    minutes: float = 0.0,
    running: Running | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Tunes settings; the same call goes on where it was. `minutes`: stop after this time.

    >>> import katachi, tempfile
    >>> from katachi.optimising.tune import TunePlan
    >>> plan = TunePlan(agent="uct", game="hex4", budget="20", steps=3, pairs=1, confirm_pairs=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = katachi.tune(plan, folder)
    ...     done.tuned.name, len(done.path), list(done.values)
    ('tuned.toml', 3, ['selection.exploration'])
    """
    place = Path(folder).resolve()
    before = _begin(plan, place)
    deadline = time.monotonic() + 60 * minutes if minutes else None
    with reserved(place / "plan.json"), Laboratory(place / "laboratory.sqlite") as laboratory:
        run = _Run(plan, before, laboratory, running or Running(), deadline)
        try:
            if plan.method == "spsa":
                best = run.spsa(progress)
            else:
                best = run.cma(place / "search.json", progress)
            write_agent(run.agent(best), place / "tuned.toml")
            run.confirm(best)
        except _TimeIsUp:
            best = mean_of_second_half([step.point for step in run.path] or [run.start])
    values = {
        one.name: (one.value(was), one.value(now))
        for one, was, now in zip(plan.tuned, run.start, best, strict=True)
    }
    return Tuning(place, plan, tuple(run.path), values, run.confirmation)


def _begin(plan: TunePlan, folder: Path) -> AgentFile:
    """Makes the folder, or checks that it belongs to the plan; returns the agent as it was."""
    folder.mkdir(parents=True, exist_ok=True)
    file, before = folder / "plan.json", folder / "before.toml"
    if not file.exists():
        if any(one for one in folder.iterdir() if one.suffix != ".lock"):
            raise KatachiError(f"'{folder}' has other files; tune needs a folder of its own")
        write_agent(_found_anywhere(plan.file), before)
        write_structure(plan, file)
    elif read_structure(file, TunePlan, "plan of tune") != plan:
        raise KatachiError(f"'{folder}' belongs to another plan; name another folder")
    return read_agent_file(str(before))


def _found_anywhere(agent: AgentFile) -> AgentFile:
    """The same with whole paths of its files."""
    names = ("knowledge", "playout_knowledge", "evaluator")
    places = {
        name: str(Path(text).resolve())
        for name in names
        if (text := getattr(agent, name)) and Path(text).is_file()
    }
    return msgspec.structs.replace(agent, **places)


class _Run:
    """The matches of one call."""

    def __init__(
        self,
        plan: TunePlan,
        before: AgentFile,
        laboratory: Laboratory,
        running: Running,
        deadline: float | None,
    ) -> None:
        self.plan = plan
        self.before = before
        self.laboratory = laboratory
        self.running = running
        self.deadline = deadline
        budget = parse_budget(plan.budget)
        self.budget = replace(budget, processor_time=bool(budget.seconds))
        self.start: Point = point_of(before, plan.tuned)
        self.path: list[TuneStep] = []
        self.confirmation: MatchResult | None = None

    def agent(self, point: Sequence[float]) -> AgentFile:
        """The agent at a point."""
        return agent_at(self.before, self.plan.tuned, point)

    def spsa(self, progress: Progress | None) -> Point:
        """All steps; the mean of the later ones."""
        plan = self.plan
        method = Spsa(plan.steps, plan.reach, plan.gain, plan.seed)
        point = self.start
        for step in range(1, plan.steps + 1):
            _, plus, minus = method.both_sides(point, step)
            share = 0.5
            if self.agent(plus) != self.agent(minus):  # whole numbers may round alike
                sides = (("plus", self.agent(plus)), ("minus", self.agent(minus)))
                share = self._match(*sides, plan.pairs, STEP_SEED + step).score.share
            point = method.moved(point, step, share)
            self.path.append(TuneStep(step, tuple(point), share))
            if progress is not None:
                progress(step, plan.steps)
        return mean_of_second_half([step.point for step in self.path])

    def cma(self, state: Path, progress: Progress | None) -> Point:
        """All points of CMA-ES; the best of them."""
        plan = self.plan
        problem = _Settings(self)
        found = optimise(
            problem,
            CmaEs(evaluations=plan.steps, spread=plan.reach),
            seed=plan.seed,
            path=state,
            heading={"tune": msgspec.to_builtins(plan)},
            progress=None if progress is None else lambda now: progress(now.step, plan.steps),
        )
        self.path = [
            TuneStep(step, tuple(point), share) for step, share, point in found.accepted if step
        ]
        return list((found.best or found.current).solution)

    def against_before(self, point: Sequence[float]) -> float:
        """The share of points against the agent as it was, always from the same openings."""
        if self.agent(point) == self.before:
            return 0.5
        sides = (("tried", self.agent(point)), ("before", self.before))
        return self._match(*sides, self.plan.pairs, STEP_SEED).score.share

    def confirm(self, point: Sequence[float]) -> None:
        """The last match, on seeds of its own."""
        if self.plan.confirm_pairs and self.agent(point) != self.before:
            sides = (("tuned", self.agent(point)), ("before", self.before))
            self.confirmation = self._match(*sides, self.plan.confirm_pairs, CONFIRMATION_SEED)

    def _match(
        self,
        first: tuple[str, AgentFile],
        second: tuple[str, AgentFile],
        pairs: int,
        seed: int,
    ) -> MatchResult:
        plan = MatchPlan(
            Contestant(*first, self.budget),
            Contestant(*second, self.budget),
            self.plan.game,
            pairs,
            seed=self.plan.seed + seed,
            openings=Openings("random", self.plan.opening_plies),
        )

        def watch(_plan: MatchPlan, _slot: Slot, _game: PlayedGame | VoidGame) -> None:
            if self.deadline is not None and time.monotonic() >= self.deadline:
                raise _TimeIsUp

        return play_match(plan, self.laboratory, self.running, watcher=watch)


class _Settings(Problem[Point]):
    """Points of the unit cube, as a problem for optimisers."""

    def __init__(self, run: _Run) -> None:
        self._run = run

    @property
    def start(self) -> Point:
        """The agent as it was."""
        return self._run.start

    def value(self, solution: Point) -> float:
        """What it scores against the agent as it was."""
        return self._run.against_before(solution)

    def coordinates(self, solution: Point) -> Sequence[float]:
        """The point itself."""
        return solution

    def at(self, point: Sequence[float]) -> Point:
        """The nearest point of the cube."""
        return [min(1.0, max(0.0, float(x))) for x in point]

    def to_json(self, solution: Point) -> Any:  # noqa: ANN401 - as Problem has it
        """A list of numbers."""
        return list(solution)

    def from_json(self, value: Any) -> Point:  # noqa: ANN401
        """Back from the list."""
        return [float(x) for x in value]
