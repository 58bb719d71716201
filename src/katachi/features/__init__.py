"""What a move looks like: feature sets, each a question or many about a position and a move."""

from katachi.features.by_stage import ByStage, in_stages
from katachi.features.catalogue import shape_set_names, shapes
from katachi.features.cells import CellClasses
from katachi.features.feature_set import FeatureLevel, FeatureSet, make_encoder, on_board
from katachi.features.forest import Forest, Tree
from katachi.features.large_patterns import LargePatterns, default_sizes
from katachi.features.parsing import parse_feature_set
from katachi.features.shape import AbsoluteShape, RelativeShape, Shape
from katachi.features.shape_set import ShapeSet, neighbourhoods
from katachi.features.stages import Stages
from katachi.features.tactics import Tactics

__all__ = [
    "AbsoluteShape",
    "ByStage",
    "CellClasses",
    "FeatureLevel",
    "FeatureSet",
    "Forest",
    "LargePatterns",
    "RelativeShape",
    "Shape",
    "ShapeSet",
    "Stages",
    "Tactics",
    "Tree",
    "default_sizes",
    "in_stages",
    "make_encoder",
    "neighbourhoods",
    "on_board",
    "parse_feature_set",
    "shape_set_names",
    "shapes",
]
