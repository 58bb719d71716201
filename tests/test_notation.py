"""Names of moves: examples from the formats of others, and round trips for all."""

from __future__ import annotations

import random
import re

import pytest

import katachi

ALL_GAMES = [kind(size) for kind in katachi.games_by_name.values() for size in kind.sizes]
ALL_NOTATIONS = [
    pytest.param(game, notation, id=f"{game}-{notation.name}")
    for game in ALL_GAMES
    for notation in game.notations
]

# Game, notation, cell by (column, row) from 0 at the upper left, its name.
EXAMPLES = [
    # formats.md 8.1: D4 is column 3, row 4 from the bottom; SGF `dp` on 19 x 19.
    (katachi.Go(19), "gtp", (3, 15), "D4"),
    (katachi.Go(19), "sgf", (3, 15), "dp"),
    (katachi.Go(19), "gtp", (0, 18), "A1"),
    (katachi.Go(19), "gtp", (0, 0), "A19"),
    (katachi.Go(19), "gtp", (18, 0), "T19"),
    (katachi.Go(19), "sgf", (18, 0), "sa"),
    (katachi.Go(19), "sgf", (0, 0), "aa"),
    # There is no column I.
    (katachi.Go(19), "gtp", (7, 0), "H19"),
    (katachi.Go(19), "gtp", (8, 0), "J19"),
    (katachi.Go(19), "sgf", (8, 0), "ia"),
    (katachi.Go(9), "gtp", (8, 8), "J1"),
    (katachi.Go(9), "sgf", (4, 4), "ee"),
    (katachi.Go(2), "gtp", (1, 0), "B2"),
    # 8.2: Othello's rows count from the top, GoGui's from the bottom.
    (katachi.Othello(), "othello", (0, 0), "a1"),
    (katachi.Othello(), "othello", (5, 4), "f5"),
    (katachi.Othello(), "othello", (7, 7), "h8"),
    (katachi.Othello(), "gogui", (5, 4), "F4"),
    (katachi.Othello(), "gogui", (0, 0), "A8"),
    (katachi.Othello(10), "othello", (9, 9), "j10"),
    (katachi.Othello(10), "othello", (8, 0), "i1"),
    (katachi.Othello(10), "gogui", (8, 9), "J1"),
    # 6.6: `fe` = f5.
    (katachi.Othello(), "letters", (5, 4), "fe"),
    # 8.3: HTP a1 -> A11 and k11 -> L1 on 11 x 11; the letter i is used.
    (katachi.Hex(11), "hex", (0, 0), "a1"),
    (katachi.Hex(11), "gogui", (0, 0), "A11"),
    (katachi.Hex(11), "hex", (10, 10), "k11"),
    (katachi.Hex(11), "gogui", (10, 10), "L1"),
    (katachi.Hex(11), "hex", (8, 0), "i1"),
    (katachi.Hex(11), "gogui", (8, 0), "J11"),
    (katachi.Hex(11), "littlegolem", (0, 1), "ab"),
    (katachi.Hex(13), "littlegolem", (8, 1), "ib"),
    (katachi.Hex(19), "hex", (18, 18), "s19"),
    (katachi.Hex(19), "littlegolem", (18, 18), "ss"),
    # 8.4: rows and columns of the whole board, or cells inside the row.
    (katachi.Havannah(4), "havannahgui", (0, 0), "a1"),
    (katachi.Havannah(4), "havannahgui", (6, 3), "d7"),
    (katachi.Havannah(4), "havannahgui", (3, 6), "g4"),
    (katachi.Havannah(4), "havannahgui", (6, 6), "g7"),
    (katachi.Havannah(4), "littlegolem", (0, 0), "A1"),
    (katachi.Havannah(4), "littlegolem", (3, 0), "A4"),
    (katachi.Havannah(4), "littlegolem", (0, 3), "D1"),
    (katachi.Havannah(4), "littlegolem", (6, 3), "D7"),
    (katachi.Havannah(4), "littlegolem", (1, 4), "E1"),
    (katachi.Havannah(4), "littlegolem", (3, 6), "G1"),
    (katachi.Havannah(4), "littlegolem", (6, 6), "G4"),
    (katachi.Havannah(10), "littlegolem", (9, 18), "S1"),
    (katachi.Havannah(10), "littlegolem", (18, 18), "S10"),
    (katachi.Havannah(10), "havannahgui", (18, 18), "s19"),
    (katachi.Havannah(4), "openspiel", (6, 3), "g4"),
    (katachi.Havannah(4), "openspiel", (3, 6), "d7"),
    (katachi.Havannah(5), "gogui", (8, 4), "J5"),
    (katachi.Havannah(5), "gogui", (4, 8), "E9"),
]


