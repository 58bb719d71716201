"""Boards on a terminal: coordinates, stones, the last move and the legal ones.

    1 2 3            In Havannah the columns run down to the left, so their numbers stand at the
 a . X . 4           upper edges.
b . . . . 5
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from katachi.games import Color, Position, PositionLike


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


@dataclass(frozen=True)
class _Palette:
    """The colours of a board; `last` is for the brackets around the last move."""

    ground: str
    empty: str
    hint: str
    last: str
    black: str = "bold #000000"
    white: str = "bold #ffffff"


_WOOD = _Palette("#d9a95b", empty="#7a5c2a", hint="bold #1040d0", last="bold #c00000")
_PAPER = _Palette("#c9b48a", empty="#7d6b45", hint="bold #1040d0", last="bold #c00000")
_CLOTH = _Palette("#1f7a4d", empty="#0b4227", hint="bold #ffe14d", last="bold #ffb3a0")
_PALETTES = {"othello": _CLOTH, "go": _WOOD, "hex": _PAPER, "havannah": _PAPER}


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
    palette = _PALETTES[position.game.name]
    stone = palette.black if color == "black" else palette.white
    return Text.assemble((f" {symbol} ", f"{stone} on {palette.ground}"), f" {name}")


def draw(
    position: PositionLike, look: Look, *, last: str | None = None, hints: Container[str] = ()
) -> Text:
    """The board without a word about the turn, the last move in brackets.

    A game written in Python draws itself.

    >>> import katachi
    >>> position = katachi.Havannah(3).start().play("a2")
    >>> print(draw(position, ASCII, last="a2", hints=("c3",)))
        1 2 3
      a .(X). 4
     b . . . . 5
    c . . + . .
     d . . . .
      e . . .
    """
    if not isinstance(position, Position):
        return Text(str(position))
    lines = [_header(position), *_rows(position, look, last, hints)]
    if position.game.name == "hex":
        indent = " " * position.game.size
        lines.append(Text(indent + str(lines[0]), style="dim"))
    return Text("\n").join(lines)


def _header(position: Position) -> Text:
    game = position.game
    if game.name == "havannah":
        names = [str(column + 1) for column in range(game.size)]
        return Text(" " * (game.size + 1) + " ".join(names), style="dim")
    names = [cell[0] for cell in game.topology.cells[: game.size]]
    return Text(" " * (_margin(position) + 1) + " ".join(names), style="dim")


def _rows(
    position: Position, look: Look, last: str | None, hints: Container[str]
) -> Iterator[Text]:
    game = position.game
    rows: dict[int, list[tuple[str, int]]] = {}
    for cell, stone in zip(game.topology.cells, position.stones, strict=True):
        rows.setdefault(game.topology.coordinates(cell)[1], []).append((cell, stone))
    for y, row in sorted(rows.items()):
        before, after = _labels(position, y)
        if game.name == "hex":
            before = " " * y + before
        elif game.name == "havannah":
            before = " " * (2 * game.size - 1 - len(row)) + before
        line = Text(before, style="dim")
        line.append_text(_cells(position, row, look, last, hints))
        line.append(after, style="not bold dim")
        line.rstrip()
        yield line


def _cells(
    position: Position,
    row: list[tuple[str, int]],
    look: Look,
    last: str | None,
    hints: Container[str],
) -> Text:
    """Symbols with a gap before each and after the last; brackets around the last move."""
    palette = _PALETTES[position.game.name] if look.colored else None
    text = Text(style=f"not dim on {palette.ground}" if palette else "not dim")
    bracket = palette.last if palette else None
    left = " "
    for cell, stone in row:
        kind = ("black", "white", "empty")[stone]
        if stone == 2 and cell in hints:
            kind = "hint"
        text.append("(" if cell == last else left, style=bracket)
        text.append(getattr(look, kind), style=getattr(palette, kind) if palette else None)
        left = ")" if cell == last else " "
    text.append(left, style=bracket)
    return text


def _labels(position: Position, y: int) -> tuple[str, str]:
    """What stands before and after a row."""
    game = position.game
    if game.name == "havannah":
        return chr(ord("a") + y), str(game.size + y + 1) if y < game.size - 1 else ""
    label = str(game.size - y if game.name == "go" else y + 1)
    return label.rjust(_margin(position)), label if game.name == "hex" else ""


def _margin(position: Position) -> int:
    return len(str(position.game.size))
