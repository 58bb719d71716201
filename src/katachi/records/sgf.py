"""Games as SGF (Smart Game Format, FF[4]).

All files are UTF-8 and say so. A record with moves that cannot be played is refused. SGF knows
neither Go's ko point nor passes before the first move: a start position loses them. Fields of a
game that SGF has no property for stand in `KT`, katachi's own, and tags of a record in `KX`.

How each game is written stands in `sgf.py` of its room.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from katachi import __version__
from katachi.errors import InvalidGame, KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games.contract import PositionLike
from katachi.games.game import Game
from katachi.games.outcome import Color, Outcome
from katachi.games.position import Position
from katachi.games.sgf_form import Root, SgfForm
from katachi.records.collection import Games
from katachi.records.record import GameRecord
from katachi.records.sgf_forms import (
    FORMS,
    OWN,
    OWN_TAGS,
    RESULT_TAG,
    TAG_PROPERTIES,
    point_texts,
)

_MUST_ESCAPE = re.compile(r"[\\\]]")


def write_sgf(record: GameRecord) -> str:
    r"""The record as the text of an SGF file.

    >>> import katachi
    >>> game = katachi.Hex(3, swap=True)
    >>> record = GameRecord(game, ("a2", "swap", "b2"), black="[x]", white="Y", date="2026-07-04")
    >>> print(write_sgf(record).replace(katachi.__version__, "VERSION"))
    (;FF[4]GM[11]CA[UTF-8]AP[katachi:VERSION]SZ[3]PB[[x\]]PW[Y]DT[2026-07-04]RE[Void]KT[swap=True];B[a2];W[swap-pieces];B[b2])
    <BLANKLINE>
    """
    game, form = game_and_form(record)
    points = point_texts(game, form)
    final = first = built_in(game.start() if record.start is None else record.start)
    nodes = []
    for ply, move in enumerate(record.moves):
        letter = form.letters[final.core.to_move]
        nodes.append(f";{letter}[{points[game.number(move)]}]")
        final = _after(final, move, ply)
    return file_text(root_properties(record, game, form, (first, final)), nodes)


def write_session(
    record: GameRecord, moves: Sequence[tuple[Color, str]], final: Position, komi: float
) -> str:
    """The file of a record with moves of either colour in any order, as a controller may play them.

    `final` is the position after them. `komi` is written as it is, if the game has one.
    """
    game, form = game_and_form(record)
    points = point_texts(game, form)
    nodes = [f";{form.letter(color)}[{points[game.number(move)]}]" for color, move in moves]
    first = built_in(game.start() if record.start is None else record.start)
    root = root_properties(record, game, form, (first, final))
    if "KM" in root:
        root["KM"] = f"{komi:.12g}"
    return file_text(root, nodes)


def file_text(root: Root, nodes: list[str]) -> str:
    """The text of a file: properties of the first node, then the other nodes as they are."""
    properties = "".join(
        name + "".join(f"[{escaped(value)}]" for value in _values(values))
        for name, values in root.items()
    )
    return f"(;{properties}{''.join(nodes)})\n"


def write_collection(games: Games) -> bytes:
    """All games, one a line (comments may have more)."""
    return "".join(write_sgf(record) for record in games).encode("utf-8", "replace")


def save_sgf(record: GameRecord, path: Path, *, overwrite: bool = False) -> None:
    """Writes the record to a file, completely or not at all; keeps an existing file."""
    write_atomically(path, write_sgf(record), overwrite=overwrite)


def escaped(text: str) -> str:
    r"""A value with `]` and `\` escaped."""
    return _MUST_ESCAPE.sub(r"\\\g<0>", text)


def _values(values: str | list[str]) -> list[str]:
    return [values] if isinstance(values, str) else values


def _after(position: Position, move: str, ply: int) -> Position:
    try:
        return position.play(move)
    except KatachiError as error:
        raise type(error)(f"ply {ply + 1}, {move!r}: {error}") from None


def game_and_form(record: GameRecord) -> tuple[Game, SgfForm]:
    """The game of a record and how SGF writes it; raises `InvalidGame`."""
    game = record.game
    if not isinstance(game, Game):
        raise InvalidGame(f"SGF has no form for {shown(game.name)}, only for {', '.join(FORMS)}")
    return game, game.sgf


def built_in(position: PositionLike) -> Position:
    """A position that SGF can write; raises `InvalidGame`."""
    if not isinstance(position, Position):
        raise InvalidGame(f"SGF has no form for a {type(position).__name__}")
    return position


def root_properties(
    record: GameRecord, game: Game, form: SgfForm, ends: tuple[Position, Position]
) -> Root:
    """The properties of the first node, without the empty ones; `ends`: first, last position."""
    properties: Root = {
        "FF": "4",
        "GM": form.number,
        "CA": "UTF-8",
        "AP": f"katachi:{__version__}",
        "SZ": str(game.size),
    }
    names = {form.letter("black"): record.black, form.letter("white"): record.white}
    ratings = {
        form.letter("black"): record.black_rating,
        form.letter("white"): record.white_rating,
    }
    tags = {name: str(value) for name, value in record.tags}
    texts = {
        "PB": names["B"],
        "BR": ratings["B"],
        "PW": names["W"],
        "WR": ratings["W"],
        "DT": record.date,
        "EV": record.event,
        "PC": record.place,
        "RE": tags.get(RESULT_TAG) or _result(record, form, ends[1]),
        **{name: tags.get(tag, "") for name, tag in TAG_PROPERTIES.items()},
    }
    properties |= {name: _simple_text(text) for name, text in texts.items() if text.strip()}
    if record.comment.strip():
        properties["GC"] = record.comment
    properties |= form.properties(game, from_start=record.start is None)
    if "rules" in tags and "RU" in properties:
        properties["RU"] = _simple_text(tags["rules"])
    own = _own_fields(game, form, properties)
    if own:
        properties[OWN] = own
    told = {RESULT_TAG, *TAG_PROPERTIES.values()}
    others = [[name, value] for name, value in record.tags if name not in told]
    if others:
        properties[OWN_TAGS] = [json.dumps(tag, ensure_ascii=False) for tag in others]
    if record.start is not None or form.writes_start or properties.get("HA"):
        properties |= _set_up(ends[0], form)
    return properties


def _simple_text(text: str) -> str:
    """SGF's SimpleText has no line breaks."""
    return " ".join(text.split())


def _result(record: GameRecord, form: SgfForm, final: Position) -> str:
    outcome = record.outcome
    if outcome is None or outcome.winner is None:
        return record.result
    counted = Outcome(outcome.winner, outcome.reason, _score(outcome, final))
    _, _, margin = counted.sgf_result.partition("+")
    return f"{form.letter(outcome.winner)}+{margin}"


def _score(outcome: Outcome, final: Position) -> float:
    """Black's margin as records state it."""
    if outcome.reason != "discs" or not final.game.winner_takes_empty_cells:
        return outcome.score
    empty = final.stones.count(2)
    return outcome.score + (empty if outcome.winner == "black" else -empty)


def _own_fields(game: Game, form: SgfForm, properties: Root) -> str:
    """Fields that no property of SGF tells, as key=value."""
    told, always = form.told_fields(game, properties)
    told.add("size")
    parts = []
    for item in fields(game):
        value = getattr(game, item.name)
        if item.name in always or (item.name not in told and value != item.default):
            parts.append(f"{item.name}={value}")
    return " ".join(parts)


def _set_up(position: Position, form: SgfForm) -> Root:
    texts = point_texts(position.game, form)
    properties: Root = {}
    for letter in "BW":
        stone = form.letters.index(letter)
        points = [texts[number] for number, found in enumerate(position.stones) if found == stone]
        if points:
            properties[f"A{letter}"] = points
    properties["PL"] = form.letter(position.to_move)
    return properties
