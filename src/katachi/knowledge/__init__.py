"""Knowledge: feature sets with learned weights, and a card that says where they come from."""

from katachi.knowledge.card import Card
from katachi.knowledge.catalogue import knowledge_names, load_knowledge
from katachi.knowledge.explanation import Comparison, Explanation, Reason, why
from katachi.knowledge.knowledge import Knowledge

__all__ = [
    "Card",
    "Comparison",
    "Explanation",
    "Knowledge",
    "Reason",
    "knowledge_names",
    "load_knowledge",
    "why",
]
