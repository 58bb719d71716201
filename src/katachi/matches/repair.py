"""A laboratory looked through row by row, and a damaged one made whole again.

Repairing reads the pages of the file (salvage.py), keeps every game that makes sense, and puts a new
file in the place of the old one, which stays beside it. Games that are lost are played again by the
next run of their match.

What names a match or an agent is a hash of its description, so damage there is found; if one bit is
wrong, it is put right. Damage within a game is found if its row, its lists or its moves make no sense.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from katachi.errors import KatachiError
from katachi.files.temporary import remove_leftovers, temporary_beside
from katachi.games.contract import PositionLike
from katachi.matches.game_text import game_of_text
from katachi.matches.laboratory_file import APPLICATION, FORMAT, NONSENSE, SCHEMA
from katachi.matches.plan import game_seed
from katachi.matches.salvage import Found, salvage
from katachi.matches.stored_rows import result_of_row, void_of_row

Row = tuple[object, ...]
# Texts of which a single wrong bit is looked for are at most so long, in bytes.
LONGEST_HEALED = 20_000
GAME_COLUMNS, OLD_GAME_COLUMNS = 23, 17
UNKNOWN = "unknown"
LOST = "{}"  # stands for a description
_TABLES = ("agents", "machines", "matches", "games", "voids")


@dataclass
class Examination:
    """What a laboratory holds: rows that make sense by table and key, and what does not.

    `damage` has a sentence for each thing that was found; empty: nothing is wrong.
    """

    tables: dict[str, dict[Row, Row]] = field(default_factory=lambda: {t: {} for t in _TABLES})
    damage: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games make sense."""
        return len(self.tables["games"])


def examine(path: Path) -> Examination:
    """Looks at every row of a laboratory and changes nothing; raises `KatachiError`."""
    found = Examination()
    try:
        main = path.read_bytes()
        journal = path.with_name(f"{path.name}-wal")
        wal = journal.read_bytes() if journal.exists() else b""
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None
    rows = _read_by_sqlite(main, wal, found.damage)
    records = salvage(main, wal)
    if not records and not any(rows.values()):
        raise KatachiError(f"there is nothing of a laboratory in '{path}'")
    _choose_descriptions(found, rows, records)
    _choose_games(found, rows, records)
    return found


