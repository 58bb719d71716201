"""Sessions of `katachi play`: what is typed on the left, what is printed below."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from textwrap import dedent

import pytest
from rich.console import Console

import katachi
from katachi.agents import Budget, UniformAgent, default_agent_name, load_agent
from katachi.games.contract import GameLike, PositionLike
from katachi.games.go.eyes import is_own_eye
from katachi.games.outcome import COLORS
from katachi.records.loaded_game import load_game_record
from katachi.terminal.board import ASCII, PICTURE, Overlay, draw, look_of, player_label
from katachi.terminal.play.advice import Adviser
from katachi.terminal.play.players import Thinking, make_player, usual_opponent
from katachi.terminal.play.session import PlaySession, PlaySettings, Seat, line_reader


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
        Black (X): human, that is you
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


@pytest.mark.parametrize("word", ["moves", "?", "MOVES", "hint"])
def test_legal_moves_are_listed(word: str) -> None:
    output = session(katachi.Othello(6), [word])
    assert f"black> {word}\nLegal moves: c2 b3 e4 d5\nblack>" in output


def test_help_lists_the_commands() -> None:
    assert session(katachi.Go(5), ["help", "quit"]).endswith(
        dedent(
            """\
            black> help
            Type a move, like A5, B5, C5, or one of:
              help         this list
              hint         good moves, how good they are, and why
              moves, ?     all legal moves
              hints        mark the legal moves on the board, or no longer
              board        draw the board again
              undo         take back your last move and the answer to it
              resign       give up
              save FILE    write the game so far as SGF
              load FILE N  go on with another game, after its move N
              quit         leave the game unfinished
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


def random_seat(game: GameLike, color: katachi.Color, seed: int) -> Seat:
    return Seat("random", make_player("random", color, seed, Thinking(game, 0.001)))


def test_random_players_play_the_same_moves_from_the_same_seed() -> None:
    def game(seed: int) -> str:
        board = katachi.Havannah(3)
        seats = [random_seat(board, color, seed) for color in COLORS]
        return session(board, [], black=seats[0], white=seats[1])

    assert game(1) == game(1)
    assert game(1) != game(2)


@pytest.mark.parametrize("kind", katachi.games_by_name.values(), ids=lambda kind: kind.name)
def test_random_is_the_same_player_here_and_in_matches(kind: type[katachi.Game]) -> None:
    """It plays the same moves from the same seed, and finishes every game."""
    game = kind(kind.sizes[2])
    position = game.start()
    here = make_player("random", "white", 3, Thinking(game, 0.001))
    assert here is not None
    there = load_agent("random")
    there.new_game(game, 7)  # 2 * 3 and one for White
    for _ in range(2000):
        move = here.choose(position)
        assert move == there.choose(position, Budget(simulations=1)).move
        position = position.play(move)
        if position.is_over:
            break
    assert position.is_over


def test_the_random_player_answers_a_pass_by_a_pass() -> None:
    answer = UniformAgent().choose(katachi.Go(5).start().play("pass"), Budget(simulations=1))
    assert answer.move == "pass"


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
        katachi.KatachiError, match=r"^no player 'alice'; known: human, and the agents that"
    ):
        make_player("alice", "black", 1, Thinking(katachi.Hex(3), 1.0))


def test_the_usual_opponent_is_the_strongest() -> None:
    for kind in katachi.games_by_name.values():
        game = kind()  # type: ignore[call-arg]
        assert usual_opponent(game) == default_agent_name(game)


