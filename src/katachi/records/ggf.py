"""GGF, the Generic Game Format of the Othello server GGS.

    (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ada]PW[Blaise]RB[1837.5]RW[2120]
      TI[15:00//02:00]TY[8]RE[+12.00]BO[8 ---...--- *]B[F5/0.03/1.2]W[d6//3]...;)

A value ends at the first `]`; nothing is escaped. RE is Black's margin, with `:r`, `:t` or `:s` for
a resignation, the clock, or an agreement. BO is the board before the first move and who begins.
Evaluations and times of moves are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.othello import Othello
from katachi.games.position import Position
from katachi.records.collection import DRAW, Games
from katachi.records.drafts import (
    NOTHING_STATED,
    Drafts,
    DraftsBuilder,
    Stated,
    Tick,
    no_tick,
    stated_margin,
)
from katachi.records.record import GameRecord
from katachi.records.sgf_reading import in_turn

_START = re.compile(r"\(\s*+;")
_TAG = re.compile(r"\s*+([A-Za-z]{1,3})\s*+\[([^\]]*+)\]")
_END = re.compile(r"\s*+;\s*+\)")
_RESULT = re.compile(r"([+-]?[0-9]{1,3}(?:\.[0-9]{1,6})?)(?::([rtsl]))?", re.IGNORECASE)
_DATE = re.compile(r"([0-9]{4})[.-]([0-9]{2})[.-]([0-9]{2})(.*)", re.DOTALL)
MOST_TAGS = 2000

_TEXTS = {"PB": "black", "PW": "white", "RB": "black_rating", "RW": "white_rating", "PC": "place"}
# Tags of ours, by those of GGF.
_TAGS = {"TI": "time", "TB": "black_time", "TW": "white_time", "TY": "type", "KM": "komi"}
TIMESTAMP = "timestamp"
# GGS writes a whole board for a resignation or a lost clock.
_ALL = {6: 36, 8: 64, 10: 100}


def recognises(text: str) -> bool:
    """The first game names Othello in words."""
    return re.search(r"\(\s*+;\s*+GM\s*+\[\s*+othello", text[: 1 << 16], re.IGNORECASE) is not None


def read_ggf(file: str, text: str, tick: Tick = no_tick) -> Drafts:
    """All games of a file."""
    drafts = DraftsBuilder(file, text, tick)
    for place, (offset, found) in enumerate(_games(text)):
        try:
            if isinstance(found, InvalidRecord):
                raise found
            _add(found, place, offset, drafts)
        except KatachiError as error:
            drafts.problem(offset, error, place=place)
    return drafts.build()


def _games(text: str) -> Iterator[tuple[int, list[tuple[str, str]] | InvalidRecord]]:
    """The tags of each game, or what is wrong with it; reading goes on at the next `(;`."""
    start = _START.search(text)
    while start is not None:
        tags: list[tuple[str, str]] = []
        at = start.end()
        while (tag := _TAG.match(text, at)) is not None and len(tags) < MOST_TAGS:
            tags.append((tag[1].upper(), tag[2].strip()))
            at = tag.end()
        end = _END.match(text, at)
        if end is None:
            rest = text[at : at + 30]
            yield start.start(), InvalidRecord(f"neither a tag nor the end `;)`: {shown(rest)}")
            start = _START.search(text, start.end())
        else:
            yield start.start(), tags
            start = _START.search(text, end.end())


def _add(tags: list[tuple[str, str]], place: int, offset: int, drafts: DraftsBuilder) -> None:
    values = dict(tags)
    if values.get("GM", "").lower() not in {"othello", "reversi"}:
        raise InvalidRecord(f"GM[{shown(values.get('GM', ''))[1:-1]}] is not Othello")
    if "a" in values.get("TY", "").lower():
        raise InvalidRecord(f"TY[{shown(values['TY'])[1:-1]}] is anti-Othello, with other rules")
    game, start, first = _board(values.get("BO", ""))
    numbers, colors = [], []
    special = len(game.moves) - 1
    for tag, value in tags:
        if tag in {"B", "W"}:
            text = value.split("/")[0].strip().lower()
            numbers.append(special if text.startswith("pa") else game.cell_number(text))
            colors.append("BW".index(tag))
    texts = {column: values.get(tag, "") for tag, column in (*_TEXTS.items(), *_TAGS.items())}
    texts["date"], texts[TIMESTAMP] = _date(values.get("DT", ""))
    drafts.add(
        game,
        in_turn(game, numbers, colors, first),
        stated=_result(values.get("RE", "")),
        texts=texts,
        start=start,
        place=place,
        offset=offset,
    )


def _board(text: str) -> tuple[Othello, str, int]:
    """The game, an unusual start, and who begins."""
    if not text:
        return Othello(), "", 0
    size, *rows = text.split()
    cells = "".join(rows)
    if not (size.isascii() and size.isdecimal() and len(size) < 3 and len(cells) > 1):
        raise InvalidRecord(f"BO[{shown(text)[1:-1]}] is not a size, a board and a side")
    game = Othello(int(size))
    position = game.position(f"{cells[:-1]} {cells[-1]}")
    start = "" if position == game.start() else position.text
    return game, start, position.core.to_move


def _date(text: str) -> tuple[str, str]:
    """The day, and the whole text if it says more."""
    match = _DATE.fullmatch(text)
    if match is not None:
        return "-".join(match.groups()[:3]), text if match[4] else ""
    if text.isascii() and text.isdecimal() and len(text) < 11:
        return f"{datetime.fromtimestamp(int(text), UTC):%Y-%m-%d}", text
    return "", text


def _result(text: str) -> Stated:
    if text in {"", "?"}:
        return NOTHING_STATED
    match = _RESULT.fullmatch(text)
    if match is None:
        raise InvalidRecord(f"RE[{shown(text)[1:-1]}] is not a margin")
    stated = stated_margin(float(match[1]))
    reason = {"r": "resignation", "t": "time", "l": "time"}.get((match[2] or "").lower())
    if reason is not None and stated.winner != DRAW:
        return Stated(stated.winner, reason)
    return stated


def write_ggf(games: Games) -> bytes:
    """All games, one a line; refuses what the format cannot hold."""
    return "".join(_line(record) for record in games).encode("utf-8", "replace")


def _line(record: GameRecord) -> str:
    game = record.game
    if not isinstance(game, Othello):
        raise InvalidRecord(f"GGF holds Othello, not {game}")
    extra = {name: str(value) for name, value in record.tags}
    first = game.start() if record.start is None else record.start
    assert isinstance(first, Position)
    tags = {
        "GM": "Othello",
        "PC": record.place,
        "DT": extra.get(TIMESTAMP) or record.date.replace("-", "."),
        "PB": record.black,
        "PW": record.white,
        "RB": record.black_rating,
        "RW": record.white_rating,
        **{tag: extra.get(name, "") for tag, name in _TAGS.items()},
        "TY": extra.get("type") or str(game.size),
        "RE": _written_result(record, game),
        "BO": f"{game.size} {''.join('*O-'[s] for s in first.stones)} {'*O'[first.core.to_move]}",
    }
    for name, value in tags.items():
        if "]" in value or value != value.strip():
            raise InvalidRecord(f"GGF cannot write {name}[{shown(value)[1:-1]}]")
    text = "".join(f"{name}[{value}]" for name, value in tags.items() if value)
    turn = first.core.to_move
    nodes = []
    for move in record.moves:
        nodes.append(f"{'BW'[turn]}[{'PA' if move == 'pass' else move}]")
        turn = 1 - turn
    return f"(;{text}{''.join(nodes)};)\n"


def _written_result(record: GameRecord, game: Othello) -> str:
    outcome = record.outcome
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "0.00"
    sign = 1 if outcome.winner == "black" else -1
    if outcome.reason in {"resignation", "time"}:
        return f"{sign * _ALL[game.size]:+.2f}:{outcome.reason[0]}"
    if outcome.reason == "discs":
        final = record.final
        assert isinstance(final, Position)
        return f"{outcome.score + sign * final.stones.count(2):+.2f}"
    if outcome.reason == "points":
        return f"{outcome.score:+.2f}"
    raise InvalidRecord(f"GGF cannot say {shown(str(outcome))}")
