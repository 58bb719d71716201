"""Games out of SGF: what the properties mean in each game.

Files of others are judged leniently where rules differ and files rarely name them: Go forbids only
the simple ko, and suicide unless the rules are New Zealand's or Ing's; two passes after which play
goes on are dropped. Where one colour moves twice, Go and Othello have an unwritten pass between.

Hex: `swap-pieces` is our swap. Real files also write it where the players changed sides instead
(HexGui 0 and 1.0, Hex-benzene), so the next move decides: if the colour that swapped moves again,
the sides were changed. Such a game is read in the mirror, where it is one with `swap-pieces`; its
result names the players, of whom Black began.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import msgspec

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.board_text import SYMBOLS
from katachi.games.game import Game
from katachi.games.go import LARGEST_KOMI, Go, handicap_points, most_handicap, playable_komi
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
    Form,
    go_rules_name,
    point_numbers,
)
from katachi.records.sgf_tree import GameTree, Properties, parse_games, unescaped

_RESULT = re.compile(
    r"([BW])\+(?:(R(?:esign)?)|(T(?:ime)?)|(F(?:orfeit)?)|([0-9]*\.?[0-9]*))", re.I
)
_REAL = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?")
_POINTS = re.compile(r"([^:]+):([^:]+)")
_ALLOWS_SUICIDE = {"nz", "new zealand", "ing", "goe", "tromp-taylor"}
# These wrote swap-pieces for a change of sides.
_OLD_HEX = re.compile(r"HexGui:0\.|HexGui:1\.0|Hex-benzene")
RESIGNS = {"resign", "forfeit"}
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
    form = FORMS[game.name]
    numbers, colors, resigned = _moves(game, form, tree)
    if game.name == "hex":
        game, numbers, colors, sides = _swapped(game, numbers, colors, tree)
        if sides and resigned is not None:
            resigned = 1 - resigned
    elif game.name == "havannah" and len(game.moves) - 1 in numbers:
        game = _with_swap(game)
    game, start, first = _start(game, form, tree, colors)
    numbers = in_turn(game, numbers, colors, first)
    dropped = 0
    if game.name == "go":
        numbers, dropped = without_resumptions(numbers, len(game.moves) - 1)
    texts = facts(tree, form)
    if isinstance(game, Go) and own_file(tree) and texts.get("rules") == go_rules_name(game):
        del texts["rules"]  # they are fields of the game
    stated, unread = _result(tree, form, game)
    if resigned is not None:
        stated = resignation(stated, 1 - resigned)
    if unread:
        texts[RESULT_TAG] = unread
    if isinstance(game, Go) and tree.text("KM") and real(tree.text("KM"), "KM") != game.komi:
        texts["komi"] = tree.text("KM")
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


def facts(tree: GameTree, form: Form) -> dict[str, str]:
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


def own_file(tree: GameTree) -> bool:
    """Whether katachi wrote it."""
    return tree.text("AP").startswith("katachi:")


def _game(tree: GameTree) -> Game:
    number = tree.text("GM").lower() or "1"
    name = {form.number: name for name, form in FORMS.items()}.get(number, "")
    if not name:
        known = ", ".join(f"GM[{form.number}] {name}" for name, form in FORMS.items())
        raise InvalidRecord(f"GM[{shown(number)[1:-1]}] is none of {known}")
    size = board_size(tree, {"go": 19, "othello": 8, "hex": 11, "havannah": 5}[name])
    values: dict[str, str | int | float | bool] = {"name": name, "size": size}
    if name == "go":
        values |= _go_rules(tree)
    values |= _own_fields(tree)
    return game_of(values)


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


def _go_rules(tree: GameTree) -> dict[str, str | int | float | bool]:
    komi = tree.text("KM")
    rules = tree.text("RU").lower()
    stated = real(komi, "KM") if komi else 0.0
    # 3.75 (half of 7.5, counted in stones) is played as GTP plays it; too large ones are refused.
    if abs(stated) <= LARGEST_KOMI:
        stated = playable_komi(stated)
    values: dict[str, str | int | float | bool] = {"komi": stated}
    if own_file(tree):
        values |= {"suicide": True, "superko": "situational"} if rules == "nz" else {}
    else:
        values |= {"superko": "none", "suicide": rules in _ALLOWS_SUICIDE}
    return values


def real(text: str, name: str) -> float:
    """A number of SGF."""
    if not _REAL.fullmatch(text):
        raise InvalidRecord(f"{name}[{shown(text)[1:-1]}] is not a number")
    return float(text)


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


def _with_swap(game: Game) -> Game:
    return replace(game, swap=True)  # type: ignore[call-arg]


# Moves


def _moves(game: Game, form: Form, tree: GameTree) -> tuple[list[int], list[int], int | None]:
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
            if lowered in RESIGNS and game.name in {"hex", "havannah"} and ply == len(tree.moves):
                resigned = color_of[letter]
                continue
            number = special if lowered in form.specials else table.get(lowered)
            if lowered == "swap-sides" and game.name == "hex":
                number = special
            if number is None:
                raise InvalidRecord(f"ply {ply}: {shown(point)} is not a move of {game}")
        numbers.append(number)
        colors.append(color_of[letter])
    return numbers, colors, resigned


def _swapped(
    game: Game, numbers: list[int], colors: list[int], tree: GameTree
) -> tuple[Game, list[int], list[int], bool]:
    """Hex with a swap: the same game with our meaning of it, and whether sides were changed."""
    special = len(game.moves) - 1
    if special not in numbers:
        return game, numbers, colors, False
    game = _with_swap(game)
    at = numbers.index(special)
    if at != 1 or special in numbers[2:]:
        return game, numbers, colors, False  # illegal, as replaying will say
    text = tree.moves[1][1].strip().lower()
    if len(colors) > 2:
        sides = colors[2] == colors[1]
    else:
        sides = text == "swap-sides" or bool(_OLD_HEX.search(tree.text("AP")))
    if not sides:
        return game, numbers, colors, False
    mirrored = [_mirror(game, number) for number in numbers[2:]]
    turned = [1 - color for color in colors[2:]]
    return game, [*numbers[:2], *mirrored], [*colors[:2], *turned], True


def _mirror(game: Game, number: int) -> int:
    row, column = divmod(number, game.size)
    return column * game.size + row


def in_turn(game: Game, numbers: list[int], colors: list[int], first: int) -> list[int]:
    """The moves with unwritten passes put in; refuses two moves of one colour in other games."""
    passes = game.name in {"go", "othello"}
    special = len(game.moves) - 1
    turn = first
    played = []
    for ply, (number, color) in enumerate(zip(numbers, colors, strict=True), start=1):
        if color != turn:
            if not passes:
                who = ("Black", "White")[color]
                raise InvalidRecord(f"ply {ply}: {who} moves, but it is not {who}'s turn")
            played.append(special)
            turn = 1 - turn
        played.append(number)
        turn = 1 - turn
    return played


def without_resumptions(moves: list[int], special: int) -> tuple[list[int], int]:
    """A Go game in which two passes end it, and how many passes had to go for that.

    Servers let players resume after two passes: the two change nothing and are dropped. Of passes
    at the end two are kept; some rules want three, and some programs count more.
    """
    kept: list[int] = []
    passes = 0
    for move in moves:
        if move == special:
            passes += 1
            continue
        kept += [special] * (passes % 2)
        kept.append(move)
        passes = 0
    kept += [special] * min(passes, 2)
    return kept, len(moves) - len(kept)


# The start


def _start(game: Game, form: Form, tree: GameTree, colors: list[int]) -> tuple[Game, str, int]:
    """The game (with its handicap), the text of an unusual start, and who begins (0 black)."""
    usual = game.start()
    stones = _set_up(game, form, tree.root)
    to_move = _to_move(form, tree, colors, default=usual.core.to_move)
    if stones is None:
        if to_move == usual.core.to_move:
            return game, "", to_move
        stones = usual.stones
    if isinstance(game, Go) and not stones.count(WHITE):
        handicap = _handicap(game, stones)
        if handicap and to_move == WHITE:
            return replace(game, handicap=handicap), "", to_move
    if stones == usual.stones and to_move == usual.core.to_move:
        return game, "", to_move
    text = "".join(SYMBOLS[stone] for stone in stones)
    position = game.position(f"{text} {SYMBOLS[to_move]}")
    return game, position.text, to_move


def _to_move(form: Form, tree: GameTree, colors: list[int], *, default: int) -> int:
    player = tree.text("PL").upper()[:1]
    if player in form.letters:
        return form.letters.index(player)
    if colors:
        return colors[0]
    if tree.text("HA") not in {"", "0", "1"}:
        return WHITE
    return default


def _set_up(game: Game, form: Form, root: Properties) -> bytes | None:
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
    if min(numbers) < 0 or (corners and game.name == "havannah"):
        raise InvalidRecord(f"{shown(value)} is not a point of {game}")
    if not corners:
        return numbers
    (top, left), (bottom, right) = (divmod(number, game.size) for number in numbers)
    return [
        row * game.size + column
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    ]


def _handicap(game: Go, stones: bytes) -> int:
    """The fixed handicap that these black stones are, or 0."""
    count = stones.count(0)
    if not 2 <= count <= most_handicap(game.size):
        return 0
    points = {game.number(point) for point in handicap_points(game.size, count)}
    return count if all(stones[point] == 0 for point in points) else 0


# The result


def _result(tree: GameTree, form: Form, game: Game) -> tuple[Stated, str]:
    """The stated result, and the text of one that is in no known form."""
    text = tree.text("RE")
    counts = game.name in {"go", "othello"}
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
