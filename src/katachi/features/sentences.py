"""What a level of a feature says of a move, in words for the player to move.

A sentence speaks of the board before the reader: its cells by their names, its stones by their
colours. "You" is the player to move. It has no subject and no full stop: the move is its subject.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from katachi.games.outcome import Color, opponent
from katachi.games.position import Position
from katachi.games.words.naming import listed, opponent_name, sort_cells

# Of a pattern: at most this many empty cells are named, more are counted.
MOST_NAMED = 8


@dataclass(frozen=True)
class Said:
    """A sentence, and the cells of the board that it is about, without the move itself.

    `of_the_move`: False if it is as true of every other move, so that it is no reason by itself.
    """

    text: str
    cells: tuple[str, ...] = ()
    of_the_move: bool = True


def contents(position: Position, cells: Sequence[str]) -> str:
    """What stands on some cells, those of the player to move first.

    >>> import katachi
    >>> print(contents(katachi.Othello().start(), ["d3", "d4", "e4", "f4"]))
    your disc e4, White's disc d4, empty d3 and f4
    """
    mine: Color = position.to_move
    cells = sort_cells(position, cells)
    parts = []
    for color, whose in ((mine, "your"), (opponent(mine), f"{opponent_name(position)}'s")):
        held = [cell for cell in cells if position.at(cell) == color]
        if held:
            plural = "s" if len(held) > 1 else ""
            parts.append(f"{whose} {position.game.piece}{plural} {listed(held)}")
    empty = [cell for cell in cells if position.at(cell) is None]
    if 0 < len(empty) <= MOST_NAMED:
        parts.append(f"empty {listed(empty)}")
    elif empty:
        parts.append(f"{len(empty)} empty cells" + ("" if parts else " and nothing else"))
    return ", ".join(parts)


def pattern_words(position: Position, cells: Sequence[str], places: int) -> str:
    """What stands on the cells of a pattern; `places` counts those outside the board, too."""
    words = contents(position, cells)
    return f"{words}, at the edge" if places > len(cells) else words
