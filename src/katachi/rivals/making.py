"""From a weakness to a set of rivals.

Othello: an evolution of varied individuals (mgg.py), then every individual of the last population is
measured anew, on openings that the evolution has not seen, and a few are kept (variety.py). The depth of
the individuals is the thesis' "fixed depth"; 0 tries one to four plies on a few random individuals and
takes the one that makes them fittest.

Other games have no such individuals: the rivals imitate half the weakness to twice the weakness, by a
judge that searches (judge.py), and are measured against the agent that imitates the player. They stand
in the order of their weakness, which is more certain than that of a few games.

A state file keeps what was found so far, after every cycle or match; the same plan goes on from there to
the same end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from katachi.agents.agent import Budget
from katachi.agents.catalogue import AgentFile
from katachi.agents.imitating import ImitationSettings
from katachi.agents.judge import JudgeSettings
from katachi.errors import KatachiError
from katachi.games.othello import Othello
from katachi.matches import (
    Contestant,
    MatchPlan,
    Openings,
    game_of_text,
    open_laboratory,
    play_match,
)
from katachi.ratings.counts import GameCounts
from katachi.ratings.intervals import wilson_interval
from katachi.rivals.duels import DuelPlan, DuelSide, duel_counts, duel_shares, imitation
from katachi.rivals.fitness import closeness
from katachi.rivals.individual import Genes, agent_of, random_genes, settings_of
from katachi.rivals.json_file import read_json, write_json
from katachi.rivals.mgg import MggSettings, MggState, first_population, next_cycle
from katachi.rivals.rival_set import Rival
from katachi.rivals.variety import choose_varied

DEPTHS = (1, 2, 3, 4)
TRIED = 6  # random individuals for the choice of the depth
FACTORS = (2.0, 1.4, 1.0, 0.7, 0.5)
FORMAT = "katachi rivals in the making 1"


class MakingPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides which rivals come out.

    `pairs` of games judge an individual during the evolution, `final_pairs` at the end. `keep`: so
    many rivals.
    """

    game: str
    weakness: float
    judge: JudgeSettings = JudgeSettings()
    mgg: MggSettings = MggSettings()
    depth: int = 0
    pairs: int = 20
    final_pairs: int = 50
    opening_plies: int = 6
    keep: int = 5

    def __post_init__(self) -> None:
        """Refuses what cannot be played."""
        if not 0 <= self.depth <= 8 or self.keep < 1:
            raise KatachiError("rivals search 0 (any) to 8 plies, and at least one is kept")


