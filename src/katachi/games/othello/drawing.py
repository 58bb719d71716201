"""A board of fields on green cloth."""

from __future__ import annotations

from katachi.games.drawing import CLOTH, Centres, Drawing
from katachi.games.drawing.elements import MARGIN, UNIT, edge_coordinates, line
from katachi.games.drawing.layout import square_layout
from katachi.games.game import Game


def _fields(game: Game, _centres: Centres) -> list[str]:
    low = MARGIN - UNIT / 2
    side = game.size * UNIT
    parts = [f"<rect x='{low}' y='{low}' width='{side}' height='{side}' fill='#2e8b57'/>"]
    for i in range(game.size + 1):
        at = low + i * UNIT
        parts.append(line((low, at), (low + side, at), "#12482b", 1))
        parts.append(line((at, low), (at, low + side), "#12482b", 1))
    return parts


DRAWING = Drawing(square_layout, _fields, edge_coordinates, palette=CLOTH)
