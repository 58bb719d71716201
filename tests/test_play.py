"""Sessions of `katachi play`: what is typed on the left, what is printed below."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from textwrap import dedent

import pytest
from rich.console import Console

import katachi
from katachi.commands.board_view import ASCII, PICTURE, Overlay, draw, look_of, player_label
from katachi.commands.play_session import PlaySession, PlaySettings, Seat, line_reader
from katachi.commands.players import PLAYERS, RandomPlayer, is_own_eye, make_player
from katachi.games.contract import GameLike, PositionLike


class Scripted:
    """Plays prepared moves."""

    def __init__(self, moves: str) -> None:
        self._moves = iter(moves.split())

    def choose(self, position: PositionLike) -> str:
        assert not position.is_over
        return next(self._moves)


PERSON = Seat()


def session(
    game: GameLike,
    lines: Iterable[str],
    *,
    black: Seat = PERSON,
    white: Seat = PERSON,
    settings: PlaySettings | None = None,
) -> str:
    """All that a session prints, with the typed lines shown."""
    console = Console(file=io.StringIO(), width=80)
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    PlaySession(
        game,
        {"black": black, "white": white},
        settings or PlaySettings(),
        ask=line_reader(typed, console),
        console=console,
    ).run()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def conversation(output: str) -> list[str]:
    """What was typed and answered, without the boards."""
    lines = output.partition("to move\n")[2].splitlines()
    return [line for line in lines if "> " in line or line.endswith(".") or " plays " in line]


def test_two_people_play_hex_to_the_end() -> None:
    output = session(katachi.Hex(3), ["b2", "a1", "B1", "c1", "b3", "never read"])
    assert output == dedent(
        """\
        Hex(3)
        Black (X): human
        White (O): human
        Black joins top and bottom, White left and right.
        Type a move, or help.

          a b c
        1 . . . 1
         2 . . . 2
          3 . . . 3
             a b c
        Black (X) to move
        black> b2
        1. Black plays b2

          a b c
        1 . . . 1
         2 .(X). 2
          3 . . . 3
             a b c
        White (O) to move
        white> a1
        2. White plays a1

          a b c
        1(O). . 1
         2 . X . 2
          3 . . . 3
             a b c
        Black (X) to move
        black> B1
        3. Black plays b1

          a b c
        1 O(X). 1
         2 . X . 2
          3 . . . 3
             a b c
        White (O) to move
        white> c1
        4. White plays c1

          a b c
        1 O X(O)1
         2 . X . 2
          3 . . . 3
             a b c
        Black (X) to move
        black> b3
        5. Black plays b3

          a b c
        1 O X O 1
         2 . X . 2
          3 .(X). 3
             a b c
        Black wins by a connection.
        """
    )


def test_an_opponent_answers_and_undo_takes_both_moves_back() -> None:
    output = session(
        katachi.Othello(6),
        ["undo", "c2", "undo", "quit"],
        white=Seat("scripted", Scripted("b2")),
        settings=PlaySettings(hints=True),
    )
    assert output == dedent(
        """\
        Othello(6)
        Black (X): human
        White (O): scripted
        Who has more discs when nobody can move wins; without a move you pass.
        Type a move, or help.

          a b c d e f
        1 . . . . . .
        2 . . + . . .
        3 . + O X . .
        4 . . X O + .
        5 . . . + . .
        6 . . . . . .
        Black (X) to move
        black> undo
        There is nothing to take back.
        black> c2
        1. Black plays c2

          a b c d e f
        1 . . . . . .
        2 . .(X). . .
        3 . . X X . .
        4 . . X O . .
        5 . . . . . .
        6 . . . . . .
        White (O) to move
        2. White plays b2

          a b c d e f
        1 . . . . . .
        2 +(O)X . . .
        3 . + O X . .
        4 . . X O + .
        5 . . . + . .
        6 . . . . . .
        Black (X) to move
        black> undo
        Took back c2 b2.

          a b c d e f
        1 . . . . . .
        2 . . + . . .
        3 . + O X . .
        4 . . X O + .
        5 . . . + . .
        6 . . . . . .
        Black (X) to move
        black> quit
        The game is left unfinished.
        """
    )


def test_between_two_people_undo_takes_one_move_back() -> None:
    output = session(katachi.Hex(3), ["a1", "b2", "undo", "undo", "undo"])
    assert conversation(output) == [
        "black> a1",
        "1. Black plays a1",
        "white> b2",
        "2. White plays b2",
        "black> undo",
        "Took back b2.",
        "white> undo",
        "Took back a1.",
        "black> undo",
        "There is nothing to take back.",
        "End of input: the game is left unfinished.",
    ]


def test_undo_does_not_take_back_the_opponents_first_move() -> None:
    output = session(katachi.Hex(3), ["undo", "quit"], black=Seat("scripted", Scripted("a1")))
    assert "There is nothing to take back." in output


@pytest.mark.parametrize(
    ("game", "line", "reason"),
    [
        (katachi.Othello(6), "a1", "Black cannot play a1: it flips no disc"),
        (
            katachi.Othello(6),
            "pass",
            "Black cannot play pass: a pass is legal only without any other move",
        ),
        (katachi.Hex(3), "d4", "'d4' is not a move here; moves look like a1, b1 or swap"),
        (
            katachi.Hex(3),
            "swap",
            "Black cannot play swap: swap is only White's answer to the first move",
        ),
        (katachi.Go(5), "a1 b2", "'a1 b2' is not a move here; moves look like A5, B5 or pass"),
        (
            katachi.Havannah(3),
            "x" * 100,
            "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'... is not a move here; "
            "moves look like a1, a2 or swap",
        ),
    ],
    ids=str,
)
def test_a_wrong_move_gives_the_reason_and_asks_again(
    game: katachi.Game, line: str, reason: str
) -> None:
    assert session(game, [line]).endswith(
        f"to move\nblack> {line}\n{reason}\nblack>\nEnd of input: the game is left unfinished.\n"
    )


def test_an_empty_line_is_asked_again() -> None:
    assert session(katachi.Hex(3), ["", "  ", "quit"]).endswith(
        "to move\nblack>\nblack>\nblack> quit\nThe game is left unfinished.\n"
    )


@pytest.mark.parametrize("word", ["hint", "?", "HINT"])
def test_hint_lists_the_legal_moves(word: str) -> None:
    output = session(katachi.Othello(6), [word])
    assert f"black> {word}\nLegal moves: c2 b3 e4 d5\nblack>" in output


def test_help_lists_the_commands() -> None:
    assert session(katachi.Go(5), ["help", "quit"]).endswith(
        dedent(
            """\
            black> help
            Type a move, like A5, B5, C5, or one of:
              help       this list
              hint, ?    the legal moves
              board      draw the board again
              undo       take back your last move and the answer to it
              resign     give up
              save FILE  write the game so far as SGF
              quit       leave the game unfinished
            black> quit
            The game is left unfinished.
            """
        )
    )


def test_board_draws_again() -> None:
    output = session(katachi.Hex(3), ["a1", "board", "quit"])
    board = "  a b c\n1(X). . 1\n 2 . . . 2\n  3 . . . 3\n     a b c\nWhite (O) to move\n"
    assert output.count(board) == 2


def test_resign_gives_the_game_to_the_other(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    output = session(katachi.Hex(3), ["a1", "resign"], settings=PlaySettings(save=file))
    assert output.endswith(f"white> resign\nBlack wins by resignation.\nSaved to {file}.\n")
    assert "RE[B+R]" in file.read_text(encoding="utf-8")


def test_a_single_legal_move_is_pointed_out() -> None:
    game = katachi.Go(2, suicide=False)
    output = session(game, ["A1", "pass", "B2", "quit"])
    assert "White (O) to move\nThe only legal move is pass.\n" in output


def test_the_swap_is_offered() -> None:
    output = session(katachi.Hex(3, swap=True), ["a2", "swap", "quit"])
    assert "White (O) to move\nYou may swap.\nwhite> swap\n2. White plays swap\n" in output
    assert output.count("You may swap.") == 1
    assert output.endswith(
        "\n  a b c\n1 . O . 1\n 2 . . . 2\n  3 . . . 3\n     a b c\nBlack (X) to move\n"
        "black> quit\nThe game is left unfinished.\n"
    )


def test_save_writes_the_game_so_far(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    settings = PlaySettings(date="2026-07-04", comment="a test")
    output = session(
        katachi.Hex(3), ["b2", f"save {file}", "a1", f"save {file}", "quit"], settings=settings
    )
    assert output.count(f"Saved to {file}.\n") == 2
    assert file.read_text(encoding="utf-8") == (
        f"(;FF[4]GM[11]CA[UTF-8]AP[katachi:{katachi.__version__}]SZ[3]PB[human]PW[human]"
        "DT[2026-07-04]RE[Void]GC[a test];B[b2];W[a1])\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


def test_save_keeps_a_file_that_was_there(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("precious", encoding="utf-8")
    output = session(katachi.Hex(3), [f"save {file}", "save", f"save {tmp_path}", "quit"])
    assert "Not saved: " in output
    assert " exists already and is kept.\n" in output
    assert "Save where? Type save FILE.\n" in output
    assert " is a folder, not a file.\n" in output
    assert file.read_text(encoding="utf-8") == "precious"


def test_save_may_replace_a_file_if_allowed(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("worthless", encoding="utf-8")
    session(katachi.Hex(3), [f"save {file}", "quit"], settings=PlaySettings(overwrite=True))
    assert file.read_text(encoding="utf-8").startswith("(;FF[4]")


@pytest.mark.parametrize("lines", [["b2", "quit"], ["b2"]], ids=["quit", "end of input"])
def test_the_game_is_saved_when_it_is_left(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "game.sgf"
    output = session(katachi.Hex(3), lines, settings=PlaySettings(save=file))
    assert output.endswith(f"he game is left unfinished.\nSaved to {file}.\n")
    assert file.read_text(encoding="utf-8").endswith("RE[Void];B[b2])\n")


def test_the_game_is_saved_when_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    lines = ["b2", "a1", "b1", "c1", "b3"]
    session(katachi.Hex(3), lines, settings=PlaySettings(save=file))
    assert file.read_text(encoding="utf-8").endswith("RE[B+];B[b2];W[a1];B[b1];W[c1];B[b3])\n")


def test_the_game_is_saved_when_it_is_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    console = Console(file=io.StringIO(), width=80)
    lines = iter(["b2"])

    def ask(_: str) -> str | None:
        for line in lines:
            return line
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PlaySession(
            katachi.Hex(3),
            {"black": PERSON, "white": PERSON},
            PlaySettings(save=file),
            ask=ask,
            console=console,
        ).run()
    assert file.read_text(encoding="utf-8").endswith(";B[b2])\n")


def test_a_game_that_cannot_be_saved_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("made while the game was played", encoding="utf-8")
    output = session(katachi.Hex(3), ["b2", "quit"], settings=PlaySettings(save=file))
    assert "exists already and is kept. Here it is:\n(;FF[4]GM[11]" in output
    assert file.read_text(encoding="utf-8") == "made while the game was played"


# Players


def test_random_players_play_the_same_moves_from_the_same_seed() -> None:
    def game(seed: int) -> str:
        seats = [Seat("random", make_player("random", color, seed)) for color in ("black", "white")]
        return session(katachi.Havannah(3), [], black=seats[0], white=seats[1])

    assert game(1) == game(1)
    assert game(1) != game(2)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("kind", katachi.GAMES.values(), ids=lambda kind: kind.name)
def test_every_player_finishes_every_game(name: str, kind: type[katachi.Game]) -> None:
    position = kind(kind.sizes[2]).start()
    players = {color: make_player(name, color, 1) for color in ("black", "white")}
    for _ in range(2000):
        player = players[position.to_move]
        assert player is not None
        position = position.play(player.choose(position))
        if position.is_over:
            break
    assert position.is_over


def test_the_random_player_answers_a_pass_by_a_pass() -> None:
    assert RandomPlayer("1").choose(katachi.Go(5).start().play("pass")) == "pass"


@pytest.mark.parametrize(
    ("cell", "board", "expected"),
    [
        ("A5", ".X.../XX.../...../...../..... X", True),
        ("A5", ".X.../XO.../...../...../..... X", False),
        ("A5", ".X.../XX.../...../...../..... O", False),
        ("A5", ".X.../..X../...../...../..... X", False),
        ("C3", "...../.OXX./.X.X./..XX./..... X", True),
        ("C3", "...../.OXX./.X.X./..XO./..... X", False),
        ("C5", ".X.X./..XO./...../...../..... X", False),
    ],
    ids=[
        *("corner", "corner with hostile diagonal", "not own", "open"),
        *("one hostile diagonal", "two hostile diagonals", "edge"),
    ],
)
def test_own_eyes(cell: str, board: str, *, expected: bool) -> None:
    assert is_own_eye(katachi.Go(5).position(board), cell) is expected


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(
        katachi.KatachiError, match=r"^no player 'alice'; known: human, random, and what katachi"
    ):
        make_player("alice", "black", 1)


# Boards


@pytest.mark.parametrize("kind", katachi.GAMES.values(), ids=lambda kind: kind.name)
def test_boards_agree_with_the_text_of_the_position(kind: type[katachi.Game]) -> None:
    for size in kind.sizes:
        position = kind(size).start()
        for _ in range(2):
            position = position.play(position.legal_moves[0])
        expected = str(position).splitlines()[:-1]
        drawn = str(draw(position, ASCII)).splitlines()
        assert drawn == expected


def test_havannah_columns_are_labelled_at_the_upper_edges() -> None:
    assert str(draw(katachi.Havannah(4).start().play("c6"), ASCII, Overlay(last="c6"))) == "\n".join(
        (
            "     1 2 3 4",
            "   a . . . . 5",
            "  b . . . . . 6",
            " c . . . . .(X)7",
            "d . . . . . . .",
            " e . . . . . .",
            "  f . . . . .",
            "   g . . . .",
        )
    )


def test_colors_only_where_there_is_a_terminal() -> None:
    position = katachi.Go(5).start().play("C3")
    colored = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    colored.print(draw(position, PICTURE, Overlay(last="C3")), player_label(position, "black", PICTURE))
    plain = Console(file=io.StringIO())
    plain.print(draw(position, look_of(plain), Overlay(last="C3")))
    assert isinstance(colored.file, io.StringIO)
    assert isinstance(plain.file, io.StringIO)
    assert "\x1b[" in colored.file.getvalue()
    assert "●" in colored.file.getvalue()
    assert plain.file.getvalue() == (
        "  A B C D E\n5 . . . . .\n4 . . . . .\n3 . .(X). .\n2 . . . . .\n1 . . . . .\n"
    )
