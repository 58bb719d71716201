"""Knowledge: what was learned about moves and positions, and a card that says how."""

from katachi.knowledge.card import Card
from katachi.knowledge.catalogue import knowledge_for, knowledge_names, load_knowledge
from katachi.knowledge.cell_weights import CellWeights
from katachi.knowledge.explanation import Comparison, Explanation, Reason, why
from katachi.knowledge.feature_weights import FeatureWeights
from katachi.knowledge.function_knowledge import FunctionKnowledge, Strengths, as_knowledge
from katachi.knowledge.knowledge import Knowledge
from katachi.knowledge.local_patterns import LocalPattern, LocalPatternWeights, PatternCount
from katachi.knowledge.networks.convolutional import ConvolutionalNetwork
from katachi.knowledge.networks.policy_network import PolicyNetwork
from katachi.knowledge.networks.policy_value_network import PolicyValueNetwork
from katachi.knowledge.networks.value_network import ValueNetwork
from katachi.knowledge.pattern_values import PatternValues

__all__ = [
    "Card",
    "CellWeights",
    "Comparison",
    "ConvolutionalNetwork",
    "Explanation",
    "FeatureWeights",
    "FunctionKnowledge",
    "Knowledge",
    "LocalPattern",
    "LocalPatternWeights",
    "PatternCount",
    "PatternValues",
    "PolicyNetwork",
    "PolicyValueNetwork",
    "Reason",
    "Strengths",
    "ValueNetwork",
    "as_knowledge",
    "knowledge_for",
    "knowledge_names",
    "load_knowledge",
    "why",
]
