"""The agent that prunes with a network before it searches (AGENTS 3.2.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from katachi.agents.mcts import MctsAgent
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.position import Position
from katachi.knowledge import Knowledge, knowledge_for
from katachi.search import MctsSettings


def pruned_share(moves_played: int) -> float:
    """The share of the root's moves that is not searched (AGENTS 3.2): half at first, then less.

    >>> [round(pruned_share(x), 3) for x in (0, 70, 125)]
    [0.5, 0.102, 0.037]
    """
    return (50 - 48.6 * (1 - math.exp(-0.0244 * moves_played))) / 100


def kept_moves(values: Knowledge, position: Position) -> list[str]:
    """The legal moves without the worst share, in the order of the game.

    A move is as good as the board after it is bad for the opponent, who is to move there. Passes
    and swaps are not ranked and always stay; so does at least one other move.
    """
    special = position.game.moves[-1]
    moves = [move for move in position.legal_moves if move != special]
    dropped = min(int(pruned_share(position.moves_played) * len(moves)), max(0, len(moves) - 1))
    if dropped == 0:
        return list(position.legal_moves)
    theirs = values.values([position.play(move) for move in moves])
    worst = set(np.argsort(-theirs, kind="stable")[:dropped].tolist())
    kept = [move for number, move in enumerate(moves) if number not in worst]
    return kept + [move for move in position.legal_moves if move == special]


class AnnAgent(MctsAgent):
    """Monte-Carlo tree search over the moves that a network leaves over.

    `values` names knowledge of positions: a family (`ann`: the one that ships for the board of the
    game) or a file. The time that it takes is part of the budget.
    """

    def __init__(
        self,
        name: str,
        settings: MctsSettings,
        *,
        values: str = "ann",
        reuse_tree: bool = True,
    ) -> None:
        """The network is looked for when a game begins."""
        super().__init__(name, settings, reuse_tree=reuse_tree)
        self.values_name = values
        self._values: Knowledge | None = None

    def new_game(self, game: GameLike, seed: int) -> None:
        """A new search, and the network for the board."""
        values = knowledge_for(self.values_name, game)
        if not values.of_positions:
            raise KatachiError(
                f"the knowledge {shown(self.values_name)} does not give values of boards"
            )
        self._values = values.on_board(game)
        super().new_game(game, seed)

    def root_moves(self, position: PositionLike) -> Sequence[str] | None:
        """What the network keeps."""
        if self._values is None or not isinstance(position, Position):
            return None
        return kept_moves(self._values, position)
