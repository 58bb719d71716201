"""The agent that searches by alpha-beta."""

from __future__ import annotations

from dataclasses import replace

from katachi.agents.agent import Choice
from katachi.agents.natural import natural_moves
from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.search import Budget, SearchResult
from katachi.search.alphabeta import AlphaBeta, AlphaBetaResult, AlphaBetaSettings

# The positions that a playout of Othello passes through: what a budget of simulations is worth here.
NODES_OF_A_SIMULATION = 60


class AlphaBetaAgent:
    """Alpha-beta with any settings, for Othello and Hex.

    Its level is the depth of its settings, which seconds of the budget can only shorten; simulations
    then say nothing to it: a match may give them to the opponent. Without a depth it searches as
    deep as the budget allows, and a simulation is worth `NODES_OF_A_SIMULATION` positions. Moves do
    not depend on the seed. `natural` keeps it to the two rules of natural.py.
    """

    def __init__(self, name: str, settings: AlphaBetaSettings, *, natural: bool = False) -> None:
        """Settings are checked against the game when one begins."""
        self.name = name
        self.settings = settings
        self.natural = natural
        self._search: AlphaBeta | None = None

    def new_game(self, game: GameLike, seed: int) -> None:  # noqa: ARG002  nothing is random
        """A search for this game."""
        if self._search is None or self._search.game != game:
            self._search = AlphaBeta(game, self.settings)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The best move of the deepest search that the budget allows; the only one at once."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        if position.is_over:
            raise KatachiError("the game is over: there is nothing to choose")
        moves = natural_moves(position) if self.natural else position.legal_moves
        if len(moves) == 1:
            return Choice(moves[0])
        only = moves if self.natural else ()
        result = self._search.run(position, self.own_budget(budget), only=only)
        assert result.move is not None
        return Choice(result.move, as_search_result(result))

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