@pytest.mark.parametrize(("game", "notation", "place", "name"), EXAMPLES)
def test_a_cell_has_the_name_that_other_programs_give_it(
    game: katachi.Game, notation: str, place: tuple[int, int], name: str
) -> None:
    number = game.notation(notation).number(name)
    assert game.topology.coordinates(game.moves[number]) == place
    assert game.notation(notation).text(number) == name


@pytest.mark.parametrize(("game", "notation"), ALL_NOTATIONS)
def test_every_move_has_a_name_of_its_own_that_reads_back(
    game: katachi.Game, notation: katachi.Notation
) -> None:
    assert len(notation.texts) == len(game.topology.cells) + 1 == len(game.moves)
    for number, text in enumerate(notation.texts):
        assert notation.text(number) == text
        for written in (text, text.lower(), text.upper(), f" {text}\t", f"\n{text} "):
            assert notation.number(written) == number


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_a_game_speaks_its_first_notation(game: katachi.Game) -> None:
    first = game.notations[0]
    assert game.notation(first.name) == first
    assert game.moves == first.texts
    assert game.topology.cells == first.texts[:-1]
    assert [game.number(move) for move in game.moves] == list(range(len(game.moves)))
    assert [game.cell_number(cell) for cell in game.topology.cells] == list(
        range(len(game.moves) - 1)
    )


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (katachi.Othello(), ["othello", "gogui", "letters"]),
        (katachi.Go(), ["gtp", "sgf"]),
        (katachi.Hex(), ["hex", "gogui", "littlegolem"]),
        (katachi.Havannah(), ["havannahgui", "littlegolem", "openspiel", "gogui"]),
    ],
)
def test_each_game_has_these_notations(game: katachi.Game, names: list[str]) -> None:
    assert [notation.name for notation in game.notations] == names


@pytest.mark.parametrize(("size", "cells"), [(4, 37), (5, 61), (6, 91), (8, 169), (10, 271)])
def test_both_havannah_systems_name_exactly_the_cells_of_the_board(size: int, cells: int) -> None:
    game = katachi.Havannah(size)
    whole, inside = game.notation("havannahgui"), game.notation("littlegolem")
    span = range(1, 2 * size)
    on_board = {(r, c) for r in span for c in span if abs(r - c) <= size - 1}
    letters = "abcdefghijklmnopqrs"
    assert set(whole.texts[:-1]) == {f"{letters[r - 1]}{c}" for r, c in on_board}
    assert set(inside.texts[:-1]) == {
        f"{letters[r - 1].upper()}{c if r <= size else c - (r - size)}" for r, c in on_board
    }
    assert len(whole.texts) - 1 == len(inside.texts) - 1 == len(on_board) == cells


@pytest.mark.parametrize("size", katachi.Havannah.sizes)
def test_little_golem_counts_the_cells_of_each_row_from_one(size: int) -> None:
    rows: dict[str, list[int]] = {}
    for text in katachi.Havannah(size).notation("littlegolem").texts[:-1]:
        rows.setdefault(text[0], []).append(int(text[1:]))
    lengths = [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]
    assert list(rows.values()) == [list(range(1, length + 1)) for length in lengths]