class Making(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far it is. `tried`: mean fitness by depth; `measured`: losses, draws, wins."""

    format: str = FORMAT
    plan: MakingPlan
    tried: tuple[float, ...] = ()
    state: MggState | None = None
    measured: tuple[tuple[int, int, int], ...] = ()


# Called with the work done, all of it, and what is being done.
Progress = Callable[[float, float, str], None]


def make_rivals(
    plan: MakingPlan, state_file: Path, *, threads: int = 1, progress: Progress | None = None
) -> tuple[list[Rival], Making]:
    """Rivals from the weakest to the strongest; goes on where the state file stops."""
    work = _Work(plan, state_file, threads, progress or (lambda _done, _total, _text: None))
    game = game_of_text(plan.game)
    return (
        work.evolved(game) if isinstance(game, Othello) else work.imitating(),
        work.making,
    )


def read_making(path: Path, plan: MakingPlan) -> Making:
    """The state in a file, if it is of this plan; raises `KatachiError` otherwise."""
    try:
        making = read_json(path, Making, "state of rivals in the making; remove it")
    except FileNotFoundError:
        return Making(plan=plan)
    if making.plan != plan:
        raise KatachiError(f"'{path}' belongs to other rivals; remove it to begin again")
    return making


class _Work:
    def __init__(self, plan: MakingPlan, file: Path, threads: int, progress: Progress) -> None:
        self.plan = plan
        self.file = file
        self.threads = threads
        self.progress = progress
        self.making = read_making(file, plan)

    def keep(self, **changes: object) -> None:
        """Writes the state with something new."""
        self.making = msgspec.structs.replace(self.making, **changes)
        write_json(self.making, self.file, overwrite=True)

    # Othello

    def evolved(self, game: Othello) -> list[Rival]:
        """The evolution, the measurement and the choice."""
        plan, mgg = self.plan, self.plan.mgg
        agent = imitation(plan.weakness, plan.judge)

        def duels(pairs: int, seed: int) -> DuelPlan:
            return DuelPlan(game, pairs, seed, plan.opening_plies, self.threads)

        total = len(DEPTHS) + 1.0 + mgg.cycles + mgg.population
        while not plan.depth and len(self.making.tried) < len(DEPTHS):
            depth = DEPTHS[len(self.making.tried)]
            self.progress(depth - 1, total, f"trying depth {depth}")
            rng = random.Random(f"depth {mgg.seed}")
            sides = [_side(random_genes(rng), depth) for _ in range(TRIED)]
            shares = duel_shares(sides, agent, duels(max(plan.pairs // 2, 1), mgg.seed))
            fitness = sum(map(closeness, shares)) / len(shares)
            self.keep(tried=(*self.making.tried, fitness))
        depth = self.depth

        def measure(genes: Sequence[Genes]) -> list[float]:
            sides = [_side(each, depth) for each in genes]
            return duel_shares(sides, agent, duels(plan.pairs, mgg.seed))

        if self.making.state is None:
            self.progress(len(DEPTHS), total, "first population")
            self.keep(state=first_population(mgg, measure))
        state = self.making.state
        assert state is not None
        while state.cycle < mgg.cycles:
            self.progress(len(DEPTHS) + 1 + state.cycle, total, f"cycle {state.cycle + 1}")
            state = next_cycle(state, mgg, measure)
            self.keep(state=state)
        genes = [one.genes for one in state.population]
        while len(self.making.measured) < len(genes):
            number = len(self.making.measured)
            self.progress(len(DEPTHS) + 1 + mgg.cycles + number, total, "measuring")
            side = _side(genes[number], depth)
            counts = duel_counts(side, agent, duels(plan.final_pairs, mgg.seed + 1))
            self.keep(measured=(*self.making.measured, _triple(counts)))
        return self.chosen(genes, depth)

    @property
    def depth(self) -> int:
        """The plan's, or the one that was fittest when tried."""
        tried = self.making.tried
        return self.plan.depth or DEPTHS[tried.index(max(tried))]

    def chosen(self, genes: Sequence[Genes], depth: int) -> list[Rival]:
        """Some of the measured individuals as rivals."""
        counts = [GameCounts(*triple) for triple in self.making.measured]
        places = choose_varied(genes, [count.share for count in counts], self.plan.keep)
        places.sort(key=lambda place: (counts[place].share, place))
        return [
            _rival(f"rival-{number}", agent_of(genes[place], depth), counts[place], genes[place])
            for number, place in enumerate(places, start=1)
        ]

    # Other games

    def imitating(self) -> list[Rival]:
        """A ladder of weaknesses, measured against the middle."""
        plan = self.plan
        player = imitating_agent(plan.weakness, plan.judge)
        if plan.weakness <= 0:
            raise KatachiError("a player without any weakness has no weaker and stronger rivals")
        with open_laboratory(None) as laboratory:
            while len(self.making.measured) < len(FACTORS):
                number = len(self.making.measured)
                self.progress(number, len(FACTORS), f"measuring rival {number + 1}")
                rival = imitating_agent(FACTORS[number] * plan.weakness, plan.judge)
                counts = GameCounts()
                if plan.final_pairs:
                    match = MatchPlan(
                        Contestant("rival", rival, Budget(simulations=1)),
                        Contestant("player", player, Budget(simulations=1)),
                        plan.game,
                        plan.final_pairs,
                        seed=plan.mgg.seed,
                        openings=Openings("random", plan.opening_plies)
                        if plan.opening_plies
                        else Openings(),
                    )
                    counts = play_match(match, laboratory).score.games
                self.keep(measured=(*self.making.measured, _triple(counts)))
        return [
            _rival(
                f"rival-{number}",
                imitating_agent(factor * plan.weakness, plan.judge),
                GameCounts(*triple),
                None,
            )
            for number, (factor, triple) in enumerate(
                zip(FACTORS, self.making.measured, strict=True), start=1
            )
        ]


def _side(genes: Genes, depth: int) -> DuelSide:
    return DuelSide(settings_of(genes, depth), natural=True)


def imitating_agent(weakness: float, judge: JudgeSettings) -> AgentFile:
    """The agent of a weakness."""
    return msgspec.structs.replace(
        AgentFile(kind="imitation"), imitation=ImitationSettings(weakness=weakness, judge=judge)
    )


def _triple(counts: GameCounts) -> tuple[int, int, int]:
    return (counts.losses, counts.draws, counts.wins)


def _rival(name: str, agent: AgentFile, counts: GameCounts, genes: Genes | None) -> Rival:
    if not counts.games:
        return Rival(name=name, agent=agent, logarithms=genes)
    return Rival(
        name=name,
        agent=agent,
        share=counts.share,
        interval=wilson_interval(counts.points, counts.games),
        games=counts.games,
        logarithms=genes,
    )
