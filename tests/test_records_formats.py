"""Every format: random games come back exactly, and the traps of real files are known."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import katachi
from katachi.records import GameRecord, Games, read
from katachi.records.formats import FORMATS, Reading, format_named
from katachi.records.importing import Imported
from katachi.records.reading import read_source
from katachi.records.source_file import source_of

Othello, Go, Hex, Havannah = katachi.Othello, katachi.Go, katachi.Hex, katachi.Havannah

GAMES: list[katachi.Game] = [
    Othello(6),
    Othello(8),
    Othello(10),
    Go(5),
    Go(9, komi=-0.5, handicap=3),
    Go(7, suicide=True, superko="situational"),
    Go(6, superko="none", scoring="stones", move_limit=40, komi=0),
    Hex(4),
    Hex(5, swap=True),
    Hex(13, swap=True),
    Havannah(3),
    Havannah(4, swap=True),
    Havannah(10, swap=True),
]
# Letters that files might trip over; not white space at the ends, which formats may drop.
NAMES = st.text(st.sampled_from("abzAZ019 éü形]\\[:;()\"'/-_."), max_size=12).map(
    lambda text: " ".join(text.split())
)


@st.composite
def records(draw: st.DrawFn, games: list[katachi.Game], *, named: bool = True) -> GameRecord:
    """A random game, finished or not, with or without names."""
    game = draw(st.sampled_from(games))
    rng = random.Random(draw(st.integers(0, 2**32)))
    longest = draw(st.sampled_from([0, 1, 2, 3, 10, 1000]))
    position: katachi.Position = game.start()
    moves: list[str] = []
    while not position.is_over and len(moves) < longest:
        legal = position.legal_moves
        # Go's pass rarely, or games would be short; swap half of the time.
        special = legal[-1] == game.moves[-1]
        share = 0.5 if game.name in {"hex", "havannah"} else 0.02
        taken = special and (len(legal) == 1 or rng.random() < share)
        moves.append(legal[-1] if taken else rng.choice(legal[:-1] if special else legal))
        position = position.play(moves[-1])
    outcome = position.outcome if position.is_over else None
    if outcome is None and moves and draw(st.booleans()):
        winner: katachi.Color = "white" if position.to_move == "black" else "black"
        outcome = katachi.Outcome(winner, "resignation", 1.0 if winner == "black" else -1.0)
    record = GameRecord(game, tuple(moves), outcome=outcome)
    if not named:
        return record
    return replace(
        record,
        black=draw(NAMES),
        white=draw(NAMES),
        event=draw(NAMES),
        place=draw(NAMES),
        date=draw(st.sampled_from(["", "2026", "2026-07", "2026-07-04"])),
        black_rating=draw(st.sampled_from(["", "6d", "1837.5"])),
        white_rating=draw(st.sampled_from(["", "9p", "2100"])),
    )


def reading(name: str, data: bytes, *, game: katachi.Game | None = None) -> Imported:
    """What a format makes of bytes."""
    known = format_named(name)
    source = source_of(Path("nowhere") / f"file{known.suffixes[0]}", data)
    return read_source(source, name, Reading(game))


def written(name: str, record: GameRecord) -> bytes:
    write = format_named(name).write
    assert write is not None
    return write(Games.of([record]))[""]


def again(name: str, record: GameRecord, *, game: katachi.Game | None = None) -> GameRecord:
    imported = reading(name, written(name, record), game=game)
    assert imported.problems == []
    (found,) = imported.games
    return found


def games_named(*names: str) -> list[katachi.Game]:
    return [game for game in GAMES if game.name in names]


# Round trips


@given(records(GAMES), NAMES)
def test_sgf_round_trip(record: GameRecord, note: str) -> None:
    assert again("sgf", record) == record
    tagged = replace(record, tags=(("note", f"x{note}\n]"), ("number", -7), ("rules", "AGA")))
    assert again("sgf", tagged) == tagged


@given(records(GAMES), st.integers(0, 2**32))
def test_sgf_round_trip_from_a_position(record: GameRecord, seed: int) -> None:
    """A game cut in two: the second half begins at a position."""
    rng = random.Random(seed)
    positions = list(record.replay())
    at = rng.randrange(len(positions))
    start = positions[at]
    assert isinstance(start, katachi.Position)
    if getattr(record.game, "superko", "none") != "none" or start.ko or start.passes:
        return  # the start forgets what superko and passes remember
    if getattr(record.game, "move_limit", 0):
        return  # nor does SGF know how many moves were played
    half = replace(record, moves=record.moves[at:], start=start)
    found = again("sgf", half)
    assert found.moves == half.moves
    assert (found.start or found.game.start()) == start
    assert found.outcome == half.outcome


@given(records(games_named("othello")))
def test_ggf_round_trip(record: GameRecord) -> None:
    for text in (record.black, record.white, record.place, record.event):
        if "]" in text:
            return
    record = replace(record, event="", date="" if len(record.date) < 10 else record.date)
    found = again("ggf", record)
    assert replace(found, tags=()) == record
    assert dict(found.tags).keys() <= {"type"}


@given(records(games_named("hex", "havannah")))
def test_little_golem_round_trip(record: GameRecord) -> None:
    assert isinstance(record.game, (Hex, Havannah))
    if not record.game.swap or not record.moves or "]" in record.black + record.white:
        return
    if record.outcome is not None and record.outcome.winner is None:
        return  # the form knows no draw
    plain = replace(
        record, event="", place="", date="", black_rating="", white_rating="", comment=""
    )
    if plain.game.name == "hex" and plain.moves[0] == "swap":
        return
    assert again("littlegolem", plain) == plain


@given(records(games_named("othello"), named=False))
def test_transcript_round_trip(record: GameRecord) -> None:
    if record.outcome is not None and record.outcome.reason != "discs":
        record = replace(record, outcome=None)
    if not record.moves:
        return
    # A pass after the last square is the one thing that a transcript cannot hold.
    if record.moves[-1] == "pass":
        return
    assert again("transcript", record, game=record.game) == record  # type: ignore[arg-type]


@given(records([Othello(8)]))
def test_csv_round_trip(record: GameRecord) -> None:
    if record.moves and record.moves[-1] == "pass":
        return
    assert again("csv", record) == record


@given(records(GAMES, named=False))
def test_move_list_round_trip(record: GameRecord) -> None:
    if not record.moves:
        return
    if record.outcome is not None and record.outcome.reason == "resignation":
        record = replace(record, outcome=None)
    assert again("moves", record) == record


@given(records([Othello(8), Othello(10)]))
def test_wthor_round_trip(record: GameRecord) -> None:
    if record.moves and record.moves[-1] == "pass":
        return
    latin = record.black.replace("形", "")[:10].strip(), record.white.replace("形", "")[:10].strip()
    outcome = record.outcome
    if outcome is None or outcome.reason == "resignation":
        outcome = katachi.Outcome("white", "points", -10.0)
    record = GameRecord(record.game, record.moves, *latin, outcome=outcome, date=record.date[:4])
    files = format_named("wthor").write
    assert files is not None
    contents = files(Games.of([record]))
    imported = reading("wthor", contents[""])
    assert imported.problems == []
    found = imported.games[0]
    assert (found.moves, found.outcome, found.date) == (
        record.moves,
        record.outcome,
        record.date,
    )


@given(records(GAMES), st.booleans())
def test_native_round_trip(record: GameRecord, compress: bool) -> None:  # noqa: FBT001
    tagged = replace(record, tags=(("note", "x"), ("number", 7)), comment="line\nline")
    games = Games.of([tagged, record])
    data = katachi.records.write_native(games, compress=compress)
    found = katachi.records.read_native(data)
    assert list(found) == [tagged, record]
    assert katachi.records.write_native(found, compress=compress) == data


def test_every_format_has_a_writer_and_a_suffix() -> None:
    for known in FORMATS:
        assert known.write is not None
        assert all(suffix.startswith(".") for suffix in known.suffixes)
        assert known.about


# The quickest end there is: White has no disc left, and 51 squares are empty.
WIPED_OUT = "f5 d6 c5 f4 e7 f6 g5 e6 e3"


@pytest.mark.parametrize(
    ("name", "words"),
    [("sgf", b"RE[B+64]"), ("ggf", b"RE[+64.00]"), ("wthor", b"@"), ("csv", b",1,13,discs,")],
)
def test_empty_squares_belong_to_the_winner(name: str, words: bytes) -> None:
    """Files count them, the board does not; the outcome is the board's."""
    final = Othello().start().play_all(WIPED_OUT)
    assert (final.is_over, final.outcome) == (True, katachi.Outcome("black", "discs", 13.0))
    record = GameRecord(Othello(), tuple(WIPED_OUT.split()), outcome=final.outcome)
    data = written(name, record)
    assert words in data
    if name == "wthor":
        assert data[16 + 6] == 64
    assert again(name, record).outcome == final.outcome


