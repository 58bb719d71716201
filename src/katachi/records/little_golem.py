"""Files of Little Golem (littlegolem.net): Hex and Havannah, `.hgf` or `.sgf`.

They look like SGF and mean something else. There is no GM. PB begins, but his moves are labelled W
and those of PW are labelled B; `RE[B]` says that PB won, `RE[W]` that PW did. Read by the labels of
the moves, RE names the loser. Points are two letters in Hex, a letter and the number of the cell in
its row in Havannah. `swap` is the second move: in Hex the stone goes to the mirrored cell, in
Havannah it stays. `resign` is the last node of a resigned game.
"""

from __future__ import annotations

import re

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.game import Game
from katachi.games.havannah import Havannah
from katachi.games.hex import Hex
from katachi.records.collection import BLACK, WHITE, Games
from katachi.records.drafts import NOTHING_STATED, Drafts, DraftsBuilder, Stated, Tick, no_tick
from katachi.records.record import GameRecord
from katachi.records.sgf import escaped
from katachi.records.sgf_forms import point_numbers
from katachi.records.sgf_reading import board_size, resignation
from katachi.records.sgf_tree import GameTree, parse_games

ADDRESS = "http://www.littlegolem.com"
_NOTATION = ("littlegolem",)
_GAME_NUMBER = re.compile(r"game #([0-9]{1,9})")
_SITE = re.compile(r"SO\s*+\[[^\]\n]{0,200}littlegolem", re.IGNORECASE)
# The colours' labels of move nodes, by our numbers: Black begins.
_LABELS = "WB"
GAME_ID = "game_id"


def recognises(text: str, suffix: str) -> bool:
    """By its suffix, or by the site's name in the first root, which has no GM."""
    site = _SITE.search(text, 0, 1 << 16)
    return suffix == ".hgf" or (site is not None and "GM[" not in text[: site.start()])


def read_little_golem(file: str, text: str, tick: Tick = no_tick) -> Drafts:
    """All games of a file."""
    drafts = DraftsBuilder(file, text, tick)
    for place, tree in enumerate(parse_games(text, lenient=True)):
        if isinstance(tree, tuple):
            drafts.problem(tree[0], tree[1], place=place)
            continue
        try:
            _add(tree, place, drafts)
        except KatachiError as error:
            drafts.problem(tree.offset, error, place=place)
    return drafts.build()


def _add(tree: GameTree, place: int, drafts: DraftsBuilder) -> None:
    if tree.late or {"AB", "AW", "AE"} & tree.root.keys():
        raise InvalidRecord("Little Golem sets up no stones")
    game = _game(tree)
    table = point_numbers(game, _NOTATION)
    moves: list[int] = []
    stated = _result(tree)
    for ply, (letter, point) in enumerate(tree.moves):
        if letter != _LABELS[ply % 2]:
            raise InvalidRecord(f"ply {ply + 1}: the label is {letter}, not {_LABELS[ply % 2]}")
        lowered = point.lower()
        number = len(game.moves) - 1 if lowered == "swap" else table.get(lowered)
        if lowered in game.sgf.resigns and ply == len(tree.moves) - 1:
            stated = resignation(stated, 1 - ply % 2)
        elif number is None:
            raise InvalidRecord(f"ply {ply + 1}: {shown(point)} is not a move of {game}")
        else:
            moves.append(number)
    known = _GAME_NUMBER.fullmatch(tree.text("GC"))
    event, site = tree.text("EV"), tree.text("SO")
    drafts.add(
        game,
        moves,
        stated=stated,
        texts={
            "black": tree.text("PB"),
            "white": tree.text("PW"),
            "event": "" if event == "null" else event,
            "place": "" if site == ADDRESS else site,
            "comment": "" if known else tree.text("GC"),
        },
        numbers={GAME_ID: int(known[1])} if known else {},
        place=place,
        offset=tree.offset,
    )


def _game(tree: GameTree) -> Game:
    """Hex or Havannah, by the first point: its second character is a letter in Hex."""
    points = [point for _, point in tree.moves if len(point) in {2, 3}]
    kind: type[Hex] | type[Havannah] = Havannah
    if not tree.text("RU") and points and points[0].isalpha():
        kind = Hex
    elif not points and not tree.text("RU"):
        raise InvalidRecord("there is no move that tells Hex from Havannah")
    try:
        return kind(board_size(tree, 13 if kind is Hex else 8), swap=True)
    except KatachiError as error:
        raise InvalidRecord(str(error)) from None


def _result(tree: GameTree) -> Stated:
    text = tree.text("RE").upper()
    if not text:
        return NOTHING_STATED
    if text not in {"B", "W"}:
        raise InvalidRecord(f"RE[{shown(text)[1:-1]}] is neither B nor W")
    return Stated(BLACK if text == "B" else WHITE, "stated")


def write_little_golem(games: Games) -> bytes:
    """All games, one a line; refuses what the form cannot hold."""
    return "".join(_line(record) for record in games).encode("utf-8", "replace")


def _line(record: GameRecord) -> str:
    game = record.game
    if not isinstance(game, (Hex, Havannah)) or not game.swap or record.start is not None:
        raise InvalidRecord(
            f"Little Golem's files hold Hex and Havannah with swap from the start, not {game}"
        )
    names = game.notation("littlegolem").texts
    moves = [names[game.number(move)] for move in record.moves]
    outcome = record.outcome
    result = ""
    if outcome is not None:
        if outcome.winner is None or outcome.reason in {"time", "forfeit", "points"}:
            raise InvalidRecord(f"Little Golem's files cannot say {shown(str(outcome))}")
        result = f"RE[{outcome.winner[0].upper()}]"
    if outcome is not None and outcome.reason == "resignation":
        if (outcome.winner == "black") == (len(moves) % 2 == 0):
            raise InvalidRecord("in Little Golem's files only the player to move can resign")
        moves.append("resign")
    root = {
        "EV": record.event or "null",
        "PB": record.black,
        "PW": record.white,
        "SZ": str(game.size),
    }
    text = "".join(f"{name}[{escaped(value)}]" for name, value in root.items())
    text += ("RU[LG]" if isinstance(game, Havannah) else "") + result
    number = record.tag(GAME_ID)
    text += f"GC[{escaped(record.comment) if number is None else f' game #{number}'}]"
    text += f"SO[{escaped(record.place or ADDRESS)}]"
    nodes = "".join(f";{_LABELS[ply % 2]}[{move}]" for ply, move in enumerate(moves))
    return f"(;FF[4]{text}{nodes})\n"
