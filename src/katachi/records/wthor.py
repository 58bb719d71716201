"""WTHOR, the format of the French Othello federation's database.

A file of games (.wtb, 8 x 8; .wtd, 10 x 10) holds a header of 16 bytes and records of fixed size;
names of players (.JOU) and tournaments (.TRN) are in files of their own, by number. Format: S. Quin
and S. Nicolet, "Format de la base Wthor" (French Othello federation).

    header  century, year, month, day of creation; u32 games; u16 names; u16 year of the games;
            board size (0 and 8 mean 8); kind (1: solitaires); depth of theoretical scores; 0
    game    u16 tournament, u16 black, u16 white; Black's score; Black's theoretical score; moves
    move    column + 10 * row from 1 (10 x 10: column + 12 * row); 0 after the last

Passes are not recorded. The score counts empty squares for the winner; in a game that stops early
it is the only result, and is kept as it is (`points`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidRecord, shown
from katachi.games.othello import Othello
from katachi.records.collection import BLACK, DRAW, NO_NUMBER, REASON, START, UNKNOWN, WHITE, Games
from katachi.records.drafts import Drafts
from katachi.records.provenance import Problem
from katachi.records.replaying import replay
from katachi.records.source_file import SourceFile, open_source

SUFFIXES = (".wtb", ".wtd")
HEADER = struct.Struct("<4B I H H 4B")
PLAYER_BYTES, TOURNAMENT_BYTES = 20, 26
# What stands at number 0 of the tables, for people and events without a name.
NO_PLAYER, NO_TOURNAMENT = "???", "Diverses parties"
_NO_MOVE = 0xFFFF
# Facts of the file that a collection remembers, so that it can be written again as it was.
HEADER_DETAIL = "header"
# Columns of numbers.
THEORETICAL, BLACK_ID, WHITE_ID, EVENT_ID = "theoretical", "black_id", "white_id", "event_id"


@dataclass(frozen=True)
class Layout:
    """The two sizes of boards and what depends on them."""

    size: int
    moves: int
    row: int  # how much a move byte grows from row to row

    @property
    def record(self) -> np.dtype[np.void]:
        """One game."""
        return np.dtype(
            [
                ("event", "<u2"),
                ("black", "<u2"),
                ("white", "<u2"),
                ("score", "u1"),
                ("theoretical", "u1"),
                ("moves", "u1", (self.moves,)),
            ]
        )

    @property
    def numbers(self) -> NDArray[np.uint16]:
        """uint16 [256]: the move number of each byte."""
        table = np.full(256, _NO_MOVE, dtype=np.uint16)
        for number in range(self.size**2):
            row, column = divmod(number, self.size)
            table[self.row * (row + 1) + column + 1] = number
        return table

    @property
    def bytes(self) -> NDArray[np.uint8]:
        """uint8 [cells + 1]: the byte of each move number; a pass is not written."""
        table = np.zeros(self.size**2 + 1, dtype=np.uint8)
        numbers = self.numbers
        used = np.flatnonzero(numbers != _NO_MOVE)
        table[numbers[used]] = used
        return table


LAYOUTS = {8: Layout(8, 60, 10), 10: Layout(10, 96, 12)}


def recognises(source: SourceFile) -> bool:
    """By its suffix."""
    return source.suffix in SUFFIXES


def read_wthor(source: SourceFile) -> Drafts:
    """All games of a file; names come from the tables beside it, if they are there."""
    file, data = str(source.path), source.data
    if len(data) < HEADER.size:
        raise InvalidRecord(f"a WTHOR file has a header of {HEADER.size} bytes, not {len(data)}")
    *_, count, _names, year, size, kind, depth, _reserved = HEADER.unpack_from(data)
    layout = LAYOUTS.get(size or 8)
    if layout is None:
        raise InvalidRecord(f"byte 12: the board size is 0, 8 or 10, not {size}")
    if kind == 1:
        raise InvalidRecord("byte 13: this is a file of solitaires, not of games")
    record = layout.record
    complete = min(count, (len(data) - HEADER.size) // record.itemsize)
    problems = []
    wanted = HEADER.size + count * record.itemsize
    if len(data) != wanted:
        problems.append(
            Problem(
                file,
                f"byte {min(wanted, len(data))}",
                f"the header speaks of {count} games, that is {wanted} bytes; "
                f"the file has {len(data)}, and {complete} complete games are read",
            )
        )
    rows = np.frombuffer(data, dtype=record, count=complete, offset=HEADER.size)
    keep, broken = _sound(rows, layout)
    step = record.itemsize

    def where(place: int) -> str:
        return f"game {place}, byte {HEADER.size + step * place}"

    problems += [Problem(file, where(place), reason, place) for place, reason in broken]
    players, events = _names_beside(source.path, problems)
    games = _games(rows[keep], layout, np.flatnonzero(keep), _Names(players, events, year))
    places = games.place
    return Drafts(
        games,
        lambda row: where(int(places[row])),
        problems,
        implied_passes=True,
        details=(("depth", depth), (HEADER_DETAIL, data[: HEADER.size].hex()), ("year", year)),
    )


def _sound(
    rows: NDArray[np.void], layout: Layout
) -> tuple[NDArray[np.bool_], list[tuple[int, str]]]:
    """Which records have bytes that can be moves and a score, and what is wrong with the others."""
    moves = rows["moves"]
    ended = moves == 0
    late = np.any(np.diff(ended.astype(np.int8), axis=1) < 0, axis=1)
    foreign = np.any((layout.numbers[moves] == _NO_MOVE) & ~ended, axis=1)
    impossible = rows["score"] > layout.size**2
    reasons = []
    for place in np.flatnonzero(late | foreign | impossible).tolist():
        row = moves[place]
        if foreign[place]:
            ply = int(np.flatnonzero((layout.numbers[row] == _NO_MOVE) & (row != 0))[0])
            reason = f"ply {ply + 1}: byte {int(row[ply])} is not a move"
        elif late[place]:
            reason = "there are moves after the end of the game (a zero byte)"
        else:
            reason = f"a score of {int(rows['score'][place])} on {layout.size**2} squares"
        reasons.append((place, reason))
    return ~(late | foreign | impossible), reasons


@dataclass(frozen=True)
class _Names:
    players: list[str]
    events: list[str]
    year: int


def _games(
    rows: NDArray[np.void], layout: Layout, places: NDArray[np.int64], names: _Names
) -> Games:
    numbers = layout.numbers[rows["moves"]]
    played = rows["moves"] != 0
    lengths = played.sum(axis=1)
    margin = 2.0 * rows["score"] - layout.size**2
    when = f"{names.year:04d}" if names.year else ""
    texts = list(dict.fromkeys(["", "points", when, *names.players, *names.events]))
    code = {text: number for number, text in enumerate(texts)}

    def column(table: list[str], index: NDArray[np.uint16]) -> NDArray[np.int32]:
        codes = np.array([*(code[name] for name in table), 0], dtype=np.int32)
        return codes[np.minimum(index, len(table))]

    count = len(rows)
    return Games(
        kinds=(Othello(layout.size),) if count else (),
        kind=np.zeros(count, dtype=np.uint16),
        offsets=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        moves=numbers[played],
        winner=np.where(margin > 0, BLACK, np.where(margin < 0, WHITE, DRAW)).astype(np.uint8),
        score=margin,
        texts=tuple(texts),
        columns={
            "black": column(names.players, rows["black"]),
            "white": column(names.players, rows["white"]),
            "event": column(names.events, rows["event"]),
            "date": np.full(count, code[when], dtype=np.int32),
            REASON: np.full(count, code["points"], dtype=np.int32),
        },
        numbers={
            THEORETICAL: rows["theoretical"].astype(np.int32),
            BLACK_ID: rows["black"].astype(np.int32),
            WHITE_ID: rows["white"].astype(np.int32),
            EVENT_ID: rows["event"].astype(np.int32),
        },
        source=np.zeros(count, dtype=np.int32),
        place=places.astype(np.int32),
    )


# Tables of names


def read_names(data: bytes, length: int) -> list[str]:
    """The names of a .JOU (20 bytes each) or .TRN file (26); raises `InvalidRecord`."""
    if len(data) < HEADER.size:
        raise InvalidRecord(f"a table of names has a header of {HEADER.size} bytes")
    count = HEADER.unpack_from(data)[5]
    if len(data) != HEADER.size + length * count:
        raise InvalidRecord(
            f"the header speaks of {count} names, that is {HEADER.size + length * count} bytes, "
            f"not {len(data)}"
        )
    return [
        data[start : start + length].split(b"\0", 1)[0].decode("latin-1").strip()
        for start in range(HEADER.size, len(data), length)
    ]


def _names_beside(path: Path, problems: list[Problem]) -> tuple[list[str], list[str]]:
    tables = []
    for suffix, length in ((".jou", PLAYER_BYTES), (".trn", TOURNAMENT_BYTES)):
        table: list[str] = []
        found = _table_beside(path, suffix)
        if found is not None:
            try:
                table = read_names(open_source(found, most_bytes=1 << 24).data, length)
            except InvalidRecord as error:
                problems.append(Problem(str(found), "", f"'{found}': {error}"))
        tables.append(table)
    return tables[0], tables[1]


def _table_beside(path: Path, suffix: str) -> Path | None:
    """The table of this file, of this database (WTH_1999.wtb: WTH.JOU, WTHOR.JOU), or the only one."""
    try:
        tables = {
            other.stem.lower(): other
            for other in sorted(path.parent.iterdir())
            if other.suffix.lower() == suffix
        }
    except OSError:
        return None
    stem = path.stem.lower()
    for name in (stem, stem.split("_")[0], "wthor"):
        if name in tables:
            return tables[name]
    return next(iter(tables.values())) if len(tables) == 1 else None


# Writing


@dataclass(frozen=True)
class WthorFiles:
    """The contents of the three files."""

    games: bytes
    players: bytes
    tournaments: bytes


def write_wthor(games: Games, *, created: date | None = None) -> WthorFiles:
    """The games as WTHOR files; refuses what the format cannot hold.

    Numbers of players and tournaments are kept if the games have them (tags `black_id`, `white_id`,
    `event_id`); games read from one file get its header back.
    """
    layout = _layout_of(games)
    year = _year_of(games)
    players, (black, white) = _numbered(games, ("black", "white"), (BLACK_ID, WHITE_ID), NO_PLAYER)
    events, (event,) = _numbered(games, ("event",), (EVENT_ID,), NO_TOURNAMENT)
    rows = np.zeros(len(games), dtype=layout.record)
    rows["black"], rows["white"], rows["event"] = black, white, event
    rows["score"] = _scores(games, layout)
    theoretical = games.numbers.get(THEORETICAL, np.zeros(len(games), dtype=np.int32))
    theoretical = np.where(theoretical == NO_NUMBER, 0, theoretical)
    if theoretical.size and not (theoretical.min() >= 0 and theoretical.max() < 256):
        raise InvalidRecord("WTHOR holds theoretical scores of 0 to 255 only")
    rows["theoretical"] = theoretical
    _put_moves(rows["moves"], games, layout)
    stamp = created or datetime.now(UTC).date()
    return WthorFiles(
        _header(games, stamp, layout, year) + rows.tobytes(),
        _name_table(players, PLAYER_BYTES, stamp),
        _name_table(events, TOURNAMENT_BYTES, stamp),
    )


def _layout_of(games: Games) -> Layout:
    kinds = [kind for kind in games.kinds if not isinstance(kind, Othello) or kind.size == 6]
    if kinds or len(games.kinds) != 1:
        raise InvalidRecord(
            f"a WTHOR file holds Othello 8 x 8 or 10 x 10, not {', '.join(map(str, games.kinds))}"
        )
    if START in games.columns and np.any(games.columns[START]):
        raise InvalidRecord("WTHOR has no place for start positions")
    return LAYOUTS[games.kinds[0].size]


def _year_of(games: Games) -> int:
    dates = games.columns.get("date", np.zeros(len(games), dtype=np.int32))
    years = {games.texts[code][:4] for code in np.unique(dates)} or {""}
    if len(years) > 1:
        raise InvalidRecord(
            f"a WTHOR file holds the games of one year, not of {', '.join(sorted(years)[:5])}"
        )
    (year,) = years
    if year and not (year.isascii() and year.isdecimal()):
        raise InvalidRecord(f"{shown(year)} is not a year")
    return int(year or 0)


def _numbered(
    games: Games, columns: Sequence[str], ids: Sequence[str], nobody: str
) -> tuple[list[str], list[NDArray[np.int64]]]:
    """A table of names, and the number in it of each game's name, for each column."""
    empty = np.zeros(len(games), dtype=np.int32)
    names = [games.columns.get(column, empty) for column in columns]
    given = [games.numbers.get(number) for number in ids]
    if all(number is not None for number in given):
        table = _table_of_ids(
            games.texts,
            np.concatenate(names),
            np.concatenate([number for number in given if number is not None]),
            nobody,
        )
        if table is not None:
            return table, [number.astype(np.int64) for number in given if number is not None]
    used = np.unique(np.concatenate(names))
    table = sorted({games.texts[code] for code in used} - {"", nobody})
    place = {name: number for number, name in enumerate([nobody, *table])}
    lookup = np.zeros(max(len(games.texts), 1), dtype=np.int64)
    for code in used.tolist():
        lookup[code] = place.get(games.texts[code], 0)
    return [nobody, *table], [lookup[codes] for codes in names]


