"""What an agent thinks of a position: its candidates with their values and the lines it expects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import msgspec

from katachi.agents.agent import Agent
from katachi.agents.capabilities import Analyses, ThinksInSlices
from katachi.games.contract import PositionLike
from katachi.search import Budget, MoveStatistics, SearchResult
from katachi.search.alphabeta import AlphaBetaResult
from katachi.search.result import priors

SLICE_SIMULATIONS = 1000  # between two reports; fixed, so that a budget gives one result
SLICE_SECONDS = 0.1

# Called while the agent thinks, with what it has found so far.
Watch = Callable[["Analysis"], None]


@dataclass(frozen=True)
class Candidate:
    """A move, and what is known of it; values are for the player who makes it.

    `variation` begins with the move and can be played. `value` is the share of the game that is
    won, 0 to 1, and `prior` what knowledge said before any visit: both of a tree search. `score`
    is alpha-beta's, in hundredths. `proof` as in `MoveStatistics`.
    """

    move: str
    variation: tuple[str, ...]
    value: float | None = None
    visits: int = 0
    prior: float | None = None
    score: int | None = None
    proof: str = "unknown"


@dataclass(frozen=True)
class Analysis:
    """What an agent found; the best candidate comes first. Nothing if the game is over.

    `search` is None if the agent says nothing of one.
    """

    agent: str
    position: PositionLike
    candidates: tuple[Candidate, ...]
    search: SearchResult | AlphaBetaResult | None

    @property
    def uses_knowledge(self) -> bool:
        """Whether priors say anything: without knowledge all moves are alike before the first visit."""
        return len({candidate.prior for candidate in self.candidates}) > 1


def analyze_position(  # noqa: PLR0913 - all but three by name
    agent: Agent,
    position: PositionLike,
    budget: Budget,
    *,
    lines: int = 10,
    watch: Watch | None = None,
    slice_seconds: float = SLICE_SECONDS,
) -> Analysis:
    """Searches a position with an agent for which `new_game` has been called.

    An agent that shows nothing of its thoughts (`shows_thoughts`) has one candidate, the move that
    it would make. `lines`: how many candidates of alpha-beta get a variation. Ctrl-C ends it early.
    """
    if isinstance(agent, Analyses):
        return agent.analyze(position, budget, lines=lines, watch=watch)
    if isinstance(agent, ThinksInSlices):
        return _by_slices(agent, agent.name, position, budget, watch, slice_seconds=slice_seconds)
    choice = agent.choose(position, budget)
    line = (choice.move,) if choice.search is None else choice.search.principal_variation
    return Analysis(
        agent.name, position, (Candidate(choice.move, line or (choice.move,)),), choice.search
    )


def shows_thoughts(agent: Agent) -> bool:
    """Whether an analysis shows more than the move that the agent would make."""
    return isinstance(agent, Analyses | ThinksInSlices)


def _by_slices(  # noqa: PLR0913 - what `analyze_position` was asked
    agent: ThinksInSlices,
    name: str,
    position: PositionLike,
    budget: Budget,
    watch: Watch | None,
    *,
    slice_seconds: float,
) -> Analysis:
    done, spent = 0, 0.0
    at: PositionLike | None = position
    while True:
        left = budget.simulations - done
        piece = replace(
            budget,
            simulations=min(SLICE_SIMULATIONS, left) if budget.simulations else 0,
            seconds=min(slice_seconds, budget.seconds - spent) if budget.seconds else 0.0,
        )
        result = agent.think(at, piece)
        at = None
        done += result.simulations
        spent += result.seconds
        result = msgspec.structs.replace(result, simulations=done, seconds=spent)
        used = (
            (budget.simulations and done >= budget.simulations)
            or (budget.seconds and spent >= budget.seconds)
            or (budget.nodes and result.nodes >= budget.nodes)
        )
        proven = result.proof in {"win", "draw", "loss"}
        ended = used or proven or result.interrupted or result.move is None
        if ended or watch is not None:
            found = Analysis(name, position, _tree_candidates(result, agent.variations()), result)
            if ended:
                return found
            assert watch is not None
            watch(found)


def _tree_candidates(
    result: SearchResult, variations: Mapping[str, tuple[MoveStatistics, ...]]
) -> tuple[Candidate, ...]:
    prior = priors(result)
    return tuple(
        Candidate(
            move=line.move,
            variation=tuple(node.move for node in variations.get(line.move, (line,))),
            value=line.value if line.visits else None,
            visits=line.visits,
            prior=prior[line.move],
            proof=line.proof,
        )
        for line in result.moves
    )
