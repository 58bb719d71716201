"""Games out of SGF: what the properties mean.

What a game writes in its own way (rules, handicaps, meanings of a swap) its `SgfForm` says. Where
one colour moves twice, games with passes have an unwritten one between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.board_text import SYMBOLS
from katachi.games.catalogue import games_by_name, parse_game
from katachi.games.game import Game
from katachi.games.sgf_form import ReadMoves, SgfForm, own_file
from katachi.records.collection import BLACK, DRAW, FIELDS, REASON, START, WHITE
from katachi.records.drafts import (
    NOTHING_STATED,
    VOID,
    Drafts,
    DraftsBuilder,
    Stated,
    Tick,
    no_tick,
)
from katachi.records.native import game_of
from katachi.records.sgf_forms import (
    FIELD_PROPERTIES,
    FORMS,
    OWN,
    OWN_TAGS,
    RESULT_TAG,
    TAG_PROPERTIES,
    form_of,
    point_numbers,
)
from katachi.records.sgf_tree import GameTree, Properties, parse_games, unescaped

_RESULT = re.compile(
    r"([BW])\+(?:(R(?:esign)?)|(T(?:ime)?)|(F(?:orfeit)?)|([0-9]*\.?[0-9]*))", re.I
)
_POINTS = re.compile(r"([^:]+):([^:]+)")
# A tag: passes of the file that the record does not have.
DROPPED_PASSES = "dropped_passes"


def games_of(trees: Iterator[GameTree | tuple[int, InvalidRecord]], drafts: DraftsBuilder) -> None:
    """Reads every game of a file into drafts, or notes why it cannot be read."""
    for place, tree in enumerate(trees):
        if isinstance(tree, tuple):
            drafts.problem(tree[0], tree[1], place=place)
            continue
        try:
            _add(tree, place, drafts)
        except KatachiError as error:
            drafts.problem(tree.offset, error, place=place)


def read_sgf(file: str, text: str, tick: Tick = no_tick) -> Drafts:
    """All games of an SGF file."""
    drafts = DraftsBuilder(file, text, tick)
    games_of(parse_games(text), drafts)
    return drafts.build()


def _add(tree: GameTree, place: int, drafts: DraftsBuilder) -> None:
    if tree.late:
        raise InvalidRecord(f"stones are set up ({', '.join(sorted(tree.late))}) after moves")
    game = _game(tree)
    form = game.sgf
    numbers, colors, resigned = _moves(game, form, tree)
    moves = form.meant(ReadMoves(game, numbers, colors), tree)
    if moves.exchanged and resigned is not None:
        resigned = 1 - resigned
    game, start, first = _start(moves.game, form, tree, moves.colors)
    turns = in_turn(game, moves.numbers, moves.colors, first)
    numbers = form.without_resumptions(turns, len(game.moves) - 1)
    dropped = len(turns) - len(numbers)
    texts = facts(tree, form)
    form.correct_texts(game, tree, texts)
    stated, unread = _result(tree, form, game)
    if resigned is not None:
        stated = resignation(stated, 1 - resigned)
    if unread:
        texts[RESULT_TAG] = unread
    counts = {DROPPED_PASSES: dropped} if dropped else {}
    for name, value in _own_tags(tree):
        if isinstance(value, str):
            texts.setdefault(name, value)
        else:
            counts.setdefault(name, value)
    drafts.add(
        game,
        numbers,
        stated=stated,
        texts=texts,
        numbers=counts,
        start=start,
        place=place,
        offset=tree.offset,
    )


def resignation(stated: Stated, winner: int) -> Stated:
    """The stated result together with a resignation that stands among the moves."""
    if stated.winner not in {winner, NOTHING_STATED.winner}:
        raise InvalidRecord("the player who resigned is said to have won")
    return Stated(winner, "resignation")


def facts(tree: GameTree, form: SgfForm) -> dict[str, str]:
    """Texts by column."""
    texts = {
        column: tree.text(name)
        for name, column in (*FIELD_PROPERTIES.items(), *TAG_PROPERTIES.items())
        if name in tree.root
    }
    texts["black"] = tree.text(f"P{form.letters[0]}")
    texts["white"] = tree.text(f"P{form.letters[1]}")
    if form.letters == ("W", "B"):
        texts["black_rating"], texts["white_rating"] = tree.text("WR"), tree.text("BR")
    if "GC" in tree.root:
        texts["comment"] = unescaped(tree.root["GC"][0]).strip()
    return texts


# The game


def _game(tree: GameTree) -> Game:
    number = tree.text("GM").lower() or "1"
    name = {form.number: name for name, form in FORMS.items()}.get(number, "")
    if not name and (own := form_of(number)) is not None and own.number == number:
        return game_of({"name": number, "size": parse_game(number).size})
    if not name:
        known = ", ".join(f"GM[{form.number}] {name}" for name, form in FORMS.items())
        raise InvalidRecord(f"GM[{shown(number)[1:-1]}] is none of {known}")
    usual = games_by_name[name]().size  # type: ignore[call-arg]
    fields = {"name": name, "size": board_size(tree, usual), **FORMS[name].fields(tree)}
    return game_of(fields | _own_fields(tree))


def board_size(tree: GameTree, default: int) -> int:
    """The value of SZ."""
    text = tree.text("SZ")
    if not text:
        return default
    columns, _, rows = text.partition(":")
    if not (columns.isascii() and columns.isdecimal() and len(columns) < 4):
        raise InvalidRecord(f"SZ[{shown(text)[1:-1]}] is not a size")
    if rows not in {"", columns}:
        raise InvalidRecord(f"the board is {shown(text)}, not square")
    return int(columns)


def _own_fields(tree: GameTree) -> dict[str, str | int | float | bool]:
    """Fields of the game in katachi's own property; unknown ones are refused when it is made."""
    values: dict[str, str | int | float | bool] = {}
    if not own_file(tree):
        return values
    for part in tree.text(OWN).split():
        key, _, value = part.partition("=")
        if value in {"True", "False"}:
            values[key] = value == "True"
        elif value.isascii() and value.isdecimal() and len(value) < 7:
            values[key] = int(value)
        else:
            values[key] = value
    return values


