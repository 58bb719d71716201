"""The store of a laboratory: one SQLite file with every game that was played.

A game is saved in one transaction as it ends, so a process that is killed loses at most the games
it was playing. Several processes of one machine may work on one file: a reservation keeps them from
playing the same game, and the key of the table from counting it twice.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from katachi import __version__
from katachi.errors import KatachiError
from katachi.files.owner import is_alive, new_owner, retire
from katachi.games.contract import GameLike
from katachi.matches.circumstances import machine, now
from katachi.matches.game import PlayedGame, VoidGame
from katachi.matches.game_text import game_of_text, text_of_game
from katachi.matches.laboratory_file import FORMAT, LaboratoryFile
from katachi.matches.plan import MatchPlan, Slot, renewed_key
from katachi.matches.results import GameResult, VoidResult
from katachi.matches.stored_rows import (
    GAME_COLUMNS,
    MATCH_COLUMNS,
    NEW_COLUMNS,
    VOID_COLUMNS,
    StoredMatch,
    columns_of_game,
    match_of_row,
    result_of_row,
    void_of_row,
)


class Laboratory:
    """An open store; a context manager. Not for use by several threads at once.

    Games written in Python are stored by their texts. Whoever replays them needs their rules: those
    of `games`, and of the matches that were played here.
    """

    def __init__(
        self, path: Path, *, games: Sequence[GameLike] = (), read_only: bool = False
    ) -> None:
        """Opens the file, or makes it; raises `KatachiError` for a file of another kind.

        Whoever asks for `read_only` can save nothing, needs a file that is there, and does not need
        a folder in which something can be written.
        """
        self.path = path
        self._games = {text_of_game(game): game for game in games}
        self.owner = new_owner()
        self._file = LaboratoryFile(path, read_only=read_only)
        self._ask = self._file.ask

    def _renew(self) -> None:
        """Brings an older file up to date: with its first new match or game, not by being read."""
        if self._file.format < FORMAT:
            for column in NEW_COLUMNS:
                self._ask(f"ALTER TABLE games ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
            self._ask(f"PRAGMA user_version = {FORMAT}")

    def close(self) -> None:
        """Gives up all reservations of this object and closes the file."""
        retire(self.owner)
        try:
            if not self._file.read_only:
                # On a full disk they stay, and count for nothing.
                with contextlib.suppress(KatachiError), self._file.writing():
                    self._ask("DELETE FROM reservations WHERE owner = ?", (self.owner,))
        finally:
            self._file.close()

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

    # Matches

    def add_match(self, plan: MatchPlan) -> int:
        """The number of a match, which is entered if it is new."""
        if plan.python_game is not None:
            self._games[plan.game] = plan.python_game
        found = self.find_match(plan)
        if found is not None:
            return found
        sides = (plan.first, plan.second)
        with self._file.writing():
            self._renew()
            for side in sides:
                self._ask(
                    "INSERT OR IGNORE INTO agents VALUES (?, ?, ?)",
                    (side.hash, side.name, side.configuration),
                )
            self._ask(
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
        rows = self._ask("SELECT id FROM matches WHERE key = ?", (plan.key,))
        return int(rows[0][0]) if rows else self._renewed_keys.get(plan.key)

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
        rows = self._ask(
            f"SELECT {MATCH_COLUMNS}, (SELECT count(*) FROM games WHERE match = id) "
            "FROM matches ORDER BY id"
        )
        with self._file.sentences():
            return [match_of_row(row) for row in rows]

    def configuration(self, agent: str) -> dict[str, object]:
        """Settings and file hashes of an agent by its hash."""
        rows = self._ask("SELECT configuration FROM agents WHERE hash = ?", (agent,))
        if not rows:
            raise KatachiError(f"the laboratory has no agent {agent}")
        with self._file.sentences():
            return dict(json.loads(rows[0][0]))

    # Games

    def reserve(self, match: int, slot: Slot, *, attempts: int) -> bool:
        """Whether this process may play a game now.

        Not if it was played, if it was void too many times, or while another living process plays
        it; what a dead process had reserved is free again.
        """
        place = (match, *slot)
        with self._file.writing():
            where = "WHERE match = ? AND pair = ? AND first_is_black = ?"
            if self._ask(f"SELECT 1 FROM games {where}", place):
                return False
            if len(self._ask(f"SELECT 1 FROM voids {where}", place)) >= attempts:
                return False
            holders = self._ask(f"SELECT owner FROM reservations {where}", place)
            if holders and is_alive(str(holders[0][0])):
                return False
            self._ask(
                "INSERT OR REPLACE INTO reservations VALUES (?, ?, ?, ?)", (*place, self.owner)
            )
        return True

    def is_free(self, match: int, slot: Slot) -> bool:
        """Whether no living process plays a game."""
        rows = self._ask(
            "SELECT owner FROM reservations WHERE match = ? AND pair = ? AND first_is_black = ?",
            (match, *slot),
        )
        return not rows or not is_alive(str(rows[0][0]))

    def release(self, match: int, slot: Slot) -> None:
        """Gives a reservation back without a result."""
        with self._file.writing():
            self._release(match, slot)

    def _release(self, match: int, slot: Slot) -> None:
        self._ask(
            "DELETE FROM reservations WHERE match = ? AND pair = ? AND first_is_black = ? AND owner = ?",
            (match, *slot, self.owner),
        )

    def save(self, match: int, slot: Slot, played: PlayedGame, *, seed: int, started: str) -> None:
        """Stores a finished game and ends the reservation, together. The first to store a game wins."""
        winner = played.outcome.winner
        points = 0.5 if winner is None else float((winner == "black") == slot.first_is_black)
        texts = columns_of_game(played)
        with self._file.writing():
            self._renew()
            self._ask("INSERT OR IGNORE INTO machines VALUES (?, ?)", machine())
            self._ask(
                f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * 23)})",
                (
                    match,
                    slot.pair,
                    int(slot.first_is_black),
                    winner,
                    played.outcome.reason,
                    played.outcome.score,
                    points,
                    texts["moves"],
                    played.opening_plies,
                    played.movers,
                    texts["seconds"],
                    texts["simulations"],
                    seed,
                    started,
                    now(),
                    __version__,
                    machine()[0],
                    texts["processor"],
                    texts["values"],
                    texts["visits"],
                    texts["depths"],
                    texts["told"],
                    played.failure,
                ),
            )
            self._release(match, slot)

    def save_void(self, match: int, slot: Slot, void: VoidGame, *, culprit: str) -> None:
        """Stores a game that nobody won or lost, and ends the reservation."""
        with self._file.writing():
            self._ask(
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
        rows = self._ask(
            "SELECT pair, first_is_black, points FROM games WHERE match = ? "
            "ORDER BY pair, first_is_black DESC",
            (match,),
        )
        with self._file.sentences():
            return {Slot(int(pair), bool(black)): float(points) for pair, black, points in rows}

    def results(self, match: int) -> list[GameResult]:
        """All counted games, in order."""
        new = NEW_COLUMNS if self._file.format >= 2 else ("''",) * len(NEW_COLUMNS)
        rows = self._ask(
            f"SELECT {GAME_COLUMNS}, {', '.join(new)} FROM games WHERE match = ? "
            "ORDER BY pair, first_is_black DESC",
            (match,),
        )
        with self._file.sentences():
            return [result_of_row(row) for row in rows]

    def voids(self, match: int) -> list[VoidResult]:
        """All void games, in order."""
        rows = self._ask(
            f"SELECT {VOID_COLUMNS} FROM voids WHERE match = ? "
            "ORDER BY pair, first_is_black DESC, attempt",
            (match,),
        )
        with self._file.sentences():
            return [void_of_row(row) for row in rows]
