"""The syntax of SGF (FF[4], and FF[3]'s long property names): games with their main line.

Meaning is not looked at here. Only the main line is kept, that is the first child everywhere; the
variations are skipped, but their syntax is checked. A game that cannot be parsed is a problem of
its own: reading goes on at the next thing that looks like the root of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from katachi.errors import InvalidRecord, shown
from katachi.records.source_file import SourceFile

# Limits for text from anywhere: far beyond real games, and small beside a computer's memory.
MOST_NODES = 100_000
MOST_DEPTH = 10_000
MOST_PROPERTIES = 1000

Properties = dict[str, list[str]]

# Possessive quantifiers: a missing bracket must not be searched for in exponentially many ways.
_TOKEN = re.compile(
    r"\s*+(?:(?P<node>;)|(?P<name>[A-Za-z]{1,32}+)|\[(?P<value>(?:[^\]\\]++|\\.)*+)\]"
    r"|(?P<paren>[()]))",
    re.DOTALL,
)
# Values of programs that escape nothing: they end where something else can begin.
_LENIENT_VALUE = re.compile(r"\s*+\[([^\n]{0,500}?)\](?=\s*(?:[A-Z]{1,2}\[|[;()]))")
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
# The bulk of every file: nodes with one short move each.
_MOVES = re.compile(r"(?:\s*+;\s*+[BW]\[[A-Za-z0-9-]{0,12}+\])++")
_MOVE = re.compile(r"([BW])\[([^\]]*+)\]")
_ROOT = re.compile(r"\(\s*+;")
# After a broken game: a root has one of these, a variation begins with a move.
_NEXT_ROOT = re.compile(r"\(\s*+;\s*+(?:FF|GM|SZ|CA|AP|PB|PW|EV|KM|GN|DT|RU|US|RE|ST|PC)\s*+\[")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r")


@dataclass
class GameTree:
    """The main line of one game.

    root    the properties of all nodes before the first move, merged
    moves   (letter B or W, point) of the main line
    late    names of set-up properties after the first move
    offset  where the game begins in the text
    """

    offset: int
    root: Properties = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)
    late: set[str] = field(default_factory=set)

    def text(self, name: str) -> str:
        """The first value of a property of the root as a simple text; empty if it is missing."""
        values = self.root.get(name)
        return simple_text(values[0]) if values else ""


def unescaped(value: str) -> str:
    r"""Text: line breaks stay, `\` before one removes it, `\` before anything else is dropped."""
    if "\\" in value:
        value = _ESCAPE.sub(r"\1", _ESCAPED_BREAK.sub("", value))
    return _BREAK.sub("\n", value) if "\r" in value else value


def simple_text(value: str) -> str:
    """SimpleText: white space is a space."""
    return " ".join(unescaped(value).split())


def parse_games(
    text: str, *, lenient: bool = False
) -> Iterator[GameTree | tuple[int, InvalidRecord]]:
    """Every game of a file, or where one begins that is broken, and what is wrong with it.

    `lenient` reads values of one line in which nothing is escaped.
    """
    value = _LENIENT_VALUE if lenient else _VALUE
    found = _ROOT.search(text)
    while found is not None:
        offset = found.start()
        try:
            tree, end = _parse_game(text, offset, value)
            yield tree
            found = _ROOT.search(text, end)
        except InvalidRecord as error:
            yield offset, error
            found = _NEXT_ROOT.search(text, offset + 1)


class _MainLine:
    """Collects the properties of the main line."""

    def __init__(self, offset: int) -> None:
        self.tree = GameTree(offset)
        self._count = 0

    def add_moves(self, run: str) -> None:
        self.tree.moves += _MOVE.findall(run)
        if len(self.tree.moves) > MOST_NODES:
            raise InvalidRecord(f"more than {MOST_NODES} moves")

    def add(self, name: str, values: list[str]) -> None:
        name = name if name.isupper() else "".join(filter(str.isupper, name))
        if name in {"B", "W"}:
            self.tree.moves.append((name, values[0].strip()))
            if len(self.tree.moves) > MOST_NODES:
                raise InvalidRecord(f"more than {MOST_NODES} moves")
        elif not self.tree.moves:
            self.tree.root.setdefault(name, []).extend(values)
            self._count += 1
            if self._count > MOST_PROPERTIES:
                raise InvalidRecord(f"more than {MOST_PROPERTIES} properties before the first move")
        elif name in {"AB", "AW", "AE"}:
            self.tree.late.add(name)


def _parse_game(text: str, offset: int, value: re.Pattern[str]) -> tuple[GameTree, int]:
    """The game that begins here, and where it ends; raises `InvalidRecord`."""
    line = _MainLine(offset)
    on_main_line = True
    depth, at, nodes = 0, offset, 0
    while True:
        run = _MOVES.match(text, at) if on_main_line and depth else None
        if run is not None:
            line.add_moves(run[0])
            at = run.end()
        token = _TOKEN.match(text, at)
        if token is None:
            raise InvalidRecord(_complaint(text, at))
        at = token.end()
        kind = token.lastgroup
        if kind == "name":
            values, at = _values(text, at, value)
            if on_main_line:
                line.add(token["name"], values)
        elif kind == "node":
            nodes += 1
            if nodes > MOST_NODES:
                raise InvalidRecord(f"more than {MOST_NODES} nodes")
        elif kind == "value":
            raise InvalidRecord(f"a value without a property: {shown(token['value'])}")
        elif token["paren"] == "(":
            depth += 1
            if depth > MOST_DEPTH:
                raise InvalidRecord(f"variations are nested more than {MOST_DEPTH} deep")
        else:
            depth -= 1
            on_main_line = False
            if depth == 0:
                return line.tree, at


def _values(text: str, at: int, pattern: re.Pattern[str]) -> tuple[list[str], int]:
    """All values of a property."""
    values = []
    while (value := pattern.match(text, at)) is not None:
        values.append(value[1])
        at = value.end()
    if not values:
        raise InvalidRecord(
            f"a property has no value, or it does not end: {shown(text[at : at + 40])}"
        )
    return values, at


def _complaint(text: str, at: int) -> str:
    rest = text[at : at + 40].strip()
    if not rest:
        return "the game does not end: a closing parenthesis is missing"
    if rest.startswith("["):
        return f"a value does not end: {shown(rest)}"
    return f"this is not SGF: {shown(rest)}"


# Encodings of real files; a name from a file is never given to Python's whole registry.
_CHARSETS = {
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "cp936"), "gb18030"),
    **dict.fromkeys(("big5", "big5-hkscs", "cp950"), "big5hkscs"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "cp932", "windows-31j"), "cp932"),
    **dict.fromkeys(("euc-jp", "eucjp"), "euc_jp"),
    **dict.fromkeys(("euc-kr", "euckr", "cp949", "ks_c_5601-1987"), "cp949"),
    **dict.fromkeys(("windows-1251", "cp1251"), "cp1251"),
    **dict.fromkeys(("windows-1252", "cp1252"), "cp1252"),
}
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_-]{1,40})\s*\]")


def sgf_text(source: SourceFile) -> str:
    """The text of a file: UTF-8, else what its first CA names, else ISO-8859-1 as SGF says."""
    named = _CHARSET.search(source.data, 0, 1 << 16)
    charset = _CHARSETS.get(named[1].decode("ascii").lower()) if named else None
    try:
        return source.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return source.data.decode(charset, "replace") if charset else source.text
