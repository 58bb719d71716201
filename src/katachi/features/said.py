"""What a level of a feature says of a move, in words for the player to move.

A sentence speaks of the board before the reader: its cells by their names, its stones by their
colours. "You" is the player to move. It has no subject and no full stop: the move is its subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from katachi.games.outcome import Color, opponent
from katachi.games.position import Position

# Of a pattern: so many empty cells are named, more are counted.
MOST_NAMED = 8

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Said:
    """A sentence, and the cells of the board that it is about, without the move itself.

    `of_the_move`: False if it is as true of every other move, so that it is no reason by itself.
    """

    text: str
    cells: tuple[str, ...] = ()
    of_the_move: bool = True


def number_word(number: int) -> str:
    """Small numbers as words.

    >>> number_word(3), number_word(12)
    ('three', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listed(words: Sequence[str]) -> str:
    """Words with commas and an "and".

    >>> listed(["c3"]), listed(["c3", "d4", "e5"])
    ('c3', 'c3, d4 and e5')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def opponent_name(position: Position) -> str:
    """The colour of the player who is not to move, as a name."""
    return opponent(position.to_move).capitalize()


def piece(position: Position) -> str:
    """What the pieces of a game are called."""
    return "disc" if position.game.name == "othello" else "stone"


def side_names(position: Position) -> tuple[str, ...]:
    """The sides of a board in the order of its topology."""
    if len(position.game.topology.sides) == 6:
        return (
            "the upper side",
            "the upper right side",
            "the lower right side",
            "the lower side",
            "the lower left side",
            "the upper left side",
        )
    return "the top side", "the bottom side", "the left side", "the right side"


def sort_cells(position: Position, cells: Iterable[str]) -> tuple[str, ...]:
    """In the order of the board, each once."""
    wanted = set(cells)
    return tuple(cell for cell in position.game.topology.cells if cell in wanted)


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
            parts.append(f"{whose} {piece(position)}{plural} {listed(held)}")
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
