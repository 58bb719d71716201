"""From drafts to a collection: the rules judge every game, and its result is settled.

The result of a game is what the record states, except that the board's own words are taken where
both agree or the record says nothing: a finished Hex game with `RE[B+]` ended by a connection. In
games without a score a record that contradicts the board is broken; in the others the stated result
stands (dead stones are still on the board; a slow player may have lost on time).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidRecord
from katachi.records.collection import REASON, UNKNOWN, Games
from katachi.records.drafts import VOID, Drafts
from katachi.records.native import made_by
from katachi.records.provenance import Problem, Provenance, Source
from katachi.records.replaying import REASONS, Replay, refusal, replay
from katachi.records.source_file import SourceFile

# So many problems of one file are remembered in the collection; all are counted.
MOST_PROBLEMS = 1000


@dataclass(frozen=True)
class Imported:
    """The sound games of a file, and all its problems in the order of the file."""

    games: Games
    problems: list[Problem]


def import_drafts(
    source: SourceFile, format_name: str, drafts: Drafts, threads: int | None
) -> Imported:
    """Replays all games, settles their results, and notes where they come from."""
    games, board = replay(drafts.games, implied_passes=drafts.implied_passes, threads=threads)
    file = str(source.path)
    problems = list(drafts.problems)
    for row in np.flatnonzero(board.refused >= 0).tolist():
        ply = int(board.refused[row])
        move = int(drafts.games.moves[drafts.games.offsets[row] + ply])
        reason = refusal(games, row, move, ply)
        problems.append(Problem(file, drafts.where(row), reason, int(games.place[row])))
    keep = board.refused < 0
    for row in np.flatnonzero(keep & _contradicted(games, board)).tolist():
        said = games.outcome(row)
        reason = f"the record says {str(said).lower()}, the board shows another winner"
        problems.append(Problem(file, drafts.where(row), reason, int(games.place[row])))
        keep[row] = False
    games = _settled(games, board)
    if not np.all(keep):
        games = games.take(keep)
    problems.sort(key=lambda problem: -1 if problem.place is None else problem.place)
    found = Source(
        file=source.path.name,
        format=format_name,
        sha256=source.sha256,
        bytes=len(source.data),
        games=len(games),
        broken=len(problems),
        details=drafts.details,
    )
    provenance = Provenance((found,), (), made_by(), tuple(problems[:MOST_PROBLEMS]))
    return Imported(replace(games, provenance=provenance), problems)


def _codes(games: Games, reason: str) -> int:
    """The code of a text, or -1 if no game has it."""
    try:
        return games.texts.index(reason)
    except ValueError:
        return -1


def _reasons(games: Games) -> NDArray[np.int32]:
    return games.columns.get(REASON, np.zeros(len(games), dtype=np.int32))


def _decided_on_board(games: Games) -> NDArray[np.bool_]:
    """Games that nothing but the board decides once they are over: those without a score."""
    strict = [not kind.has_score for kind in games.kinds] or [False]
    return np.asarray(np.array(strict, dtype=np.bool_)[games.kind], dtype=np.bool_)


def _contradicted(games: Games, board: Replay) -> NDArray[np.bool_]:
    """Finished games whose stated winner is not the one on the board, where that cannot be."""
    wrong = (games.winner != UNKNOWN) & (games.winner != board.winner)
    return np.asarray(_decided_on_board(games) & board.over & wrong, dtype=np.bool_)


def _settled(games: Games, board: Replay) -> Games:
    """The collection with the final results."""
    reason = _reasons(games)
    void = reason == _codes(games, VOID)
    unstated = (games.winner == UNKNOWN) & ~void
    same_winner = games.winner == board.winner
    agree = same_winner & (
        (reason == _codes(games, "stated"))
        | _decided_on_board(games)
        | ((reason == _codes(games, "points")) & _same_margin(games, board))
    )
    from_board = board.over & (unstated | agree)
    names = list(games.texts)
    code_of = {name: number for number, name in reversed(list(enumerate(names)))}
    table = np.zeros(len(REASONS), dtype=np.int32)
    for number in np.unique(board.reason[from_board]).tolist():
        if REASONS[number] not in code_of:
            code_of[REASONS[number]] = len(names)
            names.append(REASONS[number])
        table[number] = code_of[REASONS[number]]
    reason = np.where(from_board, table[board.reason], np.where(void, 0, reason))
    score = np.where(from_board, board.score, games.score)
    winner = np.where(from_board, board.winner, games.winner)
    # Games that are only won or lost have a score of one.
    plain = np.isnan(score) & (winner != UNKNOWN)
    score = np.where(plain, np.select([winner == 0, winner == 1], [1.0, -1.0], 0.0), score)
    return replace(
        games,
        texts=tuple(names),
        winner=winner.astype(np.uint8),
        score=np.where(winner == UNKNOWN, np.nan, score),
        columns={**games.columns, REASON: reason.astype(np.int32)},
    )


def _same_margin(games: Games, board: Replay) -> NDArray[np.bool_]:
    """Whether the stated margin is the board's, with empty cells for the winner where it has them."""
    cells = np.array([len(kind.moves) - 1 for kind in games.kinds] or [0], dtype=np.float64)
    takes = np.array([kind.winner_takes_empty_cells for kind in games.kinds] or [False])
    empty = cells[games.kind] - board.black - board.white
    won = np.where(takes[games.kind], np.sign(board.score) * empty, 0.0)
    return np.asarray(games.score == board.score + won, dtype=np.bool_)


def raise_first(problems: list[Problem]) -> None:
    """Raises `InvalidRecord` for the first problem, if there is one."""
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise InvalidRecord(f"{problems[0]}{more}")
