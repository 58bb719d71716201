"""Weights by name: those that ship with katachi, or a file of local patterns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from katachi.errors import KatachiError, shown
from katachi.weights.cells import CellWeights, othello_annealed_weights, othello_start_weights
from katachi.weights.local_patterns import LocalPatternWeights

DATA = Path(__file__).parent / "data"
SUFFIX = ".txt"

_MADE: dict[str, Callable[[], CellWeights]] = {
    "othello-cells": othello_start_weights,
    "othello-cells-annealed": othello_annealed_weights,
}


def weight_names() -> list[str]:
    """The weights that ship with katachi.

    >>> "othello-cells" in weight_names()
    True
    """
    return sorted([*_MADE, *(path.stem for path in DATA.glob(f"*{SUFFIX}"))])


def load_weights(name: str) -> CellWeights | LocalPatternWeights:
    """Weights by name, or by the path of a file of local patterns.

    >>> load_weights("othello-cells").by_move[0]
    496.0
    """
    if name in _MADE:
        return _MADE[name]()
    if "/" in name or name.endswith(SUFFIX):
        return LocalPatternWeights.load(Path(name))
    if name not in weight_names():
        raise KatachiError(f"no weights {shown(name)}; known: {', '.join(weight_names())}")
    return LocalPatternWeights.load(DATA / f"{name}{SUFFIX}")
