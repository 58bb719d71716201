"""All records of others: counts, winners, exact round trips. The files live outside the project."""

from __future__ import annotations

import tarfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import katachi
from katachi.records import Games, read, read_native, write_native
from katachi.records.formats import format_named
from katachi.records.wthor import write_wthor

OTHELLO = "data/othello"
GO_FILES = {
    "pro_aeb_19x19": 12_600,
    "kgs_6dplus_19x19": 7898,
    "tom_9d_19x19": 2700,
    "tygem_9d_19x19": 2700,
    "ogs_dan_9x9": 3569,
    "pro_9x9": 448,
}


def again(games: Games, name: str, folder: Path) -> Games:
    """Written in a format and read back."""
    known = format_named(name)
    assert known.write is not None
    files = known.write(games)
    for suffix, content in files.items():
        path = folder / f"games{suffix or known.suffixes[0]}"
        path.write_bytes(content)
    return read(folder / f"games{known.suffixes[0]}", format=name)


def same_columns(a: Games, b: Games) -> bool:
    """Moves, results and texts agree; quicker than comparing records."""

    def texts(games: Games, name: str) -> list[str]:
        codes = games.columns.get(name, np.zeros(len(games), dtype=np.int32))
        return [games.texts[code] for code in codes.tolist()]

    names = {*a.columns, *b.columns}
    return (
        a.kinds == b.kinds
        and np.array_equal(a.kind, b.kind)
        and np.array_equal(a.moves, b.moves)
        and np.array_equal(a.offsets, b.offsets)
        and np.array_equal(a.winner, b.winner)
        and np.array_equal(a.score, b.score, equal_nan=True)
        and all(texts(a, name) == texts(b, name) for name in names)
        and a.numbers.keys() == b.numbers.keys()
        and all(np.array_equal(a.numbers[name], b.numbers[name]) for name in a.numbers)
    )


# Othello


@pytest.fixture(scope="module")
def wthor(shared: Path) -> Games:
    return read(sorted((shared / OTHELLO / "wthor").glob("*.wtb")))


def test_wthor_has_the_games_of_the_manifest(wthor: Games) -> None:
    assert len(wthor) == 123_803
    assert wthor.kinds == (katachi.Othello(),)
    # 377 games stop early; there the score byte is the only result, and is kept.
    assert wthor.info["endings"] == {"points": 377, "discs": 123_426}
    assert wthor.info["dates"] == ["1977", "2025"]
    first = wthor[0]
    assert (first.black, first.white, first.event) == (
        "Inoue Hiroshi",
        "Heiberg Thomas",
        "World Championship",
    )
    assert (first.tag("theoretical"), first.outcome) == (
        41,
        katachi.Outcome("black", "discs", 4.0),
    )
    assert "".join(first.moves).startswith("f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5")


def test_every_wthor_file_is_written_back_byte_by_byte(shared: Path) -> None:
    files = sorted((shared / OTHELLO).glob("*/*.wtb"))
    assert len(files) == 50
    for file in files:
        assert write_wthor(read(file)).games == file.read_bytes(), file.name


def test_names_survive_writing_wthor(shared: Path, tmp_path: Path) -> None:
    games = read(shared / OTHELLO / "wthor/WTH_1980.wtb")
    assert again(games, "wthor", tmp_path) == games


def test_playok_has_the_games_of_the_manifest(shared: Path) -> None:
    games = read(shared / OTHELLO / "playok/PLAYOK_2023.wtb")
    assert len(games) == 47_320
    assert games.info["endings"] == {"points": 10_336, "discs": 36_984}


def test_eothello_winners_are_those_on_the_board(shared: Path, tmp_path: Path) -> None:
    games = read(shared / OTHELLO / "eothello/eothello_games.csv")
    assert len(games) == 23_057
    assert games.info["endings"] == {"discs": 23_057}
    lines = (shared / OTHELLO / "eothello/eothello_games.csv").read_text("utf-8").splitlines()
    stated = [{"1": 0, "-1": 1, "0": 2}[line.split(",")[1]] for line in lines[1:]]
    assert games.winner.tolist() == stated
    assert same_columns(again(games, "csv", tmp_path), games)


def test_othello_positions_with_scores(shared: Path, tmp_path: Path) -> None:
    folder = shared / "data/tests/othello"
    games = read([folder / "fforum-1-19.obf", folder / "fforum-20-39.obf"])
    assert len(games) == 39
    assert games.numbers["best"].tolist()[:3] == [18, 10, 2]
    assert again(games, "obf", tmp_path) == games
    written = format_named("obf").write
    assert written is not None
    first = (folder / "fforum-1-19.obf").read_text("ascii").splitlines()[0]
    assert written(games[:1])[""].decode("ascii").splitlines()[0] == first.rstrip()


# Hex and Havannah


def index_of(path: Path) -> dict[int, dict[str, str]]:
    heading, *lines = path.read_text("utf-8").splitlines()
    names = heading.split("\t")
    rows = [dict(zip(names, line.split("\t"), strict=False)) for line in lines]
    return {int(row["game_id"]): row for row in rows}


