"""Boards on a terminal: coordinates, stones, the last move and the legal ones.

    1 2 3            In Havannah the columns run down to the left, so their numbers stand at the
 a . X . 4           upper edges.
b . . . . 5
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from katachi.games import Color, Position, PositionLike
from katachi.games.drawing import board_layout


@dataclass(frozen=True)
class Look:
    """The symbols of a board, and whether it is coloured."""

    black: str
    white: str
    empty: str
    hint: str
    colored: bool = False


ASCII = Look("X", "O", ".", "+")
PICTURE = Look("●", "○", "·", "+", colored=True)

CHOSEN = "*"
# What speaks for a move and what against it: blue and orange, which colour-blind people tell apart.
FOR = "#5aa2ff"
AGAINST = "#ff9d2e"


def look_of(console: Console) -> Look:
    """Pictures on a terminal that can show them, letters elsewhere."""
    picturesque = (
        console.is_terminal and not console.legacy_windows and console.encoding.startswith("utf")
    )
    return PICTURE if picturesque else ASCII


def player_label(position: PositionLike, color: Color, look: Look) -> Text:
    """The name of a colour with its stone as the board shows it.

    >>> import katachi
    >>> print(player_label(katachi.Hex(3).start(), "white", ASCII))
    White (O)
    """
    name = color.capitalize()
    if not isinstance(position, Position):
        return Text(name)
    symbol = look.black if color == "black" else look.white
    if not look.colored:
        return Text(f"{name} ({symbol})")
    palette = position.game.drawing.palette
    stone = palette.black if color == "black" else palette.white
    return Text.assemble((f" {symbol} ", f"{stone} on {palette.ground}"), f" {name}")


@dataclass(frozen=True)
class Overlay:
    """What is drawn over the board.

    `last`: the last move, in brackets. `hints`: empty cells with another symbol. `labels`: empty
    cells with a letter or digit of their own. `chosen`: an empty
    cell that is spoken of, drawn as a star. `evidence`: cells that speak for (above 0) or against
    (below 0) it; a + or - stands before them.
    """

    last: str | None = None
    hints: Container[str] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    chosen: str | None = None
    evidence: Mapping[str, float] = field(default_factory=dict)


def draw(position: PositionLike, look: Look, overlay: Overlay | None = None) -> Text:
    """The board without a word about the turn.

    A game written in Python draws itself.

    >>> import katachi
    >>> position = katachi.Havannah(3).start().play("a2")
    >>> print(draw(position, ASCII, Overlay(last="a2", hints=("c3",))))
        1 2 3
      a .(X). 4
     b . . . . 5
    c . . + . .
     d . . . .
      e . . .
    >>> print(draw(position, ASCII, Overlay(chosen="c3", evidence={"a2": 1.0, "d4": -0.5})))
        1 2 3
      a .+X . 4
     b . . . . 5
    c . . * . .
     d . .-. .
      e . . .
    """
    if not isinstance(position, Position):
        return Text(str(position))
    layout = board_layout(position.game)
    lines = [Text(layout.header, style="dim")] if layout.header else []
    for row in layout.rows:
        line = Text(row.before, style="dim")
        line.append_text(_cells(position, row.cells, look, overlay or Overlay()))
        line.append(row.after, style="not bold dim")
        line.rstrip()
        lines.append(line)
    if layout.footer:
        lines.append(Text(layout.footer, style="dim"))
    return Text("\n").join(lines)


def _cells(position: Position, row: tuple[str, ...], look: Look, overlay: Overlay) -> Text:
    """Symbols with a gap before each and after the last; marks stand in the gaps."""
    palette = position.game.drawing.palette if look.colored else None
    text = Text(style=f"not dim on {palette.ground}" if palette else "not dim")
    bracket = palette.last if palette else None
    left = " "
    for cell in row:
        kind = position.at(cell) or "empty"
        symbol = getattr(look, kind)
        style = getattr(palette, kind) if palette else ""
        if kind == "empty" and cell == overlay.chosen:
            symbol, style = CHOSEN, "bold" if palette else ""
        elif kind == "empty" and (cell in overlay.labels or cell in overlay.hints):
            symbol = overlay.labels.get(cell, look.hint)
            style = palette.hint if palette else ""
        evidence = overlay.evidence.get(cell, 0.0)
        if evidence and cell != overlay.last:
            ground = f" on {FOR if evidence > 0 else AGAINST}" if palette else ""
            text.append(
                "+" if evidence > 0 else "-", style=f"bold #000000{ground}" if palette else ""
            )
            text.append(symbol, style=f"{style}{ground}")
            left = " "
            continue
        text.append("(" if cell == overlay.last else left, style=bracket)
        text.append(symbol, style=style)
        left = ")" if cell == overlay.last else " "
    text.append(left, style=bracket)
    return text
