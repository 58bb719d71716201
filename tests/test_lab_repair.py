"""Damaged laboratories: what SQLite cannot read any more is found again, and nothing else is lost."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from katachi.cli import app
from katachi.errors import KatachiError
from katachi.matches import Laboratory, MatchPlan, parse_contestant, play_match, result_of
from katachi.matches.repair import examine, healed, repair
from katachi.matches.salvage import GAMES, salvage

RANDOM = parse_contestant("random@1")
PLANS = [
    MatchPlan(parse_contestant("uct@4"), RANDOM, "hex3", pairs=15, seed=1),
    # Games of so many moves do not fit into a page together with others, and have overflow pages.
    MatchPlan(RANDOM, parse_contestant("uct@1"), "hex8", pairs=4, seed=2),
]
FLIPPED = 20  # laboratories by default
ALL_FLIPPED = 1000
Key = tuple[object, ...]


def rows_of(path: Path) -> dict[Key, tuple[object, ...]]:
    database = sqlite3.connect(path)
    try:
        return {row[:3]: row for row in database.execute("SELECT * FROM games")}
    finally:
        database.close()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "lab.sqlite"
    with Laboratory(path) as laboratory:
        for plan in PLANS:
            play_match(plan, laboratory)
    return path


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Path:
    """A copy to be damaged."""
    return Path(shutil.copy(sound, tmp_path / "lab.sqlite"))


def places_of(path: Path) -> dict[Key, list[range]]:
    """The bytes of the file that hold each game, those between them and their length included."""
    places: dict[Key, list[range]] = {}
    rows = rows_of(path)
    for record in salvage(path.read_bytes()):
        if record.table == GAMES.name and record.is_live:
            start = [(page - 1) * 4096 for page, _, _ in record.places]
            places[record.values[:3]] = [
                range(at + first, at + last)
                for at, (_, first, last) in zip(start, record.places, strict=True)
            ]
    assert places.keys() == rows.keys()
    return places


def test_a_sound_laboratory_is_read_page_by_page(sound: Path) -> None:
    """Every value of every game, also of those that lie on several pages; nothing is found twice."""
    rows = rows_of(sound)
    live = [r for r in salvage(sound.read_bytes()) if r.table == GAMES.name and r.is_live]
    assert len(live) == len(rows) == 38
    for record in live:
        values = tuple(v.decode() if isinstance(v, bytes) else v for v in record.values)
        assert values == rows[record.values[:3]]
    assert {len(record.places) for record in live} >= {1, 2}
    for record in live:
        assert sum(last - first for _, first, last in record.places) > 200
    assert examine(sound).damage == []


def flips(sound: Path, count: int) -> Iterator[tuple[int, list[int]]]:
    """So many times some bits of a file: mostly one, sometimes many; a third in heads of pages."""
    size = sound.stat().st_size
    for number in range(count):
        rng = random.Random(number)
        bits = []
        for _ in range(rng.choice((1, 1, 1, 2, 8, 64))):
            byte = rng.randrange(size)
            if rng.random() < 0.35:
                byte = rng.randrange(size // 4096) * 4096 + rng.randrange(48)
            bits.append(8 * byte + rng.randrange(8))
        yield number, bits


def test_no_undamaged_game_is_lost(
    sound: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rows, places = rows_of(sound), places_of(sound)
    content = sound.read_bytes()
    unreadable = kept = lost = 0
    count = ALL_FLIPPED if request.config.getoption("--slow") else FLIPPED
    for number, bits in flips(sound, count):
        path = tmp_path / f"{number}.sqlite"
        data = bytearray(content)
        for bit in bits:
            data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        touched = {bit // 8 for bit in bits}
        undamaged = {
            key
            for key, ranges in places.items()
            if not any(byte in one for byte in touched for one in ranges)
        }
        try:
            unreadable += rows_of(path) != rows
        except (sqlite3.DatabaseError, OverflowError, ValueError):
            unreadable += 1
        repair(path)
        saved = rows_of(path)
        assert {key for key in undamaged if saved.get(key) != rows[key]} == set(), number
        assert saved.keys() <= rows.keys(), number
        kept += len(saved)
        lost += len(rows) - len(saved)
        with Laboratory(path, read_only=True) as laboratory:
            for match in laboratory.matches():
                laboratory.results(match.id)
        for file in tmp_path.glob(f"{number}.*"):
            file.unlink()
    assert unreadable > count / 3, "otherwise this proves little"
    assert lost < kept / 20


def test_what_is_lost_is_played_again(damaged: Path) -> None:
    """Also after damage to the head of the file, to a tree of pages and to a game."""
    rows = rows_of(damaged)
    data = bytearray(damaged.read_bytes())
    game = places_of(damaged)[1, 3, 1][0]
    for byte in (17, 100, 4096 * 5, 4096 * 5 + 4, game.start + 30):
        data[byte] ^= 0x55
    damaged.write_bytes(data)
    with pytest.raises(KatachiError):
        Laboratory(damaged, read_only=True)
    found, old = repair(damaged)
    assert found.damage
    assert old.read_bytes() == data
    with Laboratory(damaged) as laboratory:
        for plan in PLANS:
            assert laboratory.find_match(plan) is not None
            assert len(play_match(plan, laboratory).results) == 2 * plan.pairs
    again = rows_of(damaged)
    # What depends on the plan alone: winner, reason, score, points, moves.
    assert {key: row[3:8] for key, row in again.items()} == {
        key: row[3:8] for key, row in rows.items()
    }


def test_one_wrong_bit_in_a_description_is_put_right(damaged: Path) -> None:
    content = damaged.read_bytes()
    with Laboratory(damaged, read_only=True) as laboratory:
        before = [laboratory.configuration(match.first) for match in laboratory.matches()]
    data = bytearray(content)
    data[content.index(b'"adjudication"') + 5] ^= 4
    data[content.index(b'"exploration"') + 5] ^= 64
    damaged.write_bytes(data)
    repair(damaged)
    with Laboratory(damaged, read_only=True) as laboratory:
        after = [laboratory.configuration(match.first) for match in laboratory.matches()]
        assert all(laboratory.find_match(plan) for plan in PLANS)
    assert after == before
    assert healed(b"abc", lambda text: text == b"abb") == b"abb"
    assert healed(b"abc", lambda text: text == b"xyz") is None


def test_games_that_are_only_in_the_journal_of_sqlite_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    with Laboratory(path) as laboratory:
        play_match(PLANS[0], laboratory)
        copy = Path(shutil.copy(path, tmp_path / "copy.sqlite"))
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    data = bytearray(copy.read_bytes())
    data[:200] = bytes(200)
    copy.write_bytes(data)
    found, old = repair(copy)
    assert found.games == 30
    assert not Path(f"{copy}-wal").exists()
    assert Path(f"{old}-wal").exists()
    with Laboratory(copy) as laboratory:
        assert len(result_of(PLANS[0], laboratory).results) == 30


def test_the_command_checks_and_repairs(damaged: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["lab", str(damaged), "check", *words])
        return result.exit_code, result.output

    assert run() == (0, "38 games, all sound\n")
    assert run("--repair") == (0, "38 games, all sound\n")
    assert list(damaged.parent.iterdir()) == [damaged], "a sound file is left alone"
    with damaged.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\0" * 8)
    code, text = run()
    assert code == 2
    assert "is damaged; 38 games are sound: --repair saves them" in text
    code, text = run("--repair", "--json")
    assert code == 0
    assert json.loads(text)["games"] == 38
    assert json.loads(text)["old"] == f"{damaged}.damaged"
    assert run()[0] == 0
    result = CliRunner().invoke(app, ["lab", str(damaged), "--repair"])
    assert "--repair goes with check" in result.output


def test_a_file_without_anything_of_a_laboratory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    for content in (b"", b"nothing " * 5000, bytes(100_000)):
        path.write_bytes(content)
        with pytest.raises(KatachiError, match="nothing of a laboratory"):
            repair(path)
        assert path.read_bytes() == content
