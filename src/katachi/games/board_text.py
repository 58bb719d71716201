"""Positions as text: one line that parses back, and a diagram for people.

One line: rows from the top, separated by `/`; X black, O white, `.` empty; then the player to move;
in Go `ko:C3` and `passes:1` where they apply, `moves:40` if the game has a move limit, with
territory scoring `prisoners:3,5` (black and white stones taken), and `seen:` with what superko
remembers of earlier positions: eleven characters each, base64 of their keys. The reader is more
liberal: rows may also be separated by spaces or newlines, cells by spaces; `*`, `#`, `b` also mean
black, `w` white, `-`, `_`, `+` empty; a missing player means Black.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from katachi.errors import InvalidMove, InvalidPosition, shown
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
_PRISONERS = re.compile(r"(\d{1,6}),(\d{1,6})", re.ASCII)
_KEY_CHARACTERS = 11  # of eight bytes in base64, without the sign for "nothing follows"


def _row_lengths(game: Game) -> list[int]:
    """Cells in each row, from the top."""
    topology = game.topology
    lengths: dict[int, int] = {}
    for cell in topology.cells:
        _, y = topology.coordinates(cell)
        lengths[y] = lengths.get(y, 0) + 1
    return [lengths[y] for y in sorted(lengths)]


def position_text(position: Position, *, memory: bool = True) -> str:
    """The one-line form; without `memory` only what stands on the board, for messages."""
    stones = iter(position.stones)
    rows = [
        "".join(SYMBOLS[next(stones)] for _ in range(length))
        for length in _row_lengths(position.game)
    ]
    text = f"{'/'.join(rows)} {SYMBOLS[position.to_move == 'white']}"
    if position.ko is not None:
        text += f" ko:{position.ko}"
    if position.passes:
        text += f" passes:{position.passes}"
    if getattr(position.game, "move_limit", 0):
        text += f" moves:{position.moves_played}"
    if getattr(position.game, "scoring", "") == "territory":
        text += " prisoners:{},{}".format(*position.prisoners)
    if memory and (seen := position.core.seen):
        text += f" seen:{_written_keys(seen)}"
    return text


def _written_keys(seen: bytes) -> str:
    keys = (seen[start : start + 8] for start in range(0, len(seen), 8))
    return "".join(base64.urlsafe_b64encode(key).decode()[:_KEY_CHARACTERS] for key in keys)


def _read_keys(text: str) -> bytes:
    """Raises `ValueError`."""
    if not text or len(text) % _KEY_CHARACTERS:
        raise ValueError
    parts = (
        text[start : start + _KEY_CHARACTERS] for start in range(0, len(text), _KEY_CHARACTERS)
    )
    try:
        return b"".join(
            base64.b64decode(f"{part}=", altchars=b"-_", validate=True) for part in parts
        )
    except (binascii.Error, UnicodeError):
        raise ValueError from None


def parse_position(game: Game, text: str) -> SetUp:
    """What the text describes; raises `InvalidPosition`."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise InvalidPosition(f"a position is a text of at most {LONGEST_TEXT} characters")
    lengths = _row_lengths(game)
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
    """With what follows the board: player to move, and the fields of Go."""
    parts = bare
    for token in tokens:
        key, _, value = token.partition(":")
        if key.lower() in _PLAYERS and not value:
            parts = parts._replace(to_move=_PLAYERS[key.lower()])
            continue
        if game.name != "go":
            raise InvalidPosition(f"{shown(token)} is not understood in {shown(text)}")
        try:
            parts = _with_go_field(game, parts, key, value)
        except InvalidMove as error:
            raise InvalidPosition(f"bad ko point in {shown(text)}: {error}") from None
        except ValueError:
            raise InvalidPosition(f"{shown(token)} is not understood in {shown(text)}") from None
    return parts


def _with_go_field(game: Game, parts: SetUp, key: str, value: str) -> SetUp:
    """Raises `InvalidMove`, or `ValueError` for a field that is none."""
    if key == "ko":
        return parts._replace(ko=game.cell_number(value))
    if key == "passes" and value in {"0", "1", "2"}:
        return parts._replace(passes=int(value))
    if key == "moves" and value.isascii() and value.isdecimal() and len(value) < 7:
        return parts._replace(moves_played=int(value))
    if key == "prisoners" and (match := _PRISONERS.fullmatch(value)):
        return parts._replace(prisoners=(int(match[1]), int(match[2])))
    if key == "seen":
        return parts._replace(seen=_read_keys(value))
    raise ValueError


def _check_row_end(read: int, ends: list[int], text: str) -> None:
    """A `/` must stand at the end of a row: after as many cells as one of `ends`."""
    if read not in ends:
        row = sum(end < read for end in ends) + 1
        raise InvalidPosition(f"a row ends in the middle of row {row}: {shown(text)}")


@dataclass(frozen=True)
class RowLayout:
    """A row of cells, and what stands before and after it."""

    before: str
    cells: tuple[str, ...]
    after: str


@dataclass(frozen=True)
class BoardLayout:
    """A board as lines of text: one character a cell, a space before each and after the last.

    `header` and `footer` are lines with the names of columns; the footer may be empty.
    """

    header: str
    rows: tuple[RowLayout, ...]
    footer: str


@cache
def board_layout(game: Game) -> BoardLayout:
    """Where cells and coordinates stand.

    In Havannah the columns run down to the left: the numbers of the first stand above the first
    row, those of the others behind the rows of the upper half.
    """
    topology = game.topology
    rows: dict[int, list[str]] = {}
    for cell in topology.cells:
        rows.setdefault(topology.coordinates(cell)[1], []).append(cell)
    size = game.size
    if game.name == "havannah":
        header = " " * (size + 1) + " ".join(str(column + 1) for column in range(size))
        layout = [
            RowLayout(
                " " * (2 * size - 1 - len(row)) + row[0][0],
                tuple(row),
                str(size + y + 1) if y < size - 1 else "",
            )
            for y, row in sorted(rows.items())
        ]
        return BoardLayout(header, tuple(layout), "")
    margin = len(str(size))
    header = " " * (margin + 1) + " ".join(cell[0] for cell in rows[0])
    slanted = game.name == "hex"
    layout = []
    for y, row in sorted(rows.items()):
        label = row[0][1:]
        before = " " * (y if slanted else 0) + label.rjust(margin)
        layout.append(RowLayout(before, tuple(row), label if slanted else ""))
    return BoardLayout(header, tuple(layout), " " * size + header if slanted else "")


def board_diagram(position: Position) -> str:
    """The board with coordinates, for a terminal."""
    layout = board_layout(position.game)
    lines = [layout.header]
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
    extras = f", ko at {position.ko}" if position.ko else ""
    return f"{mover} to move{extras}"
