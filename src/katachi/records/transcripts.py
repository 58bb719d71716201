"""Othello games as concatenated squares: `f5d6c3...`, one a line, or in a column of a CSV file.

Column letter and row number, a1 at the upper left, in any case; white space, commas, hyphens and
move numbers (`12.`) between them are skipped. Passes may be left out, or written `pa`, `ps`, `pass`
or `--`. A position before a semicolon (see obf.py) is another start. A line may also be empty or a
comment (`#`).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.game import Game
from katachi.games.othello import Othello
from katachi.records.collection import BLACK, DRAW, FIELDS, REASON, START, UNKNOWN, WHITE, Games
from katachi.records.drafts import NOTHING_STATED, Drafts, DraftsBuilder, Stated, Tick, no_tick
from katachi.records.obf import position_text, read_position
from katachi.records.sgf_forms import point_numbers

_ITEM = re.compile(
    r"\s*+(?:[0-9]{1,3}+\s*+[.)]\s*+|,\s*+)*+\s*+(?:([a-j](?:10|[1-9]))|(pass|pa|ps|--)|-)",
    re.IGNORECASE,
)
# What nearly all transcripts look like.
_PLAIN = re.compile(r"(?:[a-h][1-8])*+")
LONGEST_LINE = 4000
_WINNERS = {
    **dict.fromkeys(("1", "b", "black", "x"), BLACK),
    **dict.fromkeys(("-1", "w", "white", "o", "2"), WHITE),
    **dict.fromkeys(("0", "d", "draw"), DRAW),
}
# Names of columns, without case, that hold what records have fields for.
_MOVES = ("moves", "game_moves", "transcript", "game")
_GAME_ID = ("game_id", "id", "eothello_game_id")
GAME_ID = "game_id"
# The columns that are written.
_HEADINGS = (GAME_ID, "winner", "score", REASON, "moves", *FIELDS)


def parse_transcript(game: Game, text: str) -> list[int]:
    """Move numbers; passes only where they are written. Raises `InvalidRecord`.

    >>> parse_transcript(Othello(), "F5d6 3. c3, pa")
    [37, 43, 18, 64]
    """
    if len(text) > LONGEST_LINE:
        raise InvalidRecord(f"a transcript of {len(text)} characters is too long")
    if game.size == 8 and _PLAIN.fullmatch(text):
        table = point_numbers(game, ("othello",))
        return [table[text[at : at + 2]] for at in range(0, len(text), 2)]
    moves: list[int] = []
    at = 0
    text = text.rstrip(" \t\r\n,;.-") if not text.rstrip().endswith("--") else text.rstrip()
    while at < len(text):
        item = _ITEM.match(text, at)
        if item is None:
            raise InvalidRecord(
                f"ply {len(moves) + 1}: {shown(text[at : at + 12])} is not a square"
            )
        at = item.end()
        if item[1]:
            moves.append(_square(game, item[1], len(moves)))
        elif item[2]:
            moves.append(len(game.moves) - 1)
    return moves


def _square(game: Game, text: str, ply: int) -> int:
    column, row = ord(text[0].lower()) - ord("a"), int(text[1:]) - 1
    if column >= game.size or row >= game.size:
        raise InvalidRecord(f"ply {ply + 1}: {shown(text)} is not a square of {game}")
    return row * game.size + column


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their offsets, without empty ones and comments."""
    at = 0
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield at, stripped
        at += len(line)


def recognises(text: str) -> bool:
    """A first line that begins with a legal opening move of Othello and another square."""
    if text.lstrip().startswith("# game:"):
        return False  # a list of moves of any game
    first = next(lines_of(text[:LONGEST_LINE]), (0, ""))[1]
    return (
        re.match(r"(?:1\.\s*)?(?:d3|c4|f5|e6)[\s,-]*[a-h][1-8]", first, re.IGNORECASE) is not None
    )


def read_transcripts(
    file: str, text: str, game: Game | None = None, tick: Tick = no_tick
) -> Drafts:
    """One game a line."""
    played = _othello(game)
    drafts = DraftsBuilder(file, text, tick)
    for place, (offset, line) in enumerate(lines_of(text)):
        try:
            board, _, moves = line.rpartition(";")
            start = read_position(played, board) if board else ""
            drafts.add(
                played,
                parse_transcript(played, moves),
                stated=NOTHING_STATED,
                texts={},
                start=start,
                place=place,
                offset=offset,
            )
        except KatachiError as error:
            drafts.problem(offset, error, place=place)
    return drafts.build(implied_passes=True)


def _othello(game: Game | None) -> Game:
    if game is not None and not isinstance(game, Othello):
        raise InvalidRecord(f"transcripts are Othello, not {game}")
    return game or Othello()


