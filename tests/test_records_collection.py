"""Collections: parts, splits without leaks, provenance, the native file, and what is refused."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.random_games import random_games

import katachi
from katachi.records import (
    GameRecord,
    Games,
    read,
    read_native,
    replay,
    save_native,
    write,
    write_native,
)
from katachi.records.native import describe_game, game_of
from katachi.records.source_file import open_source

Othello, Hex, Go, Havannah = katachi.Othello, katachi.Hex, katachi.Go, katachi.Havannah


MIXED = Games.joined(
    [
        random_games(Othello(6), 5),
        random_games(Hex(5, swap=True), 4),
        random_games(Havannah(3), 3),
        random_games(Go(5), 2, most=60),
    ]
)


# Parts


def test_slices_lists_and_masks_are_collections() -> None:
    every = list(MIXED)
    assert list(MIXED[2:9:3]) == every[2:9:3]
    assert list(MIXED[::-1]) == every[::-1]
    assert list(MIXED[[3, -1, 3]]) == [every[3], every[-1], every[3]]
    mask = MIXED.lengths > 20
    assert list(MIXED[mask]) == [record for record in every if len(record.moves) > 20]
    assert MIXED[-1] == every[-1]
    assert len(MIXED[0:0]) == 0
    MIXED[5:8].check()


def test_kinds_that_no_longer_occur_are_forgotten() -> None:
    assert MIXED[:5].game == Othello(6)
    assert MIXED.of_game("hex").kinds == (Hex(5, swap=True),)
    assert len(MIXED.of_game(Havannah(3))) == 3
    with pytest.raises(katachi.KatachiError, match=r"^these are records of 4 games, not one: "):
        _ = MIXED.game


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(IndexError, match=r"^there are 14 games, not game 14$"):
        _ = MIXED[14]
    with pytest.raises(IndexError, match=r"^there are only 14 games$"):
        _ = MIXED[[14]]
    with pytest.raises(katachi.KatachiError, match=r"^the mask has 3 entries for 14 games$"):
        _ = MIXED[np.array([True, False, True])]


def test_filter_remembers_what_it_did() -> None:
    won = MIXED.filter(lambda r: r.outcome is not None and r.outcome.winner == "black", note="won")
    assert len(won) == int((MIXED.winner == 0).sum())
    assert won.provenance.steps == (f"won: {len(won)} of 14",)


def test_joining_keeps_every_text_and_number() -> None:
    first = Games.of([GameRecord(Hex(3), ("a1",), black="Ada", tags=(("id", 1),))])
    second = Games.of([GameRecord(Hex(3), ("b1",), white="Ada", tags=(("note", "x"),))])
    both = Games.joined([first, second])
    assert list(both) == [first[0], second[0]]
    assert both.texts.count("Ada") == 1
    assert list(Games.joined([])) == []
    both.check()


def test_info_counts() -> None:
    info = MIXED.info
    assert info["games"] == 14
    assert info["kinds"] == {
        "Othello(6)": 5,
        "Hex(5, swap=True)": 4,
        "Havannah(3)": 3,
        "Go(5)": 2,
    }
    assert json.loads(json.dumps(info)) == info
    assert Games.of([]).info["length"] == {"shortest": None, "mean": None, "longest": None}


# Replaying


@pytest.mark.parametrize("game", [Othello(8), Go(5), Hex(4, swap=True), Havannah(3)], ids=str)
def test_replay_agrees_with_positions(game: katachi.Game) -> None:
    games = random_games(game, 20, seed=3, most=50)
    for threads in (1, 3):
        played, board = replay(games, threads=threads)
        assert np.array_equal(played.moves, games.moves)
        assert (board.refused == -1).all()
        for number, record in enumerate(games):
            final = record.final
            assert isinstance(final, katachi.Position)
            assert board.over[number] == final.is_over
            assert board.score[number] == final.outcome.score
            assert (board.black[number], board.white[number]) == (
                final.stones.count(0),
                final.stones.count(1),
            )
            winner = {"black": 0, "white": 1, None: 2}[final.outcome.winner]
            assert board.winner[number] == winner


def test_replay_finds_the_first_illegal_move() -> None:
    games = Games.of(
        [GameRecord(Hex(3), ("a1", "b1")), GameRecord(Hex(3), ("a1", "b2", "a1", "c3"))]
    )
    played, board = replay(games)
    assert board.refused.tolist() == [-1, 2]
    assert played[1].moves == ("a1", "b2")


def test_passes_are_put_in_where_othello_needs_them() -> None:
    rng = random.Random(5)
    game = Othello(6)
    seen = 0
    for _ in range(50):
        position = game.start()
        moves: list[str] = []
        while not position.is_over:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        without = tuple(move for move in moves if move != "pass")
        seen += len(without) < len(moves)
        played, board = replay(Games.of([GameRecord(game, without)]), implied_passes=True)
        assert played[0].moves == tuple(moves)
        assert board.over.all()
    assert seen > 10


# Repeats and splits


@pytest.mark.parametrize("game", [Othello(8), Go(5), Hex(4, swap=True), Havannah(3)], ids=str)
def test_digests_know_symmetric_games(game: katachi.Game) -> None:
    games = random_games(game, 6, seed=1, most=12)
    moves = game.moves
    for number, record in enumerate(games):
        images = set()
        for symmetry in game.topology.symmetries:
            if symmetry.exchanges_colors:
                continue
            start = game.start().transformed(symmetry) if game.name == "othello" else None
            turned = tuple(
                moves[symmetry.images[n]] if n < len(moves) - 1 else moves[n]
                for n in map(game.number, record.moves)
            )
            image = Games.of([GameRecord(game, turned, start=start)])
            images.add(int(image.digests()[0]))
        assert images == {int(games.digests()[number])}
    assert len(set(games.digests().tolist())) == 6


def test_digests_tell_games_apart() -> None:
    one = GameRecord(Hex(4), ("a1", "b2"))
    others = [
        GameRecord(Hex(4), ("b2", "a1")),
        GameRecord(Hex(5), ("a1", "b2")),
        GameRecord(Hex(4), ("a1",)),
        GameRecord(Hex(4), ("a1", "b2"), start=Hex(4).position("..../..../..../...X X")),
    ]
    digests = Games.of([one, *others]).digests()
    assert len(set(digests.tolist())) == 5
    # Half a turn makes these equal, but only if symmetry counts.
    turned = Games.of([one, GameRecord(Hex(4), ("d4", "c3"))])
    assert len(set(turned.digests().tolist())) == 1
    assert len(set(turned.digests(by_symmetry=False).tolist())) == 2


def test_digests_do_not_change() -> None:
    """Splits of published results depend on them."""
    games = Games.of(
        [GameRecord(Othello(), ("f5", "d6", "c3")), GameRecord(Go(9), ("E5", "C3", "pass"))]
    )
    assert games.digests().tolist() == [5051123065919297014, 1252895360129712637]
    assert games.digests().tolist() == [slow_digest(record) for record in games]


def scramble(value: int) -> int:
    """Splitmix64."""
    mask = 2**64 - 1
    value = (value + 0x9E3779B97F4A7C15) & mask
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
    return value ^ (value >> 31)


def slow_digest(record: GameRecord) -> int:
    """The definition, move by move."""
    game = record.game
    assert isinstance(game, katachi.Game)
    base = 0
    for byte in f"{game.name} {game.size}".encode():
        base = scramble(base ^ byte)
    found = []
    for symmetry in game.topology.symmetries:
        if symmetry.exchanges_colors:
            continue
        stones = 0 if record.game.start().to_move == "black" else 1
        for cell, stone in enumerate(game.start().stones):
            if stone < 2:
                stones ^= scramble(scramble(stone + 1) ^ int(symmetry.images[cell]))
        digest = base ^ scramble(stones)
        for move in map(game.number, record.moves):
            image = move if move == len(game.moves) - 1 else int(symmetry.images[move])
            digest = scramble(digest ^ (image + 1))
        found.append(digest)
    return min(found)


@given(
    st.lists(st.integers(0, 17), max_size=60),
    st.one_of(st.floats(0, 1), st.integers(0, 5)),
    st.integers(0, 10),
)
def test_splits_never_leak(openings: list[int], test: float, seed: int) -> None:
    """Games are few and repeat often; groups of them never part."""
    game = Hex(5)
    games = Games.of([GameRecord(game, (game.moves[n], game.moves[24 - n % 7])) for n in openings])
    if isinstance(test, int) and test > len(games):
        return
    train, held_out = games.split(test=test, seed=seed)
    assert not set(train.digests().tolist()) & set(held_out.digests().tolist())
    wanted = test if isinstance(test, int) else round(test * len(games))
    assert len(held_out) <= wanted
    assert len(train) + len(held_out) == len(games)
    again = games[::-1].split(test=test, seed=seed)
    assert sorted(again[1].digests().tolist()) == sorted(held_out.digests().tolist())


def test_splits_by_number_are_exact_and_depend_on_the_seed() -> None:
    games = random_games(Hex(5), 100)
    train, test = games.split(test=10, train=50, seed=1)
    assert (len(train), len(test)) == (50, 10)
    assert games.split(test=10, seed=1)[1] == test
    assert games.split(test=10, seed=2)[1] != test
    assert "test part of split(test=10, train=50, seed=1): 10 of 100" in test.provenance.steps[-1]


@pytest.mark.parametrize(
    ("test", "train", "message"),
    [
        (1.5, None, "test as a share must be 0.0 to 1.0, not 1.5"),
        (15, None, "test must be 0 to 14 games, not 15"),
        (True, None, "test must be a share or a number of games, not True"),
        (5, 10, "train=10 and test=5 are more than the 14 games"),
    ],
)
def test_impossible_splits_are_refused(test: float, train: float | None, message: str) -> None:
    with pytest.raises(katachi.KatachiError, match=f"^{message}$"):
        MIXED.split(test=test, train=train)


# What a collection refuses


def test_records_that_do_not_fit_are_refused() -> None:
    with pytest.raises(katachi.InvalidMove, match="'z9' is not a move here"):
        Games.of([GameRecord(Hex(3), ("z9",))])
    with pytest.raises(katachi.InvalidRecord, match=r"^the start is not a position of Hex\(3\)$"):
        Games.of([GameRecord(Hex(3), start=Hex(4).start())])
    with pytest.raises(katachi.InvalidRecord, match=r"^'black' is a field of records, not a tag$"):
        Games.of([GameRecord(Hex(3), tags=(("black", "x"),))])
    with pytest.raises(katachi.InvalidRecord, match="does not fit into 32 bits"):
        Games.of([GameRecord(Hex(3), tags=(("n", 2**31),))])


# The native file


def test_native_files_are_small_and_say_what_they_are(tmp_path: Path) -> None:
    file = tmp_path / "games.katachi"
    save_native(MIXED, file)
    data = file.read_bytes()
    assert data.startswith(b"katachi games 1 ")
    assert read(file) == MIXED
    assert len(write_native(MIXED, compress=True)) < len(data)
    with pytest.raises(katachi.KatachiError, match="exists already and is kept"):
        save_native(MIXED, file)


def test_every_flipped_byte_is_noticed() -> None:
    data = write_native(MIXED[:3])
    unnoticed = 0
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 4
        try:
            assert read_native(bytes(changed)) == MIXED[:3]
            unnoticed += 1
        except katachi.InvalidRecord:
            pass
    # Only the padding between blocks carries nothing.
    assert unnoticed < len(data) // 10


def test_versions_are_checked() -> None:
    data = write_native(MIXED).replace(b"katachi games 1 ", b"katachi games 2 ", 1)
    message = r"^the collection has version 2, this katachi reads version 1$"
    with pytest.raises(katachi.InvalidRecord, match=message):
        read_native(data)


def test_a_stored_file_of_version_1_stays_readable() -> None:
    """If this fails, files that people have can no longer be read."""
    file = Path(__file__).parent / "data" / "collections" / "version1.katachi"
    games = read(file)
    assert [record.game for record in games] == [
        Othello(6),
        Hex(5, swap=True),
        Go(5, komi=0.5),
        Havannah(3),
    ]
    assert games[1].moves == ("a2", "swap", "c3")
    assert games[2].outcome == katachi.Outcome("white", "resignation", -1.0)
    assert games[3].tags == (("note", "形"), ("number", 7))
    assert games[0].start == Othello(6).start().play("c2")
    assert games.provenance.steps == ("made for a test",)


def test_games_are_described_by_their_fields() -> None:
    game = Go(7, komi=-0.5, superko="none")
    assert game_of(describe_game(game)) == game
    for broken in ({"name": "chess"}, {"name": "hex", "komi": 3}, {"name": "hex", "size": "x"}):
        with pytest.raises(katachi.InvalidRecord, match=r"^no such game: "):
            game_of(broken)  # type: ignore[arg-type]


# Files


def test_provenance_names_file_hash_and_place(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5f6e6\n", encoding="ascii")
    games = read(file)
    (source,) = games.provenance.sources
    assert (source.file, source.format, source.games) == ("games.txt", "transcript", 2)
    assert source.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    origin = games[1].origin
    assert origin is not None
    assert (origin.file, origin.game, origin.sha256) == ("games.txt", 1, source.sha256)
    assert games.provenance.made_by == f"katachi {katachi.__version__}"
    again = read_native(write_native(games[1:]))
    assert again[0].origin == origin


def test_joined_files_keep_their_sources_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text("f5d6c3\n", encoding="ascii")
    games = read([tmp_path / "a.txt", tmp_path / "b.txt"])
    assert [r.origin.file for r in games if r.origin is not None] == ["a.txt", "b.txt"]


def test_broken_games_are_refused_or_skipped_as_asked(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.sgf"
    good.write_text("f5d6c3\nf5f5\nf5f6e6\n", encoding="ascii")
    bad.write_text("nothing", encoding="ascii")
    message = (
        r"good\.txt, line 2, offset 7: ply 2, 'f5': White cannot play f5: the cell is occupied"
    )
    with pytest.raises(katachi.InvalidRecord, match=message):
        read(good)
    games = read([good, bad, tmp_path / "missing.sgf"], on_error="skip")
    assert [record.moves[1] for record in games] == ["d6", "f6"]
    reasons = [problem.reason for problem in games.provenance.problems]
    assert len(reasons) == 2
    assert reasons[1] == f"cannot read '{tmp_path / 'missing.sgf'}': No such file or directory"
    with pytest.raises(katachi.InvalidRecord, match="on_error must be 'raise' or 'skip'"):
        read(good, on_error="ignore")  # type: ignore[arg-type]


def test_folders_and_progress(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("f5d6\n", encoding="ascii")
    (tmp_path / "a.sgf.xz").write_bytes(lzma.compress(b"(;SZ[5];B[aa])"))
    (tmp_path / "notes.md").write_text("nothing", encoding="ascii")
    seen: list[tuple[float, str]] = []
    games = read(tmp_path, progress=lambda share, name: seen.append((share, name)))
    assert [source.file for source in games.provenance.sources] == ["a.sgf.xz", "b.txt"]
    shares = [share for share, _ in seen]
    assert shares == sorted(shares)
    assert seen[-1] == (1.0, "")
    (tmp_path / "empty").mkdir()
    with pytest.raises(katachi.InvalidRecord, match="has no file in a known format"):
        read(tmp_path / "empty")


def test_unknown_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(b"\0\1\2")
    with pytest.raises(katachi.InvalidRecord, match="is in no format that is known here"):
        read(file)
    with pytest.raises(katachi.InvalidRecord, match=r"no format 'pgn'; known: native, wthor"):
        read(file, format="pgn")


@pytest.mark.parametrize("suffix", [".xz", ".gz", ".bz2"])
def test_decompression_bombs_are_refused(tmp_path: Path, suffix: str) -> None:
    import bz2
    import gzip

    bomb = b"(" * 3_000_000
    packed = {".xz": lzma.compress(bomb), ".gz": gzip.compress(bomb), ".bz2": bz2.compress(bomb)}
    file = tmp_path / f"bomb.sgf{suffix}"
    file.write_bytes(packed[suffix])
    assert file.stat().st_size < 10_000
    with pytest.raises(
        katachi.InvalidRecord, match="holds more than 1000000 bytes when decompressed"
    ):
        open_source(file, most_bytes=1_000_000)
    assert len(open_source(file).data) == 3_000_000
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(katachi.InvalidRecord, match="is damaged: "):
        open_source(file)


def test_several_streams_are_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf.xz"
    file.write_bytes(lzma.compress(b"(;SZ[5];B[aa])") + lzma.compress(b"(;SZ[5];B[bb])"))
    assert len(read(file)) == 2


def test_write_chooses_the_format_by_name(tmp_path: Path) -> None:
    games = random_games(Othello(8), 3)
    for name in ("games.katachi", "games.sgf", "games.ggf", "games.csv", "games.txt"):
        written = write(games, tmp_path / name)
        assert written == [tmp_path / name]
        assert [record.moves for record in read(tmp_path / name)] == [r.moves for r in games]
    files = write(games, tmp_path / "games.wtb")
    assert [file.suffix for file in files] == [".wtb", ".JOU", ".TRN"]
    assert [record.moves for record in read(tmp_path / "games.wtb")] == [r.moves for r in games]
    with pytest.raises(katachi.InvalidRecord, match=r"'games.pgn' ends in none of .katachi, .wtb"):
        write(games, tmp_path / "games.pgn")
    with pytest.raises(katachi.InvalidRecord, match="a WTHOR file holds Othello 8 x 8"):
        write(MIXED, tmp_path / "mixed.wtb")
    assert not (tmp_path / "mixed.wtb").exists()
