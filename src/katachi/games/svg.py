"""Positions as SVG pictures.

One drawing for every topology: each cell has a centre; square boards draw a grid (Go) or fields
(Othello), hexagonal ones draw hexagons. `Marks` adds labels, heat, evidence and the last move.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from katachi.games.position import Position

UNIT = 36.0  # distance of neighbouring cells, in user units
MARGIN = 34.0
# For and against: colours that colour-blind people tell apart.
FOR = "#1565c0"
AGAINST = "#d95f02"
LEAST_SIGNED = 0.25  # evidence below has no sign
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


@dataclass(frozen=True)
class Marks:
    """What to add to the board.

    `labels`: a short text per cell, over the stones. `heat`: a number from 0 to 1 per cell, drawn
    under the stones as colour from transparent to red. `last`: the move just played. `chosen`: a
    cell that is spoken of, crossed. `evidence`: a number from -1 to 1 per cell, drawn around cells
    and stones: what speaks for it blue with a plus, what speaks against it orange with a minus.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    heat: Mapping[str, float] = field(default_factory=dict)
    last: str | None = None
    chosen: str | None = None
    evidence: Mapping[str, float] = field(default_factory=dict)


def board_svg(position: Position, marks: Marks | None = None) -> str:
    """The picture as a complete SVG document."""
    marks = _named_as_the_board(marks or Marks(), position)
    width, height = board_size(position)
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.1f} {height:.1f}' "
            f"width='{width:.0f}' height='{height:.0f}'>",
            f"<title>{html.escape(str(position.game))}</title>",
            *board_elements(position, marks.heat),
            *mark_elements(position, marks),
            "</svg>",
        ]
    )


def board_elements(position: Position, heat: Mapping[str, float] | None = None) -> list[str]:
    """What is drawn of a board: ground, lines, coordinates, heat, stones."""
    centres = cell_centres(position)
    name = position.game.name
    width, height = board_size(position)
    parts = [f"<rect width='{width:.1f}' height='{height:.1f}' fill='{_BACKGROUNDS[name]}'/>"]
    parts += _BOARDS[name](position, centres)
    parts += _coordinates(position, centres)
    for cell, value in (heat or {}).items():
        x, y = centres[cell]
        opacity = 0.75 * min(1.0, max(0.0, value))
        parts.append(
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{UNIT * 0.44:.1f}' fill='#e03020' "
            f"fill-opacity='{opacity:.3f}'/>"
        )
    for cell, stone in zip(position.game.topology.cells, position.stones, strict=True):
        if stone < 2:
            parts.append(_stone(centres[cell], black=stone == 0))
    return parts


def mark_elements(position: Position, marks: Marks) -> list[str]:
    """What `marks` add over the stones: evidence, the last move, the chosen cell, labels."""
    centres = cell_centres(position)
    name = position.game.name
    parts = []
    for cell, value in marks.evidence.items():
        parts += _evidence(centres[cell], value, empty=position.at(cell) is None)
    if marks.last is not None and marks.last in centres:
        x, y = centres[marks.last]
        parts.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{UNIT * 0.14:.1f}' fill='#d03020'/>")
    if marks.chosen is not None:
        (x, y), arm = centres[marks.chosen], UNIT * 0.24
        parts.append(_line((x - arm, y - arm), (x + arm, y + arm), "#c2185b", 5))
        parts.append(_line((x - arm, y + arm), (x + arm, y - arm), "#c2185b", 5))
    for cell, label in marks.labels.items():
        x, y = centres[cell]
        dark = position.at(cell) == "black"
        if name == "go" and position.at(cell) is None:
            # The lines of the board must not cross the text.
            parts.append(
                f"<rect x='{x - UNIT * 0.36:.1f}' y='{y - UNIT * 0.22:.1f}' "
                f"width='{UNIT * 0.72:.1f}' height='{UNIT * 0.44:.1f}' fill='{_BACKGROUNDS[name]}'/>"
            )
        parts.append(_text(x, y + 4, label, size=12, fill="#fff" if dark else "#111"))
    return parts


