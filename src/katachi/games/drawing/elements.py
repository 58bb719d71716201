"""Parts of SVG pictures that boards are drawn from."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from katachi.games.drawing import Centre, Centres
    from katachi.games.game import Game

UNIT = 36.0  # distance of neighbouring cells, in user units
MARGIN = 34.0
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


def line(a: Centre, b: Centre, color: str, width: float) -> str:
    """A line with round ends."""
    return (
        f"<line x1='{a[0]:.1f}' y1='{a[1]:.1f}' x2='{b[0]:.1f}' y2='{b[1]:.1f}' "
        f"stroke='{color}' stroke-width='{width:g}' stroke-linecap='round'/>"
    )


def text(x: float, y: float, words: str, *, size: int, fill: str = "#333") -> str:
    """Words around a point; what cannot be printed is left out."""
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='middle' fill='{fill}' "
        f"{FONT}>{html.escape(''.join(c for c in words if c.isprintable()))}</text>"
    )


def hexagon(centre: Centre) -> list[Centre]:
    """Corners, clockwise from the top."""
    radius = UNIT / math.sqrt(3)
    return [
        (
            centre[0] + radius * math.sin(math.pi * k / 3),
            centre[1] - radius * math.cos(math.pi * k / 3),
        )
        for k in range(6)
    ]


def hexagons(centres: Iterable[Centre]) -> list[str]:
    """A hexagonal field around each centre."""
    parts = []
    for centre in centres:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in hexagon(centre))
        parts.append(
            f"<polygon points='{points}' fill='#f2dfb6' stroke='#8a744a' stroke-width='1'/>"
        )
    return parts


def edge_coordinates(game: Game, centres: Centres, *, shift: float = 0.0) -> list[str]:
    """Letters above the first row, `shift` to the left of its cells; numbers before each row."""
    parts = []
    for cell in game.topology.cells:
        column, row = game.topology.coordinates(cell)
        x, y = centres[cell]
        if row == 0:
            parts.append(text(x - shift, y - 23, cell[0], size=11))
        if column == 0:
            parts.append(text(x - 27, y + 4, cell[1:], size=11 if len(cell) < 3 else 9))
    return parts