def test_a_player_may_resign(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    output = session(
        katachi.Hex(3),
        ["b2"],
        white=Seat("scripted", Scripted("resign")),
        settings=PlaySettings(save=file),
    )
    assert "Black wins by resignation.\n" in output
    assert "RE[B+R]" in file.read_text(encoding="utf-8")


# Hints

HINT = Budget(simulations=3000, seconds=60)  # enough; the time is for agents that count none


def test_hint_shows_good_moves_with_values_and_reasons() -> None:
    game = katachi.Othello()
    start = game.start()
    adviser = Adviser(game, HINT, 1)
    advice = adviser.advise(start)
    assert len(advice) == 3
    assert {one.move for one in advice} <= {"d3", "c4", "f5", "e6"}
    for one in advice:
        assert re.fullmatch(r"[+-]?\d+\.\d\d", one.value)
        position = start.play(one.move)
        position.play_all(one.line.removeprefix("then ").removesuffix(" ..."))


def test_a_hint_says_why() -> None:
    """With tactical knowledge of Hex: the move that wins says so."""
    game = katachi.Hex(11)
    adviser = Adviser(game, HINT, 1)
    moves = "f1 a1 f2 a2 f3 a3 f4 a4 f5 a5 f6 a6 f7 a7 f8 a8 f9 a9 f10 a10"
    advice = adviser.advise(game.start().play_all(moves))
    assert {one.move for one in advice} & {"f11", "e11"}
    best = next(one for one in advice if one.move in {"f11", "e11"})
    assert best.reason == "joins both of your sides and wins"


def test_hint_in_a_session() -> None:
    settings = PlaySettings(advise=lambda position: [f"take {position.legal_moves[-1]}"])
    assert "black> hint\n  take c3\nblack>" in session(katachi.Hex(3), ["hint"], settings=settings)


def test_hints_are_marked_and_unmarked() -> None:
    output = session(katachi.Othello(6), ["hints", "hints", "quit"])
    assert output.count("2 . . + . . .") == 1
    assert output.count("2 . . . . . .") == 2


# Games that go on


@pytest.mark.parametrize("kind", katachi.games_by_name.values(), ids=lambda kind: kind.name)
def test_an_unfinished_game_is_saved_loaded_and_continued(
    kind: type[katachi.Game], tmp_path: Path
) -> None:
    game = next(
        board
        for board in map(kind, kind.sizes[1:])
        if len(board.topology.cells) >= 9  # so that five moves end no game
    )
    file = tmp_path / "game.sgf"
    first = game.start()
    typed = []
    for _ in range(4):
        typed.append(first.legal_moves[0])
        first = first.play(typed[-1])
    session(game, [*typed, "quit"], settings=PlaySettings(save=file))
    saved = katachi.records.read(file)[0]
    assert (saved.moves, saved.outcome) == (tuple(typed), None)
    loaded = load_game_record(file, game)
    assert loaded.positions[-1] == first
    output = session(
        game,
        [first.legal_moves[1], "undo", "undo", f"save {tmp_path / 'again.sgf'}"],
        settings=PlaySettings(loaded=loaded),
    )
    assert "game.sgf (human against human), after 4 of 4 moves\n" in output
    assert f"5. {first.to_move.capitalize()} plays {first.legal_moves[1]}\n" in output
    assert f"Took back {typed[-1]}.\n" in output
    assert katachi.records.read(tmp_path / "again.sgf")[0].moves == tuple(typed[:3])


def test_load_inside_a_session(tmp_path: Path) -> None:
    game = katachi.Hex(3)
    file = tmp_path / "my game.sgf"
    session(game, ["b2", "a1", "b1", "quit"], settings=PlaySettings(save=file))
    other = tmp_path / "other.sgf"
    session(katachi.Hex(4), ["b2", "quit"], settings=PlaySettings(save=other))
    output = session(
        game,
        [
            f"load {file} 1",
            "board",
            f"load {file}",
            f"load {file} 7",
            f"load {other}",
            "load",
            "load nowhere.sgf",
            "quit",
        ],
    )
    assert "my game.sgf (human against human), after 1 of 3 moves\n" in output
    assert " 2 . X . 2\n" in output
    assert "1 O(X). 1\n" in output
    assert "has 3 moves: there is no move 7." in output
    assert "other.sgf' has no game of hex3." in output
    assert "Load what? Type load FILE, or load FILE N.\n" in output
    assert output.count("Not loaded: ") == 3


def test_a_loaded_game_that_is_over_is_shown(tmp_path: Path) -> None:
    game = katachi.Hex(3)
    file = tmp_path / "game.sgf"
    session(game, ["b2", "a1", "b1", "c1", "b3"], settings=PlaySettings(save=file))
    loaded = load_game_record(file, None)
    output = session(game, [], settings=PlaySettings(loaded=loaded))
    assert output.endswith("Black wins by a connection.\n")


# Boards


@pytest.mark.parametrize("kind", katachi.games_by_name.values(), ids=lambda kind: kind.name)
def test_boards_agree_with_the_text_of_the_position(kind: type[katachi.Game]) -> None:
    for size in kind.sizes:
        position = kind(size).start()
        for _ in range(2):
            position = position.play(position.legal_moves[0])
        expected = str(position).splitlines()[:-1]
        drawn = str(draw(position, ASCII)).splitlines()
        assert drawn == expected


def test_havannah_columns_are_labelled_at_the_upper_edges() -> None:
    assert str(
        draw(katachi.Havannah(4).start().play("c6"), ASCII, Overlay(last="c6"))
    ) == "\n".join(
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
    colored.print(
        draw(position, PICTURE, Overlay(last="C3")), player_label(position, "black", PICTURE)
    )
    plain = Console(file=io.StringIO())
    plain.print(draw(position, look_of(plain), Overlay(last="C3")))
    assert isinstance(colored.file, io.StringIO)
    assert isinstance(plain.file, io.StringIO)
    assert "\x1b[" in colored.file.getvalue()
    assert "●" in colored.file.getvalue()
    assert plain.file.getvalue() == (
        "  A B C D E\n5 . . . . .\n4 . . . . .\n3 . .(X). .\n2 . . . . .\n1 . . . . .\n"
    )
