"""Shapes for values on any board: single cells, pairs, short lines, small blocks.

Systematic short tuples do well with few weights and are a good start for a new game (Jaskowski
2014). They are laid over the whole board and share a table, except for single cells, which have
one for each class of cells that symmetries make equal.
"""

from __future__ import annotations

from collections.abc import Iterator

from katachi import _core
from katachi.errors import KatachiError
from katachi.features.value_shapes import ValueShapes, table_of
from katachi.games.game import Game

Offset = tuple[int, int]
Shape = tuple[str, ...]

_LINES = (2, 3, 4, 5)
_SQUARE_STEPS: tuple[Offset, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))


def default_value_shapes(game: Game) -> ValueShapes:
    """Short tuples, and all features of positions that the game knows.

    >>> import katachi
    >>> len(default_value_shapes(katachi.Gomoku(9)).shapes), len(default_value_shapes(katachi.Hex(5)).shapes)
    (26, 24)
    """
    found: list[Shape] = []
    seen: set[frozenset[frozenset[int]]] = set()
    for shape in _all_shapes(game):
        try:
            table = table_of(game, shape)
        except KatachiError:  # larger than the board
            continue
        placements = frozenset(frozenset(map(int, row)) for row in table.placements)
        if placements not in seen:
            seen.add(placements)
            found.append(shape)
    return ValueShapes(game, tuple(found), tuple(_core.position_feature_names(game.start().core)))


def _all_shapes(game: Game) -> Iterator[Shape]:
    for cell in game.topology.cells:
        yield (cell,)
    if game.grid == _core.Grid.graph:
        for cell in game.topology.cells:
            for other in game.topology.neighbours(cell):
                yield (cell, other)
        return
    steps = _hexagonal_steps(game) if game.hexagonal else _SQUARE_STEPS
    for length in _LINES[: 2 if game.hexagonal else None]:
        for dx, dy in steps:
            yield _shape([(dx * n, dy * n) for n in range(length)])
    if not game.hexagonal:
        for width, height in ((2, 2), (3, 2), (2, 3), (3, 3)):
            yield _shape([(x, y) for y in range(height) for x in range(width)])
        return
    around = [*steps, *((-dx, -dy) for dx, dy in steps)]
    for (ax, ay), (bx, by) in zip(around, [*around[1:], around[0]], strict=True):
        yield _shape([(0, 0), (ax, ay), (bx, by)])
        yield _shape([(0, 0), (ax, ay), (bx, by), (ax + bx, ay + by)])
    yield _shape([(0, 0), *around])


def _hexagonal_steps(game: Game) -> tuple[Offset, ...]:
    """Three neighbours in circular order; the other three are opposite."""
    topology = game.topology
    for cell in topology.cells:
        x, y = topology.coordinates(cell)
        around = [topology.coordinates(other) for other in topology.neighbours(cell)]
        if len(around) == 6:
            offsets = [(a - x, b - y) for a, b in around]
            return tuple(offsets[:3])
    return ((1, 0), (0, 1))


def _shape(offsets: list[Offset]) -> Shape:
    return tuple(f"{dx},{dy}" for dx, dy in offsets)
