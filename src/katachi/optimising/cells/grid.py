"""A grid of weights around a start, for exhaustive search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from katachi.errors import InvalidSettings
from katachi.optimising.cells.weight_problem import Weights

LARGEST_GRID = 10_000_000


class WeightGrid(Sequence[Weights]):
    """All combinations of a few factors, one for each coordinate."""

    def __init__(self, start: Weights, factors: tuple[float, ...]) -> None:
        """`factors` times the start."""
        self._start = start
        self._factors = factors
        if len(factors) ** len(start) > LARGEST_GRID:
            raise InvalidSettings(f"a grid of {len(factors)}^{len(start)} points is too large")

    def __len__(self) -> int:
        return int(len(self._factors) ** len(self._start))

    @overload
    def __getitem__(self, index: int) -> Weights: ...
    @overload
    def __getitem__(self, index: slice) -> list[Weights]: ...
    def __getitem__(self, index: int | slice) -> Weights | list[Weights]:
        """One combination, or several."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        made = []
        for weight in self._start:
            index, digit = divmod(index, len(self._factors))
            made.append(weight * self._factors[digit])
        return tuple(made)
