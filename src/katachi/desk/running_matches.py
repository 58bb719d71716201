"""Matches that were started or continued from a page: each a thread that can be paused.

Games go to the laboratory as they end, so that a pause, or the end of the server, costs at most the
game under way. A match that somebody else plays into the same file is only watched.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from katachi.desk.laboratories import ENDINGS
from katachi.desk.players import player_file, refuse_unknown_program
from katachi.desk.processors import Processors
from katachi.desk.questions import ContinueQuestion, MatchQuestion
from katachi.desk.record_files import file_in
from katachi.errors import KatachiError
from katachi.matches import (
    Contestant,
    Laboratory,
    MatchPlan,
    Running,
    parse_openings,
    play_matches,
)
from katachi.matches.game_text import game_of_text, text_of_game
from katachi.matches.ratings import Sprt, parse_sprt
from katachi.matches.stored_plan import stored_plan
from katachi.matches.workers import Job
from katachi.search import Budget

MOST_RUNNING = 4
MOST_AGENTS = 12
MOST_PAIRS = 20_000


class Paused(BaseException):
    """Ends the game under way; no `Exception`, so that nobody takes it for the failure of an agent."""


@dataclass
class RunningMatch:
    """One or several matches that are played one game after the other."""

    number: int
    laboratory: str
    plans: list[MatchPlan]
    thread: threading.Thread | None = None
    pausing: threading.Event = field(default_factory=threading.Event)
    live: dict[str, Any] | None = None
    error: str = ""

    @property
    def is_alive(self) -> bool:
        """Whether it is played now."""
        return self.thread is not None and self.thread.is_alive()

    def json(self) -> dict[str, Any]:
        """For a page."""
        return {
            "run": self.number,
            "alive": self.is_alive,
            "pairs": self.plans[0].pairs,
            "matches": [f"{plan.first.name} against {plan.second.name}" for plan in self.plans],
            "live": self.live if self.is_alive else None,
            "error": self.error,
        }


class RunningMatches:
    """All matches that this server plays."""

    def __init__(self, folder: Path, processors: Processors) -> None:
        """None yet."""
        self._folder = folder
        self._processors = processors
        self._lock = threading.Lock()
        self._runs: list[RunningMatch] = []
        self._numbers = itertools.count(1)

    def of(self, laboratory: str) -> list[dict[str, Any]]:
        """Those of a laboratory, that are played or have just failed."""
        return [run.json() for run in self._runs if run.laboratory == laboratory]

    def start(self, question: MatchQuestion) -> dict[str, Any]:
        """Begins a match, or a tournament of all against all."""
        path = self._new_or_known(question.laboratory)
        game = game_of_text(question.game)
        budget = Budget(simulations=question.simulations, seconds=question.seconds)
        names = [name.strip() for name in question.agents if name.strip()]
        if not 2 <= len(names) <= MOST_AGENTS or len(set(names)) < len(names):
            raise KatachiError(f"a match needs 2 to {MOST_AGENTS} different agents")
        sides = [
            Contestant(PurePath(name).stem, player_file(self._folder, name), budget)
            for name in names
        ]
        plans = [
            MatchPlan(
                first,
                second,
                text_of_game(game),
                _pairs(question.pairs),
                seed=question.seed,
                openings=parse_openings(_own_kind(question.openings), game),
                sprt=parse_sprt(question.sprt) if question.sprt else None,
            )
            for first, second in itertools.combinations(sides, 2)
        ]
        return self._run(path, plans).json()

    def go_on(self, question: ContinueQuestion) -> dict[str, Any]:
        """Continues a match of a laboratory, whoever began it."""
        path = file_in(self._folder, question.laboratory)
        test: Sprt | None = parse_sprt(question.sprt) if question.sprt else None
        with Laboratory(path) as laboratory:
            stored = next((one for one in laboratory.matches() if one.id == question.match), None)
            if stored is None:
                raise KatachiError(f"the laboratory has no match {question.match}")
            plan = stored_plan(laboratory, stored, pairs=_pairs(question.pairs), sprt=test)
        for side in (plan.first, plan.second):
            refuse_unknown_program(self._folder, side.agent)
        return self._run(path, [plan]).json()

    def pause(self, number: int) -> dict[str, Any]:
        """Ends a run after its next move; the game under way is played again some day."""
        run = next((one for one in self._runs if one.number == number), None)
        if run is None:
            raise KatachiError(f"there is no run {number}")
        run.pausing.set()
        if run.thread is not None:
            run.thread.join(timeout=10)
        return run.json()

    def close(self) -> None:
        """Pauses everything."""
        for run in list(self._runs):
            run.pausing.set()

    def _new_or_known(self, name: str) -> Path:
        """The file of a laboratory, which may be new; raises `KatachiError`."""
        if PurePath(name).name != name or name.startswith(".") or not name.endswith(ENDINGS):
            raise KatachiError("a laboratory is a file of the folder, such as lab.sqlite")
        path = self._folder / name
        return file_in(self._folder, name) if path.exists() or path.is_symlink() else path

    def _run(self, path: Path, plans: list[MatchPlan]) -> RunningMatch:
        with self._lock:
            self._runs = [run for run in self._runs if run.is_alive]
            if len(self._runs) >= MOST_RUNNING:
                raise KatachiError(f"{MOST_RUNNING} matches are played already: pause one first")
            with Laboratory(path):  # there before the page that asked looks at it
                pass
            run = RunningMatch(next(self._numbers), path.name, plans)
            run.thread = threading.Thread(
                target=self._play, args=(run, path), name="desk match", daemon=True
            )
            self._runs.append(run)
        run.thread.start()
        return run

    def _play(self, run: RunningMatch, path: Path) -> None:
        try:
            with self._processors.place(), Laboratory(path) as laboratory:
                running = Running(watch=self._watch(run))
                play_matches(run.plans, laboratory, running)
        except Paused:
            pass
        except Exception as error:
            run.error = str(error)
        finally:
            run.live = None

    def _watch(self, run: RunningMatch) -> Callable[[Job, tuple[str, ...]], None]:
        def watch(job: Job, moves: tuple[str, ...]) -> None:
            names = [job.plan.first.name, job.plan.second.name]
            black, white = names if job.slot.first_is_black else reversed(names)
            run.live = {
                "game": job.plan.game,
                "moves": list(moves),
                "black": black,
                "white": white,
                "pair": job.slot.pair,
                "match": job.match,
            }
            if run.pausing.is_set():
                raise Paused
            self._processors.take_turns()

        return watch


def _pairs(count: int) -> int:
    if not 1 <= count <= MOST_PAIRS:
        raise KatachiError(f"a match has 1 to {MOST_PAIRS} pairs of games")
    return count


def _own_kind(openings: str) -> str:
    """Openings that need no file; raises `KatachiError`."""
    if openings.partition(":")[0] not in {"none", "random", "balanced"}:
        raise KatachiError("openings are none, random:PLIES or balanced:PLIES")
    return openings
