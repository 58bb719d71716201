"""OBF: Othello positions with the exact scores of their moves, one a line, as Edax tests use them.

    --XXXXX--OOOXX-O-... X; G8:+18; H1:+12; ...

64 cells from a1 by rows (`X`, `*`, `b` black; `O`, `w` white; `-`, `.` empty), the player to move,
and the scores for that player. Such a line becomes a record without moves: its start is the
position, its tag `scores` the list, its tag `best` the highest score.
"""

from __future__ import annotations

import re

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.games.game import Game
from katachi.games.othello import Othello
from katachi.games.position import Position
from katachi.records.collection import Games
from katachi.records.drafts import VOID, Drafts, DraftsBuilder, Stated, Tick, no_tick

SCORES, BEST = "scores", "best"
_BOARD = re.compile(r"([-.*XOBWxobw]{36}|[-.*XOBWxobw]{64}|[-.*XOBWxobw]{100})\s+([*XOBWxobw])")
_SCORE = re.compile(r"([A-Ja-j](?:10|[1-9])|PS|PA|PASS)\s*:\s*([+-]?[0-9]{1,3})", re.IGNORECASE)
_LONGEST_LINE = 4000


def read_position(game: Game, text: str) -> str:
    """The text of a position as katachi writes it; raises `InvalidRecord`."""
    match = _BOARD.fullmatch(text.strip())
    if match is None:
        raise InvalidRecord(
            f"{shown(text)} is not a board of {len(game.moves) - 1} cells and a side"
        )
    return game.position(f"{match[1]} {match[2]}").text


def position_text(position: Position) -> str:
    """A position as OBF and Edax write it."""
    cells = "".join("XO-"[stone] for stone in position.stones)
    return f"{cells} {'XO'[position.core.to_move]}"


def recognises(text: str) -> bool:
    """By its first line."""
    return _BOARD.match(text.lstrip()[:_LONGEST_LINE]) is not None


def read_obf(file: str, text: str, tick: Tick = no_tick) -> Drafts:
    """One position a line; lines that begin with % or # are comments."""
    drafts = DraftsBuilder(file, text, tick)
    at = place = 0
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if stripped and stripped[0] not in "%#":
            try:
                _add(stripped, place, at, drafts)
            except KatachiError as error:
                drafts.problem(at, error, place=place)
            place += 1
        at += len(line)
    return drafts.build()


def _add(line: str, place: int, offset: int, drafts: DraftsBuilder) -> None:
    if len(line) > _LONGEST_LINE:
        raise InvalidRecord(f"a line of {len(line)} characters is too long")
    board, *parts = (part.strip() for part in line.rstrip("; ").split(";"))
    game = Othello({36: 6, 64: 8, 100: 10}.get(len(board.split()[0]) if board else 0, 8))
    start = read_position(game, board)
    scores = []
    for part in parts:
        match = _SCORE.fullmatch(part)
        if match is None:
            raise InvalidRecord(f"{shown(part)} is not a move and its score")
        move = "PS" if match[1][0] in "Pp" else match[1].upper()
        scores.append((move, int(match[2])))
        if move != "PS":
            game.cell_number(move)
    drafts.add(
        game,
        [],
        stated=Stated(reason=VOID),
        texts={SCORES: " ".join(f"{move}:{score:+d}" for move, score in scores)},
        numbers={BEST: max(score for _, score in scores)} if scores else {},
        start=start,
        place=place,
        offset=offset,
    )


def write_obf(games: Games) -> bytes:
    """A line for each start position with its scores; refuses games with moves."""
    lines = []
    for number, record in enumerate(games):
        if not isinstance(record.game, Othello) or record.moves:
            raise InvalidRecord(f"OBF holds Othello positions, and record {number} is a game")
        scores = str(record.tag(SCORES) or "").split()
        line = [position_text(games.start_of(number)), *scores]
        lines.append("; ".join(line) + ";\n")
    return "".join(lines).encode("ascii")
