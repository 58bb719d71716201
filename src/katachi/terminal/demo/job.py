"""The main job on shipped records: learn, predict, explain, play, report; step by step.

Each step is computed when it is first asked for, so that whoever shows them decides the order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from katachi import __version__
from katachi.agents import Budget, read_agent_file
from katachi.errors import KatachiError
from katachi.features import CellClasses, shapes
from katachi.files.atomic_file import write_atomically
from katachi.games import Game, Position
from katachi.knowledge import Explanation, FeatureWeights
from katachi.learning import CurvePoint, PairedDifference, Prediction, compare, learn, predict
from katachi.matches import (
    Contestant,
    MatchPlan,
    MatchResult,
    Openings,
    PlayedGame,
    Running,
    Slot,
    VoidGame,
    open_laboratory,
    play_matches,
)
from katachi.records import Games, RecordsCard, read_shipped, shipped_card
from katachi.reports.knowledge_report import Findings, html_knowledge
from katachi.terminal.console import progress

RECORDS = "othello-selfplay"
SHAPES = "othello-default"
BLIND, CELLS, LEARNED = "blind guess", "cell classes", "pattern shapes"
OPENING_PLIES = 8
# Test games in which the example is looked for, after the opening.
EXAMPLE_GAMES = 20
EXAMPLE_PLIES = 20


@dataclass(frozen=True)
class Scale:
    """How much of everything. `train` is the number of games to learn from, None: all others."""

    test: int
    train: int | None
    loops: int
    pairs: int
    simulations: int
    seconds: float


FULL = Scale(test=500, train=None, loops=20, pairs=40, simulations=8000, seconds=0.05)
QUICK = Scale(test=60, train=240, loops=4, pairs=1, simulations=20, seconds=0.001)


@dataclass(frozen=True)
class Files:
    """What the job writes, in a folder of its own."""

    folder: Path

    @property
    def report(self) -> Path:
        """The page to open."""
        return self.folder / "report.html"

    def knowledge(self, name: str) -> Path:
        """What was learned: `shapes` or `cells`."""
        return self.folder / f"{name}.knowledge"

    def agent(self, name: str) -> Path:
        """The search that uses it."""
        return self.folder / f"{name}.toml"

    @property
    def laboratory(self) -> Path:
        """Every game of the matches."""
        return self.folder / "games.sqlite"


class KnowledgeJob:
    """The steps of the job; the folder must exist before something is written."""

    def __init__(self, scale: Scale, files: Files, *, seed: int, processes: int) -> None:
        """Computes nothing yet. The seed is for the split and for the games of the matches."""
        self.scale = scale
        self.files = files
        self.seed = seed
        self.processes = processes
        self.curve: list[CurvePoint] = []

    @property
    def card(self) -> RecordsCard:
        """How the records were made."""
        return shipped_card(RECORDS)

    @cached_property
    def game(self) -> Game:
        """The game of the shapes and of the records."""
        return shapes(SHAPES).game

    @cached_property
    def parts(self) -> tuple[Games, Games]:
        """Games to learn from and games to test on."""
        games = read_shipped(RECORDS)
        return games.split(test=self.scale.test, train=self.scale.train, seed=self.seed)

    @cached_property
    def knowledge(self) -> FeatureWeights:
        """Learned from the first part, and saved."""
        train, test = self.parts
        loops = self.scale.loops
        with progress("learning", loops) as report:

            def note(point: CurvePoint) -> None:
                self.curve.append(point)
                report(point.loop, f"learning, test MLE {point.test:.4f}")

            knowledge = learn(
                train,
                features=[shapes(SHAPES)],
                test=test,
                loops=loops,
                progress=note,
                about=f"The shapes {SHAPES}, learned from {RECORDS} by katachi demo.",
            )
        if self.curve[-1].loop < loops:
            raise KeyboardInterrupt  # learners answer Ctrl-C with what they have so far
        self._save("shapes", knowledge)
        return knowledge

    @cached_property
    def cells(self) -> FeatureWeights:
        """The same of cell classes alone: which cell is it?"""
        knowledge = learn(
            self.parts[0],
            features=[CellClasses(self.knowledge.game)],
            loops=self.scale.loops,
            about=f"Cell classes, learned from {RECORDS} by katachi demo.",
        )
        self._save("cells", knowledge)
        return knowledge

    def _save(self, name: str, knowledge: FeatureWeights) -> None:
        """The file, and the search that uses it as bias."""
        path = self.files.knowledge(name)
        knowledge.save(path)
        about = f"UCT with the {name} that katachi demo learned, as bias (SHAPES 2.4, 5.1)."
        text = (
            'kind = "mcts"\n'
            f"about = {json.dumps(about)}\n"
            f"game = {json.dumps(self.game.name)}\n"
            f"knowledge = {json.dumps(str(path))}\n"
            "\n"
            "[mcts.selection]\n"
            'bias = "ikeda"\n'
        )
        write_atomically(self.files.agent(name), text)

    @cached_property
    def predictions(self) -> dict[str, Prediction]:
        """By name, on the test games."""
        _, test = self.parts
        cells, levels = self.cells, self.cells.weights.size
        blind = FeatureWeights(
            cells.features, np.zeros(levels, np.float32), np.zeros(levels, np.uint32)
        )
        known = {BLIND: blind, CELLS: cells, LEARNED: self.knowledge}
        return {name: predict(one, test) for name, one in known.items()}

    @cached_property
    def gains(self) -> dict[str, PairedDifference]:
        """What the shapes gain against the others, position by position."""
        learned = self.predictions[LEARNED]
        return {
            name: compare([one, learned])[0]
            for name, one in self.predictions.items()
            if name != LEARNED
        }

    @cached_property
    def example(self) -> Explanation:
        """Of the first test games, the played move that knowledge lifts most above a blind guess."""
        _, test = self.parts
        best: tuple[float, Position, str] | None = None
        for record in test[:EXAMPLE_GAMES]:
            position = test.game.start()
            for ply, move in enumerate(record.moves):
                if ply >= EXAMPLE_PLIES and len(position.legal_moves) > 2:
                    shares = self.knowledge.probabilities(position)
                    lift = shares[move] * len(shares)
                    if best is None or lift > best[0]:
                        best = (lift, position, move)
                position = position.play(move)
        if best is None:
            raise KatachiError("no test game has a position to explain")
        return self.knowledge.explain(best[1], best[2])

    @cached_property
    def matches(self) -> dict[str, MatchResult]:
        """The search with the shapes against the same search with less, by opponent and budget."""
        learned = self.knowledge, self.cells
        assert all(one.card.games for one in learned)  # agents read the files of both
        scale = self.scale
        simulations, seconds = Budget(scale.simulations), Budget(seconds=scale.seconds)
        chosen = {
            f"none, {scale.simulations:,} simulations": ("uct", simulations),
            f"none, {1000 * scale.seconds:g} ms": ("uct", seconds),
            f"cells, {scale.simulations:,} simulations": ("cells", simulations),
        }
        plans = [self._plan(opponent, budget) for opponent, budget in chosen.values()]
        total = 2 * scale.pairs * len(plans)
        done = 0
        with (
            open_laboratory(self.files.laboratory) as laboratory,
            progress("playing", total) as report,
        ):

            def count(_plan: MatchPlan, _slot: Slot, _game: PlayedGame | VoidGame) -> None:
                nonlocal done
                done += 1
                report(done, f"playing, {done} of {total} games")

            running = Running(processes=self.processes)
            results = play_matches(plans, laboratory, running, watcher=count, side_by_side=False)
        for result in results:
            if not result.results:
                raise KatachiError("no game of the match could be finished")
        return dict(zip(chosen, results, strict=True))

    def _plan(self, opponent: str, budget: Budget) -> MatchPlan:
        second = opponent if opponent == "uct" else str(self.files.agent(opponent))
        return MatchPlan(
            first=Contestant("shapes", read_agent_file(str(self.files.agent("shapes"))), budget),
            second=Contestant(opponent, read_agent_file(second), budget),
            game=self.game.name,
            pairs=self.scale.pairs,
            seed=self.seed,
            openings=Openings("random", OPENING_PLIES),
        )

    @property
    def commands(self) -> Sequence[str]:
        """The same with the other commands of katachi, one step each."""
        scale, files, example = self.scale, self.files, self.example
        train = "" if scale.train is None else "  # here of fewer games"
        position = example.position.text
        return (
            f"katachi learn {RECORDS} --features {SHAPES} --test {scale.test} --seed {self.seed} "
            f"--loops {scale.loops} --output again.knowledge{train}",
            f"katachi why {self.game.name} {example.move} --position '{position}' "
            f"--knowledge {files.knowledge('shapes')} --svg why.svg",
            f"katachi match {files.agent('shapes')} uct {self.game.name} --pairs {scale.pairs} --simulations "
            f"{scale.simulations} --openings random:{OPENING_PLIES} --seed {self.seed} "
            f"--processes {self.processes}",
        )

    def write_report(self) -> Path:
        """The page with all of it."""
        train, test = self.parts
        findings = Findings(
            made_by=f"katachi {__version__}",
            records=self.card,
            learning_games=len(train),
            test_games=len(test),
            knowledge=self.knowledge,
            curve=self.curve,
            predictions=self.predictions,
            gains=self.gains,
            explained=self.example,
            matches=self.matches,
            commands=self.commands,
        )
        write_atomically(self.files.report, html_knowledge(findings))
        return self.files.report