# SGF of others


def sgf(text: str) -> GameRecord:
    imported = reading("sgf", text.encode())
    assert [str(problem) for problem in imported.problems] == []
    return imported.games[0]


def refused(name: str, text: str, *, game: katachi.Game | None = None) -> str:
    """Why the first game is refused."""
    imported = reading(name, text.encode(), game=game)
    assert len(imported.games) == 0
    return imported.problems[0].reason


def test_passes_are_empty_or_tt() -> None:
    record = sgf("(;GM[1]SZ[9];B[ee];W[];B[dd];W[tt])")
    assert record.moves == ("E5", "pass", "D6", "pass")
    # On 19x19 tt is a pass as well.
    assert sgf("(;SZ[19];B[pd];W[tt])").moves == ("Q16", "pass")


def test_one_colour_twice_is_a_pass_between() -> None:
    assert sgf("(;SZ[9];B[ee];B[dd])").moves == ("E5", "pass", "D6")


def test_play_that_was_resumed_after_two_passes() -> None:
    record = sgf("(;SZ[9];B[ee];W[];B[];W[dd];B[];W[];B[])")
    assert record.moves == ("E5", "D6", "pass", "pass")
    assert record.tag("dropped_passes") == 3


def test_handicap_is_a_field_of_the_game() -> None:
    record = sgf("(;SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee];B[dd])")
    assert record.game == Go(9, komi=0.5, handicap=2, superko="none")
    assert record.start is None


