"""Positions as SVG pictures.

Each cell has a centre; the game's `Drawing` says where, and draws what lies under the stones.
`Marks` adds labels, heat, evidence and the last move.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from katachi.games.drawing import Centre
from katachi.games.drawing.elements import MARGIN, UNIT, line, text

if TYPE_CHECKING:
    from katachi.games.position import Position

# For and against: colours that colour-blind people tell apart.
FOR = "#1565c0"
AGAINST = "#d95f02"
LEAST_SIGNED = 0.25  # evidence below has no sign


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
    game, drawing = position.game, position.game.drawing
    width, height = board_size(position)
    parts = [f"<rect width='{width:.1f}' height='{height:.1f}' fill='{drawing.background}'/>"]
    parts += drawing.board(game, centres)
    parts += drawing.coordinates(game, centres)
    for cell, value in (heat or {}).items():
        x, y = centres[cell]
        opacity = 0.75 * min(1.0, max(0.0, value))
        parts.append(
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{UNIT * 0.44:.1f}' fill='#e03020' "
            f"fill-opacity='{opacity:.3f}'/>"
        )
    for cell, stone in zip(game.topology.cells, position.stones, strict=True):
        if stone < 2:
            parts.append(_stone(centres[cell], black=stone == 0))
    return parts


def mark_elements(position: Position, marks: Marks) -> list[str]:
    """What `marks` add over the stones: evidence, the last move, the chosen cell, labels."""
    centres = cell_centres(position)
    drawing = position.game.drawing
    parts = []
    for cell, value in marks.evidence.items():
        parts += _evidence(centres[cell], value, empty=position.at(cell) is None)
    if marks.last is not None and marks.last in centres:
        x, y = centres[marks.last]
        parts.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{UNIT * 0.14:.1f}' fill='#d03020'/>")
    if marks.chosen is not None:
        (x, y), arm = centres[marks.chosen], UNIT * 0.24
        parts.append(line((x - arm, y - arm), (x + arm, y + arm), "#c2185b", 5))
        parts.append(line((x - arm, y + arm), (x + arm, y - arm), "#c2185b", 5))
    for cell, label in marks.labels.items():
        x, y = centres[cell]
        dark = position.at(cell) == "black"
        if drawing.lines_cross_cells and position.at(cell) is None:
            parts.append(
                f"<rect x='{x - UNIT * 0.36:.1f}' y='{y - UNIT * 0.22:.1f}' "
                f"width='{UNIT * 0.72:.1f}' height='{UNIT * 0.44:.1f}' fill='{drawing.background}'/>"
            )
        parts.append(text(x, y + 4, label, size=12, fill="#fff" if dark else "#111"))
    return parts


def _evidence(centre: Centre, value: float, *, empty: bool) -> list[str]:
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
        parts.append(line((at_x - arm, at_y), (at_x + arm, at_y), "#fff", 2))
        if value > 0:
            parts.append(line((at_x, at_y - arm), (at_x, at_y + arm), "#fff", 2))
    return parts


def _named_as_the_board(marks: Marks, position: Position) -> Marks:
    """The same marks with the board's own spelling of cells; raises `InvalidMove`."""
    game = position.game

    def own(cell: str) -> str:
        return game.topology.cells[game.cell_number(cell)]

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
    places = {
        cell: position.game.drawing.place(*topology.coordinates(cell)) for cell in topology.cells
    }
    left = min(x for x, _ in places.values())
    return {
        cell: ((x - left) * UNIT + MARGIN, y * UNIT + MARGIN) for cell, (x, y) in places.items()
    }


def _stone(centre: Centre, *, black: bool) -> str:
    fill, edge = ("#161616", "#000") if black else ("#fbfbf6", "#444")
    return (
        f"<circle cx='{centre[0]:.1f}' cy='{centre[1]:.1f}' r='{UNIT * 0.42:.1f}' "
        f"fill='{fill}' stroke='{edge}' stroke-width='1'/>"
    )
