"""The SQLite file of a laboratory: opened to play or only to read, and never a bare error of SQLite.

Whoever only reads changes nothing, so that a laboratory can be listed from a folder in which nothing
can be written, or while it is damaged.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from katachi.errors import KatachiError

# SQLite writes it into the head of the file: "kata" in ASCII.
APPLICATION = 0x6B617461
FORMAT = 2
# How long a process waits for another one that is writing.
PATIENCE_SECONDS = 60.0
IN_MEMORY = ":memory:"
# Bytes; SQLite makes files larger by less.
LITTLE_SPACE = 2**20
SCHEMA = Path(__file__).with_name("schema.sql")
# What rows that make no sense raise where they are taken apart.
NONSENSE = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError)

Rows = list[tuple[Any, ...]]


class LaboratoryFile:
    """An open file. Not for use by several threads at once."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Opens the file, or makes it unless it is only read; raises `KatachiError`."""
        self.path = path
        self.read_only = read_only
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        with self.sentences("cannot be used as a laboratory"):
            self._database = self._opened() if read_only else self._prepared()

    def _prepared(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=PATIENCE_SECONDS, isolation_level=None)
        try:
            self._check_application(database)
            database.execute("PRAGMA journal_mode = WAL")
            # With WAL this survives kill -9; a power failure may cost the last games, never the file.
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute("PRAGMA foreign_keys = ON")
            if not self._format_of(database):
                _create(database)
        except BaseException:
            database.close()
            raise
        return database

    def _opened(self) -> sqlite3.Connection:
        """For reading alone: as it is, or where the folder takes no files, from a copy of its journal."""
        wal = self.path.with_name(f"{self.path.name}-wal")
        try:
            return self._reader(self.path, "mode=rw")
        except sqlite3.OperationalError:
            if not self.path.is_file():
                raise
        if not wal.exists() or not wal.stat().st_size:
            return self._reader(self.path, "immutable=1")
        self._copy = tempfile.TemporaryDirectory(prefix="katachi-")
        for file in (self.path, wal):
            shutil.copyfile(file, Path(self._copy.name) / file.name)
        return self._reader(Path(self._copy.name) / self.path.name, "mode=rw")

    def _reader(self, path: Path, how: str) -> sqlite3.Connection:
        uri = f"file:{quote(str(path.absolute()))}?{how}"
        database = sqlite3.connect(uri, timeout=PATIENCE_SECONDS, isolation_level=None, uri=True)
        try:
            self._check_application(database)
            if not self._format_of(database):
                raise KatachiError(f"'{self.path}' is not a laboratory")
        except BaseException:
            database.close()
            raise
        return database

    def _check_application(self, database: sqlite3.Connection) -> None:
        found = database.execute("PRAGMA application_id").fetchone()[0]
        tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if found != APPLICATION and tables:
            raise KatachiError(f"'{self.path}' is a database, but not one of katachi")
        stored = self._format_of(database)
        if stored > FORMAT:
            raise KatachiError(
                f"'{self.path}' has format {stored}; this version of katachi reads up to {FORMAT}"
            )

    @staticmethod
    def _format_of(database: sqlite3.Connection) -> int:
        return int(database.execute("PRAGMA user_version").fetchone()[0])

    @property
    def format(self) -> int:
        """The version of the file."""
        return int(self.ask("PRAGMA user_version")[0][0])

    def ask(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """All rows of an answer; raises `KatachiError`."""
        with self.sentences():
            return self._database.execute(statement, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction that writes: all of it or nothing; raises `KatachiError`."""
        with self.sentences("cannot be written"):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                # A full disk may have ended the transaction already.
                with contextlib.suppress(sqlite3.Error):
                    if self._database.in_transaction:
                        self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def sentences(self, refusal: str = "") -> Iterator[None]:
        """What SQLite or a senseless row raises within the block becomes a `KatachiError`."""
        try:
            yield
        except KatachiError:
            raise
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                raise self._damaged(error) from None
            raise self._refused(refusal, error) from None
        except sqlite3.Error as error:
            raise self._refused(refusal, error) from None
        except OSError as error:
            raise KatachiError(f"cannot read '{self.path}': {error.strerror}") from None
        except NONSENSE as error:
            raise self._damaged(error) from None

    def _refused(self, refusal: str, error: Exception) -> KatachiError:
        why = str(error)
        with contextlib.suppress(OSError):
            # SQLite says so only of some writes.
            if _may_mean_full(why) and shutil.disk_usage(self.path.parent).free < LITTLE_SPACE:
                why = "the disk is full"
        return KatachiError(f"'{self.path}' {refusal or 'cannot be read'}: {why}")

    def _damaged(self, error: Exception) -> KatachiError:
        return KatachiError(
            f"'{self.path}' is damaged ({error}): `katachi lab {self.path} check --repair` saves what "
            "is left"
        )

    def close(self) -> None:
        """Closes the file; what is written stays written."""
        with contextlib.suppress(sqlite3.Error):
            self._database.close()
        if self._copy is not None:
            self._copy.cleanup()


def _create(database: sqlite3.Connection) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster.
        if not LaboratoryFile._format_of(database):
            for statement in SCHEMA.read_text(encoding="utf-8").split(";\n"):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {FORMAT}")
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            if database.in_transaction:
                database.execute("ROLLBACK")
        raise


def _may_mean_full(words: str) -> bool:
    return "I/O" in words or "unable to open" in words


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the content is to blame, and not the disk or another process."""
    words = ("malformed", "decode to UTF-8", "no such table", "no such column", "overflow")
    return any(word in str(error) for word in words)
