"""The agent that searches."""

from __future__ import annotations

import msgspec

from katachi.agents.agent import Budget, Choice
from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.search import Mcts, MctsSettings, MoveKnowledge, PlayoutWeights


class MctsAgent:
    """Monte-Carlo tree search with any settings.

    `reuse_tree` keeps the part of the tree that the moves played lead to; otherwise every move
    begins with an empty tree (tables of playout policies follow their own settings).
    `knowledge` and `playout_weights` are those of `Mcts`.
    """

    def __init__(
        self,
        name: str,
        settings: MctsSettings,
        *,
        reuse_tree: bool = True,
        knowledge: MoveKnowledge | None = None,
        playout_weights: PlayoutWeights | None = None,
    ) -> None:
        """Settings are checked against the game when one begins."""
        self.name = name
        self.settings = settings
        self.reuse_tree = reuse_tree
        self.knowledge = knowledge
        self.playout_weights = playout_weights
        self._search: Mcts | None = None

    def new_game(self, game: GameLike, seed: int) -> None:
        """A new search, with the seed of the game."""
        self._search = Mcts(
            game,
            msgspec.structs.replace(self.settings, seed=seed),
            knowledge=self.knowledge,
            playout_weights=self.playout_weights,
        )

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The move that the search likes best."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        if self.reuse_tree:
            self._search.follow(position)
        result = self._search.run(position, simulations=budget.simulations, seconds=budget.seconds)
        if result.move is None:
            raise KatachiError("the game is over: there is nothing to choose")
        if self.reuse_tree:
            self._search.advance(result.move)
        return Choice(result.move, result)