@pytest.mark.parametrize(
    ("text", "komi"), [("3.75", 3.5), ("6.25", 6.5), ("-0.25", -0.5), ("7.50", 7.5), ("", 0.0)]
)
def test_any_komi_is_taken_as_over_gtp(text: str, komi: float) -> None:
    """The same player wins; the record keeps what the file says."""
    record = sgf(f"(;SZ[5]KM[{text}];B[cc];W[bb])")
    assert record.game == Go(5, komi=komi, superko="none")
    assert record.tag("komi") == (text if float(text or 0) != komi else None)
    assert "komi must be" in refused("sgf", "(;SZ[5]KM[1000.5];B[cc])")


def test_free_handicap_and_stones_of_both_colours_are_a_start() -> None:
    record = sgf("(;SZ[9]HA[2]AB[aa][bb];W[ee])")
    assert record.start is not None
    assert (record.start.to_move, record.moves) == ("white", ("E5",))
    record = sgf("(;SZ[5]AB[aa:ba]AW[cc]AE[ba]PL[W];W[ee])")
    assert record.start == Go(5, komi=0, superko="none").position("X..../...../..O../...../..... O")


def test_white_may_begin() -> None:
    record = sgf("(;SZ[5];W[cc];B[bb])")
    assert record.start is not None
    assert record.start.to_move == "white"


def test_main_line_is_the_first_child_everywhere() -> None:
    text = "(;SZ[9]PB[a];B[aa](;W[bb](;B[cc];W[dd])(;B[ee]))(;W[ff];B[gg](;W[hh])))"
    assert sgf(text).moves == ("A9", "B8", "C7", "D6")


def test_text_before_and_between_games_is_skipped() -> None:
    imported = reading("sgf", b"mail header\n(;SZ[5];B[aa])\nrubbish\n (;SZ[5];B[bb])\n")
    assert [record.moves for record in imported.games] == [("A5",), ("B4",)]