def repair(path: Path) -> tuple[Examination, Path]:
    """Puts a sound laboratory in the place of a damaged one, and says where the old one is.

    Nobody may have it open. Raises `KatachiError`.
    """
    found = examine(path)
    old = _free_name(path)
    remove_leftovers(path)
    temporary = temporary_beside(path)
    try:
        _write(found, temporary)
        beside = [name for name in ("", "-wal") if path.with_name(path.name + name).exists()]
        for name in beside:
            shutil.copyfile(path.with_name(path.name + name), old.with_name(old.name + name))
        # A journal of the old file must never meet the new one.
        for name in ("-wal", "-shm"):
            path.with_name(path.name + name).unlink(missing_ok=True)
        temporary.replace(path)
    except sqlite3.Error as error:
        raise KatachiError(f"cannot write '{path}': {error}") from None
    except OSError as error:
        raise KatachiError(f"cannot write '{path}': {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    return found, old


def _free_name(path: Path) -> Path:
    names = (f"{path.name}.damaged{number or ''}" for number in range(1000))
    for name in names:
        if not path.with_name(name).exists():
            return path.with_name(name)
    raise KatachiError(f"there are too many damaged files beside '{path}'")


def _read_by_sqlite(main: bytes, wal: bytes, damage: list[str]) -> dict[str, list[Row]]:
    """What SQLite itself still reads, of a copy; texts are bytes, as in records."""
    rows: dict[str, list[Row]] = {table: [] for table in _TABLES}
    with tempfile.TemporaryDirectory(prefix="katachi-") as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes(main)
        copy.with_name("copy-wal").write_bytes(wal)
        database = sqlite3.connect(copy, isolation_level=None)
        database.text_factory = bytes
        try:
            (answer,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            if answer != b"ok":
                damage.append(bytes(answer).decode("utf-8", "replace").splitlines()[-1])
        except (sqlite3.Error, TypeError, ValueError) as error:
            damage.append(str(error))
        for table in _TABLES:
            try:
                for row in database.execute(f"SELECT * FROM {table}"):
                    rows[table].append(row)
            except (sqlite3.Error, OverflowError, ValueError) as error:
                damage.append(f"{table}: {error}")
        database.close()
    return rows


# Agents, machines, matches: named by hashes


def _hash(length: int) -> Callable[[bytes], bytes]:
    return lambda text: hashlib.sha256(text).hexdigest()[:length].encode()


def healed(text: bytes, is_right: Callable[[bytes], bool]) -> bytes | None:
    """The text, or the one that differs from it by a single bit, that is right; None without one."""
    if is_right(text):
        return text
    changed = bytearray(text)
    for place in range(len(changed) if len(text) <= LONGEST_HEALED else 0):
        for bit in range(8):
            changed[place] ^= 1 << bit
            if is_right(bytes(changed)):
                return bytes(changed)
            changed[place] ^= 1 << bit
    return None


def _choose_descriptions(
    found: Examination, rows: Mapping[str, list[Row]], records: Sequence[Found]
) -> None:
    of_table: dict[str, list[Found]] = {}
    for record in records:
        of_table.setdefault(record.table, []).append(record)
    for table in ("agents", "machines"):
        every = rows[table] + [record.values for record in of_table.get(table, [])]
        for row in sorted(
            set(every), key=lambda row: every.index(row) if row in rows[table] else -1
        ):
            _choose_named(found, table, row)
    keys: dict[object, Counter[object]] = {}
    for record in of_table.get("keys", []):
        keys.setdefault(record.values[1], Counter())[record.values[0]] += 1
    matches: dict[object, list[Row]] = {}
    for row in rows["matches"]:
        matches.setdefault(row[0], []).append(row[1:])
    for record in sorted(of_table.get("matches", []), key=lambda record: not record.is_live):
        if record.number is not None:
            matches.setdefault(record.number, []).append(record.values[1:])
    played: Counter[object] = Counter(record.values[0] for record in of_table.get("games", []))
    taken: set[object] = set()
    # A damaged number is one more match with the key of another: the one that has games counts.
    for number in sorted(matches.keys() | keys.keys(), key=lambda one: (-played[one], str(one))):
        if isinstance(number, int):
            known = list(keys.get(number, ()))
            _choose_match(found, number, list(dict.fromkeys(matches.get(number, []))), known)
            if found.tables["matches"][(number,)][1] in taken:
                del found.tables["matches"][(number,)]
                found.damage.append(f"match {number} is another one with a damaged number")
            else:
                taken.add(found.tables["matches"][(number,)][1])


def _choose_named(found: Examination, table: str, row: Row) -> None:
    """A row whose first column is a hash of its last; one that is not can be put right, or is damaged."""
    name, text = row[0], row[-1]
    if not isinstance(name, bytes) or not isinstance(text, bytes):
        return
    kept, make = found.tables[table], _hash(16)
    if (name.decode("ascii", "replace"),) in kept:
        return
    right = healed(text, lambda one: make(one) == name)
    if right is None:
        return
    texts = [_text(value) for value in (*row[:-1], right)]
    kept[(texts[0],)] = tuple(texts)


def _choose_match(found: Examination, number: int, rows: list[Row], keys: list[object]) -> None:
    """The best of several copies of a match; its key is that of the description, if one fits."""
    make = _hash(32)
    for row in rows:
        key, description, *others = row
        if not isinstance(description, bytes):
            continue
        names = {one for one in (key, *keys) if isinstance(one, bytes)}
        right = healed(description, lambda one, names=names: make(one) in names)  # type: ignore[misc]
        if right is not None:
            texts = [_text(value) for value in (make(right), right, *others)]
            if right != description or make(right) != key:
                found.damage.append(f"match {number} is described wrongly")
            found.tables["matches"][(number,)] = (number, *texts)
            return
    found.damage.append(f"the description of match {number} is lost")
    key = keys[0] if keys else rows[0][0] if rows else f"damaged {number}"
    rest = [_text(value) for value in rows[0][2:]] if rows else [UNKNOWN] * 6
    found.tables["matches"][(number,)] = (number, _text(key), LOST, *rest)


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


# Games


def _choose_games(
    found: Examination, rows: Mapping[str, list[Row]], records: Sequence[Found]
) -> None:
    """Of every game the copy that SQLite reads, that its page names, or that there is most often."""
    for table, width in (("games", 3), ("voids", 4)):
        copies = Counter(record.values for record in records if record.table == table)
        live = {record.values for record in records if record.table == table and record.is_live}
        read = dict.fromkeys(rows[table])
        ordered = sorted(copies, key=lambda row: (row not in live, -copies[row]))
        refused: dict[Row, str] = {}
        for row in (*read, *ordered):
            full = _filled(row) if table == "games" else tuple(row)
            key = full[:width]
            if key in found.tables[table]:
                continue
            try:
                decoded = tuple(v.decode() if isinstance(v, bytes) else v for v in full)
                _check(found, table, decoded)
            except NONSENSE as error:
                if row in read or row in live:
                    refused[key] = str(error)
                continue
            found.tables[table][key] = decoded
        for key, why in refused.items():
            if key not in found.tables[table]:
                numbers = ", ".join(map(str, key))
                found.damage.append(f"{table} ({numbers}): {why}")


def _filled(row: Sequence[object]) -> Row:
    """Games of older laboratories have fewer columns."""
    return (*row, *([""] * (GAME_COLUMNS - len(row)))) if len(row) == OLD_GAME_COLUMNS else (*row,)


def _check(found: Examination, table: str, row: Row) -> None:
    """Raises if a row makes no sense."""
    if not isinstance(row[0], int) or row[0] < 1:
        raise ValueError("there is no such match")
    if table == "voids":
        void_of_row((*row[1:-1],))
        return
    result = result_of_row((*row[1:6], *row[7:14], *row[15:]))
    if result.points != row[6] or result.slot.pair < 0 or result.opening_plies < 0:
        raise ValueError("winner, points or place do not fit")
    match = found.tables["matches"].get((row[0],))
    if match is None or match[3] == UNKNOWN:
        return
    # A game whose place is damaged would take that of another: its seed tells where it belongs.
    seed = json.loads(str(match[2])).get("seed")
    if seed is not None and result.seed != game_seed(seed, result.slot):
        raise ValueError("its seed is not that of its place")
    try:
        position: PositionLike = game_of_text(str(match[3])).start()
    except KatachiError:
        return  # a game written in Python, whose rules are not known here
    for move in result.moves:
        position = position.play(move)


# The new file


def _write(found: Examination, path: Path) -> None:
    """Everything that was found, with stand-ins for descriptions that are lost."""
    tables = found.tables
    for row in list(tables["games"].values()) + list(tables["voids"].values()):
        key = (row[0],)
        if key not in tables["matches"]:
            found.damage.append(f"the description of match {row[0]} is lost")
            tables["matches"][key] = (row[0], f"damaged {row[0]}", LOST, *([UNKNOWN] * 6))
    _stand_in(found, "agents", (one for row in tables["matches"].values() for one in row[4:6]), 2)
    _stand_in(found, "machines", (row[16] for row in tables["games"].values()), 1)
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("BEGIN")
        for statement in SCHEMA.read_text(encoding="utf-8").split(";\n"):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {FORMAT}")
        for table in _TABLES:
            for row in tables[table].values():
                marks = ", ".join("?" * len(row))
                database.execute(f"INSERT INTO {table} VALUES ({marks})", row)
        database.execute("COMMIT")
    finally:
        database.close()
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _stand_in(found: Examination, table: str, names: Iterable[object], columns: int) -> None:
    kept = found.tables[table]
    for name in dict.fromkeys(names):
        if (name,) not in kept:
            found.damage.append(f"what {table} {name} was is lost")
            kept[(name,)] = (name, *([UNKNOWN] * (columns - 1)), "{}")
