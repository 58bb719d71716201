"""A laboratory as files that other programs read: SGF, CSV, Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from katachi.errors import KatachiError
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.files.temporary import remove_leftovers, temporary_beside
from katachi.games.contract import GameLike, PositionLike
from katachi.games.position import Position
from katachi.matches.laboratory import Laboratory
from katachi.matches.results import GameResult
from katachi.matches.stored_rows import StoredMatch
from katachi.records.record import GameRecord
from katachi.records.sgf import write_sgf

ExportFormat = Literal["sgf", "csv", "parquet"]

COLUMNS = (
    "match",
    "game",
    "black",
    "white",
    "pair",
    "first_is_black",
    "winner",
    "reason",
    "score",
    "points_of_first",
    "plies",
    "opening_plies",
    "seconds_black",
    "seconds_white",
    "simulations_black",
    "simulations_white",
    "seed",
    "started",
    "version",
    "machine",
    "moves",
)


def _players(match: StoredMatch, result: GameResult) -> tuple[str, str]:
    """The names of Black and White."""
    names = (match.first_name, match.second_name)
    return names if result.slot.first_is_black else (names[1], names[0])


def record_of(game: GameLike, match: StoredMatch, result: GameResult) -> GameRecord:
    """A stored game as a record."""
    black, white = _players(match, result)
    return GameRecord(
        game,
        result.moves,
        black=black,
        white=white,
        outcome=result.outcome,
        date=result.started[:10],
        event=f"match {match.key[:8]}, pair {result.slot.pair}",
        comment=f"katachi {result.version}, seed {result.seed}, {result.reason}",
    )


def game_rows(
    laboratory: Laboratory, numbers: set[int] | None = None
) -> Iterator[dict[str, object]]:
    """Every counted game as a row with `COLUMNS`; only of some matches if asked."""
    for match in _chosen(laboratory, numbers):
        for result in laboratory.results(match.id):
            black, white = _players(match, result)
            by_color = {
                color: [i for i, mover in enumerate(result.movers) if mover == color[0]]
                for color in ("black", "white")
            }
            yield {
                "match": match.id,
                "game": match.game,
                "black": black,
                "white": white,
                "pair": result.slot.pair,
                "first_is_black": result.slot.first_is_black,
                "winner": result.winner or "draw",
                "reason": result.reason,
                "score": result.score,
                "points_of_first": result.points,
                "plies": len(result.moves),
                "opening_plies": result.opening_plies,
                "seconds_black": sum(result.seconds[i] for i in by_color["black"]),
                "seconds_white": sum(result.seconds[i] for i in by_color["white"]),
                "simulations_black": sum(result.simulations[i] for i in by_color["black"]),
                "simulations_white": sum(result.simulations[i] for i in by_color["white"]),
                "seed": result.seed,
                "started": result.started,
                "version": result.version,
                "machine": result.machine,
                "moves": " ".join(result.moves),
            }


MOVE_COLUMNS = (
    "match",
    "pair",
    "first_is_black",
    "ply",
    "color",
    "move",
    "score",
    "simulations",
    "seconds",
    "processor",
    "value",
    "visits",
    "depth",
)


def move_rows(
    laboratory: Laboratory, numbers: set[int] | None = None
) -> Iterator[dict[str, object]]:
    """Every move of every counted game as a row with `MOVE_COLUMNS`.

    `score` is Black's, if the game ended there. `value`, `visits` and `depth` are of the search
    that chose the move, the value for the mover before it. What is not known, as for moves of
    openings, is empty.
    """
    for match in _chosen(laboratory, numbers):
        start = laboratory.rules(match).start()
        for result in laboratory.results(match.id):
            position = start
            for ply, move in enumerate(result.moves):
                color, position = position.to_move, position.play(move)
                thought = ply - result.opening_plies
                yield {
                    "match": match.id,
                    "pair": result.slot.pair,
                    "first_is_black": result.slot.first_is_black,
                    "ply": ply + 1,
                    "color": color,
                    "move": move,
                    "score": _score(position),
                    "simulations": _entry(result.simulations, thought),
                    "seconds": _entry(result.seconds, thought),
                    "processor": _entry(result.processor, thought),
                    "value": _entry(result.values, thought),
                    "visits": _entry(result.visits, thought),
                    "depth": _entry(result.depths, thought),
                }


def _score(position: PositionLike) -> object:
    """Black's; a game written in Python tells it at its end alone."""
    known = position.is_over or isinstance(position, Position)
    return position.outcome.score if known else ""


def _entry(entries: Sequence[float | None], number: int) -> object:
    known = 0 <= number < len(entries) and entries[number] is not None
    return entries[number] if known else ""


def export_moves(
    laboratory: Laboratory,
    path: Path,
    *,
    numbers: set[int] | None = None,
    overwrite: bool = False,
) -> int:
    """Writes all moves to a CSV file; returns how many."""
    return _write_csv(list(move_rows(laboratory, numbers)), MOVE_COLUMNS, path, overwrite=overwrite)


def export(
    laboratory: Laboratory,
    path: Path,
    kind: ExportFormat,
    *,
    numbers: set[int] | None = None,
    overwrite: bool = False,
) -> int:
    """Writes all games (or those of some matches) to one file; returns how many."""
    if kind == "sgf":
        games = [
            write_sgf(record_of(laboratory.rules(match), match, result))
            for match in _chosen(laboratory, numbers)
            for result in laboratory.results(match.id)
        ]
        write_atomically(path, "".join(games), overwrite=overwrite)
        return len(games)
    rows = list(game_rows(laboratory, numbers))
    if kind == "csv":
        return _write_csv(rows, COLUMNS, path, overwrite=overwrite)
    _write_parquet(rows, path, overwrite=overwrite)
    return len(rows)


def _chosen(laboratory: Laboratory, numbers: set[int] | None) -> list[StoredMatch]:
    matches = laboratory.matches()
    if numbers is None:
        return matches
    unknown = numbers - {match.id for match in matches}
    if unknown:
        raise KatachiError(f"the laboratory has no match {min(unknown)}")
    return [match for match in matches if match.id in numbers]


def _write_csv(
    rows: list[dict[str, object]], columns: tuple[str, ...], path: Path, *, overwrite: bool
) -> int:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_atomically(path, text.getvalue(), overwrite=overwrite)
    return len(rows)


def _write_parquet(rows: list[dict[str, object]], path: Path, *, overwrite: bool) -> None:
    try:
        import pyarrow  # noqa: PLC0415 - not needed for anything else
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise KatachiError(
            "Parquet needs the package pyarrow: pip install 'katachi[parquet]'"
        ) from None
    check_vacant(path, overwrite=overwrite)
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    remove_leftovers(path)
    temporary = temporary_beside(path)
    try:
        pyarrow.parquet.write_table(pyarrow.table(columns), temporary)
        temporary.replace(path)
    except OSError as error:
        raise KatachiError(f"cannot write '{path}': {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)