def test_long_property_names_and_escapes() -> None:
    record = sgf("(;GaMe[1]SiZe[5]PlayerBlack[a\\]\\\\b\\\nc  d]KM[3.50]GC[one\r\ntwo];B[aa])")
    assert record.game == Go(5, komi=3.5, superko="none")
    assert record.black == "a]\\bc d"
    assert record.comment == "one\ntwo"


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("B+R", katachi.Outcome("black", "resignation", 1.0)),
        ("w+resign", katachi.Outcome("white", "resignation", -1.0)),
        ("W+T", katachi.Outcome("white", "time", -1.0)),
        ("B+Forfeit", katachi.Outcome("black", "forfeit", 1.0)),
        ("W+0.5", katachi.Outcome("white", "points", -0.5)),
        ("B+", katachi.Outcome("black", "stated", 1.0)),
        ("0", katachi.Outcome(None, "points", 0.0)),
        ("Draw", katachi.Outcome(None, "points", 0.0)),
        ("Void", None),
        ("?", None),
        ("", None),
    ],
)
def test_results_of_sgf(result: str, outcome: katachi.Outcome | None) -> None:
    assert sgf(f"(;SZ[9]RE[{result}];B[ee])").outcome == outcome


def test_a_result_in_no_known_form_is_kept_as_text() -> None:
    record = sgf("(;SZ[9]RE[Left unfinished];B[ee])")
    assert (record.outcome, record.tag("result_text")) == (None, "Left unfinished")
    assert again("sgf", record) == record


def test_a_counted_board_gives_its_own_words() -> None:
    """RE and the board agree, so the game ended by area; otherwise the file's word stands."""
    assert sgf("(;SZ[9]KM[7.5]RE[B+73.5];B[ee];W[];B[])").outcome == katachi.Outcome(
        "black", "area", 73.5
    )
    assert sgf("(;SZ[9]KM[7.5]RE[B+70.5];B[ee];W[];B[])").outcome == katachi.Outcome(
        "black", "points", 70.5
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;GM[1]SZ[9];B[zz])", "ply 1: 'zz' is not a move of Go(9, komi=0.0, superko='none')"),
        ("(;GM[3];B[aa])", "GM[3] is none of GM[1] go, GM[2] othello, GM[4] gomoku, "),
        ("(;SZ[9:13];B[aa])", "the board is '9:13', not square"),
        ("(;SZ[x];B[aa])", "SZ[x] is not a size"),
        ("(;SZ[40];B[aa])", "no such game: Go size must be 2 to 19, not 40"),
        ("(;KM[3,5];B[aa])", "KM[3,5] is not a number"),
        ("(;SZ[5];B[aa];AB[bb];W[cc])", "stones are set up (AB) after moves"),
        ("(;SZ[5]AB[aa]AW[aa])", "two stones are set up on A5"),
        ("(;SZ[5]AB[zz])", "'zz' is not a point of Go(5, komi=0.0, superko='none')"),
        ("(;SZ[5];B[aa]", "the game does not end: a closing parenthesis is missing"),
        ("(;SZ[5];B[aa", "a property has no value, or it does not end: '[aa'"),
        ("(;SZ[5];B[aa]!)", "this is not SGF: '!)'"),
        ("(;SZ[5];B[aa];W[aa])", "ply 2, 'A5': White cannot play A5: the cell is occupied"),
        ("(;GM[11]SZ[5];B[a1];B[a2])", "ply 2: Black moves, but it is not Black's turn"),
        ("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3])", "ply 6, 'b3': White cannot play"),
        ("(;GM[11]SZ[3]RE[W+];B[a1];W[b1];B[a2];W[b2];B[a3])", "the record says white wins, the"),
        ("(;GM[11]SZ[5]RE[B+];B[a1];W[b1];B[resign])", "the player who resigned is said to have"),
    ],
)
def test_broken_sgf_says_why(text: str, reason: str) -> None:
    assert refused("sgf", text).startswith(reason)


def test_depth_and_length_are_limited() -> None:
    assert "nested more than 10000 deep" in refused("sgf", "(;SZ[9]" + "(;B[aa]" * 20_000)
    many = "(;SZ[9]" + ";B[aa];W[bb]" * 60_000 + ")"
    assert "more than 100000 moves" in refused("sgf", many)


