"""Stones on crossings of lines, on wood."""

from __future__ import annotations

from katachi.games.drawing import WOOD, Drawing
from katachi.games.drawing.elements import edge_coordinates
from katachi.games.drawing.layout import square_layout
from katachi.games.drawing.lines import BACKGROUND, crossing_lines

DRAWING = Drawing(
    square_layout,
    crossing_lines,
    edge_coordinates,
    background=BACKGROUND,
    lines_cross_cells=True,
    palette=WOOD,
)
