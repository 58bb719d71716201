"""Bare predictions that were not made in the core: of networks, and of any other knowledge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# As the core has them for feature weights.
BINS = 20


@dataclass(frozen=True, eq=False)
class ListedPredictions:
    """What a model says of each position; the same fields as those of the core."""

    probability: NDArray[np.float64]
    better: NDArray[np.uint16]
    equal: NDArray[np.uint16]
    candidates: NDArray[np.uint16]
    game: NDArray[np.uint32]
    moves_played: NDArray[np.uint16]
    bin_count: NDArray[np.float64]
    bin_probability: NDArray[np.float64]
    bin_chosen: NDArray[np.float64]
