"""The agent that searches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from katachi.agents.agent import Choice
from katachi.agents.passing import pass_wins
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.knowledge.networks import ConvolutionalNetwork, PolicyNetwork, network_for
from katachi.search import Budget, Mcts, MctsSettings, MoveKnowledge, PlayoutWeights


class MctsAgent:
    """Monte-Carlo tree search with any settings.

    `reuse_tree` keeps the part of the tree that the moves played lead to; otherwise every move
    begins with an empty tree (tables of playout policies follow their own settings).
    `knowledge` and `playout_weights` are those of `Mcts`; a text names a network: a family (`neat`,
    `conv`: the one that ships for the board of the game) or a file.
    """

    def __init__(
        self,
        name: str,
        settings: MctsSettings,
        *,
        reuse_tree: bool = True,
        knowledge: MoveKnowledge | str | None = None,
        playout_weights: PlayoutWeights | str | None = None,
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
        knowledge, weights = self.knowledge, self.playout_weights
        self._search = Mcts(
            game,
            msgspec.structs.replace(self.settings, seed=seed),
            knowledge=_network(knowledge, game) if isinstance(knowledge, str) else knowledge,
            playout_weights=_network(weights, game) if isinstance(weights, str) else weights,
        )

    def root_moves(self, position: PositionLike) -> Sequence[str] | None:  # noqa: ARG002 - what agents that prune look at
        """The moves of a position that are searched; None: all."""
        return None

    @property
    def search(self) -> Mcts:
        """The search of the game in progress; raises `KatachiError` before the first game."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        return self._search

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The move that the search likes best."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        if pass_wins(position):
            return Choice("pass")
        if self.reuse_tree:
            self._search.follow(position)
        watch = time.thread_time if budget.processor_time else time.monotonic
        began = watch()
        moves = self.root_moves(position)
        if budget.seconds:
            budget = replace(budget, seconds=max(1e-3, budget.seconds - (watch() - began)))
        result = self._search.run(position, budget, moves=moves)
        if result.move is None:
            raise KatachiError("the game is over: there is nothing to choose")
        if self.reuse_tree:
            self._search.advance(result.move)
        return Choice(result.move, result)


def _network(name: str, game: GameLike) -> PolicyNetwork | ConvolutionalNetwork:
    network = network_for(name, game)
    if not isinstance(network, PolicyNetwork | ConvolutionalNetwork):
        raise KatachiError(f"the network {shown(name)} does not give strengths of moves")
    return network
