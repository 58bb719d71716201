"""Trees of moves as SGF: variations, comments, and what a program thinks of each position.

Values are written where programs look for them: `SBKV`, Black's chances in percent, is Sabaki's curve;
`C` is what everybody shows; `BM` marks a bad move. Other programs keep or ignore them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pysgf import GoGame

from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.sgf_form import SgfForm
from katachi.records.record import GameRecord
from katachi.records.sgf import built_in, escaped, file_text, game_and_form, root_properties
from katachi.records.sgf_forms import point_numbers, point_texts

MOST_NODES = 20_000


@dataclass(frozen=True)
class Variation:
    """A move of a tree; `parent` is the number of the move before it, -1: the start.

    `value` is Black's share of the game after the move, from 0 to 1.
    """

    parent: int
    move: str
    comment: str = ""
    value: float | None = None
    bad: bool = False
    marks: tuple[str, ...] = ()  # cells that were circled


def write_variations(record: GameRecord, nodes: Sequence[Variation]) -> str:
    r"""A whole tree as the text of an SGF file; the first child of each move is the main line.

    `record` says everything but the moves, and its comment stands at the start; raises `KatachiError` for
    moves that cannot be played.

    >>> import katachi
    >>> nodes = [Variation(-1, "b2", value=0.75), Variation(0, "a1", "weak"), Variation(0, "c3")]
    >>> text = write_variations(GameRecord(katachi.Hex(3)), nodes)
    >>> text[text.index(";B"):]
    ';B[b2]SBKV[75.0](;W[a1]C[weak])(;W[c3]))\n'
    """
    game, form = game_and_form(record)
    points = point_texts(game, form)
    start = built_in(game.start() if record.start is None else record.start)
    children: list[list[int]] = [[] for _ in range(len(nodes) + 1)]
    positions: list[Position] = []
    written: list[str] = []
    for number, node in enumerate(nodes):
        if not -1 <= node.parent < number:
            raise KatachiError(f"move {number} of the tree comes before the move it follows")
        before = start if node.parent < 0 else positions[node.parent]
        positions.append(before.play(node.move))
        letter = form.letters[before.core.to_move]
        cells = "".join(f"[{points[game.cell_number(cell)]}]" for cell in node.marks)
        circled = f"CR{cells}" if cells else ""
        written.append(f";{letter}[{points[game.number(node.move)]}]{_remarks(node)}{circled}")
        children[node.parent].append(number)
    final = start
    at = children[-1]
    while at:
        final, at = positions[at[0]], children[at[0]]
    return file_text(
        root_properties(record, game, form, (start, final)), _branches(children, written)
    )


def _remarks(node: Variation) -> str:
    parts = [f"C[{escaped(node.comment)}]"] if node.comment else []
    if node.value is not None:
        parts.append(f"SBKV[{100 * node.value:.1f}]")
    if node.bad:
        parts.append("BM[1]")
    return "".join(parts)


def _branches(children: Sequence[Sequence[int]], written: Sequence[str]) -> list[str]:
    """The nodes below the start, with parentheses where a move has several answers."""
    parts: list[str] = []
    # Numbers of moves still to be written; -1 stands for a parenthesis that closes.
    stack = list(reversed(_opened(children[-1])))
    while stack:
        at = stack.pop()
        if at == CLOSES:
            parts.append(")")
            continue
        if at == OPENS:
            parts.append("(")
            continue
        parts.append(written[at])
        stack += reversed(_opened(children[at]))
    return parts


OPENS, CLOSES = -2, -1


def _opened(numbers: Sequence[int]) -> list[int]:
    if len(numbers) < 2:
        return list(numbers)
    return [sign for number in numbers for sign in (OPENS, number, CLOSES)]


def read_variations(text: str, record: GameRecord) -> list[Variation]:
    """The tree of a file with one game that was read as `record`, with its comments.

    Branches that cannot be played from where they begin are left out. Nothing if the file does not
    hold what the record says, so that a caller can go by the record alone.

    >>> import katachi
    >>> text = "(;GM[11]SZ[3];B[b2](;W[a1]C[weak])(;W[c3]))"
    >>> record = GameRecord(katachi.Hex(3), ("b2", "a1"))
    >>> [(node.parent, node.move, node.comment) for node in read_variations(text, record)]
    [(-1, 'b2', ''), (0, 'a1', 'weak'), (0, 'c3', '')]
    """
    game, form = game_and_form(record)
    try:
        root: Any = GoGame.parse_sgf(text)
    except Exception:
        return []
    start = built_in(game.start() if record.start is None else record.start)
    table = point_numbers(game, form.notations)
    found: list[Variation] = []
    stack: list[tuple[Any, int, Position]] = [(root, -1, start)]
    while stack and len(found) < MOST_NODES:
        node, parent, position = stack.pop()
        move = _move_of(node, game, form, position)
        if move is None:
            continue
        if move:
            comment = "\n".join(str(value) for value in node.properties.get("C", []))
            circled = [str(value).strip().lower() for value in node.properties.get("CR", [])]
            numbers = [table[point] for point in circled if point in table]
            marks = tuple(game.moves[number] for number in numbers)
            found.append(Variation(parent, move, comment.strip(), marks=marks))
            parent, position = len(found) - 1, position.play(move)
        stack += [(child, parent, position) for child in reversed(node.children)]
    return found if _main_line(found) == record.moves else []


def _move_of(node: Any, game: Game, form: SgfForm, position: Position) -> str | None:  # noqa: ANN401 - pysgf has no types
    """The move of a node; "" if it has none, None if it cannot be played."""
    for letter in "BW":
        values = node.properties.get(letter)
        if not values:
            continue
        point = str(values[0]).strip().lower()
        number = point_numbers(game, form.notations).get(point)
        if number is None and point in form.specials:
            number = len(game.moves) - 1
        if number is None or position.is_over or form.letters[position.core.to_move] != letter:
            return None
        move: str = game.moves[number]
        return move if move in position.legal_moves else None
    return ""


def _main_line(nodes: Sequence[Variation]) -> tuple[str, ...]:
    first: dict[int, int] = {}
    for number, node in enumerate(nodes):
        first.setdefault(node.parent, number)
    moves, at = [], -1
    while at in first:
        at = first[at]
        moves.append(nodes[at].move)
    return tuple(moves)
