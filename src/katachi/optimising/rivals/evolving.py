"""Rivals that evolve: varied individuals, even with the agent that imitates the player.

Three samples of games that have nothing in common:

    the evolution's      a few games an individual, which lead the evolution
    the check's          many games; whoever is not even here is not handed out (variety.py)
    the measurement's    many games of those that are handed out; their figures, whatever they are

Check and measurement are played against the player itself if it is a program, else against the
agent. If too few pass the check, the evolution goes on. From there on the check's shares stand for
those that have played it, and the shares of children are lowered by as much as the evolution's
games flattered the population that was checked first: the agent is not the player, and they were
chosen for these games.

The depth of the individuals is the thesis' "fixed depth"; 0 tries one to four plies on a few random
individuals and takes the one that makes them fittest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from katachi.matches.ratings.counts import GameCounts
from katachi.optimising.progress import Progress
from katachi.optimising.rivals.contests import CHECK, MEASUREMENT, Contests, measured_rival
from katachi.optimising.rivals.evolution import MggState, first_population, next_cycle
from katachi.optimising.rivals.fitness import closeness
from katachi.optimising.rivals.individual import Genes, agent_of, random_genes
from katachi.optimising.rivals.making_state import Checked, Making, MakingFile, triple
from katachi.optimising.rivals.rival_set import Rival
from katachi.optimising.rivals.variety import choose_varied, is_even

DEPTHS = (1, 2, 3, 4)
TRIED = 6  # random individuals for the choice of the depth


class EvolvingRivals:
    """One evolution, from where its file stands."""

    def __init__(
        self, contests: Contests, file: MakingFile, progress: Callable[[Progress], None]
    ) -> None:
        """Plays nothing yet."""
        self._contests = contests
        self._plan = contests.plan
        self._file = file
        self._progress = progress

    def make(self) -> list[Rival]:
        """The evolution, the check, and the measurement of those that pass it."""
        plan, mgg = self._plan, self._plan.mgg
        self._try_depths()
        state = self._making.state
        if state is None:
            self._tell(len(DEPTHS), "first population")
            state = first_population(mgg, self._measure)
            self._file.keep(state=state)
        while True:
            if state.cycle >= mgg.cycles:
                state = self._check(state)
                even = sum(is_even(one.share) for one in self._making.checked)
                if even >= plan.keep or state.cycle >= mgg.cycles + plan.more_cycles:
                    break
            self._tell(len(DEPTHS) + 1 + min(state.cycle, mgg.cycles), f"cycle {state.cycle + 1}")
            state = next_cycle(state, mgg, self._measure)
            self._file.keep(state=state)
        return self._handed_out()

    @property
    def _making(self) -> Making:
        return self._file.making

    def _try_depths(self) -> None:
        """Unless the plan has a depth: the mean fitness of the same random individuals by depth."""
        plan = self._plan
        while not plan.depth and len(self._making.tried) < len(DEPTHS):
            depth = DEPTHS[len(self._making.tried)]
            self._tell(depth - 1, f"trying depth {depth}")
            rng = random.Random(f"depth {plan.mgg.seed}")
            genes = [random_genes(rng) for _ in range(TRIED)]
            shares = self._contests.shares(genes, depth, max(plan.pairs // 2, 1))
            fitness = sum(map(closeness, shares)) / len(shares)
            self._file.keep(tried=(*self._making.tried, fitness))

    @property
    def _depth(self) -> int:
        """The plan's, or the one that was fittest when tried."""
        tried = self._making.tried
        return self._plan.depth or DEPTHS[tried.index(max(tried))]

    def _measure(self, genes: Sequence[Genes]) -> list[float]:
        """Shares in the evolution's games, less the flattery that is known of them."""
        shares = self._contests.shares(genes, self._depth, self._plan.pairs)
        return [min(max(share - self._making.flattery, 0.0), 1.0) for share in shares]

    def _check(self, state: MggState) -> MggState:
        """Plays the games of the check for everybody in the population who has not played them.

        The check's shares replace those of the evolution.
        """
        plan = self._plan
        bred = {one.genes: one.share for one in state.population}
        known = {one.genes: one.share for one in self._making.checked}
        for genes in bred:
            if genes not in known:
                done = len(DEPTHS) + 1 + plan.mgg.cycles + len(self._making.checked)
                self._tell(done, "checking")
                counts = self._contests.played(genes, self._depth, plan.check_pairs, CHECK)
                one = Checked(genes=genes, counts=triple(counts))
                known[genes] = one.share
                self._file.keep(checked=(*self._making.checked, one))
        population = tuple(
            msgspec.structs.replace(one, share=known[one.genes]) for one in state.population
        )
        flattery = self._making.flattery
        if state.cycle == plan.mgg.cycles and population != state.population:
            flattery = sum(bred[genes] - known[genes] for genes in bred) / len(bred)
        checked = msgspec.structs.replace(state, population=population)
        self._file.keep(state=checked, flattery=flattery)
        return checked

    def _handed_out(self) -> list[Rival]:
        """The varied ones of those that passed the check, with figures from games of their own."""
        plan, checked = self._plan, self._making.checked
        everybody = [one.genes for one in checked]
        places = choose_varied(everybody, [one.share for one in checked], plan.keep)
        genes = [everybody[place] for place in places]
        while len(self._making.measured) < len(genes):
            number = len(self._making.measured)
            self._tell(self._total - len(genes) + number, "measuring")
            counts = self._contests.played(
                genes[number], self._depth, plan.final_pairs, MEASUREMENT
            )
            self._file.keep(measured=(*self._making.measured, triple(counts)))
        found = [GameCounts(*counts) for counts in self._making.measured]
        shares = [
            counts.share if counts.games else checked[place].share
            for counts, place in zip(found, places, strict=True)
        ]
        order = sorted(range(len(genes)), key=lambda number: (shares[number], number))
        game, depth = self._contests.game, self._depth
        return [
            measured_rival(
                f"rival-{place}", agent_of(game, genes[number], depth), found[number], genes[number]
            )
            for place, number in enumerate(order, start=1)
        ]

    @property
    def _total(self) -> float:
        """The work as far as it can be known: later cycles come on top."""
        mgg = self._plan.mgg
        checks = max(mgg.population, len(self._making.checked))
        return len(DEPTHS) + 1.0 + mgg.cycles + checks + self._plan.keep

    def _tell(self, done: float, text: str) -> None:
        self._progress(Progress(done, self._total, text))
