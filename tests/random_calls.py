"""Random calls of the API from several threads, with functions of Python that call it again.

All threads share a handful of searches, learners, collections and games written in Python, use them
without asking one another, replace them, and give them wrong answers. Nothing but `KatachiError` may
come out, and no crash.

    python tests/random_calls.py --calls 1000000 --threads 8 --seed 1

prints how many calls were made, how many were refused, and now and then the memory and the threads of
the process, which stay as they are.
`--minutes` goes on for a time instead.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from reference.search_toys import Lines, Pile

import katachi
from katachi import KatachiError, Mcts, MctsSettings, _core

GAMES: list[katachi.GameLike] = [
    katachi.Hex(4),
    katachi.Othello(6),
    katachi.Go(5),
    katachi.Havannah(3),
    Lines(),
    Pile(),
]
SETTINGS = [
    MctsSettings(megabytes=1),
    MctsSettings(megabytes=1, selection=katachi.SelectionSettings(bias="simple", solver=True)),
    MctsSettings(megabytes=1, selection=katachi.SelectionSettings(rave="hand_selected")),
    MctsSettings(
        megabytes=1, playout=katachi.PlayoutSettings(base="roulette", last_good_reply=1, ngrams=1)
    ),
    MctsSettings(megabytes=1, playout=katachi.PlayoutSettings(evaluator_share=0.5)),
    MctsSettings(
        megabytes=1,
        threads=2,
        selection=katachi.SelectionSettings(bias="simple"),
        expansion=katachi.ExpansionSettings(batch=4),
    ),
]


class Deliberate(Exception):
    """What functions of this program raise on purpose."""


class World:
    """What all threads share. Every method is one call, or a few."""

    def __init__(self, seed: int) -> None:
        """Makes the first objects."""
        self.rng = random.Random(seed)
        self.inside = threading.local()
        self.counts: Counter[str] = Counter()
        self.searches = [self.new_search() for _ in range(6)]
        self.alphabeta = [katachi.AlphaBeta(katachi.Othello(6)), katachi.AlphaBeta(katachi.Hex(4))]
        self.teams = self.new_teams()
        self.fit = self.new_fit()
        self.cells = _core.CellCounts(katachi.Othello(6).topology.core)
        self.actions: list[Callable[[], object]] = [
            self.run,
            self.run,
            self.run,
            self.advance,
            self.new_game,
            self.look,
            self.play_out,
            self.follow,
            self.replace_search,
            self.search_alphabeta,
            self.learn,
            self.append,
            self.playouts,
            self.add_games,
            gc.collect,
        ]

    # --- what the core asks

    def knowledge(self, _: object, moves: Sequence[str]) -> Any:  # noqa: ANN401
        """Strengths, most of the time."""
        self.meddle()
        wrong = self.rng.randrange(400)
        if wrong == 0:
            raise Deliberate
        if wrong < 4:
            return ([], [1.0] * 500, [float("nan")] * len(moves))[wrong - 1]
        return [self.rng.random() for _ in moves]

    def judge(self, _: object) -> float:
        """A value, most of the time."""
        self.meddle()
        return self.rng.random() if self.rng.randrange(300) else 7.0

    def meddle(self) -> None:
        """Calls something while the core waits for an answer."""
        depth = getattr(self.inside, "depth", 0)
        if depth < 3 and self.rng.randrange(20) == 0:
            self.inside.depth = depth + 1
            try:
                self.call()
            finally:
                self.inside.depth = depth

    # --- objects

    def new_search(self) -> Mcts:
        """A search of any game, with a method of this object that leads back to it."""
        rng = self.rng
        while True:
            settings = rng.choice(SETTINGS)
            asks = settings.selection.bias != "none"
            try:
                return Mcts(
                    rng.choice(GAMES),
                    settings,
                    knowledge=self.knowledge if asks else None,
                    playout_knowledge=(
                        self.knowledge if settings.playout.base == "roulette" else None
                    ),
                    evaluator=self.judge if settings.playout.evaluator_share else None,
                )
            except katachi.InvalidSettings:  # some parts need what some games have not
                continue

    def new_teams(self) -> _core.Teams:
        """Small competitions."""
        table = _core.TeamTable([3, 4], [[0, 1]])
        for _ in range(20):
            teams = [(0, [self.rng.randrange(3), self.rng.randrange(4)]) for _ in range(3)]
            table.add(teams, self.rng.randrange(3))
        return table.teams()

    def new_fit(self) -> _core.BradleyTerry:
        """A learner of the teams."""
        return _core.BradleyTerry(
            self.teams, prior_wins=1.0, prior_losses=1.0, gammas=np.ones(0), threads=2
        )

    # --- calls

    def search(self) -> Mcts:
        """One of those there are."""
        return self.rng.choice(self.searches)

    def run(self) -> None:
        """Searches a little."""
        self.search().run(simulations=self.rng.choice([1, 3, 10, 40]))

    def advance(self) -> None:
        """Plays a move that may be legal."""
        search = self.search()
        search.advance(self.rng.choice(search.game.moves))

    def new_game(self) -> None:
        """Begins again."""
        self.search().new_game()

    def look(self) -> None:
        """Reads the tree."""
        search = self.search()
        looks: list[Callable[[], object]] = [
            search.scores,
            search.tree,
            search.variations,
            search.tree_text,
        ]
        self.rng.choice(looks)()

    def play_out(self) -> None:
        """One playout."""
        search = self.search()
        search.play_out(search.game.start(), seed=self.rng.randrange(99))

    def follow(self) -> None:
        """Goes to a position one move ahead."""
        search = self.search()
        start = search.game.start()
        search.follow(start.play(self.rng.choice(list(start.legal_moves))))

    def replace_search(self) -> None:
        """Another search in the place of one, which others may be using."""
        self.searches[self.rng.randrange(len(self.searches))] = self.new_search()

    def search_alphabeta(self) -> None:
        """A shallow search."""
        search = self.rng.choice(self.alphabeta)
        search.run(search.game.start(), depth=self.rng.randrange(1, 4))

    def learn(self) -> None:
        """A pass, or another learner."""
        what = self.rng.randrange(4)
        if what == 0:
            self.fit = self.new_fit()
        elif what == 1:
            self.fit.gammas.sum()
        else:
            self.fit.run_pass()

    def append(self) -> None:
        """Makes teams longer, or begins again."""
        if self.rng.randrange(3) == 0:
            self.teams = self.new_teams()
        self.teams.append(self.rng.choice([self.teams, self.new_teams()]))

    def playouts(self) -> None:
        """Random games."""
        katachi.random_playouts(self.rng.choice(GAMES).start(), 3, seed=self.rng.randrange(99))

    def add_games(self) -> None:
        """Games of one move each."""
        start = katachi.Othello(6).start()
        moves = np.array([start.core.legal_moves[0]] * 5, np.uint16)
        self.cells.add(start.core, moves, np.arange(6, dtype=np.int64), forced_moves=False)
        self.cells.evaluate(np.ones(self.cells.class_count), threads=2)

    def call(self) -> None:
        """One random call; only the package's own exceptions are expected, and ours."""
        action = self.rng.choice(self.actions)
        try:
            action()
            self.counts["done"] += 1
        except katachi.InUse:
            self.counts["in use"] += 1
        except KatachiError:
            self.counts["refused"] += 1
        except Deliberate:
            self.counts["raised on purpose"] += 1