@pytest.mark.parametrize(
    ("game", "notation", "texts"),
    [
        (katachi.Othello(), "othello", ["pass", "PASS", "Pass", "pa", "PA", "ps", "--"]),
        (katachi.Othello(), "gogui", ["pass", "PA"]),
        (katachi.Othello(), "letters", ["", " ", "tt", "pass"]),
        (katachi.Go(9), "gtp", ["pass", "PASS", "Pass"]),
        (katachi.Go(9), "sgf", ["", "tt", "TT"]),
        (katachi.Go(19), "sgf", ["", "tt"]),
        (katachi.Hex(5), "hex", ["swap", "SWAP", "swap-pieces"]),
        (katachi.Hex(5), "gogui", ["swap", "swap-pieces"]),
        (katachi.Hex(5), "littlegolem", ["swap"]),
        (katachi.Havannah(4), "havannahgui", ["swap", "Swap"]),
        (katachi.Havannah(4), "littlegolem", ["swap"]),
        (katachi.Havannah(4), "openspiel", ["swap"]),
        (katachi.Havannah(4), "gogui", ["swap"]),
    ],
)
def test_the_special_move_follows_the_last_cell(
    game: katachi.Game, notation: str, texts: list[str]
) -> None:
    for text in texts:
        assert game.notation(notation).number(text) == len(game.topology.cells)


@pytest.mark.parametrize(
    ("game", "notation", "texts"),
    [
        (katachi.Go(9), "gtp", ["I5", "i5", "K1", "A10", "A0", "A", "5", "AA1", "A01", "A-1", ""]),
        (katachi.Go(19), "gtp", ["I1", "U1", "A20", "dd", "resign"]),
        (katachi.Go(9), "sgf", ["ja", "aj", "a", "aaa", "a1", "pass"]),
        (katachi.Othello(), "othello", ["i1", "a9", "a0", "1a", "a", "f5d6", "resign", ""]),
        (katachi.Othello(), "gogui", ["I1", "A9"]),
        (katachi.Hex(11), "hex", ["l1", "a12", "ab", "resign", "swap-sides", "pass"]),
        (katachi.Hex(11), "gogui", ["I1", "M1", "A12"]),
        (katachi.Hex(11), "littlegolem", ["la", "al", "a1", "resign"]),
        (katachi.Havannah(4), "havannahgui", ["a5", "e1", "g3", "h1", "b6", "g8", "a0"]),
        (katachi.Havannah(4), "littlegolem", ["A5", "B6", "D8", "E7", "G5", "G0", "H1"]),
        (katachi.Havannah(4), "openspiel", ["a5", "e1", "g3"]),
        (katachi.Havannah(5), "gogui", ["I5", "A6", "J4"]),
    ],
)
def test_names_beside_the_board_are_refused(
    game: katachi.Game, notation: str, texts: list[str]
) -> None:
    for text in texts:
        with pytest.raises(katachi.InvalidMove, match=re.escape(repr(text))):
            game.notation(notation).number(text)


def test_openspiel_exchanges_the_letter_and_the_number_of_havannahgui() -> None:
    for size in katachi.Havannah.sizes:
        game = katachi.Havannah(size)
        for ours, theirs in zip(
            game.moves[:-1], game.notation("openspiel").texts[:-1], strict=True
        ):
            row, column = ord(ours[0]) - ord("a"), int(ours[1:]) - 1
            assert theirs == f"{chr(ord('a') + column)}{row + 1}"


def test_gogui_names_lie_on_its_square_of_two_n_minus_one() -> None:
    columns = "ABCDEFGHJKLMNOPQRST"
    for size in katachi.Havannah.sizes:
        game = katachi.Havannah(size)
        for cell, vertex in zip(game.moves[:-1], game.notation("gogui").texts[:-1], strict=True):
            column, row = game.topology.coordinates(cell)
            assert vertex == f"{columns[column]}{row + 1}"


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_a_position_survives_its_text_in_one_line_and_in_a_constructor_call(
    game: katachi.Game,
) -> None:
    rng = random.Random(game.size)
    position = game.start()
    for _ in range(12):
        if position.is_over:
            break
        assert game.position(position.text) == position
        assert eval(repr(position), {**vars(katachi)}) == position
        position = position.play(rng.choice(position.legal_moves))
    assert eval(repr(game), {**vars(katachi)}) == game


# The same board in every form that the reader accepts.
@pytest.mark.parametrize(
    "text",
    [
        "XO./.../..X O",
        "XO.\n...\n..X\nwhite",
        "X O . / . . . / . . X w",
        "  x o -\n  _ + .\n  . - B   White ",
        "*O./.../..# o",
        "bw./.../..b W",
        "XO......X O",
        "XO. ... ..X O passes:0",
    ],
)
def test_the_reader_of_positions_is_liberal(text: str) -> None:
    position = katachi.Go(3).position(text)
    assert position.text == "XO./.../..X O"


