"""Knowledge: what was learned about moves, and a card that says where it comes from."""

from katachi.knowledge.card import Card
from katachi.knowledge.catalogue import knowledge_names, load_knowledge
from katachi.knowledge.cell_weights import CellWeights, othello_start_weights
from katachi.knowledge.explanation import Comparison, Explanation, Reason, why
from katachi.knowledge.knowledge import Knowledge
from katachi.knowledge.local_patterns import LocalPattern, LocalPatternWeights, PatternCount
from katachi.knowledge.weights_catalogue import load_weights, weight_names

__all__ = [
    "Card",
    "CellWeights",
    "Comparison",
    "Explanation",
    "Knowledge",
    "LocalPattern",
    "LocalPatternWeights",
    "PatternCount",
    "Reason",
    "knowledge_names",
    "load_knowledge",
    "load_weights",
    "othello_start_weights",
    "weight_names",
    "why",
]