def _evidence(centre: tuple[float, float], value: float, *, empty: bool) -> list[str]:
    """A ring, on an empty cell also a disc, and a sign where the value is not small."""
    (x, y), color = centre, FOR if value > 0 else AGAINST
    strong = min(1.0, abs(value))
    fill = f"fill='{color}' fill-opacity='{0.1 + 0.4 * strong:.2f}'" if empty else "fill='none'"
    parts = [
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{UNIT * 0.41:.1f}' {fill} stroke='{color}' "
        f"stroke-width='{1.5 + 3.5 * strong:.1f}' stroke-opacity='{0.35 + 0.65 * strong:.2f}'/>"
    ]
    if strong >= LEAST_SIGNED:
        at_x, at_y, arm = x + UNIT * 0.3, y - UNIT * 0.3, UNIT * 0.09
        parts.append(
            f"<circle cx='{at_x:.1f}' cy='{at_y:.1f}' r='{UNIT * 0.17:.1f}' fill='{color}'/>"
        )
        parts.append(_line((at_x - arm, at_y), (at_x + arm, at_y), "#fff", 2))
        if value > 0:
            parts.append(_line((at_x, at_y - arm), (at_x, at_y + arm), "#fff", 2))
    return parts


def _named_as_the_board(marks: Marks, position: Position) -> Marks:
    """The same marks with the board's own spelling of cells; raises `InvalidMove`."""
    game = position.game

    def own(cell: str) -> str:
        return game.moves[game.cell_number(cell)]

    return Marks(
        labels={own(cell): label for cell, label in marks.labels.items()},
        heat={own(cell): heat for cell, heat in marks.heat.items()},
        last=None if marks.last is None else game.moves[game.number(marks.last)],
        chosen=None if marks.chosen is None else own(marks.chosen),
        evidence={own(cell): value for cell, value in marks.evidence.items()},
    )


def board_size(position: Position) -> tuple[float, float]:
    """Width and height of the picture."""
    centres = cell_centres(position).values()
    return max(x for x, _ in centres) + MARGIN, max(y for _, y in centres) + MARGIN


def cell_centres(position: Position) -> dict[str, tuple[float, float]]:
    """Where each cell is drawn."""
    topology = position.game.topology
    name = position.game.name
    step = UNIT * math.sqrt(3) / 2
    centres = {}
    for cell in topology.cells:
        column, row = topology.coordinates(cell)
        x, y = column * UNIT, row * UNIT
        if name == "hex":
            x, y = (column + row / 2) * UNIT, row * step
        elif name == "havannah":
            x, y = (column - row / 2 + (position.game.size - 1) / 2) * UNIT, row * step
        centres[cell] = (x + MARGIN, y + MARGIN)
    return centres


def _stone(centre: tuple[float, float], *, black: bool) -> str:
    fill, edge = ("#161616", "#000") if black else ("#fbfbf6", "#444")
    return (
        f"<circle cx='{centre[0]:.1f}' cy='{centre[1]:.1f}' r='{UNIT * 0.42:.1f}' "
        f"fill='{fill}' stroke='{edge}' stroke-width='1'/>"
    )


def _text(x: float, y: float, text: str, *, size: int, fill: str = "#333") -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='middle' fill='{fill}' "
        f"{FONT}>{html.escape(''.join(c for c in text if c.isprintable()))}</text>"
    )


def _line(a: tuple[float, float], b: tuple[float, float], color: str, width: float) -> str:
    return (
        f"<line x1='{a[0]:.1f}' y1='{a[1]:.1f}' x2='{b[0]:.1f}' y2='{b[1]:.1f}' "
        f"stroke='{color}' stroke-width='{width:g}' stroke-linecap='round'/>"
    )


def _draw_go(position: Position, _centres: dict[str, tuple[float, float]]) -> list[str]:
    size = position.game.size
    low, high = MARGIN, MARGIN + (size - 1) * UNIT
    parts = []
    for i in range(size):
        at = MARGIN + i * UNIT
        parts.append(_line((low, at), (high, at), "#5b4a2f", 1))
        parts.append(_line((at, low), (at, high), "#5b4a2f", 1))
    for x, y in _star_points(size):
        parts.append(
            f"<circle cx='{MARGIN + x * UNIT:.1f}' cy='{MARGIN + y * UNIT:.1f}' r='3' "
            "fill='#5b4a2f'/>"
        )
    return parts