def write_transcripts(games: Games) -> bytes:
    """One game a line, passes left out; results and names have no place here."""
    lines = []
    for number in range(len(games)):
        start = games.text(START, number)
        prefix = ""
        if start:
            prefix = position_text(games.start_of(number)) + ";"
        lines.append(f"{prefix}{transcript(games, number)}\n")
    return "".join(lines).encode("ascii")


def transcript(games: Games, number: int) -> str:
    """The squares of one game, without passes."""
    game = games.kinds[int(games.kind[number])]
    if not isinstance(game, Othello):
        raise InvalidRecord(f"transcripts are Othello, not {game}")
    first, last = games.offsets[number], games.offsets[number + 1]
    special = len(game.moves) - 1
    return "".join(game.moves[m] for m in games.moves[first:last].tolist() if m != special)


# CSV


def recognises_csv(text: str) -> bool:
    """A heading with a column of moves."""
    first = text[:LONGEST_LINE].partition("\n")[0]
    names = [name.strip().strip('"').lower() for name in first.split(",")]
    return len(names) > 1 and any(name in _MOVES for name in names)


def read_csv(file: str, text: str, game: Game | None = None, tick: Tick = no_tick) -> Drafts:
    """One game a row; the heading names the columns, and unknown columns become tags."""
    played = _othello(game)
    drafts = DraftsBuilder(file, text, tick)
    rows = _rows(text)
    _, heading = next(rows, (0, []))
    if not isinstance(heading, list):
        raise InvalidRecord(f"this is not CSV: {heading}")
    names = [name.strip().lower() for name in heading]
    if not any(name in _MOVES for name in names):
        raise InvalidRecord(f"no column is one of {', '.join(_MOVES)}: {shown(heading)}")
    for place, (offset, row) in enumerate(rows):
        try:
            if isinstance(row, csv.Error):
                raise InvalidRecord(f"this is not CSV: {row}")
            if len(row) != len(names):
                raise InvalidRecord(f"{len(row)} columns instead of {len(names)}")
            _add_row(drafts, played, dict(zip(names, row, strict=True)), place=place, offset=offset)
        except KatachiError as error:
            drafts.problem(offset, error, place=place)
    return drafts.build(implied_passes=True)


def _rows(text: str) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """Rows with the offset of their line. A quoted value may hold line breaks."""
    lines = text.splitlines(keepends=True)
    at = consumed = 0
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    while True:
        try:
            row: list[str] | csv.Error = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            row = error
        if row:
            yield at, row
        while consumed < min(reader.line_num, len(lines)):
            at += len(lines[consumed])
            consumed += 1


def _add_row(
    drafts: DraftsBuilder, game: Game, row: Mapping[str, str], *, place: int, offset: int
) -> None:
    moves = next(row[name] for name in _MOVES if name in row)
    identity = next((row[name].strip() for name in _GAME_ID if name in row), "")
    numbers = {}
    if identity.isascii() and identity.isdecimal() and len(identity) < 10:
        numbers[GAME_ID] = int(identity)
    known = {*_MOVES, *_GAME_ID, "winner", "score", REASON, START}
    texts = {name: value.strip() for name, value in row.items() if name and name not in known}
    if identity and not numbers:
        texts["game_name"] = identity
    drafts.add(
        game,
        parse_transcript(game, moves),
        stated=_stated(row),
        texts=texts,
        numbers=numbers,
        place=place,
        offset=offset,
    )


def _stated(row: Mapping[str, str]) -> Stated:
    text = row.get("winner", "").strip().lower()
    if not text:
        return NOTHING_STATED
    if text not in _WINNERS:
        raise InvalidRecord(f"the winner is {shown(text)}, not 1, -1 or 0")
    reason = row.get(REASON, "").strip() or "stated"
    score = row.get("score", "").strip()
    if score and not re.fullmatch(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,3})?", score):
        raise InvalidRecord(f"the score is {shown(score)}, not a number")
    return Stated(_WINNERS[text], reason, float(score) if score else float("nan"))


def write_csv(games: Games) -> bytes:
    """A row for each game, without passes; starts have no place here."""
    if START in games.columns and games.columns[START].any():
        raise InvalidRecord("CSV has no place for start positions")
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADINGS)
    marks = {BLACK: "1", WHITE: "-1", DRAW: "0", UNKNOWN: ""}
    identities = games.numbers.get(GAME_ID)
    for number in range(len(games)):
        winner = int(games.winner[number])
        identity = "" if identities is None or identities[number] < 0 else identities[number]
        writer.writerow(
            [
                identity,
                marks[winner],
                "" if winner == UNKNOWN else f"{games.score[number]:g}",
                games.text(REASON, number),
                transcript(games, number),
                *(games.text(name, number) for name in FIELDS),
            ]
        )
    return out.getvalue().encode("utf-8", "replace")
