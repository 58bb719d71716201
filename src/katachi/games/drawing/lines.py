"""Square boards whose stones stand on crossings of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katachi.games.drawing.elements import MARGIN, UNIT, line

if TYPE_CHECKING:
    from katachi.games.drawing import Centres
    from katachi.games.game import Game

BACKGROUND = "#e6bf75"
_INK = "#5b4a2f"


def crossing_lines(game: Game, _centres: Centres) -> list[str]:
    """The lines and the star points."""
    low, high = MARGIN, MARGIN + (game.size - 1) * UNIT
    parts = []
    for i in range(game.size):
        at = MARGIN + i * UNIT
        parts.append(line((low, at), (high, at), _INK, 1))
        parts.append(line((at, low), (at, high), _INK, 1))
    for x, y in _star_points(game.size):
        parts.append(
            f"<circle cx='{MARGIN + x * UNIT:.1f}' cy='{MARGIN + y * UNIT:.1f}' r='3' "
            f"fill='{_INK}'/>"
        )
    return parts


def _star_points(size: int) -> list[tuple[int, int]]:
    if size < 7:
        return []
    first = 3 if size >= 13 else 2
    lines = [first, size - 1 - first]
    if size % 2 == 1 and size >= 9:
        lines.insert(1, size // 2)
    if size == 9:
        return [(x, y) for x in lines for y in lines if (x == 4) == (y == 4)]
    return [(x, y) for x in lines for y in lines]
