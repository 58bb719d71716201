"""Boards of games that users write: squares, hexagons, or any graph with coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from katachi import _core
from katachi.errors import InvalidGame, shown
from katachi.games.notation import letter

_FOUR = ((0, -1), (1, 0), (0, 1), (-1, 0))
_EIGHT = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
MOST_NEIGHBOURS = 8
LARGEST_SQUARE = 19

# An image of every cell, and whether the players exchange their roles with it.
BoardSymmetry = tuple[tuple[int, ...], bool]
SquareSymmetry = Literal["mirror", "flip", "turn", "transpose"]


@dataclass(frozen=True)
class Board:
    """Cells with names and places, their neighbours, the sides and the symmetries.

    Made by `Board.square`, `Board.hexagonal` or `Board.graph`. Cells are numbered row by row from the
    top left corner; a graph numbers them as it is given them.

    `neighbours` by cell, clockwise from the top, -1 where there is none; `symmetries` are the whole
    group, identity first. Features and records treat positions that a symmetry turns into one another
    as the same, so it must be a symmetry of the rules, not only of the cells.

    >>> board = Board.square(7, 6, symmetries=["mirror"])
    >>> board.cells[:3], len(board.symmetries)
    (('a6', 'b6', 'c6'), 2)
    """

    kind: Literal["square", "hexagonal", "graph"]
    grid: _core.Grid
    cells: tuple[str, ...]
    coordinates: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    sides: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    symmetries: tuple[BoardSymmetry, ...]
    side_names: tuple[str, ...] = field(default=())

    @classmethod
    def square(
        cls,
        width: int,
        height: int | None = None,
        *,
        neighbours: Literal[4, 8] = 8,
        symmetries: Sequence[SquareSymmetry] | None = None,
        exchanges: Sequence[SquareSymmetry] = (),
    ) -> Board:
        """Rows of squares; a1 is the lower left corner.

        `symmetries`: those of the rules (None: all of the board); `exchanges`: those that also exchange
        the players, such as a flip in a game of pawns that walk towards each other.
        """
        height = width if height is None else height
        if not (1 <= width <= LARGEST_SQUARE and 1 <= height <= LARGEST_SQUARE):
            raise InvalidGame(f"a board has 1 to {LARGEST_SQUARE} columns and rows")
        places = [(x, y) for y in range(height) for x in range(width)]
        numbers = {place: number for number, place in enumerate(places)}
        steps = _FOUR if neighbours == 4 else _EIGHT
        images = _square_images(width, height)
        if symmetries is None:
            symmetries = [name for name in images if name not in exchanges]
        given = [(name, False) for name in symmetries] + [(name, True) for name in exchanges]
        for name, _ in given:
            if name not in images:
                raise InvalidGame(f"a board of {width} x {height} has no symmetry {shown(name)}")
        generators = [
            (tuple(numbers[images[name](x, y)] for x, y in places), exchanged)
            for name, exchanged in given
        ]
        rows = [
            [numbers[x, 0] for x in range(width)],
            [numbers[x, height - 1] for x in range(width)],
            [numbers[0, y] for y in range(height)],
            [numbers[width - 1, y] for y in range(height)],
        ]
        return cls(
            kind="square",
            grid=_core.Grid.square if neighbours == 4 else _core.Grid.square_eight,
            cells=tuple(f"{letter(x)}{height - y}" for x, y in places),
            coordinates=tuple(places),
            neighbours=tuple(
                tuple(numbers.get((x + dx, y + dy), -1) for dx, dy in steps) for x, y in places
            ),
            sides=tuple(map(tuple, rows)),
            corners=tuple((row[at],) for row in rows[:2] for at in (0, -1)),
            symmetries=_group(len(places), generators),
            side_names=("the top side", "the bottom side", "the left side", "the right side"),
        )

    @classmethod
    def hexagonal(
        cls,
        shape: Literal["rhombus", "hexagon", "triangle"],
        size: int,
        *,
        symmetric: bool = True,
    ) -> Board:
        """The boards of games of connection; a1 is the first cell of the top row.

        `size` is that of a side. The mirror image of a rhombus exchanges the players, who join
        different sides. `symmetric=False`: the rules have no symmetry at all.
        """
        kinds = {
            "rhombus": _core.Grid.rhombus,
            "hexagon": _core.Grid.hexagon,
            "triangle": _core.Grid.triangle,
        }
        if shape not in kinds:
            raise InvalidGame(
                f"a board of hexagons is one of {', '.join(kinds)}, not {shown(shape)}"
            )
        try:
            core = _core.topology(kinds[shape], size)
        except ValueError as error:
            raise InvalidGame(str(error)) from None
        places = [(core.x(cell), core.y(cell)) for cell in range(core.cells)]
        numbers = {place: number for number, place in enumerate(places)}
        slant = -1 if shape == "rhombus" else 1
        steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
        if slant == 1:
            steps = [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)]
        symmetries = [(tuple(image), exchanges) for image, exchanges in core.symmetries]
        return cls(
            kind="hexagonal",
            grid=kinds[shape],
            cells=tuple(f"{letter(x)}{y + 1}" for x, y in places),
            coordinates=tuple(places),
            neighbours=tuple(
                tuple(numbers.get((x + dx, y + dy), -1) for dx, dy in steps) for x, y in places
            ),
            sides=tuple(tuple(core.side(side)) for side in range(core.side_count)),
            corners=tuple(tuple(core.corner(corner)) for corner in range(core.corner_count)),
            symmetries=tuple(symmetries if symmetric else symmetries[:1]),
            side_names=tuple(f"side {side + 1}" for side in range(core.side_count)),
        )

    @classmethod
    def graph(
        cls,
        places: Mapping[str, tuple[int, int]],
        edges: Iterable[tuple[str, str]],
        *,
        sides: Mapping[str, Sequence[str]] | None = None,
        symmetries: Iterable[Mapping[str, str]] = (),
        exchanges: Iterable[Mapping[str, str]] = (),
    ) -> Board:
        """Any cells with names and places (column and row, from 0), joined by edges.

        A symmetry is a mapping of the cells that move; `exchanges` also exchange the players.
        """
        names = tuple(places)
        numbers = {name: number for number, name in enumerate(names)}

        def number(name: str) -> int:
            if name not in numbers:
                raise InvalidGame(f"the board has no cell {shown(name)}")
            return numbers[name]

        around: list[list[int]] = [[] for _ in names]
        for a, b in edges:
            around[number(a)].append(number(b))
            around[number(b)].append(number(a))
        most = max((len(cells) for cells in around), default=0)
        if most > MOST_NEIGHBOURS:
            raise InvalidGame(f"a cell has at most {MOST_NEIGHBOURS} neighbours, not {most}")
        generators = [
            (tuple(number(mapping.get(name, name)) for name in names), exchanged)
            for mappings, exchanged in ((symmetries, False), (exchanges, True))
            for mapping in mappings
        ]
        sides = sides or {}
        return cls(
            kind="graph",
            grid=_core.Grid.graph,
            cells=names,
            coordinates=tuple((int(x), int(y)) for x, y in places.values()),
            neighbours=tuple(tuple(sorted(cells) + [-1] * (most - len(cells))) for cells in around),
            sides=tuple(tuple(number(cell) for cell in cells) for cells in sides.values()),
            corners=(),
            symmetries=_group(len(names), generators),
            side_names=tuple(sides),
        )

    @property
    def width(self) -> int:
        """Columns."""
        return 1 + max(x for x, _ in self.coordinates)

    @property
    def height(self) -> int:
        """Rows."""
        return 1 + max(y for _, y in self.coordinates)

    def core(self) -> _core.Topology:
        """The shared object of the core; raises `InvalidGame`."""
        try:
            return _core.drawn_topology(
                self.grid,
                x=[x for x, _ in self.coordinates],
                y=[y for _, y in self.coordinates],
                neighbours=[list(cells) for cells in self.neighbours],
                sides=[list(cells) for cells in self.sides],
                corners=[list(cells) for cells in self.corners],
                symmetries=[(list(image), exchanges) for image, exchanges in self.symmetries],
            )
        except ValueError as error:
            raise InvalidGame(str(error)) from None


def no_board(moves: int) -> _core.Topology:
    """A row of cells without neighbours, for games that have no board."""
    identity = tuple(range(moves))
    return Board(
        kind="graph",
        grid=_core.Grid.graph,
        cells=(),
        coordinates=tuple((number, 0) for number in range(moves)),
        neighbours=((),) * moves,
        sides=(),
        corners=(),
        symmetries=((identity, False),),
    ).core()


def _square_images(
    width: int, height: int
) -> dict[SquareSymmetry, Callable[[int, int], tuple[int, int]]]:
    images: dict[SquareSymmetry, Callable[[int, int], tuple[int, int]]] = {
        "mirror": lambda x, y: (width - 1 - x, y),
        "flip": lambda x, y: (x, height - 1 - y),
    }
    if width == height:
        images["turn"] = lambda x, y: (width - 1 - y, x)
        images["transpose"] = lambda x, y: (y, x)
    return images


def _group(cells: int, generators: Sequence[BoardSymmetry]) -> tuple[BoardSymmetry, ...]:
    """All symmetries that come of some, identity first."""
    known: list[BoardSymmetry] = [(tuple(range(cells)), False)]
    for image, exchanged in known:
        for step, exchanges in generators:
            following = tuple(step[cell] for cell in image), exchanged != exchanges
            if all(following[0] != other for other, _ in known):
                known.append(following)
    return tuple(known)
