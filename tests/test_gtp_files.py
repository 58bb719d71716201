"""Commands that read and write files: SGF and scripts."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import katachi
from katachi.agents import load_agent
from katachi.gtp.engine import Engine, EngineOptions

GAMES = [
    katachi.Go(9, komi=5.5),
    katachi.Othello(),
    katachi.Hex(5),
    katachi.Hex(5, swap=True),
    katachi.Havannah(4),
    katachi.Havannah(4, swap=True),
]


def engine_for(game: katachi.Game, dialect: str = "") -> Engine:
    return Engine(game, load_agent("random"), EngineOptions(dialect=dialect))


def tell(engine: Engine, line: str) -> str:
    text = "".join(engine.answer(line))
    assert text.startswith("= "), f"{line}: {text}"
    return text[2:].strip()


def moves_of(engine: Engine) -> int:
    return len(engine.state.steps)


def refusal(engine: Engine, line: str) -> str:
    text = "".join(engine.answer(line))
    assert text.startswith("? "), f"{line}: {text}"
    return text[2:].strip()


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_was_saved_is_loaded(game: katachi.Game, seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    engine = engine_for(game)
    position = game.start()
    for ply in range(30):
        if position.is_over:
            break
        swap = ply == 1 and "swap" in position.legal_moves
        move = "swap" if swap else rng.choice(position.legal_moves)
        state = engine.state
        tell(engine, f"play {state.dialect.color(position.to_move)} {state.vertex(move)}")
        position = position.play(move)
    path = tmp_path / "game.sgf"
    tell(engine, f"gomill-savesgf {path} PB=Ada\\_L PW=x")
    assert "PB[Ada L]" in path.read_text() or "PW[Ada L]" in path.read_text()
    other = engine_for(katachi.parse_game(game.name))
    tell(other, f"loadsgf {path}")
    assert other.state.position == position
    assert [step.move for step in other.state.steps] == [step.move for step in engine.state.steps]
    tell(other, f"loadsgf {path} 3")
    assert moves_of(other) == 2
    tell(other, f"loadsgf {path} 1")
    assert moves_of(other) == 0


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_go_files_of_others(tmp_path: Path) -> None:
    text = "(;GM[1]SZ[9]KM[0.5]HA[2]AB[cc][gg:gh];W[ee](;B[];W[tt])(;B[aa]))"
    path = write(tmp_path / "a.sgf", text)
    engine = engine_for(katachi.Go(19))
    tell(engine, f"loadsgf {path}")
    assert engine.state.board_game.size == 9
    assert tell(engine, "get_komi") == "0.5"
    assert [step.move for step in engine.state.steps] == ["E5", "pass", "pass"]
    start = engine.state.start
    assert isinstance(start, katachi.Position)
    assert start.at("C7") == start.at("G2") == "black"
    assert start.to_move == "white"


def test_stones_may_be_set_up_after_the_root(tmp_path: Path) -> None:
    text = "(;SZ[9];AB[ee][ef]AW[aa];AE[ef]PL[B];B[cc];W[gg])"
    engine = engine_for(katachi.Go(9))
    tell(engine, f"loadsgf {write(tmp_path / 'a.sgf', text)}")
    start = engine.state.start
    assert isinstance(start, katachi.Position)
    assert (start.at("E5"), start.at("E4"), start.at("A9")) == ("black", None, "white")
    assert start.to_move == "black"
    assert [step.move for step in engine.state.steps] == ["C7", "G3"]


def test_a_go_file_without_a_size_has_19_lines(tmp_path: Path) -> None:
    engine = engine_for(katachi.Go(9, komi=6.5))
    tell(engine, f"loadsgf {write(tmp_path / 'a.sgf', '(;B[pd];W[dp])')}")
    assert engine.state.board_game.size == 19
    assert engine.state.board.at("Q16") == "black"


@pytest.mark.parametrize(
    ("stated", "komi"), [("KM[3.75]", "3.75"), ("KM[]", "6.37"), ("", "6.37"), ("KM[0]", "0")]
)
def test_komi_is_any_number(tmp_path: Path, stated: str, komi: str) -> None:
    engine = engine_for(katachi.Go(9))
    tell(engine, "komi 6.37")
    tell(engine, f"loadsgf {write(tmp_path / 'a.sgf', f'(;SZ[9]{stated};B[ee])')}")
    assert tell(engine, "get_komi") == komi
    tell(engine, f"gomill-savesgf {tmp_path / 'b.sgf'}")
    assert f"KM[{komi}]" in (tmp_path / "b.sgf").read_text()
    other = engine_for(katachi.Go(9))
    tell(other, f"loadsgf {tmp_path / 'b.sgf'}")
    assert tell(other, "get_komi") == komi


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (katachi.Go(9), "play b pass|play w pass|play b E5|play b C3"),
        (katachi.Go(9), "play b E5|play w pass|play w C3"),
        (katachi.Go(9), "play w E5|play w C3|play w pass|play w pass"),
        (katachi.Go(9), "fixed_handicap 2|play w pass|play w E5"),
        (katachi.Hex(5), "play b a1|play b b2|play w c3"),
        (katachi.Othello(), "play b f5|play w d6"),
    ],
    ids=str,
)
def test_moves_in_any_order_are_saved(game: katachi.Game, lines: str, tmp_path: Path) -> None:
    engine = engine_for(game)
    for line in lines.split("|"):
        tell(engine, line)
    tell(engine, f"gomill-savesgf {tmp_path / 'a.sgf'}")
    other = engine_for(game)
    tell(other, f"loadsgf {tmp_path / 'a.sgf'}")
    assert other.state.board.stones == engine.state.board.stones
    assert other.state.position.is_over == engine.state.position.is_over
    steps = [(step.color, step.move) for step in other.state.steps]
    assert [step for step in steps if step[1] != "pass"] == [
        (step.color, step.move) for step in engine.state.steps if step.move != "pass"
    ]


def test_a_saved_game_says_how_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    engine = engine_for(katachi.Go(9))
    tell(engine, "komi 6.37")
    for line, result in (
        ("play b E5", "RE[Void]"),
        ("play w pass", "RE[Void]"),
        ("play b pass", "RE[B+74.63]"),
    ):
        tell(engine, line)
        tell(engine, f"gomill-savesgf {path}")
        assert result in path.read_text()
        path.unlink()
    engine.state = replace(engine.state, resigned="black")
    assert tell(engine, "final_score") == "W+Resign"
    tell(engine, f"gomill-savesgf {path}")
    assert "RE[W+R]" in path.read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "is not SGF"),
        ("(;GM[2]SZ[8])", "GM[2], which is not go"),
        ("(;GM[1]SZ[99])", "Go size must be"),
        ("(;GM[1]SZ[9:7])", "not square"),
        ("(;GM[1]SZ[x])", "a size is needed"),
        ("(;GM[1]SZ[9]KM[abc])", "a komi is needed"),
        ("(;GM[1]SZ[9];B[ee];W[ee])", "the cell is occupied"),
        ("(;GM[1]SZ[9];B[zz])", "is not a move here"),
        ("(;GM[1]SZ[9]AB[aa:zz])", "is not a rectangle"),
        ("(;GM[1]SZ[9]AB[cc:aa])", "is not a rectangle"),
        ("(;GM[1]SZ[9]AB[aa]AW[aa])", "A9 is set up twice"),
        ("(;GM[1]SZ[9]AB[ab][ba]AW[aa])", "no liberty: 'white A9 black B9 black A8'"),
        ("(;GM[1]SZ[9];B[ee];AW[cc];W[gg])", "stones are set up after move 1"),
        ("(;GM[1]SZ[9]AB[ee];W[cc];AE[ee];B[gg])", "stones are set up after move 1"),
    ],
)
def test_bad_files_change_nothing(text: str, words: str, tmp_path: Path) -> None:
    engine = engine_for(katachi.Go(9))
    tell(engine, "play b E5")
    before = engine.state
    message = refusal(engine, f"loadsgf {write(tmp_path / 'a.sgf', text)}")
    assert message.startswith("cannot load file: ")
    assert words in message
    assert engine.state == before


def test_missing_files_and_folders(tmp_path: Path) -> None:
    engine = engine_for(katachi.Go(9))
    assert "there is no file" in refusal(engine, f"loadsgf {tmp_path / 'nothing.sgf'}")
    assert "there is no file" in refusal(engine, f"loadsgf {tmp_path}")
    assert "there is no folder" in refusal(engine, f"gomill-savesgf {tmp_path / 'x' / 'a.sgf'}")
    assert "PROP=VALUE" in refusal(engine, f"gomill-savesgf {tmp_path / 'a.sgf'} PB")


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("content")
    engine = engine_for(katachi.Go(9))
    assert "exists already and is kept" in refusal(engine, f"gomill-savesgf {path}")
    assert path.read_text() == "content"


def test_files_can_be_confined_to_a_folder(tmp_path: Path) -> None:
    """Whatever a command reads or writes, by whatever name."""
    folder = tmp_path / "folder"
    folder.mkdir()
    outside = tmp_path / "outside.sgf"
    outside.write_text("(;GM[1])")
    (folder / "link.sgf").symlink_to(outside)
    (folder / "out").symlink_to(tmp_path)
    engine = Engine(katachi.Hex(5), options=EngineOptions(folder=folder))
    for name in (
        outside,
        "../outside.sgf",
        "link.sgf",
        "out/outside.sgf",
        "/dev/zero",
        "a/../../x",
    ):
        for command in ("loadsgf", "exec"):
            assert "is outside of the folder" in refusal(engine, f"{command} {name}")
    for name in (tmp_path / "new.sgf", "../new.sgf", "out/new.sgf", "~/../../x", "link.sgf"):
        said = refusal(engine, f"gomill-savesgf {name}")
        assert "is outside of the folder" in said or "there is no folder" in said
    tell(engine, "gomill-savesgf game.sgf")
    tell(engine, "loadsgf game.sgf")
    assert sorted(path.name for path in folder.iterdir()) == ["game.sgf", "link.sgf", "out"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "outside.sgf"]


def test_a_script_is_all_or_nothing(tmp_path: Path) -> None:
    engine = engine_for(katachi.Hex(5))
    good = write(tmp_path / "good", "# a comment\nplay b a1\n\nplay w b2\n")
    tell(engine, f"exec {good}")
    assert moves_of(engine) == 2
    bad = write(tmp_path / "bad", "play b c3\nplay w c3\n")
    assert "occupied" in refusal(engine, f"exec {bad}")
    assert moves_of(engine) == 2
    assert "unknown command" in refusal(engine, f"exec {write(tmp_path / 'odd', 'fly away')}")
    own = write(tmp_path / "own", f"exec {tmp_path / 'own'}")
    assert "a script calls itself" in refusal(engine, f"exec {own}")
    tell(engine, f"exec {write(tmp_path / 'after', 'undo')}")
