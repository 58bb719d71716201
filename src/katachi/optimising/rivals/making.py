"""From a weakness to a set of rivals.

Othello: an evolution of varied individuals (mgg.py) against the agent that imitates the player. Then
three samples of games that have nothing in common:

    the evolution's      a few games an individual, which lead the evolution
    the check's          many games; whoever is not even here is not handed out (variety.py)
    the measurement's    many games of those that are handed out; their figures, whatever they are

Check and measurement are played against the player itself if it is a program, else against the agent.
If too few pass the check, the evolution goes on. From there on the check's shares stand for those that
have played it, and the shares of children are lowered by as much as the evolution's games flattered the
population that was checked first: the agent is not the player, and they were chosen for these games.

The depth of the individuals is the thesis' "fixed depth"; 0 tries one to four plies on a few random
individuals and takes the one that makes them fittest.

Other games have no such individuals: the rivals imitate half the weakness to twice the weakness, by a
judge that searches (judge.py), and are only measured. They stand in the order of their weakness, which
is more certain than that of a few games.

A state file keeps what was found so far, after every cycle or match; the same plan goes on from there to
the same end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.agents.imitating import ImitationSettings
from katachi.agents.judge import JudgeSettings
from katachi.errors import KatachiError
from katachi.games.othello import Othello
from katachi.matches import (
    Contestant,
    MatchPlan,
    Openings,
    Running,
    game_of_text,
    open_laboratory,
    parse_contestant,
    play_match,
)
from katachi.matches.ratings.counts import GameCounts
from katachi.matches.ratings.intervals import wilson_interval
from katachi.optimising.rivals.duels import DuelPlan, DuelSide, duel_counts, duel_shares, imitation
from katachi.optimising.rivals.fitness import closeness
from katachi.optimising.rivals.individual import Genes, agent_of, random_genes, settings_of
from katachi.optimising.rivals.json_file import read_json, write_json
from katachi.optimising.rivals.mgg import MggSettings, MggState, first_population, next_cycle
from katachi.optimising.rivals.rival_set import Rival
from katachi.optimising.rivals.variety import choose_varied, is_even
from katachi.search import Budget

DEPTHS = (1, 2, 3, 4)
TRIED = 6  # random individuals for the choice of the depth
FACTORS = (2.0, 1.4, 1.0, 0.7, 0.5)
FORMAT: Final = "katachi rivals in the making 2"


class MakingPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides which rivals come out.

    `pairs` of games judge an individual during the evolution, `check_pairs` afterwards, `final_pairs`
    measure those that are handed out. `keep`: so many rivals; if fewer pass the check, the evolution
    goes on for up to `more_cycles`. `target`: the player as NAME@BUDGET, if it is a program.
    """

    game: str
    weakness: float
    judge: JudgeSettings = JudgeSettings()
    mgg: MggSettings = MggSettings()
    depth: int = 0
    pairs: int = 20
    check_pairs: int = 200
    final_pairs: int = 100
    opening_plies: int = 6
    keep: int = 5
    more_cycles: int = 48
    target: str = ""

    def __post_init__(self) -> None:
        """Refuses what cannot be played."""
        if not 0 <= self.depth <= 8 or self.keep < 1:
            raise KatachiError("rivals search 0 (any) to 8 plies, and at least one is kept")
        if self.check_pairs < 1:
            raise KatachiError("a check needs at least one pair of games")


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """An individual and its losses, draws, wins in the check."""

    genes: Genes
    counts: tuple[int, int, int]

    @property
    def share(self) -> float:
        """Of the points."""
        return GameCounts(*self.counts).share


