"""Words for what stands on a board: numbers, lists, players, sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from katachi.games.outcome import opponent
from katachi.games.position import Position

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


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


def sort_cells(position: Position, cells: Iterable[str]) -> tuple[str, ...]:
    """In the order of the board, each once."""
    wanted = set(cells)
    return tuple(cell for cell in position.game.topology.cells if cell in wanted)
