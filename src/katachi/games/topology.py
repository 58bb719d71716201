"""The geometry of a board, by the names of its cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidMove
from katachi.games.notation import Notation


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A way to turn or mirror the board onto itself.

    `images`: int [cells], where each cell goes. In Hex a mirror image also exchanges the colours,
    because it exchanges the goals of the players.
    """

    images: NDArray[np.intp]
    exchanges_colors: bool


class Topology:
    """Cells, neighbours, sides, corners, distances and symmetries of one board.

    >>> import katachi
    >>> board = katachi.Othello().topology
    >>> board.neighbours("a1")
    ('b1', 'b2', 'a2')
    >>> [orbit[0] for orbit in board.orbits]
    ['a1', 'b1', 'c1', 'd1', 'b2', 'c2', 'd2', 'c3', 'd3', 'd4']
    >>> board.distance("a1", "h8"), len(board.symmetries)
    (7, 8)
    """

    def __init__(self, core: _core.Topology, notation: Notation) -> None:
        """Wraps the shared core object; cells are named by `notation`."""
        self._core = core
        self._notation = notation
        self.cells: tuple[str, ...] = notation.texts[: core.cells]

    @property
    def core(self) -> _core.Topology:
        """The shared object of the core."""
        return self._core

    def _number(self, cell: str) -> int:
        number = self._notation.number(cell)
        if number >= self._core.cells:
            raise InvalidMove(f"{cell!r} is not a cell")
        return number

    def _names(self, numbers: list[int]) -> tuple[str, ...]:
        return tuple(self.cells[number] for number in numbers)

    def coordinates(self, cell: str) -> tuple[int, int]:
        """Column and row, from 0 at the upper left."""
        number = self._number(cell)
        return self._core.x(number), self._core.y(number)

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """Adjacent cells, clockwise from the top."""
        return self._names(self._core.neighbours(self._number(cell)))

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The cells of each side. Square boards: top, bottom, left, right; Havannah: clockwise."""
        return tuple(self._names(self._core.side(s)) for s in range(self._core.side_count))

    @property
    def corners(self) -> tuple[str, ...]:
        """The corner cells."""
        return tuple(self.cells[self._core.corner(c)[0]] for c in range(self._core.corner_count))

    def distance(self, a: str, b: str) -> int:
        """Steps from cell to cell over neighbours, whatever stands on them."""
        return self._core.distance(self._number(a), self._number(b))

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The whole group, identity first."""
        return tuple(
            Symmetry(np.array(images, dtype=np.intp), exchanges)
            for images, exchanges in self._core.symmetries
        )

    def orbit(self, cell: str) -> str:
        """The first cell that symmetries (without colour exchange) make equal to this one."""
        return self.cells[self._core.orbit(self._number(cell))]

    @property
    def orbits(self) -> tuple[tuple[str, ...], ...]:
        """Classes of equivalent cells, each with its representative first."""
        classes: dict[int, list[int]] = {}
        for number in range(self._core.cells):
            classes.setdefault(self._core.orbit(number), []).append(number)
        return tuple(self._names(members) for members in classes.values())
