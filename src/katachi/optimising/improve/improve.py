"""A whole player from its own play, generation by generation.

    own games of the champion, with exploration
    -> strengths of moves from visits, values from results and searches, new patterns on the way;
       or a network that learns both (ImprovePlan.network)
    -> a candidate with the new knowledge, then candidates with one setting changed
    -> each replaces the champion only if a sequential test says so
    -> the new champion is rated against fixed opponents

Every step leaves its result in the folder (state.py), so that the same call goes on after a stop or
a kill with the step it was in. With a budget of simulations for the tests, everything depends on the
plan alone, whatever the processes; with seconds the tests depend on the machine as well.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from katachi.agents.catalogue import AgentFile
from katachi.agents.writing import write_agent
from katachi.errors import KatachiError
from katachi.files.reservation import reserved
from katachi.knowledge.feature_weights import FeatureWeights
from katachi.knowledge.pattern_values import PatternValues
from katachi.learning.networks import TrainingState
from katachi.matches import MatchResult, Running
from katachi.matches.laboratory import Laboratory
from katachi.optimising.improve.candidates import (
    first_agents,
    uses_of_values,
    variations,
    with_knowledge,
    with_network,
)
from katachi.optimising.improve.lessons import Lesson, take_lesson
from katachi.optimising.improve.network_lessons import (
    NetworkLesson,
    require_training,
    take_network_lesson,
)
from katachi.optimising.improve.own_game import OwnGame, OwnPlay
from katachi.optimising.improve.own_games import play_own_games, wrong_resignations
from katachi.optimising.improve.plan import ImprovePlan
from katachi.optimising.improve.state import Folder, Generation, State, Trial
from katachi.optimising.improve.trials import rate_champion, try_candidate
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import Series, line_plot

# A generation whose resignations are wrong more often than this resigns later next time.
WRONG_RESIGNATIONS = 0.05


@dataclass(frozen=True)
class Standing:
    """What a run is doing: `done` of `total` (0: unknown) of a step of a generation."""

    generation: int
    step: str
    done: int
    total: int


Progress = Callable[[Standing], None]


@dataclass(frozen=True, repr=False)
class Improvement(ShowsItself):
    """What a run has come to.

    `print` shows the generations, `plot()` draws the share of points of every candidate,
    `to_frame()` has a row per candidate.
    """

    folder: Path
    plan: ImprovePlan
    generations: tuple[Generation, ...]

    @property
    def champion(self) -> Path:
        """The agent file, which every command takes by its path."""
        return Folder(self.folder).champion_file

    @property
    def _trials(self) -> list[tuple[int, Trial]]:
        return [(one.number, trial) for one in self.generations for trial in one.trials]

    def to_frame(self) -> Columns:
        """A row for each candidate: its generation, its games against the champion, the answer."""
        trials = [trial for _, trial in self._trials]
        return Columns(
            generation=np.array([number for number, _ in self._trials], np.int64),
            change=[trial.change for trial in trials],
            wins=np.array([trial.wins for trial in trials], np.int64),
            draws=np.array([trial.draws for trial in trials], np.int64),
            losses=np.array([trial.losses for trial in trials], np.int64),
            accepted=np.array([trial.accepted for trial in trials], np.bool_),
        )

    def plot(self) -> Picture:
        """The share of points of each candidate against the champion of its time, in order."""
        points = [(x, 100 * trial.share) for x, (_, trial) in enumerate(self._trials, start=1)]
        return line_plot(
            [Series("candidates", points)],
            title=f"Candidates against the champion, {self.plan.game}",
            across="candidate",
            up="points, %",
        )

    def _headline(self) -> str:
        accepted = sum(trial.accepted for _, trial in self._trials)
        return (
            f"{self.plan.game}, {max(0, len(self.generations) - 1)} generations, "
            f"{accepted} of {len(self._trials)} candidates accepted"
        )

    def _tables(self) -> tuple[Table, ...]:
        rows = tuple(
            (
                str(one.number),
                f"{one.games:,}",
                f"{one.positions:,}",
                str(len(one.trials)),
                "; ".join(trial.change for trial in one.trials if trial.accepted) or "-",
            )
            for one in self.generations
        )
        head = ("generation", "own games", "positions", "candidates", "accepted")
        return (Table(head, rows),) if rows else ()


class _TimeIsUp(Exception):
    """The run has had its time; everything that was done is kept."""


class _TrainingStops(KeyboardInterrupt):
    """The same in the middle of a training, which keeps its state as it does for Ctrl-C."""


def improve(  # noqa: PLR0913 - keyword arguments with defaults
    plan: ImprovePlan | str,
    folder: str | Path,
    *,
    generations: int = 0,
    minutes: float = 0.0,
    running: Running | None = None,
    progress: Progress | None = None,
) -> Improvement:
    """Improves a player until there are `generations` of it, or `minutes` have passed.

    `plan`: a game (`"hex7"`), or everything about the run. The folder keeps all; the same call goes
    on where it was, with any number of processes.

    >>> import katachi, tempfile
    >>> plan = ImprovePlan(game="hex4", games=20, simulations=50, gate_budget="20", gate_pairs=4)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = katachi.improve(plan, folder, generations=1)
    ...     run.champion.name, len(run.generations), run.generations[1].games
    ('champion.toml', 2, 20)
    """
    chosen = ImprovePlan(game=plan) if isinstance(plan, str) else plan
    if not generations and not minutes:
        raise KatachiError("improve needs a number of generations or of minutes")
    if chosen.network is not None:
        require_training()
    place = Folder(Path(folder))
    place.begin(chosen)
    deadline = time.monotonic() + 60 * minutes if minutes else None
    with reserved(place.path / "state.json"), Laboratory(place.laboratory) as laboratory:
        run = _Run(chosen, place, laboratory, running or Running(), progress, deadline)
        try:
            while not generations or len(run.state.generations) <= generations:
                run.advance()
        except _TimeIsUp:
            pass
    return Improvement(place.path, chosen, place.state().generations)


class _Run:
    """A run between two calls of `advance`, each of which makes one generation."""

    def __init__(  # noqa: PLR0913, PLR0917 - what `improve` was given
        self,
        plan: ImprovePlan,
        folder: Folder,
        laboratory: Laboratory,
        running: Running,
        progress: Progress | None,
        deadline: float | None,
    ) -> None:
        self.plan = plan
        self.folder = folder
        self.laboratory = laboratory
        self.running = running
        self.progress = progress
        self.deadline = deadline
        self.state = folder.state()
        self.number = len(self.state.generations)
        self.champion = self.state.generations[-1].champion if self.number else ""

    def advance(self) -> None:
        """The next generation, from wherever a run before this one was in it."""
        self.number = len(self.state.generations)
        made = self._later() if self.number else self._first()
        self.state = State(generations=(*self.state.generations, made))
        self.folder.write_state(self.state)

    # Generations

    def _first(self) -> Generation:
        """Chooses who begins."""
        folder = self.folder.generation(0)
        names = []
        for place, agent in enumerate(first_agents(self.plan.rules, self.plan.start), start=1):
            names.append(self._write(folder, f"start-{place}", agent))
        self.champion = names[0]
        trials = tuple(self._try(name, "another beginning") for name in names[1:])
        self._crown()
        return Generation(number=0, champion=self.champion, trials=trials)

    def _later(self) -> Generation:
        folder = self.folder.generation(self.number)
        resign_below = self._resign_below()
        own = self._own_games(self.number, self.champion, resign_below)
        lesson, candidate = self._lesson(folder)
        before = self.champion
        trials = [self._try(self._write(folder, "agent", candidate), "new knowledge")]
        trials += self._try_settings(folder)
        if self.champion != before:
            self._crown()
        doubts, wrong = wrong_resignations(own)
        return Generation(
            number=self.number,
            champion=self.champion,
            trials=tuple(trials),
            games=len(own),
            positions=lesson.positions,
            patterns=lesson.patterns if isinstance(lesson, Lesson) else 0,
            evidence=lesson.evidence,
            value_loss=lesson.value_loss,
            doubts=doubts,
            wrong=wrong,
            resign_below=resign_below,
            seconds=round(sum(one.seconds for one in own), 2),
        )

    # Steps

    def _own_games(self, number: int, champion: str, resign_below: float) -> list[OwnGame]:
        plan = self.plan
        exploration = msgspec.structs.replace(plan.exploration, resign_below=resign_below)
        play = OwnPlay(
            game=plan.game,
            agent=str(self.folder.path / champion),
            seed=f"{plan.seed} {number}",
            simulations=plan.simulations,
            cheap_simulations=plan.cheap_simulations,
            exploration=exploration,
        )
        journal = self.folder.generation(number) / "own.jsonl"
        self._tell("own games", 0, plan.games)
        return play_own_games(
            play,
            plan.games,
            journal,
            self.running,
            lambda done: self._tell("own games", done, plan.games),
        )

    def _lesson(self, folder: Path) -> tuple[Lesson | NetworkLesson, AgentFile]:
        """Learns from the window, and makes the candidate that knows it.

        What patterns learned before a stop is learned again, alike; a network goes on.
        """
        window: list[OwnGame] = []
        for number in range(max(1, self.number - self.plan.window + 1), self.number + 1):
            before = self.state.generations[number - 1].champion
            below = (
                self.state.generations[number].resign_below
                if number < self.number
                else self._resign_below()
            )
            window += self._own_games(number, before, below)
        told = f"Own play of {self.plan.game}, generation {self.number}, {len(window)} games."
        about = f"Improved by own play: generation {self.number}."
        champion = self.folder.agent(self.champion)
        if self.plan.network is not None:
            learned = self._train(window, folder / "learned.network", told)
            agent = with_network(
                champion, self.plan.rules, network="./learned.network", about=about
            )
            return learned, agent
        self._tell("learning", 0, 1)
        lesson = take_lesson(
            self.plan.rules, window, search_share=self.plan.search_share, about=told
        )
        self._save(lesson.moves, folder / "moves.knowledge")
        self._save(lesson.values, folder / "values.knowledge")
        self._tell("learning", 1, 1)
        return lesson, with_knowledge(
            champion, moves="./moves.knowledge", values="./values.knowledge", about=about
        )

    def _train(self, window: Sequence[OwnGame], path: Path, about: str) -> NetworkLesson:
        """Trains a network; when the time is up its training goes on in the next run."""

        def note(state: TrainingState) -> None:
            try:
                self._tell("training", state.step, state.steps)
            except _TimeIsUp:
                raise _TrainingStops from None

        try:
            return take_network_lesson(self.plan, window, path, about=about, progress=note)
        except _TrainingStops:
            raise _TimeIsUp from None

    @staticmethod
    def _save(knowledge: FeatureWeights | PatternValues, path: Path) -> None:
        """A file that a test of before has named stays as it is, to the byte."""
        if not path.exists():
            knowledge.save(path)

    def _try(self, name: str, change: str) -> Trial:
        """Tests a candidate; it may become the champion."""
        played = 0

        def note(_result: MatchResult | None) -> None:
            nonlocal played
            played += 1
            self._tell(f"test of {Path(name).stem}", played, 2 * self.plan.gate_pairs)

        self._tell(f"test of {Path(name).stem}", 0, 2 * self.plan.gate_pairs)
        trial = try_candidate(
            self.plan,
            self.laboratory,
            (name, self.folder.agent(name)),
            (self.champion, self.folder.agent(self.champion)),
            change,
            self.number,
            self.running,
            note,
        )
        if trial.accepted:
            self.champion = name
        return trial

    def _try_settings(self, folder: Path) -> list[Trial]:
        """Small changes of the champion, none twice for one champion.

        First how far values judge leaves, which is what matters most; then by generation and seed.
        """
        rng = random.Random(f"{self.plan.seed} settings {self.number}")
        trials: list[Trial] = []
        for place in range(1, self.plan.trials + 1):
            champion = self.folder.agent(self.champion)
            refused = {trial.change for trial in trials if not trial.accepted}
            for before in reversed(self.state.generations):
                if before.champion != self.champion:
                    break
                refused |= {trial.change for trial in before.trials if not trial.accepted}
            uses, others = (
                [one for one in found if one[0] not in refused]
                for found in (
                    uses_of_values(champion, self.plan.rules),
                    variations(champion, self.plan.rules),
                )
            )
            if not uses and not others:
                break
            change, agent = uses[0] if uses and place == 1 else rng.choice(others or uses)
            trials.append(self._try(self._write(folder, f"trial-{place}", agent), change))
        return trials

    def _crown(self) -> None:
        self.folder.crown(self.champion)
        self._tell("rating", 0, 0)
        rate_champion(
            self.plan,
            self.laboratory,
            (self.champion, self.folder.agent(self.champion)),
            self.running,
            lambda _: self._tell("rating", 0, 0),
        )

    def _write(self, folder: Path, name: str, agent: AgentFile) -> str:
        """An agent file in the folder of the generation; knowledge is named from there."""
        places = {}
        for field in ("knowledge", "evaluator"):
            text = getattr(agent, field)
            if text and Path(text).is_absolute() and Path(text).is_relative_to(self.folder.path):
                places[field] = f"../{Path(text).relative_to(self.folder.path)}"
        write_agent(msgspec.structs.replace(agent, **places), folder / f"{name}.toml")
        return f"{folder.name}/{name}.toml"

    def _resign_below(self) -> float:
        """Later than in the last generation, if that resigned games that it would not have lost."""
        before = self.state.generations[-1]
        if before.number == 0:
            return self.plan.exploration.resign_below
        wrong = before.wrong > WRONG_RESIGNATIONS * max(1, before.doubts)
        return before.resign_below / 2 if wrong else before.resign_below

    def _tell(self, step: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(Standing(self.number, step, done, total))
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise _TimeIsUp
