"""What an agent thinks of a position: its candidates with their values and the lines it expects."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from katachi.agents.agent import Agent
from katachi.agents.alphabeta import AlphaBetaAgent
from katachi.agents.mcts import MctsAgent
from katachi.errors import KatachiError
from katachi.games.contract import PositionLike
from katachi.search import Budget, MoveStatistics, SearchResult
from katachi.search.alphabeta import WON_SCORE, AlphaBeta, AlphaBetaResult
from katachi.search.result import priors

SLICE_SIMULATIONS = 1000  # between two reports; fixed, so that a budget gives one result
SLICE_SECONDS = 0.1
# Of the time of alpha-beta: the rest goes into the lines behind the candidates.
SCORING_SHARE = 0.6
TO_THE_END = 100  # plies

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
    """What an agent found; the best candidate comes first. Nothing if the game is over."""

    agent: str
    position: PositionLike
    candidates: tuple[Candidate, ...]
    search: SearchResult | AlphaBetaResult

    @property
    def uses_knowledge(self) -> bool:
        """Whether priors say anything: without knowledge all moves are alike before the first visit."""
        return len({candidate.prior for candidate in self.candidates}) > 1


def analyze_position(
    agent: Agent,
    position: PositionLike,
    budget: Budget,
    *,
    lines: int = 10,
    watch: Watch | None = None,
) -> Analysis:
    """Searches a position with an agent for which `new_game` has been called.

    `lines`: how many candidates of alpha-beta get a variation. Raises `KatachiError` for agents
    that do not search. Ctrl-C ends it early.
    """
    if isinstance(agent, MctsAgent):
        return _by_tree(agent, position, budget, watch)
    if isinstance(agent, AlphaBetaAgent):
        return _by_alphabeta(agent, position, budget, lines)
    raise KatachiError(f"{agent.name} does not search")


def _by_tree(
    agent: MctsAgent, position: PositionLike, budget: Budget, watch: Watch | None
) -> Analysis:
    search = agent.search
    moves = None if position.is_over else agent.root_moves(position)
    done, spent = 0, 0.0
    at: PositionLike | None = position
    while True:
        left = budget.simulations - done
        piece = replace(
            budget,
            simulations=min(SLICE_SIMULATIONS, left) if budget.simulations else 0,
            seconds=min(SLICE_SECONDS, budget.seconds - spent) if budget.seconds else 0.0,
        )
        result = search.run(at, piece, moves=moves)
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
            variations = search.variations() if ended else {}
            found = Analysis(agent.name, position, _tree_candidates(result, variations), result)
            if ended:
                return found
            assert watch is not None
            watch(found)


def _tree_candidates(
    result: SearchResult, variations: dict[str, tuple[MoveStatistics, ...]]
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


def _by_alphabeta(
    agent: AlphaBetaAgent, position: PositionLike, budget: Budget, lines: int
) -> Analysis:
    search = AlphaBeta(position.game, agent.settings)  # type: ignore[attr-defined]  # AlphaBeta refuses positions of other games
    own = agent.own_budget(budget)
    scoring = None if own is None else replace(own, seconds=SCORING_SHARE * own.seconds)
    began = time.monotonic()
    result = search.run(position, scoring, every_move=True)
    candidates = []
    for number, line in enumerate(result.moves):
        score = line.score
        proof = "unknown"
        if result.exact or abs(score) >= WON_SCORE:
            proof = "win" if score > 0 else "loss" if score < 0 else "draw"
        found = Candidate(line.move, (line.move,), score=score, proof=proof)
        if result.principal_variation[:1] == (line.move,):
            found = replace(found, variation=result.principal_variation)
        elif number < lines and not result.interrupted:
            left = budget.seconds - (time.monotonic() - began)
            share = max(0.001, left / (lines - number)) if budget.seconds else 0.0
            after = position.play(line.move)
            depth = TO_THE_END if result.exact else result.depth - 1
            if depth > 0 and not after.is_over:
                nodes = 0 if own is None else own.nodes
                below = search.run(after, Budget(seconds=share, nodes=nodes, depth=depth))
                found = replace(found, variation=(line.move, *below.principal_variation))
        candidates.append(found)
    return Analysis(agent.name, position, tuple(candidates), result)
