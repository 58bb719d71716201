"""Playing matches: reservations, workers, and the rule that stops.

The games of a match depend on its plan alone. However many processes play it, however often they
are killed, with a budget of simulations the same games come out.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from katachi.agents.catalogue import build_agent
from katachi.errors import AgentFailure, KatachiError
from katachi.games.contract import GameLike
from katachi.matches.game import PlayedGame, VoidGame, begin_game
from katachi.matches.laboratory import Laboratory
from katachi.matches.laboratory_file import IN_MEMORY
from katachi.matches.plan import MatchPlan, Slot
from katachi.matches.ratings.sprt import SprtDecision
from katachi.matches.results import (
    GameResult,
    MatchScore,
    VoidResult,
    counts_of,
    pair_counts_of,
    score_of,
)
from katachi.matches.workers import (
    Answer,
    InlineWorkers,
    Job,
    ProcessWorkers,
    Workers,
    close_agent,
)

# While other processes play the last games of a match, look again after this many seconds.
WAIT_SECONDS = 0.1


@dataclass(frozen=True)
class Running:
    """How games are run; nothing here changes their moves.

    `attempts`: how often a game that failed is tried, also over several runs. `give_up_after`: so
    many failures in a row end the run, for then something is broken. `watch` sees the moves of the game
    under way, if games are played in this process.
    """

    processes: int = 1
    pin: bool = False
    on_ray: str = ""
    attempts: int = 2
    give_up_after: int = 20
    watch: Callable[[Job, tuple[str, ...]], None] | None = None

    def start_workers(self) -> Workers:
        """The workers that the fields describe."""
        if self.on_ray:
            try:
                from katachi.matches.ray_workers import RayWorkers  # noqa: PLC0415 - an extra
            except ImportError:
                raise KatachiError(
                    "a cluster needs the extra ray: pip install 'katachi[ray]'"
                ) from None
            return RayWorkers(self.processes, "" if self.on_ray == "ray" else self.on_ray)
        if self.processes == 1 and not self.pin:
            return InlineWorkers(self.watch)
        return ProcessWorkers(self.processes, pin=self.pin)


@dataclass(frozen=True, repr=False)
class MatchResult:
    """A match as it stands: what counts, what is void, and how the test came out.

    `played_on` are games beyond the pair at which the test was decided; they do not count.
    """

    plan: MatchPlan
    results: tuple[GameResult, ...]
    voids: tuple[VoidResult, ...]
    decision: SprtDecision = "undecided"
    played_on: int = 0

    @property
    def score(self) -> MatchScore:
        """The counts; at least one game is needed."""
        return score_of(self.results, voids=len(self.voids))

    def __repr__(self) -> str:
        """Short, for a prompt."""
        plan = self.plan
        told = str(self.score) if self.results else "no games"
        return f"<MatchResult: {plan.first.name} against {plan.second.name}: {told}>"

    @property
    def void_slots(self) -> frozenset[Slot]:
        """Games that failed and have not been played yet, or never will be."""
        return frozenset(v.slot for v in self.voids) - {r.slot for r in self.results}

    @property
    def repeated_slots(self) -> frozenset[Slot]:
        """Games that count, after a failure at the first attempt."""
        return frozenset(v.slot for v in self.voids) & {r.slot for r in self.results}


# Called after every game that was saved: the plan, and the game or what went wrong.
Watcher = Callable[[MatchPlan, Slot, PlayedGame | VoidGame], None]


def play_match(
    plan: MatchPlan,
    laboratory: Laboratory,
    running: Running | None = None,
    *,
    watcher: Watcher | None = None,
) -> MatchResult:
    """Plays what the laboratory does not hold yet."""
    return play_matches([plan], laboratory, running, watcher=watcher)[0]


def play_matches(
    plans: Sequence[MatchPlan],
    laboratory: Laboratory,
    running: Running | None = None,
    *,
    watcher: Watcher | None = None,
    side_by_side: bool = True,
) -> list[MatchResult]:
    """Plays several matches side by side (one game of each, then the next), or one by one.

    Ends when every game is played, void for good, or not needed any more; also waits for games that
    another process is playing.
    """
    running = running or Running()
    for plan in plans:
        check_place(plan, running)
        check_agents(plan)
    run = _Run(plans, laboratory, running, watcher)
    run.side_by_side = side_by_side
    workers = running.start_workers()
    try:
        run.play(workers)
    finally:
        workers.close()
        run.give_back()
    return [result_of(plan, laboratory, running.attempts) for plan in plans]


def check_agents(plan: MatchPlan) -> None:
    """Raises if an agent cannot play the game at all; that is a mistake, not a void game."""
    for contestant in (plan.first, plan.second):
        agent = contestant.player or build_agent(contestant.name, contestant.agent)
        with contextlib.suppress(AgentFailure):
            begin_game(agent, plan.rules, 0, contestant.budget)
        if contestant.player is None:
            close_agent(agent)


def check_place(plan: MatchPlan, running: Running) -> None:
    """Raises if a match cannot be played there: objects of Python stay where they are."""
    name = plan.needs_this_process
    if not name:
        return
    if running.processes > 1 or running.pin or running.on_ray:
        raise KatachiError(
            f"{name} is an object of Python: it plays in this process, one game at a time"
        )


def result_of(plan: MatchPlan, laboratory: Laboratory, attempts: int = 1) -> MatchResult:
    """What the laboratory holds of a match."""
    number = laboratory.find_match(plan)
    if number is None:
        return MatchResult(plan, (), ())
    results = [r for r in laboratory.results(number) if r.slot.pair < plan.pairs]
    voids = tuple(v for v in laboratory.voids(number) if v.slot.pair < plan.pairs)
    stopping = Stopping(plan, attempts)
    decision = stopping.look({r.slot: r.points for r in results}, voids)
    last = plan.pairs if decision == "undecided" else stopping.pairs
    counted = tuple(r for r in results if r.slot.pair < last)
    return MatchResult(plan, counted, voids, decision, len(results) - len(counted))


class Stopping:
    """Follows the test of a plan, pair by pair.

    Pairs are looked at in their order, not in that of their ends, and only up to the first that is
    still open: so the answer does not depend on which process was faster.
    """

    def __init__(self, plan: MatchPlan, attempts: int) -> None:
        """Nothing seen yet; a game that was void `attempts` times will not be played any more."""
        self.plan = plan
        self.decision: SprtDecision = "undecided"
        self.pairs = 0  # looked at so far; with a decision, those that count
        self._attempts = attempts
        self._seen: dict[Slot, float] = {}

    def look(self, points: dict[Slot, float], voids: Sequence[VoidResult]) -> SprtDecision:
        """The decision after all pairs up to the first open one."""
        test = self.plan.sprt
        if test is None:
            self.pairs = self.plan.pairs
            return "undecided"
        failed = Counter(void.slot for void in voids)
        while self.decision == "undecided" and self.pairs < self.plan.pairs:
            slots = Slot.of_pair(self.pairs)
            if any(s not in points and failed[s] < self._attempts for s in slots):
                break
            self.pairs += 1
            if all(s in points for s in slots):
                self._seen |= {s: points[s] for s in slots}
                games = counts_of(list(self._seen.values()))
                bayesian = test.model == "bayesian"
                self.decision = test.decision(games if bayesian else pair_counts_of(self._seen))
        return self.decision


class _Run:
    """The state of one call of `play_matches`."""

    def __init__(
        self,
        plans: Sequence[MatchPlan],
        laboratory: Laboratory,
        running: Running,
        watcher: Watcher | None,
    ) -> None:
        self.laboratory = laboratory
        self.running = running
        self.watcher = watcher
        self.side_by_side = True
        self.under_way: set[tuple[int, Slot]] = set()
        self.deaths: dict[tuple[int, Slot], int] = {}
        self.voids_in_a_row = 0
        unique = {laboratory.add_match(plan): plan for plan in plans}
        # Two plans of one key may differ in length: the longer one counts.
        for plan in plans:
            number = laboratory.add_match(plan)
            if plan.pairs > unique[number].pairs:
                unique[number] = plan
        self.matches = unique
        self.stopping = {n: Stopping(plan, running.attempts) for n, plan in unique.items()}
        self.decided: set[int] = set()

    def play(self, workers: Workers) -> None:
        """Until nothing is open."""
        waiting = self._open_jobs()
        while True:
            blocked = False
            while workers.free and waiting:
                job = waiting.popleft()
                if job.match in self.decided:
                    continue
                if self.laboratory.reserve(job.match, job.slot, attempts=self.running.attempts):
                    self.under_way.add((job.match, job.slot))
                    workers.give(job)
            if workers.busy:
                for answer in workers.answers(WAIT_SECONDS):
                    again = self._take(answer)
                    if again is not None:
                        waiting.appendleft(again)
            elif not waiting:
                waiting = self._open_jobs()
                if not waiting:
                    return
                # Others are playing what is left, or have just stopped.
                blocked = not any(self.laboratory.is_free(job.match, job.slot) for job in waiting)
            if blocked:
                time.sleep(WAIT_SECONDS)

    def _open_jobs(self) -> deque[Job]:
        """All games that are neither played nor void for good."""
        lists = []
        for number, plan in self.matches.items():
            if self._is_decided(number):
                continue
            done = self.laboratory.points(number)
            failed = Counter(void.slot for void in self.laboratory.voids(number))
            lists.append(
                [
                    Job(number, plan, slot)
                    for slot in plan.slots
                    if slot not in done and failed[slot] < self.running.attempts
                ]
            )
        rounds = itertools.zip_longest(*lists) if self.side_by_side else lists
        return deque(job for jobs in rounds for job in jobs if job is not None)

    def _take(self, answer: Answer) -> Job | None:
        """Saves an answer; returns the job if it has to be played again."""
        job, game = answer.job, answer.game
        place = (job.match, job.slot)
        self.under_way.discard(place)
        if game is None:
            self.deaths[place] = self.deaths.get(place, 0) + 1
            if self.deaths[place] < self.running.attempts:
                self.laboratory.release(*place)
                return job
            game = VoidGame("crash", None, "the process that played it died", "", ())
        if isinstance(game, VoidGame):
            game = self._judged(job, game)
        if isinstance(game, PlayedGame):
            # Whoever only loses by failures is as broken as one whose games are void.
            self.voids_in_a_row = 0 if not game.failure else self.voids_in_a_row
            self.laboratory.save(
                *place, game, seed=job.plan.game_seed(job.slot), started=answer.started
            )
        else:
            self.voids_in_a_row += 1
            culprit = _culprit(job, game)
            self.laboratory.save_void(*place, game, culprit=culprit)
        if self.watcher is not None:
            self.watcher(job.plan, job.slot, game)
        if isinstance(game, VoidGame) and self.voids_in_a_row >= self.running.give_up_after:
            raise KatachiError(
                f"{self.voids_in_a_row} games in a row were void; the last: {game.reason} of "
                f"{culprit}: {game.message}"
            )
        self._is_decided(job.match)
        return None

    def _judged(self, job: Job, void: VoidGame) -> PlayedGame | VoidGame:
        """What a failure makes of a game: lost, if it was the last attempt and had begun, or void."""
        if void.lost is None or job.plan.adjudication.failures == "void":
            return void
        before = sum(earlier.slot == job.slot for earlier in self.laboratory.voids(job.match))
        return void.lost if before + 1 >= self.running.attempts else void

    def _is_decided(self, number: int) -> bool:
        """Whether the test of a match has come to an end; remembered in `decided`."""
        if self.matches[number].sprt is None or number in self.decided:
            return number in self.decided
        points, voids = self.laboratory.points(number), self.laboratory.voids(number)
        if self.stopping[number].look(points, voids) != "undecided":
            self.decided.add(number)
        return number in self.decided

    def give_back(self) -> None:
        """Releases the reservations of games that were not finished."""
        for place in self.under_way:
            # On a full disk they stay until the laboratory is closed, which frees them.
            with contextlib.suppress(KatachiError):
                self.laboratory.release(*place)


def _culprit(job: Job, void: VoidGame) -> str:
    """The name of the agent that made a game void."""
    if void.culprit is None:
        return "unknown"
    is_first = (void.culprit == "black") == job.slot.first_is_black
    return (job.plan.first if is_first else job.plan.second).name


@contextlib.contextmanager
def open_laboratory(path: Path | None, *, games: Sequence[GameLike] = ()) -> Iterator[Laboratory]:
    """The laboratory of a file, or one in memory that is gone afterwards.

    `games`: those written in Python that it may hold, for whoever replays them.
    """
    if path is not None and not path.parent.is_dir():
        raise KatachiError(f"there is no folder '{path.parent}'")
    with Laboratory(path or Path(IN_MEMORY), games=games) as laboratory:
        yield laboratory
