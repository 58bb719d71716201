"""Shapes laid over the whole board: what a value of positions is a sum over.

A shape is a few cells; its images under the symmetries of the board, and for a relative shape its
translations, are its placements and share one table of weights, with a weight for each content
(own, other, empty in every cell). Contents that a symmetry of the shape itself exchanges share a
weight, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.games import parse_game
from katachi.games.game import Game

FORMAT = "katachi-value-shapes 1"
DATA = Path(__file__).parent / "data" / "values"
LONGEST = 10  # cells, as in the core


@dataclass(frozen=True)
class ShapeTable:
    """One shape on a board.

    placements    uint16 [placements, cells]: the cells in the order of the shape
    parameter_of  uint32 [3 ** cells]: equal numbers for contents that are mirror images
    """

    placements: NDArray[np.uint16]
    parameter_of: NDArray[np.uint32]

    @property
    def parameters(self) -> int:
        """How many weights the shape has."""
        return int(self.parameter_of.max()) + 1


@dataclass(frozen=True)
class ValueShapes:
    """Shapes and features of positions for values on one board.

    A shape is a tuple of cells, or of offsets written "dx,dy" that are laid everywhere.

    >>> import katachi
    >>> corner = ValueShapes(katachi.Othello(), (("a1", "b1", "a2"),))
    >>> corner.tables[0].placements.shape, corner.tables[0].parameters
    ((4, 3), 18)
    >>> print(corner.text)
    katachi-value-shapes 1
    game othello8
    shape a1 b1 a2
    <BLANKLINE>
    """

    game: Game
    shapes: tuple[tuple[str, ...], ...]
    features: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuses what the core could not count."""
        for shape in self.shapes:
            if not 1 <= len(set(shape)) == len(shape) <= LONGEST:
                raise KatachiError(
                    f"a shape for values has 1 to {LONGEST} different cells, "
                    f"not {shown(' '.join(shape))}"
                )
        known = self.known_features
        for name in self.features:
            if name not in known:
                all_names = ", ".join(known) or "none"
                raise KatachiError(
                    f"no feature of positions {shown(name)}; {self.game.name} has: {all_names}"
                )
        if not self.tables and not self.features:
            raise KatachiError("values need at least one shape or feature")

    @property
    def known_features(self) -> tuple[str, ...]:
        """What the game can count in a whole position."""
        return tuple(_core.position_feature_names(self.game.start().core))

    @property
    def feature_numbers(self) -> NDArray[np.uint8]:
        """uint8 [features]: which of those of the game they are."""
        known = self.known_features
        return np.array([known.index(name) for name in self.features], np.uint8)

    @cached_property
    def tables(self) -> tuple[ShapeTable, ...]:
        """Placements and parameters of each shape."""
        return tuple(table_of(self.game, shape) for shape in self.shapes)

    @cached_property
    def core(self) -> _core.PatternSpace:
        """The same in the core."""
        try:
            return _core.PatternSpace(
                len(self.game.topology.cells),
                [table.placements for table in self.tables],
                [table.parameter_of for table in self.tables],
            )
        except ValueError as error:
            raise KatachiError(str(error)) from None

    @property
    def parameters(self) -> int:
        """Weights of all shapes in one stage."""
        return sum(table.parameters for table in self.tables)

    @property
    def text(self) -> str:
        """A file; `parse_value_shapes` reads it."""
        lines = [FORMAT, f"game {self.game.name}{self.game.size}"]
        lines += [f"shape {' '.join(shape)}" for shape in self.shapes]
        lines += [f"feature {name}" for name in self.features]
        return "\n".join(lines) + "\n"


def parse_value_shapes(text: str) -> ValueShapes:
    """Shapes from the text of a file; raises `KatachiError`."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if lines[:1] != [FORMAT]:
        raise KatachiError(f"shapes for values begin with '{FORMAT}', not {shown(text[:40])}")
    if len(lines) < 2 or not lines[1].startswith("game "):
        raise KatachiError("the second line of shapes for values names the game")
    game = parse_game(lines[1].removeprefix("game "))
    shapes: list[tuple[str, ...]] = []
    features: list[str] = []
    for line in lines[2:]:
        word, _, rest = line.partition(" ")
        if word == "shape":
            shapes.append(tuple(rest.split()))
        elif word == "feature":
            features.append(rest.strip())
        else:
            raise KatachiError(f"a line is 'shape ..' or 'feature ..', not {shown(line)}")
    return ValueShapes(game, tuple(shapes), tuple(features))


def value_shape_names() -> list[str]:
    """The shapes for values that ship with katachi.

    >>> "othello" in value_shape_names()
    True
    """
    return sorted(path.stem for path in DATA.glob("*.txt"))


def value_shapes(name: str) -> ValueShapes:
    """Shapes for values by name, or by the path of a text file."""
    path = Path(name) if "/" in name or name.endswith(".txt") else DATA / f"{name}.txt"
    if path.parent == DATA and name not in value_shape_names():
        known = ", ".join(value_shape_names())
        raise KatachiError(f"no shapes for values {shown(name)}; known: {known}; or a file")
    try:
        return parse_value_shapes(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise KatachiError(f"cannot read {shown(name)}: {error}") from None


def table_of(game: Game, shape: tuple[str, ...]) -> ShapeTable:
    """All placements of a shape, one reading of each set of cells, and which contents are equal."""
    images = [one.images for one in game.topology.symmetries if not one.exchanges_colors]
    first_reading: dict[frozenset[int], tuple[int, ...]] = {}
    exchanges: set[tuple[int, ...]] = set()
    for cells in _everywhere(game, shape):
        for image in images:
            reading = tuple(int(image[cell]) for cell in cells)
            first = first_reading.setdefault(frozenset(reading), reading)
            exchanges.add(tuple(first.index(cell) for cell in reading))
    if not first_reading:
        raise KatachiError(f"the shape {shown(' '.join(shape))} fits nowhere on the board")
    placements = np.array(list(first_reading.values()), np.uint16)
    return ShapeTable(placements, _parameters(len(shape), exchanges))


def _everywhere(game: Game, shape: tuple[str, ...]) -> list[list[int]]:
    if "," not in shape[0]:
        return [[game.cell_number(cell) for cell in shape]]
    topology = game.topology
    at = {topology.coordinates(cell): number for number, cell in enumerate(topology.cells)}
    try:
        offsets = [(int(dx), int(dy)) for dx, dy in (place.split(",") for place in shape)]
    except ValueError:
        raise KatachiError(
            f"a relative shape has offsets like 1,0, not {shown(' '.join(shape))}"
        ) from None
    placed = [[at.get((x + dx, y + dy), -1) for dx, dy in offsets] for x, y in at]
    return [cells for cells in placed if min(cells) >= 0]


def _parameters(length: int, exchanges: set[tuple[int, ...]]) -> NDArray[np.uint32]:
    """Numbers of contents, equal for those that an exchange of cells makes equal."""
    powers = 3 ** np.arange(length)
    digits = (np.arange(3**length)[:, None] // powers) % 3
    smallest = np.arange(3**length)
    while True:
        before = smallest.copy()
        for exchange in exchanges:
            smallest = np.minimum(smallest, smallest[digits[:, exchange] @ powers])
        if np.array_equal(smallest, before):
            break
    _, numbers = np.unique(smallest, return_inverse=True)
    return numbers.astype(np.uint32)
