"""Monte-Carlo tree search: settings, search and result.

One search serves all games; every enhancement is a field of the settings.
"""

from katachi.search.budget import Budget
from katachi.search.evaluator import Evaluator
from katachi.search.mcts import Mcts
from katachi.search.phases import (
    BackupSettings,
    ExpansionSettings,
    FinalSettings,
    PlayoutSettings,
    SelectionSettings,
)
from katachi.search.result import MoveStatistics, PlayedOut, Proof, SearchResult, tree_text
from katachi.search.settings import MctsSettings

__all__ = [
    "BackupSettings",
    "Budget",
    "Evaluator",
    "ExpansionSettings",
    "FinalSettings",
    "Mcts",
    "MctsSettings",
    "MoveStatistics",
    "PlayedOut",
    "PlayoutSettings",
    "Proof",
    "SearchResult",
    "SelectionSettings",
    "tree_text",
]