def _star_points(size: int) -> list[tuple[int, int]]:
    if size < 7:
        return []
    line = 3 if size >= 13 else 2
    lines = [line, size - 1 - line]
    if size % 2 == 1 and size >= 9:
        lines.insert(1, size // 2)
    if size == 9:
        return [(x, y) for x in lines for y in lines if (x == 4) == (y == 4)]
    return [(x, y) for x in lines for y in lines]


def _draw_othello(position: Position, _centres: dict[str, tuple[float, float]]) -> list[str]:
    size = position.game.size
    low = MARGIN - UNIT / 2
    side = size * UNIT
    parts = [f"<rect x='{low}' y='{low}' width='{side}' height='{side}' fill='#2e8b57'/>"]
    for i in range(size + 1):
        at = low + i * UNIT
        parts.append(_line((low, at), (low + side, at), "#12482b", 1))
        parts.append(_line((at, low), (at, low + side), "#12482b", 1))
    return parts


def _hexagon(centre: tuple[float, float]) -> list[tuple[float, float]]:
    """Corners, clockwise from the top."""
    radius = UNIT / math.sqrt(3)
    return [
        (
            centre[0] + radius * math.sin(math.pi * k / 3),
            centre[1] - radius * math.cos(math.pi * k / 3),
        )
        for k in range(6)
    ]


def _draw_hexagons(_position: Position, centres: dict[str, tuple[float, float]]) -> list[str]:
    parts = []
    for centre in centres.values():
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _hexagon(centre))
        parts.append(
            f"<polygon points='{points}' fill='#f2dfb6' stroke='#8a744a' stroke-width='1'/>"
        )
    return parts


def _draw_hex(position: Position, centres: dict[str, tuple[float, float]]) -> list[str]:
    """Hexagons, and the goal sides in the colour of their player."""
    parts = _draw_hexagons(position, centres)
    # Which corners of the outer hexagons bound each side: top, bottom, left, right.
    borders = ((5, 0, 1), (2, 3, 4), (3, 4, 5), (0, 1, 2))
    for side, corners, color in zip(
        position.game.topology.sides,
        borders,
        ("#161616", "#161616", "#ffffff", "#ffffff"),
        strict=True,
    ):
        for cell in side:
            outline = _hexagon(centres[cell])
            for a, b in pairwise(corners):
                parts.append(_line(outline[a], outline[b], color, 4))
    return parts


def _coordinates(position: Position, centres: dict[str, tuple[float, float]]) -> list[str]:
    game = position.game
    topology = game.topology
    parts = []
    if game.name == "havannah":
        first: dict[int, str] = {}
        for cell in topology.cells:
            first.setdefault(topology.coordinates(cell)[1], cell)
        for cell in first.values():
            x, y = centres[cell]
            parts.append(_text(x - UNIT * 0.75, y + 4, cell[0], size=11))
        for cell in topology.cells:
            column, row = topology.coordinates(cell)
            if row == max(0, column - game.size + 1):
                x, y = centres[cell]
                parts.append(_text(x + UNIT * 0.3, y - UNIT * 0.66, str(column + 1), size=11))
        return parts
    for cell in topology.cells:
        column, row = topology.coordinates(cell)
        x, y = centres[cell]
        if row == 0:
            parts.append(_text(x - (8 if game.name == "hex" else 0), y - 23, cell[0], size=11))
        if column == 0:
            parts.append(_text(x - 27, y + 4, cell[1:], size=11 if len(cell) < 3 else 9))
    return parts


_BACKGROUNDS = {"go": "#e6bf75", "othello": "#d9d3c3", "hex": "#d9d3c3", "havannah": "#d9d3c3"}
_BOARDS = {
    "go": _draw_go,
    "othello": _draw_othello,
    "hex": _draw_hex,
    "havannah": _draw_hexagons,
}