def _table_of_ids(
    texts: Sequence[str], names: NDArray[np.int32], ids: NDArray[np.int32], nobody: str
) -> list[str] | None:
    """Names by number if every number has one name, else None."""
    if not ids.size or ids.min() < 0 or ids.max() >= 2**16:
        return None
    pairs = np.unique(np.stack([ids, names]), axis=1)
    if len(np.unique(pairs[0])) != pairs.shape[1]:
        return None
    table = [nobody] * (int(ids.max()) + 1)
    for number, code in pairs.T.tolist():
        table[number] = texts[code]
    return table


def _scores(games: Games, layout: Layout) -> NDArray[np.int64]:
    """Black's discs, with the empty squares for the winner where the board decided."""
    if np.any(games.winner == UNKNOWN):
        place = int(np.flatnonzero(games.winner == UNKNOWN)[0])
        raise InvalidRecord(f"game {place} has no result, and WTHOR has no place for that")
    _, board = replay(games)
    if np.any(board.refused >= 0):
        place = int(np.flatnonzero(board.refused >= 0)[0])
        raise InvalidRecord(f"game {place} has an illegal move")
    margin = games.score.copy()
    by_discs = _with_reason(games, "discs")
    empty = layout.size**2 - board.black.astype(np.float64) - board.white
    margin += np.where(by_discs, np.sign(margin) * empty, 0)
    margin = np.where(np.isnan(margin), 0, margin)
    scores = (margin + layout.size**2) / 2
    bad = (scores != np.round(scores)) | (scores < 0) | (scores > layout.size**2)
    # A winner without a margin cannot be told from a draw.
    bad |= np.sign(margin) != np.where(games.winner == BLACK, 1, -1) * (games.winner != DRAW)
    if np.any(bad):
        place = int(np.flatnonzero(bad)[0])
        raise InvalidRecord(
            f"game {place} ended {shown(str(games.outcome(place)))}, which is not a number of discs"
        )
    return scores.astype(np.int64)


