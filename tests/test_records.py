"""Records of games, and how they are written as SGF."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from pysgf import GoGame

import katachi
from katachi.files.atomic_file import write_atomically
from katachi.records import GameRecord, save_sgf, write_sgf

HEAD = rf"CA[UTF-8]AP[katachi:{katachi.__version__}]"


def body(record: GameRecord) -> str:
    """The text without the properties that all files have."""
    text = write_sgf(record)
    assert text.startswith("(;FF[4]GM[")
    assert text.endswith(")\n")
    assert HEAD in text
    return text.removeprefix("(;FF[4]").removesuffix(")\n").replace(HEAD, "")


def after(position: katachi.Position) -> katachi.Outcome:
    assert position.is_over
    return position.outcome


# Replaying


def test_replay_gives_every_position() -> None:
    record = GameRecord(katachi.Othello(), ("f5", "d6", "c3"))
    positions = list(record.replay())
    assert positions[0] == katachi.Othello().start()
    assert positions[3] == katachi.Othello().start().play_all("f5 d6 c3") == record.final
    assert len(positions) == 4


def test_replay_begins_where_the_record_begins() -> None:
    start = katachi.Hex(3).position("X../.O./... X")
    record = GameRecord(katachi.Hex(3), ("c3",), start=start)
    assert record.final == start.play("c3")
    with pytest.raises(katachi.IllegalMove, match=r"^ply 1, 'b2': Black cannot play b2: "):
        list(GameRecord(katachi.Hex(3), ("b2",), start=start).replay())


def test_replay_stops_at_text_that_is_no_move() -> None:
    positions = GameRecord(katachi.Hex(3), ("a1", "z9")).replay()
    next(positions)
    next(positions)
    message = r"^ply 2, 'z9': 'z9' is not a move here; moves look like a1, b1 or swap$"
    with pytest.raises(katachi.InvalidMove, match=message):
        next(positions)


def test_replay_stops_after_the_end_of_the_game() -> None:
    moves = ("b2", "a1", "b1", "c1", "b3", "a2")
    with pytest.raises(katachi.IllegalMove, match=r"^ply 6, 'a2': White cannot play a2: "):
        write_sgf(GameRecord(katachi.Hex(3), moves))


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (None, "Void"),
        (katachi.Outcome("black", "resignation"), "B+R"),
        (katachi.Outcome("white", "area", -0.5), "W+0.5"),
        (katachi.Outcome("white", "ring", -1), "W+"),
        (katachi.Outcome(None, "discs"), "0"),
        (katachi.Outcome("black", "time", 1), "B+T"),
        (katachi.Outcome("white", "forfeit", -1), "W+F"),
        (katachi.Outcome("black", "points", 3.5), "B+3.5"),
        (katachi.Outcome("black", "stated", 1), "B+"),
    ],
    ids=str,
)
def test_results(outcome: katachi.Outcome | None, result: str) -> None:
    assert GameRecord(katachi.Go(9), outcome=outcome).result == result


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("time", "Black wins on time"),
        ("forfeit", "Black wins by forfeit"),
        ("points", "Black wins by 1 point"),
        ("stated", "Black wins"),
    ],
)
def test_stated_results_are_sentences(reason: str, sentence: str) -> None:
    assert str(katachi.Outcome("black", reason, 1.0)) == sentence


# Go


def test_go() -> None:
    record = GameRecord(
        katachi.Go(9),
        ("A9", "J1", "E5", "pass", "pass"),
        black="Ada",
        white="Blaise",
        date="2026-07-04",
        event="A cup",
        place="Kyoto",
        comment="Nice.\nVery.",
        outcome=katachi.Outcome("black", "area", 73.5),
    )
    assert body(record) == (
        "GM[1]SZ[9]PB[Ada]PW[Blaise]DT[2026-07-04]EV[A cup]PC[Kyoto]RE[B+73.5]GC[Nice.\nVery.]"
        "KM[7.5]RU[Chinese];B[aa];W[ii];B[ee];W[];B[]"
    )


def test_go_points_on_a_large_board() -> None:
    record = GameRecord(katachi.Go(19, komi=-3), ("D4", "Q16", "J10", "A19", "T1"))
    assert body(record).endswith("KM[-3]RU[Chinese];B[dp];W[pd];B[ij];W[aa];B[ss]")


def test_go_handicap_stones_stand_in_the_first_node() -> None:
    record = GameRecord(katachi.Go(9, handicap=2, komi=0.5), ("E5",))
    assert body(record) == "GM[1]SZ[9]RE[Void]KM[0.5]RU[Chinese]HA[2]AB[gc][cg]PL[W];W[ee]"


def test_go_from_a_position() -> None:
    game = katachi.Go(3)
    record = GameRecord(game, ("A1",), start=game.position("XO./.../... O"))
    assert body(record) == "GM[1]SZ[3]RE[Void]KM[7.5]RU[Chinese]AB[aa]AW[ba]PL[W];W[ac]"


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (katachi.Go(5), "RU[Chinese]"),
        (katachi.Go(5, suicide=True, superko="situational"), "RU[NZ]"),
        (katachi.Go(5, scoring="stones"), "KT[scoring=stones]"),
        (katachi.Go(5, superko="none"), "KT[superko=none]"),
    ],
    ids=str,
)
def test_go_names_the_rules_that_have_a_name(game: katachi.Go, rules: str) -> None:
    assert body(GameRecord(game)).endswith(f"KM[7.5]{rules}")


def test_go_is_read_back_by_pysgf() -> None:
    """An independent reader sees the same game."""
    game = katachi.Go(9, handicap=3, komi=0.5)
    moves = ("E5", "C5", "pass", "G2", "J9")
    black, white = r"a]b\c", "形 [2d]: x\\"
    root = GoGame.parse_sgf(write_sgf(GameRecord(game, moves, black=black, white=white)))
    assert root.board_size == (9, 9)
    assert (root.komi, root.handicap, root.ruleset) == (0.5, 3, "Chinese")
    assert {stone.gtp() for stone in root.placements} == {"C3", "G7", "C7"}
    nodes = root.nodes_in_tree[1:]
    assert tuple(node.move.gtp() for node in nodes) == moves
    assert [node.player for node in nodes] == ["W", "B", "W", "B", "W"]
    assert root.get_property("PB") == black
    assert root.get_property("PW") == white
    assert root.get_property("AP") == f"katachi:{katachi.__version__}"


# Othello


def test_othello_always_has_its_start_position() -> None:
    record = GameRecord(katachi.Othello(), ("f5", "d6"), black="Ada", white="Blaise")
    assert body(record) == (
        "GM[2]SZ[8]PB[Ada]PW[Blaise]RE[Void]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6]"
    )


WIPED_OUT = "b3 b4 d5 d2 d1 b2 a2 e1 f1 e4 b1 e2 b5 a5 f4 b6 a6 f2 f3 a3 c2 e6 a4 pass d6 c6 f6"
WHITE_WINS = (
    "b3 d2 e4 b5 e1 f4 d5 e2 e3 f1 c5 c2 f3 a4 c1 d6 c6 d1 a3 f2 a5 b4 b1 b6 a6 a1 e6 b2 a2 f5 "
    "pass e5"
)


@pytest.mark.parametrize(
    ("moves", "score", "result", "end"),
    [
        (WIPED_OUT, 30, "B+36", ";B[a4];W[PA];B[d6];W[c6];B[f6]"),
        (WHITE_WINS, -11, "W+12", ";B[a2];W[f5];B[PA];W[e5]"),
    ],
    ids=["six empty", "one empty"],
)
def test_othello_gives_empty_squares_to_the_winner(
    moves: str, score: int, result: str, end: str
) -> None:
    outcome = after(katachi.Othello(6).start().play_all(moves))
    assert outcome.score == score
    text = body(GameRecord(katachi.Othello(6), tuple(moves.split()), outcome=outcome))
    assert f"RE[{result}]" in text
    assert text.endswith(end)


def test_othello_sizes() -> None:
    assert "SZ[10]" in body(GameRecord(katachi.Othello(10)))
    assert "AB[f5][e6]AW[e5][f6]PL[B];B[e4]" in body(GameRecord(katachi.Othello(10), ("e4",)))


# Hex


def test_hex_swap_keeps_its_meaning() -> None:
    """After swap-pieces the other colour moves, as the definition wants."""
    record = GameRecord(katachi.Hex(11, swap=True), ("a2", "swap", "k11"))
    assert body(record) == "GM[11]SZ[11]RE[Void]KT[swap=True];B[a2];W[swap-pieces];B[k11]"


def test_hex_finished() -> None:
    game = katachi.Hex(3)
    moves = ("b2", "a1", "b1", "c1", "b3")
    outcome = after(game.start().play_all(" ".join(moves)))
    assert body(GameRecord(game, moves, outcome=outcome)) == (
        "GM[11]SZ[3]RE[B+];B[b2];W[a1];B[b1];W[c1];B[b3]"
    )


def test_hex_from_a_position() -> None:
    game = katachi.Hex(3)
    record = GameRecord(game, ("b2",), start=game.position("XO./.../... X"))
    assert body(record) == "GM[11]SZ[3]RE[Void]AB[a1]AW[b1]PL[B];B[b2]"


# Havannah


def test_havannah_first_player_is_white() -> None:
    """As in the files of HavannahGui, morat and Little Golem."""
    game = katachi.Havannah(3)
    moves = ("a1", "c3", "a2", "d4", "a3")
    outcome = after(game.start().play_all(" ".join(moves)))
    record = GameRecord(game, moves, black="first", white="second", outcome=outcome)
    assert outcome.winner == "black"
    assert body(record) == (
        "GM[havannah]SZ[3]PB[second]PW[first]RE[W+];W[a1];B[c3];W[a2];B[d4];W[a3]"
    )


def test_havannah_swap_and_position() -> None:
    record = GameRecord(katachi.Havannah(5, swap=True), ("e5", "swap", "i9"))
    assert body(record) == "GM[havannah]SZ[5]RE[Void]KT[swap=True];W[e5];B[swap];W[i9]"
    game = katachi.Havannah(3)
    record = GameRecord(game, ("e5",), start=game.position("X../..../...../..../O.. X"))
    assert body(record) == "GM[havannah]SZ[3]RE[Void]AB[e3]AW[a1]PL[W];W[e5]"


def test_havannah_resignation_names_the_winner() -> None:
    resigned = katachi.Outcome("white", "resignation", -1)
    record = GameRecord(katachi.Havannah(5), ("e5",), outcome=resigned)
    assert "RE[B+R]" in body(record)


# All games


@pytest.mark.parametrize("kind", katachi.games_by_name.values(), ids=lambda kind: kind.name)
def test_special_characters_are_escaped(kind: type[katachi.Game]) -> None:
    record = GameRecord(
        kind(kind.sizes[0]), black="a]b", white="c\\d", event="two\nlines\t", comment="]\n\\"
    )
    text = body(record)
    assert r"a\]b" in text
    assert r"c\\d" in text
    assert "EV[two lines]" in text
    assert "GC[\\]\n\\\\]" in text


@pytest.mark.parametrize("kind", katachi.games_by_name.values(), ids=lambda kind: kind.name)
def test_whole_games_are_well_formed(kind: type[katachi.Game]) -> None:
    """Nodes alternate as the positions do, and every move is written once."""
    position = kind(kind.sizes[1]).start()
    moves: list[str] = []
    while not position.is_over and len(moves) < 60:
        moves.append(position.legal_moves[len(moves) * 7 % len(position.legal_moves)])
        position = position.play(moves[-1])
    outcome = position.outcome if position.is_over else None
    text = write_sgf(GameRecord(position.game, tuple(moves), outcome=outcome))
    root, *nodes = re.findall(r";((?:[A-Z]+(?:\[(?:[^\]\\]|\\.)*\])+)+)", text)
    assert text == f"(;{';'.join((root, *nodes))})\n"
    assert len(nodes) == len(moves)
    assert all(re.fullmatch(r"[BW]\[[a-zA-Z0-9-]*\]", node) for node in nodes)
    assert f"SZ[{position.game.size}]" in root


class _OwnGame:
    name = "nim"
    moves = ("1", "2")

    def start(self) -> katachi.Position:
        return katachi.Hex(3).start()


def test_a_game_without_a_form_is_refused() -> None:
    message = r"^SGF has no form for 'nim', only for go, othello, gomoku, hex, havannah, y$"
    with pytest.raises(katachi.InvalidGame, match=message):
        write_sgf(GameRecord(_OwnGame()))


# Files


def test_save_writes_utf8_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    save_sgf(GameRecord(katachi.Hex(3), black="形"), file)
    assert "PB[形]" in file.read_bytes().decode("utf-8")
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_mode & 0o400


def test_save_keeps_an_existing_file(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("old", encoding="utf-8")
    with pytest.raises(katachi.KatachiError, match=r"game\.sgf' exists already and is kept$"):
        save_sgf(GameRecord(katachi.Hex(3)), file)
    assert file.read_text(encoding="utf-8") == "old"
    save_sgf(GameRecord(katachi.Hex(3)), file, overwrite=True)
    assert file.read_text(encoding="utf-8").startswith("(;FF[4]")


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("old", encoding="utf-8")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(katachi.KatachiError, match=r"^cannot write .*: No space left on device$"):
        write_atomically(file, "new", overwrite=True)
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(katachi.KatachiError, match=r"^there is no folder '.*nowhere'$"):
        write_atomically(tmp_path / "nowhere" / "x", "text")
    with pytest.raises(katachi.KatachiError, match=r"is a folder, not a file$"):
        write_atomically(tmp_path, "text", overwrite=True)
