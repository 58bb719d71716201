"""Games of rivals against the player, if it is a program, or against the agent that imitates it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.agents.imitating import ImitationSettings
from katachi.games.game import Game
from katachi.matches import (
    Contestant,
    MatchPlan,
    Openings,
    Running,
    open_laboratory,
    parse_contestant,
    play_match,
)
from katachi.matches.ratings.counts import GameCounts
from katachi.matches.ratings.intervals import wilson_interval
from katachi.optimising.rivals.duels import DuelPlan, DuelSide, duel_counts, duel_shares, imitation
from katachi.optimising.rivals.individual import Genes, agent_of, settings_of
from katachi.optimising.rivals.making_state import MakingPlan
from katachi.optimising.rivals.rival_set import Rival
from katachi.search import Budget
from katachi.search.judge import JudgeSettings

# The samples of games: each begins with seeds of its own.
EVOLUTION, CHECK, MEASUREMENT = 0, 1, 2


@dataclass(frozen=True)
class Contests:
    """All games of a plan."""

    plan: MakingPlan
    game: Game
    threads: int = 1

    def duels(self, pairs: int, sample: int) -> DuelPlan:
        """Games of one of the three samples."""
        seed = self.plan.mgg.seed + sample
        return DuelPlan(self.game, pairs, seed, self.plan.opening_plies, self.threads)

    def shares(self, genes: Sequence[Genes], depth: int, pairs: int) -> list[float]:
        """Of the points of every individual against the agent, in the evolution's games."""
        plan = self.plan
        sides = [self._side(each, depth) for each in genes]
        agent = imitation(plan.weakness, plan.judge)
        return duel_shares(sides, agent, self.duels(pairs, EVOLUTION))

    def played(self, genes: Genes, depth: int, pairs: int, sample: int) -> GameCounts:
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
            return duel_counts(self._side(genes, depth), opponent, self.duels(pairs, sample))
        return self.matched(agent_of(self.game, genes, depth), pairs, sample)

    def matched(self, agent: AgentFile, pairs: int, sample: int) -> GameCounts:
        """A match against the target, or against the agent."""
        plan = self.plan
        if not pairs:
            return GameCounts()
        rival = Contestant("rival", agent, Budget(simulations=1))
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

    def _side(self, genes: Genes, depth: int) -> DuelSide:
        return DuelSide(settings_of(self.game, genes, depth), natural=True)


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


def measured_rival(
    name: str, agent: AgentFile, counts: GameCounts, genes: Genes | None = None
) -> Rival:
    """A rival with the figures of its games."""
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