class Making(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far it is. `tried`: mean fitness by depth; `measured`: losses, draws, wins of each rival.

    `flattery`: the mean share of the last population in the evolution's games, less that in the check.
    """

    format: Literal["katachi rivals in the making 2"] = FORMAT
    plan: MakingPlan
    tried: tuple[float, ...] = ()
    state: MggState | None = None
    checked: tuple[Checked, ...] = ()
    flattery: float = 0.0
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
        """The evolution, the check, and the measurement of those that pass it."""
        plan, mgg = self.plan, self.plan.mgg
        agent = imitation(plan.weakness, plan.judge)
        while not plan.depth and len(self.making.tried) < len(DEPTHS):
            depth = DEPTHS[len(self.making.tried)]
            self.tell(depth - 1, f"trying depth {depth}")
            rng = random.Random(f"depth {mgg.seed}")
            sides = [_side(random_genes(rng), depth) for _ in range(TRIED)]
            shares = duel_shares(sides, agent, self.duels(game, max(plan.pairs // 2, 1), 0))
            fitness = sum(map(closeness, shares)) / len(shares)
            self.keep(tried=(*self.making.tried, fitness))

        def measure(genes: Sequence[Genes]) -> list[float]:
            sides = [_side(each, self.depth) for each in genes]
            shares = duel_shares(sides, agent, self.duels(game, plan.pairs, 0))
            return [min(max(share - self.making.flattery, 0.0), 1.0) for share in shares]

        state = self.making.state
        if state is None:
            self.tell(len(DEPTHS), "first population")
            state = first_population(mgg, measure)
            self.keep(state=state)
        while True:
            if state.cycle >= mgg.cycles:
                state = self.check(game, state)
                even = sum(is_even(one.share) for one in self.making.checked)
                if even >= plan.keep or state.cycle >= mgg.cycles + plan.more_cycles:
                    break
            self.tell(len(DEPTHS) + 1 + min(state.cycle, mgg.cycles), f"cycle {state.cycle + 1}")
            state = next_cycle(state, mgg, measure)
            self.keep(state=state)
        return self.handed_out(game)

    def check(self, game: Othello, state: MggState) -> MggState:
        """Plays the games of the check for everybody in the population who has not played them.

        The check's shares replace those of the evolution.
        """
        bred = {one.genes: one.share for one in state.population}
        known = {one.genes: one.share for one in self.making.checked}
        for genes in bred:
            if genes not in known:
                done = len(DEPTHS) + 1 + self.plan.mgg.cycles + len(self.making.checked)
                self.tell(done, "checking")
                counts = self.played(game, genes, self.plan.check_pairs, 1)
                one = Checked(genes=genes, counts=_triple(counts))
                known[genes] = one.share
                self.keep(checked=(*self.making.checked, one))
        population = tuple(
            msgspec.structs.replace(one, share=known[one.genes]) for one in state.population
        )
        flattery = self.making.flattery
        if state.cycle == self.plan.mgg.cycles and population != state.population:
            flattery = sum(bred[genes] - known[genes] for genes in bred) / len(bred)
        checked = msgspec.structs.replace(state, population=population)
        self.keep(state=checked, flattery=flattery)
        return checked

    def handed_out(self, game: Othello) -> list[Rival]:
        """The varied ones of those that passed the check, with figures from games of their own."""
        checked = self.making.checked
        everybody = [one.genes for one in checked]
        places = choose_varied(everybody, [one.share for one in checked], self.plan.keep)
        genes = [everybody[place] for place in places]
        while len(self.making.measured) < len(genes):
            number = len(self.making.measured)
            self.tell(self.total - len(genes) + number, "measuring")
            counts = self.played(game, genes[number], self.plan.final_pairs, 2)
            self.keep(measured=(*self.making.measured, _triple(counts)))
        found = [GameCounts(*triple) for triple in self.making.measured]
        shares = [
            counts.share if counts.games else checked[place].share
            for counts, place in zip(found, places, strict=True)
        ]
        order = sorted(range(len(genes)), key=lambda number: (shares[number], number))
        return [
            _rival(
                f"rival-{place}", agent_of(genes[number], self.depth), found[number], genes[number]
            )
            for place, number in enumerate(order, start=1)
        ]

    @property
    def depth(self) -> int:
        """The plan's, or the one that was fittest when tried."""
        tried = self.making.tried
        return self.plan.depth or DEPTHS[tried.index(max(tried))]

    def duels(self, game: Othello, pairs: int, sample: int) -> DuelPlan:
        """Games of one of the three samples: evolution, check, measurement."""
        seed = self.plan.mgg.seed + sample
        return DuelPlan(game, pairs, seed, self.plan.opening_plies, self.threads)

    def played(self, game: Othello, genes: Genes, pairs: int, sample: int) -> GameCounts:
        """Games of an individual against the player, or against the agent in its place.

        In the core if it can play the opponent; the games are the same.
        """
        plan = self.plan
        if not pairs:
            return GameCounts()
        opponent: DuelSide | None = imitation(plan.weakness, plan.judge)
        if plan.target:
            opponent = _core_side(parse_contestant(plan.target))
        if opponent is not None:
            duels = self.duels(game, pairs, sample)
            return duel_counts(_side(genes, self.depth), opponent, duels)
        rival = Contestant("rival", agent_of(genes, self.depth), Budget(simulations=1))
        return self.matched(rival, pairs, sample)

    def matched(self, rival: Contestant, pairs: int, sample: int) -> GameCounts:
        """A match against the target, or against the agent."""
        plan = self.plan
        player = (
            parse_contestant(plan.target)
            if plan.target
            else Contestant(
                "player", imitating_agent(plan.weakness, plan.judge), Budget(simulations=1)
            )
        )
        openings = Openings("random", plan.opening_plies) if plan.opening_plies else Openings()
        match = MatchPlan(
            rival, player, plan.game, pairs, seed=plan.mgg.seed + sample, openings=openings
        )
        with open_laboratory(None) as laboratory:
            return play_match(match, laboratory, Running(processes=self.threads)).score.games

    @property
    def total(self) -> float:
        """The work as far as it can be known: later cycles come on top."""
        mgg = self.plan.mgg
        checks = max(mgg.population, len(self.making.checked))
        return len(DEPTHS) + 1.0 + mgg.cycles + checks + self.plan.keep

    def tell(self, done: float, text: str) -> None:
        """How far it is."""
        self.progress(done, self.total, text)

    # Other games

    def imitating(self) -> list[Rival]:
        """A ladder of weaknesses, measured against the middle."""
        plan = self.plan
        if plan.weakness <= 0:
            raise KatachiError("a player without any weakness has no weaker and stronger rivals")
        while len(self.making.measured) < len(FACTORS):
            number = len(self.making.measured)
            self.progress(number, len(FACTORS), f"measuring rival {number + 1}")
            agent = imitating_agent(FACTORS[number] * plan.weakness, plan.judge)
            counts = GameCounts()
            if plan.final_pairs:
                rival = Contestant("rival", agent, Budget(simulations=1))
                counts = self.matched(rival, plan.final_pairs, 0)
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


def _core_side(player: Contestant) -> DuelSide | None:
    """A program that the core can play: alpha-beta of a fixed depth, whatever its time."""
    agent = player.agent
    if agent.kind == "alphabeta" and agent.alphabeta.depth and not player.budget.seconds:
        return DuelSide(agent.alphabeta, natural=agent.natural)
    return None


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
