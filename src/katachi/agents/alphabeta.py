"""The agent that searches by alpha-beta."""

from __future__ import annotations

import time
from dataclasses import replace

from katachi.agents.agent import Choice
from katachi.agents.analysis import Analysis, Candidate, Watch
from katachi.errors import KatachiError
from katachi.games.capabilities import KnowsNaturalMoves
from katachi.games.contract import GameLike, PositionLike
from katachi.knowledge import Knowledge
from katachi.search import Budget, SearchResult
from katachi.search.alphabeta import WON_SCORE, AlphaBeta, AlphaBetaResult, AlphaBetaSettings

# About as many positions as a playout passes through: what a budget of simulations is worth here.
NODES_OF_A_SIMULATION = 60
# Of the time of an analysis: the rest goes into the lines behind the candidates.
SCORING_SHARE = 0.6
TO_THE_END = 100  # plies


class AlphaBetaAgent:
    """Alpha-beta with any settings, for games that have an evaluation.

    Its level is the depth of its settings, which seconds of the budget can only shorten;
    simulations then say nothing to it: a match may give them to the opponent. Without a depth it
    searches as deep as the budget allows, and a simulation is worth `NODES_OF_A_SIMULATION`
    positions. Moves do not depend on the seed. `natural` keeps it to moves that the game calls
    natural.
    """

    def __init__(
        self,
        name: str,
        settings: AlphaBetaSettings,
        *,
        natural: bool = False,
        knowledge: Knowledge | None = None,
    ) -> None:
        """Settings and knowledge of positions are checked against the game when one begins."""
        self.name = name
        self.knowledge = knowledge
        self.settings = settings
        self.natural = natural
        self._search: AlphaBeta | None = None

    def new_game(self, game: GameLike, seed: int) -> None:  # noqa: ARG002  nothing is random
        """A search for this game."""
        if self._search is None or self._search.game != game:
            self._search = self._made_for(game)

    def _made_for(self, game: GameLike) -> AlphaBeta:
        return AlphaBeta(game, self.settings, knowledge=self.knowledge)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The best move of the deepest search that the budget allows; the only one at once."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        if position.is_over:
            raise KatachiError("the game is over: there is nothing to choose")
        game = self._search.game
        moves = position.legal_moves
        if self.natural and isinstance(game, KnowsNaturalMoves):
            moves = game.natural_moves(position)
        if len(moves) == 1:
            return Choice(moves[0])
        only = moves if self.natural else ()
        result = self._search.run(position, self.own_budget(budget), only=only)
        assert result.move is not None
        return Choice(result.move, as_search_result(result))

    def analyze(
        self,
        position: PositionLike,
        budget: Budget,
        *,
        lines: int,
        watch: Watch | None,  # noqa: ARG002 - it has nothing to show in between
    ) -> Analysis:
        """Scores of all moves, and variations of the best ones."""
        search = self._made_for(position.game)  # type: ignore[attr-defined]  # AlphaBeta refuses positions of other games
        own = self.own_budget(budget)
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
        return Analysis(self.name, position, tuple(candidates), result)

    def own_budget(self, budget: Budget) -> Budget | None:
        """The budget with positions for simulations; None if the depth of its own is the only limit."""
        nodes = budget.nodes
        if budget.simulations and not nodes and not (self.settings.depth or budget.depth):
            nodes = budget.simulations * NODES_OF_A_SIMULATION
        if not (nodes or budget.seconds or budget.depth):
            return None
        return replace(budget, simulations=0, nodes=nodes)


def as_search_result(result: AlphaBetaResult) -> SearchResult:
    """In the form that matches record: no simulations, and a value only where it is certain."""
    values = {"win": 1.0, "draw": 0.5, "loss": 0.0, "unknown": 0.5}
    return SearchResult(
        move=result.move,
        value=values[result.proof],
        proof=result.proof,
        moves=(),
        principal_variation=result.principal_variation,
        simulations=0,
        seconds=result.seconds,
        depth=result.depth,
        families=0,
        nodes=result.nodes,
        bytes_used=0,
        memory_full=False,
        interrupted=result.interrupted,
        to_move=result.to_move,
    )