def check_against_index(games: Games, index: dict[int, dict[str, str]]) -> Counter[str]:
    """Winner, size, stones, swap and end of every game; returns how games ended."""
    ends: Counter[str] = Counter()
    shapes = {"ring", "bridge", "fork", "connection"}
    several = 0
    for number, record in enumerate(games):
        row = index[int(record.tag("game_id") or 0)]
        assert record.outcome is not None
        assert record.outcome.winner == {"first": "black", "second": "white"}[row["winner"]]
        swapped = "swap" in record.moves
        assert games.kinds[games.kind[number]].size == int(row["size"])
        assert (swapped, len(record.moves) - swapped) == (
            row["swap"] == "1",
            int(row["placements"]),
        )
        expected = {"resign": "resignation", "connection": "connection", "other": "stated"}
        if row["end"] in shapes:
            # A last move may make two shapes at once.
            several += record.outcome.reason != row["end"]
            assert record.outcome.reason in shapes
        else:
            assert record.outcome.reason == expected.get(row["end"], "stated")
        ends[row["end"]] += 1
    assert several <= 1
    return ends


@pytest.mark.parametrize(("size", "count"), [(11, 1937), (13, 12_095)])
def test_little_golem_hex_agrees_with_its_index(
    shared: Path, tmp_path: Path, size: int, count: int
) -> None:
    games = read(shared / f"data/hex/littlegolem_hex_{size}x{size}.sgf")
    assert len(games) == count
    assert games.kinds == (katachi.Hex(size, swap=True),)
    check_against_index(games, index_of(shared / "data/hex/littlegolem_hex_index.tsv"))
    assert same_columns(again(games, "littlegolem", tmp_path), games)


def test_little_golem_havannah_agrees_with_its_index(shared: Path, tmp_path: Path) -> None:
    file = shared / "data/havannah/littlegolem_havannah.sgf"
    games = read(file)
    assert len(games) == 1744
    ends = check_against_index(
        games, index_of(shared / "data/havannah/littlegolem_havannah_index.tsv")
    )
    assert ends == {"fork": 566, "bridge": 214, "ring": 168, "resign": 728, "other": 68}
    assert same_columns(again(games, "littlegolem", tmp_path), games)
    write = format_named("littlegolem").write
    assert write is not None
    assert write(games)[""] == file.read_bytes()
    assert again(games, "sgf", tmp_path) == games


def test_engine_hex_games_end_with_a_connection(shared: Path, tmp_path: Path) -> None:
    games = read(shared / "data/hex/engine_wolve_13x13.txt.xz")
    assert len(games) == 9884
    assert games.info["endings"] == {"connection": 9884}
    assert same_columns(again(games, "moves", tmp_path), games)


# Go


@pytest.mark.parametrize(
    ("name", "count"),
    [
        pytest.param(name, count, marks=pytest.mark.slow if count > 5000 else ())
        for name, count in GO_FILES.items()
    ],
)
def test_go_files_have_the_games_of_the_manifest(
    shared: Path, tmp_path: Path, name: str, count: int
) -> None:
    games = read(shared / f"data/go/{name}.sgf.xz")
    assert len(games) == count
    # Every one of these records states a winner.
    assert games.info["winners"]["unknown"] == 0  # type: ignore[index]
    assert same_columns(read_native(write_native(games)), games)
    part = games[:: max(1, count // 100)]
    assert again(part, "sgf", tmp_path) == part


def test_go_games_with_a_counted_board_agree_with_area_scoring(shared: Path) -> None:
    """Where dead stones were taken off, the stated margin is our own count."""
    games = read(shared / "data/go/ogs_dan_9x9.sgf.xz")
    assert games.info["endings"]["area"] > 300  # type: ignore[index]


# Collections


def test_a_split_of_all_wthor_games_leaks_no_repeat(wthor: Games) -> None:
    """The collection itself has none: a part of it is put in a second time."""
    assert len(wthor.without_repeats()) == len(wthor)
    games = Games.joined([wthor, wthor[:5000]])
    train, test = games.split(test=0.1, seed=1)
    assert len(train) + len(test) == len(games)
    assert abs(len(test) - len(games) / 10) <= 1
    assert not np.intersect1d(train.digests(), test.digests()).size
    assert len(games.without_repeats()) == len(wthor)


def test_all_wthor_games_survive_the_native_collection(wthor: Games) -> None:
    assert same_columns(read_native(write_native(wthor, compress=False)), wthor)
    some = wthor[::10]
    assert same_columns(read_native(write_native(some, compress=True)), some)


# Hex games of the Olympiads: files of HexGui and Benzene


def test_olympiad_games_read_as_they_were_played(shared: Path, tmp_path: Path) -> None:
    """The swap of these files changes sides, and one game has a variation."""
    with tarfile.open(shared / "data/tests/hex/benzene-regression.tar.xz", "r:xz") as archive:
        members = [m for m in archive if m.name.endswith(".sgf") and "/games/" in m.name]
        for number, member in enumerate(members):
            content = archive.extractfile(member)
            assert content is not None
            (tmp_path / f"{number:03d}.sgf").write_bytes(content.read())
    games = read(tmp_path)
    assert (len(members), len(games)) == (96, 96)
    swapped = [record for record in games if "swap" in record.moves]
    assert len(swapped) == 51
    # Where a file states the winner, the board agrees, or the game would be a problem.
    assert games.info["endings"] == {"connection": 43, "resignation": 15}