def test_a_broken_game_costs_nothing_else() -> None:
    text = "(;SZ[5]PB[1];B[aa])\n(;SZ[5]PB[2;B[bb](;W[cc]\n(;SZ[5]PB[3];B[cc])(;SZ[5]PB[4];B[zz])"
    imported = reading("sgf", text.encode())
    # The value of the second game runs up to the next bracket, and takes its own moves with it.
    assert [record.black for record in imported.games] == ["1", "3"]
    assert [problem.where for problem in imported.problems] == [
        "line 2, offset 20",
        f"line 3, offset {text.index('(;SZ[5]PB[4]')}",
    ]


def test_charsets() -> None:
    text = "(;CA[GB2312]SZ[5]PB[古力];B[aa])"
    assert reading("sgf", text.encode("gb18030")).games[0].black == "古力"
    assert reading("sgf", "(;SZ[5]PB[Jörg];B[aa])".encode("latin-1")).games[0].black == "Jörg"
    assert reading("sgf", "\ufeff(;SZ[5]PB[形];B[aa])".encode()).games[0].black == "形"


# SGF of Hex and Othello


def test_hex_change_of_sides_is_read_in_the_mirror() -> None:
    """White moves again after the swap, whatever it is called: the sides were changed."""
    record = sgf("(;GM[11]SZ[5]PB[a]PW[b];B[a2];W[swap-pieces];W[c4];B[d1])")
    assert record.game == Hex(5, swap=True)
    assert record.moves == ("a2", "swap", "d3", "a4")
    assert (record.black, record.white) == ("a", "b")
    pieces = sgf("(;GM[11]SZ[5];B[a2];W[swap-pieces];B[c4];W[d1])")
    assert pieces.moves == ("a2", "swap", "c4", "d1")


def test_hex_resignation_after_a_change_of_sides() -> None:
    """White has the stones of the player who began; if he resigns, the other one has won."""
    record = sgf("(;GM[11]SZ[5]RE[W+];B[a2];W[swap-sides];W[c4];B[d1];W[resign])")
    assert record.outcome == katachi.Outcome("white", "resignation", -1.0)


def test_hex_resignation_after_the_end_changes_nothing() -> None:
    record = sgf("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[resign])")
    assert record.outcome == katachi.Outcome("black", "connection", 1.0)


def test_hex_points_of_others() -> None:
    assert sgf("(;GM[11]SZ[5];B[A2];W[cb])").moves == ("a2", "c2")


def test_othello_of_edax_ends_with_an_empty_node() -> None:
    record = sgf("(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12];B[f5];W[d6];)")
    assert (record.moves, record.start) == (("f5", "d6"), None)
    assert record.outcome == katachi.Outcome("black", "points", 12.0)


def test_othello_two_letters_and_passes_that_are_left_out() -> None:
    moves = "b3 b4 d5 d2 d1 b2 a2 e1 f1 e4 b1 e2 b5 a5 f4 b6 a6 f2 f3 a3 c2 e6 a4 pass d6"
    nodes = []
    for ply, move in enumerate(moves.split()):
        if move != "pass":
            nodes.append(f";{'BW'[ply % 2]}[{move}]")
    assert sgf(f"(;GM[2]SZ[6]{''.join(nodes)})").moves == tuple(moves.split())
    assert sgf("(;GM[2]SZ[8];B[fe];W[fd])").moves == ("f5", "f4")


# Little Golem


HEX_GOLEM = (
    "(;FF[4]EV[null]PB[first;]]PW[second]SZ[11]RE[W]GC[ game #17]SO[http://www.littlegolem.com];"
)


def test_little_golem_labels_are_the_other_way_round() -> None:
    record = reading("littlegolem", (HEX_GOLEM + "W[ab];B[swap];W[cc];B[dd])").encode()).games[0]
    assert (record.black, record.white) == ("first;]", "second")
    assert record.moves == ("a2", "swap", "c3", "d4")
    assert record.outcome == katachi.Outcome("white", "stated", -1.0)
    assert record.tag("game_id") == 17
    assert record.event == ""


