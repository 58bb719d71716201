"""One pattern shape: which cells to look at when a move is considered (SHAPES 1.4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from katachi.errors import KatachiError, shown
from katachi.games.game import Game

HERE = "*"  # the target of a relative shape
# As in the core: no feature has more levels.
MOST_LEVELS = 2**24


@dataclass(frozen=True)
class AbsoluteShape:
    """Cells of the board for moves to `target` and, through symmetries, to its equals.

    `cells` leaves out the target. Its text names the target among the cells, as the papers do.

    >>> shape = AbsoluteShape("b1", ("a1", "c1"))
    >>> print(shape)
    b1: b1 a1 c1
    """

    target: str
    cells: tuple[str, ...]

    # Empty, own, other.
    base = 3

    def __str__(self) -> str:
        """A line of a shape file."""
        return f"{self.target}: {' '.join((self.target, *self.cells))}"

    @property
    def places(self) -> tuple[str, ...]:
        """How the cells are called in names of levels."""
        return self.cells


@dataclass(frozen=True)
class RelativeShape:
    """Offsets (columns to the right, rows down) from the move; (0, 0) is left out.

    >>> print(RelativeShape(((1, 0), (0, 1))))
    *: 1,0 0,1
    """

    offsets: tuple[tuple[int, int], ...]

    # Outside the board, too.
    base = 4

    def __str__(self) -> str:
        """A line of a shape file."""
        return f"{HERE}: {' '.join(self.places)}"

    @property
    def places(self) -> tuple[str, ...]:
        """How the cells are called in names of levels."""
        return tuple(f"{dx},{dy}" for dx, dy in self.offsets)


Shape = AbsoluteShape | RelativeShape

_OFFSET = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")


def parse_shape(game: Game, line: str) -> Shape:
    """A shape from a line of a shape file; raises `KatachiError`.

    >>> import katachi
    >>> parse_shape(katachi.Othello(), "B1: A1 B1 C1")
    AbsoluteShape(target='b1', cells=('a1', 'c1'))
    >>> parse_shape(katachi.Go(9), "*: 1,0 -1,0")
    RelativeShape(offsets=((1, 0), (-1, 0)))
    """
    head, colon, rest = line.partition(":")
    if not colon:
        raise KatachiError(f"a shape looks like 'b1: a1 b1 c1' or '*: 1,0 0,1', not {shown(line)}")
    head = head.strip()
    shape: Shape
    if head == HERE:
        offsets = []
        for word in rest.split():
            match = _OFFSET.fullmatch(word)
            if match is None:
                raise KatachiError(f"an offset looks like 1,0 or -1,2, not {shown(word)}")
            offsets.append((int(match[1]), int(match[2])))
        places: list[object] = list(offsets)
        shape = RelativeShape(tuple(offset for offset in offsets if offset != (0, 0)))
    else:
        names = game.topology.cells
        target = names[game.cell_number(head)]
        cells = [names[game.cell_number(word)] for word in rest.split()]
        if target not in cells:
            raise KatachiError(f"the shape {shown(line)} lacks its target {target}")
        places = list(cells)
        shape = AbsoluteShape(target, tuple(cell for cell in cells if cell != target))
    if len(set(places)) != len(places):
        raise KatachiError(f"the shape {shown(line)} has a cell twice")
    if shape.base ** len(shape.places) > MOST_LEVELS:
        raise KatachiError(f"the shape {shown(line)} has more than {MOST_LEVELS} levels")
    return shape
