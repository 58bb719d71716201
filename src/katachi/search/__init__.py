"""Monte-Carlo tree search: settings, search and result.

One search serves all games; every enhancement is a field of the settings.
"""

from katachi.search.mcts import Mcts
from katachi.search.result import MoveStatistics, PlayedOut, Proof, SearchResult, tree_text
from katachi.search.settings import (
    Backup,
    Expansion,
    FinalMove,
    MctsSettings,
    Playout,
    Selection,
)
from katachi.search.suitability import MoveKnowledge, PlayoutWeights, Strengths

__all__ = [
    "Backup",
    "Expansion",
    "FinalMove",
    "Mcts",
    "MctsSettings",
    "MoveKnowledge",
    "MoveStatistics",
    "PlayedOut",
    "Playout",
    "PlayoutWeights",
    "Proof",
    "SearchResult",
    "Selection",
    "Strengths",
    "tree_text",
]
