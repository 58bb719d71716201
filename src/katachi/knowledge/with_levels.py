"""Knowledge whose strengths are sums over levels of features, so that a level can be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from katachi.features import FeatureSet
from katachi.games.position import Position


@runtime_checkable
class WithLevels(Protocol):
    """Offers its levels: those of all features, one after the other."""

    @property
    def features(self) -> tuple[FeatureSet, ...]:
        """Where the levels come from."""

    @property
    def weights(self) -> NDArray[np.float32]:
        """The logarithm of the strength of every level."""

    @property
    def appearances(self) -> NDArray[np.uint32]:
        """How often each was seen."""

    @property
    def factors(self) -> NDArray[np.float32] | None:
        """What pairs of levels add, if they do."""

    @property
    def level_begins(self) -> NDArray[np.int64]:
        """Where the levels of each feature begin."""

    def feature_of(self, feature: int) -> tuple[FeatureSet, int]:
        """The set of a feature, and its number there."""

    def levels(self, position: Position, moves: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Feature and level for each move."""