def _with_reason(games: Games, reason: str) -> NDArray[np.bool_]:
    codes = games.columns.get(REASON)
    if codes is None or reason not in games.texts:
        return np.zeros(len(games), dtype=np.bool_)
    return np.asarray(codes == games.texts.index(reason), dtype=np.bool_)


def _put_moves(moves: NDArray[np.uint8], games: Games, layout: Layout) -> None:
    written = layout.bytes[games.moves]
    rows = np.repeat(np.arange(len(games)), games.lengths)[written != 0]
    written = written[written != 0]
    lengths = np.bincount(rows, minlength=len(games)) if len(games) else np.zeros(0, dtype=np.int64)
    if lengths.size and lengths.max() > layout.moves:
        raise InvalidRecord(f"WTHOR has room for {layout.moves} moves")
    starts = np.concatenate(([0], np.cumsum(lengths)))[:-1]
    moves[rows, np.arange(len(written)) - np.repeat(starts, lengths)] = written


def _header(games: Games, stamp: date, layout: Layout, year: int) -> bytes:
    sources = {int(number) for number in np.unique(games.source)}
    if len(sources) == 1 and min(sources) >= 0:
        old = games.provenance.sources[min(sources)].detail(HEADER_DETAIL)
        if isinstance(old, str):
            head = bytearray.fromhex(old)
            struct.pack_into("<I", head, 4, len(games))
            return bytes(head)
    return HEADER.pack(*_stamp(stamp), len(games), 0, year, layout.size, 0, 0, 0)


def _stamp(day: date) -> Iterable[int]:
    return (*divmod(day.year, 100), day.month, day.day)


def _name_table(names: Sequence[str], length: int, stamp: date) -> bytes:
    parts = [HEADER.pack(*_stamp(stamp), 0, len(names), 0, 0, 0, 0, 0)]
    for name in names:
        try:
            encoded = name.encode("latin-1")
        except UnicodeEncodeError:
            raise InvalidRecord(f"WTHOR cannot write the name {shown(name)}") from None
        if len(encoded) >= length or b"\0" in encoded:
            raise InvalidRecord(f"WTHOR has room for {length - 1} letters, not for {shown(name)}")
        parts.append(encoded.ljust(length, b"\0"))
    if len(names) > 2**16 - 1:
        raise InvalidRecord(f"WTHOR numbers at most {2**16 - 1} names, not {len(names)}")
    return b"".join(parts)