def _own_tags(tree: GameTree) -> list[tuple[str, str | int]]:
    """Tags in katachi's own property."""
    tags = []
    for value in tree.root.get(OWN_TAGS, ()) if own_file(tree) else ():
        try:
            tag = msgspec.json.decode(unescaped(value), type=tuple[str, str | int])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise InvalidRecord(f"{OWN_TAGS}[{shown(value)[1:-1]}] is not a tag") from None
        if tag[0] in {*FIELDS, REASON, START}:
            raise InvalidRecord(f"{shown(tag[0])} is a field of records, not a tag")
        tags.append(tag)
    return tags


# Moves


def _moves(game: Game, form: SgfForm, tree: GameTree) -> tuple[list[int], list[int], int | None]:
    """Move numbers, the colour of each (0 black), and the colour that resigned."""
    table = point_numbers(game, form.notations)
    special = len(game.moves) - 1
    color_of = {form.letters[0]: 0, form.letters[1]: 1}
    numbers, colors = [], []
    resigned = None
    for ply, (letter, point) in enumerate(tree.moves, start=1):
        number = table.get(point)
        if number is None:
            lowered = point.strip().lower()
            if lowered in form.resigns and ply == len(tree.moves):
                resigned = color_of[letter]
                continue
            number = special if lowered in form.specials else table.get(lowered)
            if number is None:
                raise InvalidRecord(f"ply {ply}: {shown(point)} is not a move of {game}")
        numbers.append(number)
        colors.append(color_of[letter])
    return numbers, colors, resigned


