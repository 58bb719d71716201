"""Strengths of moves that need nothing but the board: cells, and the six neighbours of a cell."""

from katachi.weights.catalogue import load_weights, weight_names
from katachi.weights.cells import CellWeights, othello_start_weights
from katachi.weights.local_patterns import LocalPattern, LocalPatternWeights, PatternCount

__all__ = [
    "CellWeights",
    "LocalPattern",
    "LocalPatternWeights",
    "PatternCount",
    "load_weights",
    "othello_start_weights",
    "weight_names",
]