def test_a_position_without_a_player_is_black_to_move() -> None:
    assert katachi.Hex(3).position("X../.../...").to_move == "black"


def test_the_text_of_a_go_position_keeps_ko_and_passes() -> None:
    game = katachi.Go(5, superko="none")
    ko = game.position("...../.XO../XO.O./.XO../.....").play("C3")
    assert ko.text == "...../.XO../X.XO./.XO../..... O ko:B3"
    assert game.position(ko.text).ko == "B3"
    assert ko.play("pass").text == "...../.XO../X.XO./.XO../..... X passes:1"
    assert game.position(ko.play("pass").text).passes == 1


def test_the_text_of_a_go_position_keeps_what_superko_remembers() -> None:
    game = katachi.Go(3)
    once = game.start().play("B2")
    assert re.fullmatch(r".../.X./... O seen:[\w-]{11}", once.text)
    assert once != game.position(".../.X./... O")
    back = game.position(once.text)
    assert back == once
    assert back.core.seen == once.core.seen
    assert len(once.play_all("pass A1").core.seen) == 2 * 8, "a pass repeats nothing new"


def test_the_text_of_a_go_position_keeps_prisoners_where_they_count() -> None:
    game = katachi.Go(3, scoring="territory", superko="none")
    taken = game.start().play_all("A1 A2 pass B1")
    assert (taken.text, taken.prisoners) == (".../O../.O. X prisoners:1,0", (1, 0))
    assert game.position(taken.text) == taken
    assert game.position(".../O../.O. X prisoners:0,0") != taken


@pytest.mark.parametrize(
    "field",
    ["seen:", "seen:AAAAAAAAAA", "seen:AAAAAAAAAA!", "seen:" + "A" * 12, "prisoners:1",
     "prisoners:-1,2", "prisoners:1,2,3", "prisoners:a,b", "komi:7"],
)  # fmt: skip
def test_fields_of_a_go_position_that_are_none_are_named(field: str) -> None:
    with pytest.raises(katachi.InvalidPosition, match=re.escape(f"'{field}' is not understood")):
        katachi.Go(3).position(f"... ... ... X {field}")
    with pytest.raises(katachi.InvalidPosition, match="is not understood"):
        katachi.Hex(3).position("... ... ... X seen:AAAAAAAAAAA")


def test_the_text_of_a_go_position_keeps_the_moves_that_a_limit_counts() -> None:
    game = katachi.Go(3, move_limit=2, superko="none")
    last = game.start().play_all("B2 A1")
    assert last.text == ".../.X./O.. X moves:2"
    assert game.position(last.text) == last
    assert game.position(last.text).is_over
    assert game.position(".../.X./O.. X moves:1") != last


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("othello", katachi.Othello(8)),
        ("Othello10", katachi.Othello(10)),
        ("go", katachi.Go(19)),
        ("go9", katachi.Go(9)),
        ("GO 13", katachi.Go(13)),
        ("hex", katachi.Hex(11)),
        ("Hex-13", katachi.Hex(13)),
        ("  hex:3 ", katachi.Hex(3)),
        ("havannah", katachi.Havannah(5)),
        ("havannah: 8", katachi.Havannah(8)),
    ],
)
def test_a_game_has_a_short_name(text: str, game: katachi.Game) -> None:
    assert katachi.parse_game(text) == game


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (katachi.Othello(), "Othello(8)"),
        (katachi.Go(), "Go(19)"),
        (katachi.Go(9, komi=5.5), "Go(9, komi=5.5)"),
        (
            katachi.Go(9, handicap=2, suicide=True, superko="none", scoring="stones", move_limit=9),
            "Go(9, handicap=2, suicide=True, superko='none', scoring='stones', move_limit=9)",
        ),
        (katachi.Hex(), "Hex(11)"),
        (katachi.Hex(5, swap=True), "Hex(5, swap=True)"),
        (katachi.Havannah(4, swap=True), "Havannah(4, swap=True)"),
    ],
)
def test_a_game_prints_as_the_shortest_call_that_makes_it(game: katachi.Game, text: str) -> None:
    assert (str(game), repr(game)) == (text, text)
    assert eval(text, {**vars(katachi)}) == game
