"""The store of a laboratory: one SQLite file with every game that was played.

A game is saved in one transaction as it ends, so a process that is killed loses at most the games
it was playing. Several processes of one machine may work on one file: a reservation keeps them from
playing the same game, and the key of the table from counting it twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from katachi import __version__
from katachi.errors import KatachiError
from katachi.files.owner import is_alive, new_owner
from katachi.games.contract import GameLike
from katachi.matches.circumstances import machine, now
from katachi.matches.game import PlayedGame, VoidGame
from katachi.matches.game_text import game_of_text, text_of_game
from katachi.matches.plan import MatchPlan, Slot, renewed_key
from katachi.matches.results import GameResult, VoidResult

T = TypeVar("T")

# SQLite writes it into the head of the file: "kata" in ASCII.
APPLICATION = 0x6B617461
FORMAT = 2
# How long a process waits for another one that is writing.
PATIENCE_SECONDS = 60.0

_GAME_COLUMNS = (
    "pair, first_is_black, winner, reason, score, moves, opening_plies, movers, seconds, "
    "simulations, seed, started, version, machine"
)
# What version 2 added to games; as SQL, in the order of schema.sql.
_NEW_COLUMNS = ("processor", '"values"', "visits", "depths", "told", "failure")


@dataclass(frozen=True)
class StoredMatch:
    """A match of a laboratory; `first` and `second` are the hashes of agents."""

    id: int
    key: str
    game: str
    first: str
    second: str
    first_name: str
    second_name: str
    description: dict[str, object]
    games: int


class Laboratory:
    """An open store; a context manager. Not for use by several threads at once.

    Games written in Python are stored by their texts. Whoever replays them needs their rules: those of
    `games`, and of the matches that were played here.
    """

    def __init__(self, path: Path, *, games: Sequence[GameLike] = ()) -> None:
        """Opens the file, or makes it; raises `KatachiError` for a file of another kind."""
        self.path = path
        self._games = {text_of_game(game): game for game in games}
        self.owner = new_owner()
        try:
            self._database = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise KatachiError(f"'{path}' cannot be used as a laboratory: {error}") from None

    def _prepare(self) -> None:
        database = self._database
        found = database.execute("PRAGMA application_id").fetchone()[0]
        tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if found != APPLICATION and tables:
            raise KatachiError(f"'{self.path}' is a database, but not one of katachi")
        database.execute("PRAGMA journal_mode = WAL")
        # With WAL this survives kill -9; a power failure may cost the last games, never the file.
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA foreign_keys = ON")
        stored = self._format()
        if stored > FORMAT:
            raise KatachiError(
                f"'{self.path}' has format {stored}; this version of katachi reads up to {FORMAT}"
            )
        if not stored:
            with self._writing():
                if not self._format():  # another process may have been faster
                    self._create()

    def _create(self) -> None:
        script = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
        for statement in script.split(";\n"):
            self._database.execute(statement)
        self._database.execute(f"PRAGMA application_id = {APPLICATION}")
        self._database.execute(f"PRAGMA user_version = {FORMAT}")

    def _renew(self) -> None:
        """Brings an older file up to date: with its first new match or game, not by being read."""
        if self._format() < FORMAT:
            for column in _NEW_COLUMNS:
                self._database.execute(
                    f"ALTER TABLE games ADD COLUMN {column} TEXT NOT NULL DEFAULT ''"
                )
            self._database.execute(f"PRAGMA user_version = {FORMAT}")

    def _format(self) -> int:
        return int(self._database.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        """Gives up all reservations of this object and closes the file."""
        with self._writing():
            self._database.execute("DELETE FROM reservations WHERE owner = ?", (self.owner,))
        self._database.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes."""
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that writes: all of it or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    # Matches

    def add_match(self, plan: MatchPlan) -> int:
        """The number of a match, which is entered if it is new."""
        if plan.python_game is not None:
            self._games[plan.game] = plan.python_game
        found = self.find_match(plan)
        if found is not None:
            return found
        sides = (plan.first, plan.second)
        with self._writing() as database:
            self._renew()
            for side in sides:
                database.execute(
                    "INSERT OR IGNORE INTO agents VALUES (?, ?, ?)",
                    (side.hash, side.name, side.configuration),
                )
            database.execute(
                "INSERT OR IGNORE INTO matches "
                "(key, description, game, first, second, first_name, second_name, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    plan.key,
                    json.dumps(plan.description, sort_keys=True),
                    plan.game,
                    *(side.hash for side in sides),
                    *(side.name for side in sides),
                    now(),
                ),
            )
        found = self.find_match(plan)
        assert found is not None
        return found

    def find_match(self, plan: MatchPlan) -> int | None:
        """The number of a match, or None if it was never begun."""
        row = self._database.execute("SELECT id FROM matches WHERE key = ?", (plan.key,)).fetchone()
        return self._renewed_keys.get(plan.key) if row is None else int(row[0])

    @cached_property
    def _renewed_keys(self) -> dict[str, int]:
        """Matches by the keys that they have today: more settings exist than when they were begun."""
        keys: dict[str, int] = {}
        for stored in self.matches():
            sides = [self.configuration(agent) for agent in (stored.first, stored.second)]
            key = renewed_key(stored.description, *sides)
            if key is not None and key != stored.key:
                keys.setdefault(key, stored.id)
        return keys

    def rules(self, match: StoredMatch) -> GameLike:
        """The game of a match; raises `InvalidGame` for one written in Python that is not known here."""
        known = self._games.get(match.game)
        return game_of_text(match.game) if known is None else known

    def matches(self) -> list[StoredMatch]:
        """All matches in the order of their beginning."""
        rows = self._database.execute(
            "SELECT id, key, game, first, second, first_name, second_name, description, "
            "(SELECT count(*) FROM games WHERE match = id) FROM matches ORDER BY id"
        )
        return [
            StoredMatch(
                id=row[0],
                key=row[1],
                game=row[2],
                first=row[3],
                second=row[4],
                first_name=row[5],
                second_name=row[6],
                description=json.loads(row[7]),
                games=row[8],
            )
            for row in rows
        ]

    def configuration(self, agent: str) -> dict[str, object]:
        """Settings and file hashes of an agent by its hash."""
        row = self._database.execute(
            "SELECT configuration FROM agents WHERE hash = ?", (agent,)
        ).fetchone()
        if row is None:
            raise KatachiError(f"the laboratory has no agent {agent}")
        stored: dict[str, object] = json.loads(row[0])
        return stored

    # Games

    def reserve(self, match: int, slot: Slot, *, attempts: int) -> bool:
        """Whether this process may play a game now.

        Not if it was played, if it was void so many times, or while another living process plays
        it; what a dead process had reserved is free again.
        """
        place = (match, *slot)
        with self._writing() as database:
            where = "WHERE match = ? AND pair = ? AND first_is_black = ?"
            if database.execute(f"SELECT 1 FROM games {where}", place).fetchone():
                return False
            (failed,) = database.execute(f"SELECT count(*) FROM voids {where}", place).fetchone()
            if failed >= attempts:
                return False
            holder = database.execute(f"SELECT owner FROM reservations {where}", place).fetchone()
            if holder is not None and is_alive(holder[0]):
                return False
            database.execute(
                "INSERT OR REPLACE INTO reservations VALUES (?, ?, ?, ?)", (*place, self.owner)
            )
        return True

    def is_free(self, match: int, slot: Slot) -> bool:
        """Whether no living process plays a game."""
        row = self._database.execute(
            "SELECT owner FROM reservations WHERE match = ? AND pair = ? AND first_is_black = ?",
            (match, *slot),
        ).fetchone()
        return row is None or not is_alive(row[0])

    def release(self, match: int, slot: Slot) -> None:
        """Gives a reservation back without a result."""
        with self._writing():
            self._release(match, slot)

    def _release(self, match: int, slot: Slot) -> None:
        self._database.execute(
            "DELETE FROM reservations WHERE match = ? AND pair = ? AND first_is_black = ? AND owner = ?",
            (match, *slot, self.owner),
        )

    def save(self, match: int, slot: Slot, played: PlayedGame, *, seed: int, started: str) -> None:
        """Stores a finished game and ends the reservation, together. The first to store a game wins."""
        winner = played.outcome.winner
        points = 0.5 if winner is None else float((winner == "black") == slot.first_is_black)
        with self._writing() as database:
            self._renew()
            database.execute("INSERT OR IGNORE INTO machines VALUES (?, ?)", machine())
            database.execute(
                f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * 23)})",
                (
                    match,
                    slot.pair,
                    int(slot.first_is_black),
                    winner,
                    played.outcome.reason,
                    played.outcome.score,
                    points,
                    " ".join(played.moves),
                    played.opening_plies,
                    played.movers,
                    " ".join(f"{value:.6f}" for value in played.seconds),
                    " ".join(map(str, played.simulations)),
                    seed,
                    started,
                    now(),
                    __version__,
                    machine()[0],
                    _written(played.processor, "{:.4f}"),
                    _written(played.values, "{:.4f}"),
                    _written(played.visits, "{}"),
                    _written(played.depths, "{}"),
                    json.dumps(played.told),
                    played.failure,
                ),
            )
            self._release(match, slot)

    def save_void(self, match: int, slot: Slot, void: VoidGame, *, culprit: str) -> None:
        """Stores a game that nobody won or lost, and ends the reservation."""
        with self._writing() as database:
            database.execute(
                "INSERT INTO voids SELECT ?, ?, ?, 1 + count(*), ?, ?, ?, ?, ?, ? FROM voids "
                "WHERE match = ? AND pair = ? AND first_is_black = ?",
                (
                    match,
                    slot.pair,
                    int(slot.first_is_black),
                    void.reason,
                    culprit,
                    void.message,
                    void.transcript,
                    " ".join(void.moves),
                    now(),
                    match,
                    slot.pair,
                    int(slot.first_is_black),
                ),
            )
            self._release(match, slot)

    def points(self, match: int) -> dict[Slot, float]:
        """What the first agent got, by game."""
        rows = self._database.execute(
            "SELECT pair, first_is_black, points FROM games WHERE match = ? "
            "ORDER BY pair, first_is_black DESC",
            (match,),
        )
        return {Slot(pair, bool(black)): points for pair, black, points in rows}

    def results(self, match: int) -> list[GameResult]:
        """All counted games, in order."""
        new = _NEW_COLUMNS if self._format() >= 2 else ("''",) * len(_NEW_COLUMNS)
        rows = self._database.execute(
            f"SELECT {_GAME_COLUMNS}, {', '.join(new)} FROM games WHERE match = ? "
            "ORDER BY pair, first_is_black DESC",
            (match,),
        )
        return [
            GameResult(
                slot=Slot(row[0], bool(row[1])),
                winner=row[2],
                reason=row[3],
                score=row[4],
                moves=tuple(row[5].split()),
                opening_plies=row[6],
                movers=row[7],
                seconds=tuple(map(float, row[8].split())),
                simulations=tuple(map(int, row[9].split())),
                seed=row[10],
                started=row[11],
                version=row[12],
                machine=row[13],
                processor=_read(row[14], float),
                values=_read(row[15], float),
                visits=_read(row[16], int),
                depths=_read(row[17], int),
                told=tuple(json.loads(row[18])) if row[18] else None,
                failure=row[19],
            )
            for row in rows
        ]

    def voids(self, match: int) -> list[VoidResult]:
        """All void games, in order."""
        rows = self._database.execute(
            "SELECT pair, first_is_black, attempt, reason, culprit, message, transcript, moves "
            "FROM voids WHERE match = ? ORDER BY pair, first_is_black DESC, attempt",
            (match,),
        )
        return [
            VoidResult(
                Slot(row[0], bool(row[1])),
                attempt=row[2],
                reason=row[3],
                culprit=row[4],
                message=row[5],
                transcript=row[6],
                moves=tuple(row[7].split()),
            )
            for row in rows
        ]


def _written(entries: Sequence[float | None], form: str) -> str:
    """A list of numbers as text; - for what is not known."""
    return " ".join("-" if entry is None else form.format(entry) for entry in entries)


def _read(text: str, kind: Callable[[str], T]) -> tuple[T | None, ...]:
    """The list that `_written` wrote."""
    return tuple(None if word == "-" else kind(word) for word in text.split())