def told_by_system(what: str) -> int:
    """A number about this process; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return int(lines[what].split()[0])


def resident_megabytes() -> float:
    """The memory of this process."""
    return told_by_system("VmRSS") / 1024


def state() -> str:
    """Memory and threads."""
    return f"{resident_megabytes():.0f} MB, {told_by_system('Threads')} threads"


def work(world: World, calls: int, until: float, failures: list[BaseException]) -> None:
    """What one thread does."""
    try:
        for _ in range(calls):
            if failures or time.monotonic() > until:
                return
            world.call()
    except BaseException as error:
        failures.append(error)
        raise


def stress(calls: int, threads: int, seed: int, minutes: float, every: float) -> int:
    """Makes the calls; gives how many there were."""
    world = World(seed)
    failures: list[BaseException] = []
    until = time.monotonic() + (60 * minutes if minutes else 1e9)
    each = 10**12 if minutes else -(-calls // threads)
    workers = [
        threading.Thread(target=work, args=(world, each, until, failures)) for _ in range(threads)
    ]
    began = last = time.monotonic()
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        for worker in workers:
            worker.join(1)
        if time.monotonic() - last >= every:
            last = time.monotonic()
            done = sum(world.counts.values())
            print(f"{last - began:.0f} s, {done} calls, {state()}", flush=True)
    total = sum(world.counts.values())
    print(f"{total} calls in {time.monotonic() - began:.0f} s: {dict(world.counts)}", flush=True)
    if failures:
        raise failures[0]
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--every", type=float, default=60.0, help="seconds between lines")
    options = parser.parse_args()
    sys.setswitchinterval(1e-4)  # threads disturb one another as often as they can
    stress(options.calls, options.threads, options.seed, options.minutes, options.every)
