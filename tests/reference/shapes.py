"""Pattern shapes, slowly: every symmetry is tried, every cell looked up by name."""

from __future__ import annotations

import katachi
from katachi.features import AbsoluteShape, RelativeShape, Shape


def level_of(position: katachi.Position, move: str, shape: Shape, *, color_symmetry: bool) -> int:
    """The level of a shape at a move; the shape must apply there."""
    game = position.game
    topology = game.topology
    names = topology.cells
    white = position.to_move == "white"
    exchanging = any(s.exchanges_colors for s in topology.symmetries)
    through = color_symmetry and white and exchanging
    found = []
    for symmetry in topology.symmetries:
        if symmetry.exchanges_colors != through:
            continue
        image = {name: names[symmetry.images[i]] for i, name in enumerate(names)}
        cells: list[str | None] = []
        if isinstance(shape, AbsoluteShape):
            if image[shape.target] != move:
                continue
            cells = [image[cell] for cell in shape.cells]
        else:
            cells = [_shifted(game, image, move, offset) for offset in shape.offsets]
        level = 0
        for cell in cells:
            stone = None if cell is None else position.at(cell)
            if cell is None:
                content = 3
            elif stone is None:
                content = 0
            elif color_symmetry:
                content = 1 if stone == position.to_move else 2
            else:
                content = 1 if stone == "black" else 2
            level = level * shape.base + content
        found.append(level)
    extra = 0 if color_symmetry or not white else int(shape.base ** len(shape.places))
    return min(found) + extra


def applies(game: katachi.Game, move: str, shape: Shape) -> bool:
    if move not in game.topology.cells:
        return False
    if isinstance(shape, RelativeShape):
        return True
    return game.topology.orbit(move) == game.topology.orbit(shape.target)


def _shifted(
    game: katachi.Game, image: dict[str, str], move: str, offset: tuple[int, int]
) -> str | None:
    """The cell that a turned offset leads to, found by turning three cells of the board."""
    topology = game.topology
    at = {topology.coordinates(cell): cell for cell in topology.cells}
    origin, right, down = (topology.coordinates(image[at[c]]) for c in ((0, 0), (1, 0), (0, 1)))
    dx = offset[0] * (right[0] - origin[0]) + offset[1] * (down[0] - origin[0])
    dy = offset[0] * (right[1] - origin[1]) + offset[1] * (down[1] - origin[1])
    x, y = topology.coordinates(move)
    return at.get((x + dx, y + dy))
