"""Rows out of a damaged SQLite file, page by page, without the help of SQLite.

A flipped bit in the head of a page or in a tree of pages makes SQLite give up hundreds of rows that
are as good as ever. Here rows are found by what they look like: a record begins with a header that
says type and length of every column (https://sqlite.org/fileformat2.html, 2.1), and those of a table
whose columns are known are unmistakable. Copies of rows that SQLite has left in unused parts of
pages are found, too: the caller chooses.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

USUAL_PAGE_SIZE = 4096
PAGE_SIZES = tuple(2**power for power in range(9, 17))
_WAL_HEAD, _FRAME_HEAD = 32, 24
_HEAD_SIZE = 100  # of the first page
# Bytes of integers by their type in a header; 7 is a float of 8 bytes.
_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
_INTEGERS = frozenset({1, 2, 3, 4, 5, 6, 8, 9})
_FLOAT, _NULL, _FIRST_TEXT = 7, 0, 13
_INTEGER_BYTES = rb"[\x01-\x06\x08\x09]"

Value = int | float | bytes | None


@dataclass(frozen=True)
class Table:
    """How the records of a table look.

    `columns`: a letter each, i integer, r number, t text, o text or NULL, n NULL; `fewest` of them
    are there in rows that are older than the last columns. `begins` is a pattern of the first bytes of
    a header. `has_number`: the rows have a number before the record, as tables with a rowid do.
    """

    name: str
    columns: str
    begins: bytes
    fewest: int = 0
    has_number: bool = False


GAMES = Table(
    "games",
    "iiiotrrtitttitttt" + "tttttt",
    rb"[\x12-\x46]" + 2 * _INTEGER_BYTES + rb"[\x08\x09][\x00\x17]",
    fewest=17,
)
VOIDS = Table("voids", "iiiitttttt", rb"[\x0b-\x1f]" + 2 * _INTEGER_BYTES + rb"[\x08\x09]")
MATCHES = Table("matches", "ntttttttt", rb"[\x0a-\x1f]\x00\x4d", has_number=True)
KEYS = Table("keys", "ti", rb"\x03\x4d" + _INTEGER_BYTES)  # the index of matches by their keys
AGENTS = Table("agents", "ttt", rb"[\x04-\x0a]\x2d")
MACHINES = Table("machines", "tt", rb"[\x03-\x07]\x2d")
TABLES = (GAMES, VOIDS, MATCHES, KEYS, AGENTS, MACHINES)


class Found(NamedTuple):
    """A record; texts are bytes. `number` is None where the table has none or it is damaged.

    `is_live`: its page names it among its cells. `places`: which bytes it occupies, as (page, first
    byte, behind the last), pages from 1.
    """

    table: str
    values: tuple[Value, ...]
    number: int | None
    is_live: bool
    places: tuple[tuple[int, int, int], ...]


def salvage(main: bytes, wal: bytes = b"") -> list[Found]:
    """All records of the tables of a laboratory, from its file and the journal beside it.

    The size of pages stands in the head of the file, which may be damaged: the size with which most
    records are found counts.
    """
    best: list[Found] = []
    stated = int.from_bytes(main[16:18], "big")
    for size in dict.fromkeys((stated, USUAL_PAGE_SIZE, *PAGE_SIZES)):
        if size not in PAGE_SIZES:
            continue
        found = list(_Pages(main, wal, size).records())
        best = max(best, found, key=len)
        if size == USUAL_PAGE_SIZE and best:
            break
    return best


class _Pages:
    """The pages of a file as they stand now, and all images of them."""

    def __init__(self, main: bytes, wal: bytes, size: int) -> None:
        self.size = size
        count = -(-len(main) // size)
        self.images = [(n + 1, main[n * size : (n + 1) * size]) for n in range(count)]
        for at in range(_WAL_HEAD, len(wal) - _FRAME_HEAD - size + 1, _FRAME_HEAD + size):
            number = int.from_bytes(wal[at : at + 4], "big")
            self.images.append((number, wal[at + _FRAME_HEAD : at + _FRAME_HEAD + size]))
        self.current = dict(self.images)

    def records(self) -> Iterator[Found]:
        patterns = [
            (table, re.compile(b"(?=" + table.begins + b")", re.DOTALL)) for table in TABLES
        ]
        for number, page in self.images:
            cells = _cells(number, page)
            for table, pattern in patterns:
                for match in pattern.finditer(page):
                    found = self._record(table, number, page, match.start(), cells)
                    if found is not None:
                        yield found

    def _record(
        self, table: Table, number: int, page: bytes, at: int, cells: frozenset[int]
    ) -> Found | None:
        kinds = _kinds(page, at)
        if kinds is None or not _suits(table, kinds):
            return None
        sizes = [
            _SIZES[kind] if kind < _FIRST_TEXT else (kind - _FIRST_TEXT) // 2 for kind in kinds
        ]
        length = page[at] + sum(sizes)
        payload, places = self._payload(number, page, at, length, table)
        if payload is None:
            return None
        values: list[Value] = []
        start = page[at]
        for kind, size in zip(kinds, sizes, strict=True):
            values.append(_value(kind, payload[start : start + size]))
            start += size
        before, row = at - len(_varint(length)), None
        if table.has_number:
            before, row = _number_before(page, at, length)
        return Found(table.name, tuple(values), row, before in cells, tuple(places))

    def _payload(
        self, number: int, page: bytes, at: int, length: int, table: Table
    ) -> tuple[bytes | None, list[tuple[int, int, int]]]:
        """The bytes of a record, of which a page holds a part and a chain of others the rest."""
        size = self.size
        most = size - 35 if table.has_number else (size - 12) * 64 // 255 - 23
        if length <= most:
            end = at + length
            return (page[at:end], [(number, at, end)]) if end <= len(page) else (None, [])
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
        end = at + local + 4
        if end > len(page):
            return None, []
        parts, places = [page[at : at + local]], [(number, at, end)]
        following, left = int.from_bytes(page[at + local : end], "big"), length - local
        while left > 0:
            overflow = self.current.get(following)
            if overflow is None or len(places) > length // (size - 4) + 2:
                return None, []
            taken = min(left, size - 4)
            parts.append(overflow[4 : 4 + taken])
            places.append((following, 0, 4 + taken))
            following, left = int.from_bytes(overflow[:4], "big"), left - taken
        payload = b"".join(parts)
        return (payload, places) if len(payload) == length else (None, [])


def _kinds(page: bytes, at: int) -> list[int] | None:
    """The types of all columns by the header of a record; None if it is none."""
    end, position, kinds = at + page[at], at + 1, []
    if end > len(page):
        return None
    while position < end:
        kind = shift = 0
        while True:
            if position >= end or shift > 3:
                return None
            byte = page[position]
            position, kind, shift = position + 1, kind << 7 | byte & 0x7F, shift + 1
            if byte < 0x80:
                break
        kinds.append(kind)
    return kinds


def _suits(table: Table, kinds: list[int]) -> bool:
    if len(kinds) not in {table.fewest or len(table.columns), len(table.columns)}:
        return False
    return all(letter in _letters(kind) for letter, kind in zip(table.columns, kinds, strict=False))


def _letters(kind: int) -> str:
    """The letters of columns that may hold a type."""
    if kind >= _FIRST_TEXT:
        return "to" if kind % 2 else ""
    if kind == _NULL:
        return "no"
    return "ir" if kind in _INTEGERS else "r" if kind == _FLOAT else ""


def _value(kind: int, data: bytes) -> Value:
    if kind == _NULL:
        return None
    if kind in {8, 9}:
        return kind - 8
    if kind == _FLOAT:
        return float(struct.unpack(">d", data)[0])
    return data if kind >= _FIRST_TEXT else int.from_bytes(data, "big", signed=True)


def _varint(number: int) -> bytes:
    """A number as SQLite writes it: seven bits a byte."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F | 0x80)
    return bytes(reversed(digits))


def _number_before(page: bytes, at: int, length: int) -> tuple[int, int | None]:
    """Where a cell with a number begins, and that number; -1 and None if it cannot be told."""
    head = _varint(length)
    for width in range(1, 5):
        begin = at - width - len(head)
        if begin >= 0 and page[begin : begin + len(head)] == head:
            number = 0
            for byte in page[at - width : at]:
                number = number << 7 | byte & 0x7F
            if _varint(number) == page[at - width : at]:
                return begin, number
    return -1, None


def _cells(number: int, page: bytes) -> frozenset[int]:
    """Where the cells of a page begin, as its head says."""
    head = _HEAD_SIZE if number == 1 else 0
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    start = head + (12 if page[head : head + 1] in (b"\x02", b"\x05") else 8)
    inner = 4 if page[head : head + 1] == b"\x02" else 0  # a child comes before the record
    last = min(len(page), start + 2 * count)
    return frozenset(
        int.from_bytes(page[place : place + 2], "big") + inner
        for place in range(start, last - 1, 2)
    )
