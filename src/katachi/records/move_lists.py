"""Games as plain moves, one game a line, with spaces between: `e5 f7 e8 f10 ...`.

Moves are in the game's own notation. Which game it is stands in a comment (`# game: {...}`, as
katachi writes it), in the caller's word, or for Hex in the name of the file (`wolve_13x13.txt`).
Results are not written: the board shows those of finished games.
"""

from __future__ import annotations

import re

import msgspec

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.game import Game
from katachi.records.collection import START, Games
from katachi.records.drafts import NOTHING_STATED, Drafts, DraftsBuilder, Tick, no_tick
from katachi.records.native import describe_game, game_of
from katachi.records.sgf_forms import point_numbers

_SIZE = re.compile(r"([0-9]{1,2})x\1(?![0-9])")
_LINE = re.compile(r"[A-Za-z]+[0-9]*(?:[ \t]+[A-Za-z]+[0-9]*)*")
_HEADING = "# game:"
LONGEST_LINE = 200_000


def recognises(text: str, name: str) -> bool:
    """Moves with spaces between them, and a game that is known from somewhere."""
    first = text[:LONGEST_LINE].lstrip().partition("\n")[0].strip()
    if first.startswith(_HEADING):
        return True
    return _SIZE.search(name) is not None and _LINE.fullmatch(first) is not None


def read_move_lists(file: str, text: str, game: Game | None = None, tick: Tick = no_tick) -> Drafts:
    """One game a line."""
    drafts = DraftsBuilder(file, text, tick)
    at = place = 0
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if stripped.startswith(_HEADING):
            game = _described(stripped.removeprefix(_HEADING))
        elif stripped and not stripped.startswith("#"):
            try:
                _add(game, stripped, place, at, drafts)
            except KatachiError as error:
                drafts.problem(at, error, place=place)
            place += 1
        at += len(line)
    return drafts.build()


def size_of_name(file: str) -> int | None:
    """The size in a name such as games-11x11.txt."""
    size = _SIZE.search(re.split(r"[/\\]", file)[-1])
    return int(size[1]) if size else None


def _described(text: str) -> Game:
    if len(text) > 1000:
        raise InvalidRecord("the description of the game is too long")
    try:
        values = msgspec.json.decode(text, type=dict[str, str | int | float | bool])
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InvalidRecord(f"the description of the game cannot be read: {error}") from None
    return game_of(values)


def _add(game: Game | None, line: str, place: int, offset: int, drafts: DraftsBuilder) -> None:
    if game is None:
        raise InvalidRecord("nothing says which game this is; game=... names it")
    if len(line) > LONGEST_LINE:
        raise InvalidRecord(f"a line of {len(line)} characters is too long")
    table = point_numbers(game, (game.notations[0].name,))
    special = {game.moves[-1]: len(game.moves) - 1}
    moves = []
    for ply, word in enumerate(line.split(), start=1):
        number = table.get(word.lower(), special.get(word.lower()))
        if number is None:
            raise InvalidRecord(f"ply {ply}: {shown(word)} is not a move of {game}")
        moves.append(number)
    drafts.add(game, moves, stated=NOTHING_STATED, texts={}, place=place, offset=offset)


def write_move_lists(games: Games) -> bytes:
    """One game a line, in groups of one kind; refuses start positions and empty games."""
    if START in games.columns and games.columns[START].any():
        raise InvalidRecord("move lists have no place for start positions")
    lines = []
    last = -1
    for number in range(len(games)):
        kind = int(games.kind[number])
        if kind != last:
            text = msgspec.json.encode(describe_game(games.kinds[kind])).decode()
            lines.append(f"{_HEADING} {text}\n")
            last = kind
        first, end = games.offsets[number], games.offsets[number + 1]
        if first == end:
            raise InvalidRecord(f"game {number} has no moves, and an empty line is not a game")
        table = games.kinds[kind].moves
        lines.append(" ".join(table[move] for move in games.moves[first:end].tolist()) + "\n")
    return "".join(lines).encode("ascii")