def test_little_golem_is_recognised(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(HEX_GOLEM + "W[ab];B[cc];W[resign])", encoding="utf-8")
    games = read(file)
    assert games.provenance.sources[0].format == "littlegolem"
    assert games[0].outcome == katachi.Outcome("white", "resignation", -1.0)


def test_little_golem_refuses_contradictions() -> None:
    assert refused("littlegolem", HEX_GOLEM + "W[ab];B[resign])") == (
        "the player who resigned is said to have won"
    )
    assert refused("littlegolem", HEX_GOLEM + "B[ab])") == "ply 1: the label is B, not W"
    assert refused("littlegolem", HEX_GOLEM + "W[ab];B[zz])").startswith(
        "ply 2: 'zz' is not a move"
    )


# Othello formats


GGF = (
    "3 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[x]PW[y]RB[1837.5]RW[2100]TI[15:00]"
    "TY[8r]RE[{}]BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5/0.03/1.2]W[d6//3]b[C3];)"
)


def test_ggf() -> None:
    (record,) = reading("ggf", GGF.format("+64.00:r").encode()).games
    assert record.moves == ("f5", "d6", "c3")
    assert record.outcome == katachi.Outcome("black", "resignation", 1.0)
    assert (record.black, record.black_rating, record.place) == ("x", "1837.5", "GGS/os")
    assert record.date == "2003-12-15"
    assert record.tag("timestamp") == "2003.12.15_13:24:03.MST"
    assert again("ggf", record) == record


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GGF.format("x"), "RE[x] is not a margin"),
        ("(;GM[Othello]B[F5]W[zz];)", "'zz' is not a move here"),
        ("(;GM[chess];)", "GM[chess] is not Othello"),
        ("(;GM[Othello]TY[8a]B[f5];)", "TY[8a] is anti-Othello, with other rules"),
        ("(;GM[Othello]BO[8 -- *];)", "Othello(8) has 64 cells, not 3"),
        ("(;GM[Othello]B[F5]", "neither a tag nor the end `;)`: ''"),
    ],
)
def test_broken_ggf_says_why(text: str, reason: str) -> None:
    assert refused("ggf", text).startswith(reason)


def test_obf() -> None:
    line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:-12;"
    (record,) = reading("obf", line.encode()).games
    assert record.moves == ()
    assert record.start is not None
    assert record.start.is_over is False
    assert (record.tag("best"), record.tag("scores")) == (18, "G8:+18 H1:-12")
    assert written("obf", record).decode() == line + "\n"
    assert refused("obf", line.replace("G8", "Z8")).startswith("'Z8:+18' is not a move and its")
    assert refused("obf", line[1:]).startswith("'-XXXXX--OOOXX")


def test_transcripts() -> None:
    text = "# games\nF5d6C3\n1. f5 2. f6, 3. e6 - f4\n"
    imported = reading("transcript", text.encode())
    assert [record.moves for record in imported.games] == [
        ("f5", "d6", "c3"),
        ("f5", "f6", "e6", "f4"),
    ]
    assert refused("transcript", "f5d6zz") == "ply 3: 'zz' is not a square"
    assert refused("transcript", "f5f5").startswith("ply 2, 'f5': White cannot play f5")
    board = "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert reading("transcript", f"{board};f5d6".encode()).games[0].moves == ("f5", "d6")


def test_csv_of_eothello() -> None:
    text = "eOthello_game_id,winner,game_moves\n103722,-1,f5d6\n7,0,f5\n8,5,f5\n9,1\n"
    imported = reading("csv", text.encode())
    assert imported.games[0].tag("game_id") == 103722
    assert imported.games[0].outcome == katachi.Outcome("white", "stated", -1.0)
    assert [str(problem) for problem in imported.problems] == [
        "nowhere/file.csv, line 4, offset 57: the winner is '5', not 1, -1 or 0",
        "nowhere/file.csv, line 5, offset 64: 2 columns instead of 3",
    ]


def test_move_lists_need_a_game() -> None:
    assert refused("moves", "a1 b2").startswith("nothing says which game this is")
    imported = reading("moves", b"a1 b2\nA2 swap\n", game=Hex(5, swap=True))
    assert [record.moves for record in imported.games] == [("a1", "b2"), ("a2", "swap")]
    assert refused("moves", "a1 k2", game=Hex(5)) == "ply 2: 'k2' is not a move of Hex(5)"
