"""Weights by name: those that ship with katachi, or a file of cell weights or local patterns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.knowledge.cell_weights import FORMAT as CELLS
from katachi.knowledge.cell_weights import (
    CellWeights,
    othello_annealed_weights,
    othello_start_weights,
)
from katachi.knowledge.local_patterns import MOST_BYTES, LocalPatternWeights

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
    """Weights by name, or by the path of a file of cell weights or local patterns.

    >>> load_weights("othello-cells").by_move[0]
    496.0
    """
    if name in _MADE:
        return _MADE[name]()
    if "/" in name or name.endswith(SUFFIX):
        return read_weights(Path(name))
    if name not in weight_names():
        raise KatachiError(f"no weights {shown(name)}; known: {', '.join(weight_names())}")
    return read_weights(DATA / f"{name}{SUFFIX}")


def read_weights(path: Path) -> CellWeights | LocalPatternWeights:
    """A file of weights, whose first line says which; raises `KatachiError` that names the file."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1).decode("utf-8")
    except OSError as error:
        raise KatachiError(f"cannot read {shown(str(path))}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidSettings(f"{path.name} is not UTF-8 text") from None
    try:
        if text.startswith(CELLS):
            return CellWeights.parse(text)
        return LocalPatternWeights.parse(text)
    except InvalidSettings as error:
        raise InvalidSettings(f"{path.name}: {error}") from None