def in_turn(game: Game, numbers: list[int], colors: list[int], first: int) -> list[int]:
    """The moves with unwritten passes put in; refuses two moves of one colour in other games."""
    special = len(game.moves) - 1
    turn = first
    played = []
    for ply, (number, color) in enumerate(zip(numbers, colors, strict=True), start=1):
        if color != turn:
            if not game.has_passes:
                who = ("Black", "White")[color]
                raise InvalidRecord(f"ply {ply}: {who} moves, but it is not {who}'s turn")
            played.append(special)
            turn = 1 - turn
        played.append(number)
        turn = 1 - turn
    return played


# The start


def _start(game: Game, form: SgfForm, tree: GameTree, colors: list[int]) -> tuple[Game, str, int]:
    """The game (with its handicap), the text of an unusual start, and who begins (0 black)."""
    usual = game.start()
    stones = _set_up(game, form, tree.root)
    to_move = _to_move(form, tree, colors, default=usual.core.to_move)
    if stones is None:
        if to_move == usual.core.to_move:
            return game, "", to_move
        stones = usual.stones
    own_start = form.with_own_start(game, stones, to_move)
    if own_start is not None:
        return own_start, "", to_move
    if stones == usual.stones and to_move == usual.core.to_move:
        return game, "", to_move
    text = "".join(SYMBOLS[stone] for stone in stones)
    position = game.position(f"{text} {SYMBOLS[to_move]}")
    return game, position.text, to_move


def _to_move(form: SgfForm, tree: GameTree, colors: list[int], *, default: int) -> int:
    player = tree.text("PL").upper()[:1]
    if player in form.letters:
        return form.letters.index(player)
    if colors:
        return colors[0]
    if tree.text("HA") not in {"", "0", "1"}:
        return WHITE
    return default


def _set_up(game: Game, form: SgfForm, root: Properties) -> bytes | None:
    """Stones by cell, or None if no stone is set up."""
    if not {"AB", "AW"} & root.keys():
        return None
    stones = bytearray([2] * (len(game.moves) - 1))
    table = point_numbers(game, form.notations)
    for name in ("AB", "AW", "AE"):
        stone = 2 if name == "AE" else form.letters.index(name[1])
        for value in root.get(name, ()):
            for number in _cells(game, table, value):
                if stone < 2 and stones[number] < 2:
                    raise InvalidRecord(f"two stones are set up on {game.moves[number]}")
                stones[number] = stone
    return bytes(stones)


def _cells(game: Game, table: dict[str, int], value: str) -> list[int]:
    """A point, or the rectangle between two of them (square boards)."""
    corners = _POINTS.fullmatch(value)
    names = corners.groups() if corners else (value,)
    numbers = [table.get(name.strip().lower(), -1) for name in names]
    if min(numbers) < 0 or (corners and not game.sgf.rectangles):
        raise InvalidRecord(f"{shown(value)} is not a point of {game}")
    if not corners:
        return numbers
    (top, left), (bottom, right) = (divmod(number, game.size) for number in numbers)
    return [
        row * game.size + column
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    ]


# The result


def _result(tree: GameTree, form: SgfForm, game: Game) -> tuple[Stated, str]:
    """The stated result, and the text of one that is in no known form."""
    text = tree.text("RE")
    counts = game.has_score
    draw = Stated(DRAW, "points", 0.0) if counts else Stated(DRAW, "stated")
    plain = {
        **dict.fromkeys(("", "?"), NOTHING_STATED),
        **dict.fromkeys(("0", "draw", "jigo"), draw),
        "void": Stated(reason=VOID),
    }
    if text.lower() in plain:
        return plain[text.lower()], ""
    match = _RESULT.fullmatch(text)
    if match is None:
        return NOTHING_STATED, text
    winner = BLACK if match[1].upper() == form.letters[0] else WHITE
    for group, reason in ((2, "resignation"), (3, "time"), (4, "forfeit")):
        if match[group]:
            return Stated(winner, reason), ""
    margin = match[5]
    if margin in {"", "."} or not counts:
        return Stated(winner, "stated"), ""
    score = min(float(margin), 1e6)
    return Stated(winner, "points", score if winner == BLACK else -score), ""
