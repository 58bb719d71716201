"""Shapes as one SVG picture: a small board each, its cells filled, the move red (SHAPES figure 5.6)."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from katachi.features.shape import AbsoluteShape, Shape
from katachi.games.drawing.elements import FONT
from katachi.games.game import Game

STEP = 11.0  # distance of neighbouring cells, in user units
GAP = 3.0  # between boards, in steps
MOST_ACROSS = 9

_Offset = tuple[int, int]


def shapes_svg(game: Game, shapes: Sequence[Shape]) -> str:
    """A complete SVG document, the shapes in their order, row by row."""
    background = _around_a_move(game, shapes) or [
        game.topology.coordinates(cell) for cell in game.topology.cells
    ]
    centres = {place: _centre(game, place) for place in background}
    left = min(x for x, _ in centres.values())
    top = min(y for _, y in centres.values())
    wide = max(x for x, _ in centres.values()) - left + GAP * STEP
    high = max(y for _, y in centres.values()) - top + (GAP + 1) * STEP
    across = min(MOST_ACROSS, len(shapes))
    rows = math.ceil(len(shapes) / across)
    width, height = across * wide, rows * high
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.1f} {height:.1f}' "
        f"width='{width:.0f}' height='{height:.0f}'>",
        f"<title>{len(shapes)} shapes, {html.escape(str(game))}</title>",
        "<rect width='100%' height='100%' fill='#ffffff'/>",
    ]
    for number, shape in enumerate(shapes):
        x = number % across * wide + GAP / 2 * STEP - left
        y = number // across * high + (GAP / 2 + 1) * STEP - top
        target, cells = _places(game, shape)
        parts.append(f"<g transform='translate({x:.1f},{y:.1f})'>")
        parts.append(
            f"<text x='{left:.1f}' y='{top - STEP:.1f}' {FONT} font-size='9' fill='#333'>"
            f"{html.escape(str(shape).partition(':')[0])}</text>"
        )
        for place, (cx, cy) in centres.items():
            radius, fill = 0.12 * STEP, "#999999"
            if place == target:
                radius, fill = 0.42 * STEP, "#c0392b"
            elif place in cells:
                radius, fill = 0.42 * STEP, "#1f5fa8"
            parts.append(f"<circle cx='{cx:.1f}' cy='{cy:.1f}' r='{radius:.1f}' fill='{fill}'/>")
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _places(game: Game, shape: Shape) -> tuple[_Offset, frozenset[_Offset]]:
    """The move and the cells, as columns and rows."""
    if isinstance(shape, AbsoluteShape):
        where = game.topology.coordinates
        return where(shape.target), frozenset(where(cell) for cell in shape.cells)
    return (0, 0), frozenset(shape.offsets)


def _around_a_move(game: Game, shapes: Sequence[Shape]) -> list[_Offset]:
    """For relative shapes: all places as far from the move as any of them looks; else nothing."""
    if isinstance(shapes[0], AbsoluteShape):
        return []
    reach = max(
        [abs(part) for shape in shapes for offset in _places(game, shape)[1] for part in offset],
        default=1,
    )
    span = range(-reach, reach + 1)
    return [(column, row) for row in span for column in span]


def _centre(game: Game, place: _Offset) -> tuple[float, float]:
    x, y = game.drawing.place(*place)
    return x * STEP, y * STEP
