"""What katachi says when something is wrong, word for word.

A message names the offender and what was expected; nothing changes when it is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import katachi
from katachi.errors import shown

Case = tuple[Callable[[], object], type[katachi.KatachiError], str]

Go: Any = katachi.Go  # wrong types are the point of this file
Hex: Any = katachi.Hex
Havannah: Any = katachi.Havannah
Othello: Any = katachi.Othello
parse_game: Any = katachi.parse_game

GAMES: list[Case] = [
    (
        lambda: Othello(7),
        katachi.InvalidGame,
        "Othello size must be 6, 8 or 10, not 7",
    ),
    (lambda: Go(1), katachi.InvalidGame, "Go size must be 2 to 19, not 1"),
    (lambda: Go(20), katachi.InvalidGame, "Go size must be 2 to 19, not 20"),
    (lambda: Hex(2), katachi.InvalidGame, "Hex size must be 3 to 19, not 2"),
    (lambda: Havannah(11), katachi.InvalidGame, "Havannah size must be 3 to 10, not 11"),
    (lambda: Go("9"), katachi.InvalidGame, "Go size must be 2 to 19, not '9'"),
    (lambda: Go(9.0), katachi.InvalidGame, "Go size must be 2 to 19, not 9.0"),
    (lambda: Go(None), katachi.InvalidGame, "Go size must be 2 to 19, not None"),
    (lambda: Go(-9), katachi.InvalidGame, "Go size must be 2 to 19, not -9"),
    (
        lambda: Go(9, komi=1000.5),
        katachi.InvalidGame,
        "komi must be a number from -1000 to 1000, not 1000.5",
    ),
    (
        lambda: Go(9, komi="6.5"),
        katachi.InvalidGame,
        "komi must be a number from -1000 to 1000, not '6.5'",
    ),
    (
        lambda: Go(9, komi=float("nan")),
        katachi.InvalidGame,
        "komi must be a number from -1000 to 1000, not nan",
    ),
    (
        lambda: Go(9, komi=6.25),
        katachi.InvalidGame,
        "komi must be a multiple of one half, not 6.25",
    ),
    (
        lambda: Go(9, handicap=1),
        katachi.InvalidGame,
        "handicap on 9x9 must be 0 or 2 to 9, not 1",
    ),
    (
        lambda: Go(19, handicap=10),
        katachi.InvalidGame,
        "handicap on 19x19 must be 0 or 2 to 9, not 10",
    ),
    (
        lambda: Go(8, handicap=5),
        katachi.InvalidGame,
        "handicap on 8x8 must be 0 or 2 to 4, not 5",
    ),
    (lambda: Go(5, handicap=2), katachi.InvalidGame, "handicap on 5x5 must be 0, not 2"),
    (
        lambda: Go(9, suicide=1),
        katachi.InvalidGame,
        "suicide must be True or False, not 1",
    ),
    (lambda: Hex(9, swap=None), katachi.InvalidGame, "swap must be True or False, not None"),
    (
        lambda: Havannah(4, swap="yes"),
        katachi.InvalidGame,
        "swap must be True or False, not 'yes'",
    ),
    (
        lambda: Go(9, superko="natural"),
        katachi.InvalidGame,
        "superko must be positional, situational or none, not 'natural'",
    ),
    (
        lambda: Go(9, scoring="points"),
        katachi.InvalidGame,
        "scoring must be area, territory or stones, not 'points'",
    ),
    (
        lambda: Go(9, move_limit=-1),
        katachi.InvalidGame,
        "move_limit must be 0 to 100000, not -1",
    ),
    (
        lambda: Go(9, move_limit=100_001),
        katachi.InvalidGame,
        "move_limit must be 0 to 100000, not 100001",
    ),
    (
        lambda: katachi.parse_game("chess"),
        katachi.InvalidGame,
        "no game 'chess'; try othello, go, hex, havannah, gomoku, y, or go9, hex13, ...",
    ),
    (
        lambda: parse_game(None),
        katachi.InvalidGame,
        "a game is named by a text, not None",
    ),
    (
        lambda: katachi.parse_game(""),
        katachi.InvalidGame,
        "no game ''; try othello, go, hex, havannah, gomoku, y, or go9, hex13, ...",
    ),
    (
        lambda: katachi.parse_game("go 9x9"),
        katachi.InvalidGame,
        "no game 'go 9x9'; try othello, go, hex, havannah, gomoku, y, or go9, hex13, ...",
    ),
    (
        lambda: katachi.parse_game("x" * 100),
        katachi.InvalidGame,
        f"no game '{'x' * 57}'...; try othello, go, hex, havannah, gomoku, y, or go9, hex13, ...",
    ),
    (lambda: katachi.parse_game("go20"), katachi.InvalidGame, "Go size must be 2 to 19, not 20"),
    (
        lambda: katachi.parse_game("othello7"),
        katachi.InvalidGame,
        "Othello size must be 6, 8 or 10, not 7",
    ),
]

MOVES: list[Case] = [
    (
        lambda: katachi.Go(9).start().play("I5"),
        katachi.InvalidMove,
        "'I5' is not a move here; moves look like A9, B9 or pass",
    ),
    (
        lambda: katachi.Othello().start().play("i9"),
        katachi.InvalidMove,
        "'i9' is not a move here; moves look like a1, b1 or pass",
    ),
    (
        lambda: katachi.Hex(11).number("l1"),
        katachi.InvalidMove,
        "'l1' is not a move here; moves look like a1, b1 or swap",
    ),
    (
        lambda: katachi.Havannah(4).start().is_legal("e1"),
        katachi.InvalidMove,
        "'e1' is not a move here; moves look like a1, a2 or swap",
    ),
    (
        lambda: katachi.Hex(5).number(""),
        katachi.InvalidMove,
        "'' is not a move here; moves look like a1, b1 or swap",
    ),
    (
        lambda: katachi.Hex(5).number("a" * 1000),
        katachi.InvalidMove,
        f"'{'a' * 57}'... is not a move here; moves look like a1, b1 or swap",
    ),
    (
        lambda: Hex(5).number(7),
        katachi.InvalidMove,
        "7 is not a move here; moves look like a1, b1 or swap",
    ),
    (
        lambda: katachi.Havannah(4).notation("littlegolem").number("A5"),
        katachi.InvalidMove,
        "'A5' is not a move here; moves look like A1, A2 or swap",
    ),
    (
        lambda: katachi.Go(9).notation("sgf").number("a1"),
        katachi.InvalidMove,
        "'a1' is not a move here; moves look like aa, ba or an empty text for a pass",
    ),
    (
        lambda: katachi.Go(9).notation("psn"),
        katachi.InvalidMove,
        "go has no notation 'psn'; known: gtp, sgf",
    ),
    (
        lambda: katachi.Havannah(4).notation("hex"),
        katachi.InvalidMove,
        "havannah has no notation 'hex'; known: havannahgui, littlegolem, openspiel, gogui",
    ),
    (lambda: katachi.Go(9).cell_number("pass"), katachi.InvalidMove, "'pass' is not a cell"),
    (lambda: katachi.Hex(5).start().at("swap"), katachi.InvalidMove, "'swap' is not a cell"),
    (
        lambda: katachi.Hex(5).topology.neighbours("swap"),
        katachi.InvalidMove,
        "'swap' is not a cell",
    ),
    (
        lambda: katachi.Go(9).topology.distance("A1", "pass"),
        katachi.InvalidMove,
        "'pass' is not a cell",
    ),
]

KO = "...../.XO../XO.O./.XO../....."
TWO_FOR_ONE = "..../..X./OOX./.X.X"

# Whose move, on which board, and why not.
ILLEGAL: list[Case] = [
    (
        lambda: katachi.Othello(6).start().play("a1"),
        katachi.IllegalMove,
        "Black cannot play a1: it flips no disc; "
        "position: Othello(6) ....../....../..OX../..XO../....../...... X",
    ),
    (
        lambda: katachi.Othello(6).start().play("c3"),
        katachi.IllegalMove,
        "Black cannot play c3: the cell is occupied; "
        "position: Othello(6) ....../....../..OX../..XO../....../...... X",
    ),
    (
        lambda: katachi.Othello(6).start().play("PA"),
        katachi.IllegalMove,
        "Black cannot play pass: a pass is legal only without any other move; "
        "position: Othello(6) ....../....../..OX../..XO../....../...... X",
    ),
    (
        lambda: katachi.Othello(6).position("XO" + "." * 34 + " O").play("f6"),
        katachi.IllegalMove,
        "White cannot play f6: the only legal move is to pass; "
        "position: Othello(6) XO..../....../....../....../....../...... O",
    ),
    (
        lambda: katachi.Othello(6).position("X" * 36 + " O").play("pass"),
        katachi.IllegalMove,
        "White cannot play pass: the game is over; "
        "position: Othello(6) XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX O",
    ),
    (
        lambda: katachi.Go(3).start().play("B2").play("b2"),
        katachi.IllegalMove,
        "White cannot play B2: the cell is occupied; position: Go(3) .../.X./... O",
    ),
    (
        lambda: katachi.Go(5).position(KO).play("C3").play("B3"),
        katachi.IllegalMove,
        "White cannot play B3: it retakes a ko; "
        "position: Go(5) ...../.XO../X.XO./.XO../..... O ko:B3",
    ),
    (
        lambda: katachi.Go(3).position(".X./X.X/.X. O").play("B2"),
        katachi.IllegalMove,
        "White cannot play B2: it is suicide; position: Go(3) .X./X.X/.X. O",
    ),
    (
        lambda: katachi.Go(4).position(TWO_FOR_ONE).play_all("A1 C1 B1"),
        katachi.IllegalMove,
        "Black cannot play B1: it repeats an earlier position (superko); "
        "position: Go(4) ..../..X./OOX./..OX X",
    ),
    (
        lambda: katachi.Go(3, komi=0).start().play_all("pass pass B2"),
        katachi.IllegalMove,
        "Black cannot play B2: the game is over; position: Go(3, komi=0) .../.../... X passes:2",
    ),
    (
        lambda: katachi.Hex(3).start().play_all("b2 b2"),
        katachi.IllegalMove,
        "White cannot play b2: the cell is occupied; position: Hex(3) .../.X./... O",
    ),
    (
        lambda: katachi.Hex(3, swap=True).start().play("swap-pieces"),
        katachi.IllegalMove,
        "Black cannot play swap: swap is only White's answer to the first move; "
        "position: Hex(3, swap=True) .../.../... X",
    ),
    (
        lambda: katachi.Hex(3).start().play_all("b2 a1 b1 c1 b3 c3"),
        katachi.IllegalMove,
        "White cannot play c3: the game is over; position: Hex(3) OXO/.X./.X. O",
    ),
    (
        lambda: katachi.Havannah(3).start().play_all("c3 c3"),
        katachi.IllegalMove,
        "White cannot play c3: the cell is occupied; "
        "position: Havannah(3) .../..../..X../..../... O",
    ),
    (
        lambda: katachi.Havannah(3).start().play_all("c3 swap"),
        katachi.IllegalMove,
        "White cannot play swap: swap is only White's answer to the first move; "
        "position: Havannah(3) .../..../..X../..../... O",
    ),
    (
        lambda: katachi.Havannah(3).start().play_all("a1 c3 a2 d4 a3 e5"),
        katachi.IllegalMove,
        "White cannot play e5: the game is over; position: Havannah(3) XXX/..../..O../..O./... O",
    ),
]

POSITIONS: list[Case] = [
    (
        lambda: katachi.Go(3).position("X../.../.."),
        katachi.InvalidPosition,
        "Go(3) has 9 cells, not 8: 'X../.../..'",
    ),
    (
        lambda: katachi.Hex(3).position("X../.../...."),
        katachi.InvalidPosition,
        "Hex(3) has 9 cells, not 10: 'X../.../....'",
    ),
    (
        lambda: katachi.Havannah(3).position(""),
        katachi.InvalidPosition,
        "Havannah(3) has 19 cells, not 0: ''",
    ),
    (
        lambda: katachi.Go(3).position("X../..Q/..."),
        katachi.InvalidPosition,
        "'Q' is not a cell in 'X../..Q/...'",
    ),
    (
        lambda: katachi.Go(3).position("X../../...."),
        katachi.InvalidPosition,
        "a row ends in the middle of row 2: 'X../../....'",
    ),
    (
        lambda: katachi.Havannah(3).position(".../.../...../..../..."),
        katachi.InvalidPosition,
        "a row ends in the middle of row 2: '.../.../...../..../...'",
    ),
    (
        lambda: katachi.Go(3).position(".../.../... red"),
        katachi.InvalidPosition,
        "'red' is not understood in '.../.../... red'",
    ),
    (
        lambda: katachi.Hex(3).position(".../.../... X ko:b2"),
        katachi.InvalidPosition,
        "'ko:b2' is not understood in '.../.../... X ko:b2'",
    ),
    (
        lambda: katachi.Go(3).position(".../.../... X passes:3"),
        katachi.InvalidPosition,
        "'passes:3' is not understood in '.../.../... X passes:3'",
    ),
    (
        lambda: katachi.Go(3).position(".../.../... X ko:Z9"),
        katachi.InvalidPosition,
        "bad ko point in '.../.../... X ko:Z9': "
        "'Z9' is not a move here; moves look like A3, B3 or pass",
    ),
    (
        lambda: katachi.Go(3).position(".../.../... X ko:pass"),
        katachi.InvalidPosition,
        "bad ko point in '.../.../... X ko:pass': 'pass' is not a cell",
    ),
    (
        lambda: katachi.Go(3).position("X../.../... O ko:A3"),
        katachi.InvalidPosition,
        "the ko point is occupied: 'X../.../... O ko:A3'",
    ),
    (
        lambda: katachi.Go(3).position("OX./X../..."),
        katachi.InvalidPosition,
        "a chain has no liberty: 'OX./X../...'",
    ),
    (
        lambda: katachi.Havannah(3).position("XXX/..../...../..../OOO"),
        katachi.InvalidPosition,
        "both players have won: 'XXX/..../...../..../OOO'",
    ),
    (
        lambda: katachi.Go(3).position("." * 100_001),
        katachi.InvalidPosition,
        "a position is a text of at most 100000 characters",
    ),
    (
        lambda: Go(3).position(None),
        katachi.InvalidPosition,
        "a position is a text of at most 100000 characters",
    ),
    (
        lambda: katachi.Go(3).set_up((b"\2" * 8, 0, -1, 0, 0)),
        katachi.InvalidPosition,
        r"the board has 9 cells, not 8: (b'\x02\x02\x02\x02\x02\x02\x02\x02', 0, -1, 0, 0)",
    ),
    (
        lambda: katachi.Go(2).set_up((b"\2\2\2\3", 0, -1, 0, 0)),
        katachi.InvalidPosition,
        r"a colour is 0, 1 or 2: (b'\x02\x02\x02\x03', 0, -1, 0, 0)",
    ),
    (
        lambda: katachi.Go(2).set_up((b"\2\2\2\2", 2, -1, 0, 0)),
        katachi.InvalidPosition,
        r"somebody must be to move: (b'\x02\x02\x02\x02', 2, -1, 0, 0)",
    ),
    (
        lambda: katachi.Go(2).set_up((b"\2\2\2\2", 0, 4, 0, 0)),
        katachi.InvalidPosition,
        r"the ko point is not on the board: (b'\x02\x02\x02\x02', 0, 4, 0, 0)",
    ),
    (
        lambda: katachi.Go(2).set_up((b"\2\2\2\2", 0, -1, 3, 0)),
        katachi.InvalidPosition,
        r"passes must be 0, 1 or 2: (b'\x02\x02\x02\x02', 0, -1, 3, 0)",
    ),
]

PLAYOUTS: list[Case] = [
    (
        lambda: katachi.random_playouts(katachi.Hex(3).start(), 0),
        katachi.KatachiError,
        "count must be an integer of at least 1, not 0",
    ),
    (
        lambda: katachi.random_playouts(katachi.Hex(3).start(), 2**64 - 1),
        katachi.KatachiError,
        "count must be an integer of at least 1, not 18446744073709551615",
    ),
    (
        lambda: katachi.random_playouts(katachi.Hex(3).start(), 1, threads=0),
        katachi.KatachiError,
        "threads must be an integer of at least 1, not 0",
    ),
    (
        lambda: katachi.random_playouts(katachi.Hex(3).start(), 1, first_block=-1),
        katachi.KatachiError,
        "first_block must be an integer of at least 0, not -1",
    ),
]


@pytest.mark.parametrize(
    ("mistake", "kind", "message"),
    [
        pytest.param(*case, id=f"{case[1].__name__}-{case[2][:60]}")
        for case in [*GAMES, *MOVES, *ILLEGAL, *POSITIONS, *PLAYOUTS]
    ],
)
def test_a_mistake_is_named(
    mistake: Callable[[], object], kind: type[katachi.KatachiError], message: str
) -> None:
    with pytest.raises(katachi.KatachiError) as error:
        mistake()
    assert type(error.value) is kind
    assert str(error.value) == message


PUBLIC_ERRORS = [
    kind
    for kind in vars(katachi.errors).values()
    if isinstance(kind, type) and issubclass(kind, katachi.KatachiError)
]


@pytest.mark.parametrize("kind", PUBLIC_ERRORS)
def test_all_errors_are_value_errors(kind: type[katachi.KatachiError]) -> None:
    assert issubclass(kind, ValueError)
    assert getattr(katachi, kind.__name__) is kind


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (katachi.Othello().start(), "a1"),
        (katachi.Go(5).position(KO).play("C3"), "B3"),
        (katachi.Go(4).position(TWO_FOR_ONE).play_all("A1 C1"), "B1"),
        (katachi.Hex(3).start().play("b2"), "b2"),
        (katachi.Havannah(3).start(), "swap"),
    ],
)
def test_a_refused_move_leaves_the_position_as_it_was(
    position: katachi.Position, move: str
) -> None:
    before = (position.text, position.key, position.legal_moves, position.moves_played)
    with pytest.raises(katachi.IllegalMove):
        position.play(move)
    with pytest.raises(katachi.InvalidMove):
        position.play("nowhere")
    assert (position.text, position.key, position.legal_moves, position.moves_played) == before


def test_a_sequence_with_an_illegal_move_changes_nothing() -> None:
    position = katachi.Hex(3).start()
    with pytest.raises(katachi.IllegalMove, match="White cannot play b2: the cell is occupied"):
        position.play_all("b2 b2")
    assert position == katachi.Hex(3).start()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a1", "'a1'"),
        (5, "5"),
        (None, "None"),
        ("x" * 58, f"'{'x' * 58}'"),
        ("x" * 59, f"'{'x' * 57}'..."),
        ("x" * 1_000_000, f"'{'x' * 57}'..."),
        ("\n", r"'\n'"),
    ],
)
def test_long_texts_are_cut_in_messages(value: object, text: str) -> None:
    assert shown(value) == text
