"""Positions as text: one line that parses back, and a diagram for people.

One line: rows from the top, separated by `/`; X black, O white, `.` empty; then the player to move;
then what the game remembers besides the board (`Memory`), as `key:value`. The reader is more
liberal: rows may also be separated by spaces or newlines, cells by spaces; `*`, `#`, `b` also mean
black, `w` white, `-`, `_`, `+` empty; a missing player means Black.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from katachi.errors import InvalidMove, InvalidPosition, shown
from katachi.games.drawing import board_layout
from katachi.games.drawing.layout import rows_of
from katachi.games.set_up import SetUp

if TYPE_CHECKING:
    from katachi.games.game import Game
    from katachi.games.position import Position

SYMBOLS = "XO."
_STONES = {
    **dict.fromkeys("xX*#bB", 0),
    **dict.fromkeys("oOwW", 1),
    **dict.fromkeys(".-_+", 2),
}
_PLAYERS = {"x": 0, "*": 0, "b": 0, "black": 0, "o": 1, "w": 1, "white": 1}
LONGEST_TEXT = 100_000


def position_text(position: Position, *, memory: bool = True) -> str:
    """The one-line form; without `memory` only what stands on the board, for messages."""
    stones = iter(position.stones)
    rows = ["".join(SYMBOLS[next(stones)] for _ in row) for row in rows_of(position.game)]
    text = f"{'/'.join(rows)} {SYMBOLS[position.to_move == 'white']}"
    return " ".join([text, *position.game.memory.written(position, complete=memory)])


def parse_position(game: Game, text: str) -> SetUp:
    """What the text describes; raises `InvalidPosition`."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise InvalidPosition(f"a position is a text of at most {LONGEST_TEXT} characters")
    lengths = [len(row) for row in rows_of(game)]
    wanted = sum(lengths)
    stones = bytearray()
    tokens = text.split()
    ends = list(accumulate(lengths))
    while tokens and len(stones) < wanted:
        for symbol in tokens.pop(0):
            if symbol == "/":
                _check_row_end(len(stones), ends, text)
            elif symbol in _STONES:
                stones.append(_STONES[symbol])
            else:
                raise InvalidPosition(f"{shown(symbol)} is not a cell in {shown(text)}")
    if len(stones) != wanted:
        raise InvalidPosition(f"{game} has {wanted} cells, not {len(stones)}: {shown(text)}")
    return _with_fields(game, SetUp(bytes(stones), 0), tokens, text)


def _with_fields(game: Game, bare: SetUp, tokens: list[str], text: str) -> SetUp:
    """With what follows the board: player to move, and the memory of the game."""
    parts = bare
    for token in tokens:
        key, _, value = token.partition(":")
        if key.lower() in _PLAYERS and not value:
            parts = parts._replace(to_move=_PLAYERS[key.lower()])
            continue
        try:
            parts = game.memory.read(game, parts, key, value)
        except InvalidMove as error:
            raise InvalidPosition(f"bad {key} point in {shown(text)}: {error}") from None
        except ValueError:
            raise InvalidPosition(f"{shown(token)} is not understood in {shown(text)}") from None
    return parts


def _check_row_end(read: int, ends: list[int], text: str) -> None:
    """A `/` must stand at the end of a row: after as many cells as one of `ends`."""
    if read not in ends:
        row = sum(end < read for end in ends) + 1
        raise InvalidPosition(f"a row ends in the middle of row {row}: {shown(text)}")


def board_diagram(position: Position) -> str:
    """The board with coordinates, for a terminal."""
    layout = board_layout(position.game)
    lines = [layout.header] if layout.header else []
    stones = iter(position.stones)
    for row in layout.rows:
        cells = " ".join(SYMBOLS[next(stones)] for _ in row.cells)
        lines.append(f"{row.before} {cells} {row.after}".rstrip())
    if layout.footer:
        lines.append(layout.footer)
    lines.append(_turn_line(position))
    return "\n".join(lines)


def _turn_line(position: Position) -> str:
    if position.is_over:
        return str(position.outcome)
    mover = "Black (X)" if position.to_move == "black" else "White (O)"
    return f"{mover} to move{position.game.memory.remark(position)}"
