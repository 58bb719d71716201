"""What a game of one's own gets from katachi: records, learning, why, GTP, matches, commands by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from desk_server import DeskServer, running_desk

import katachi
from katachi import records
from katachi.games.compiled import CompiledGame
from katachi.games.compiled.starting_file import starting_game
from katachi.games.python_file import load_game

pytest.importorskip("numba", reason="compiled games need the extra `compiled`")

COMPILED = Path(__file__).resolve().parent.parent / "examples" / "compiled"


def load(name: str) -> CompiledGame:
    game = load_game(COMPILED / f"{name}.py")
    assert isinstance(game, CompiledGame)
    return game


def run(*words: str | Path, folder: Path, feed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "katachi", *map(str, words)],
        cwd=folder,
        input=feed,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_file_makes_a_game_known_by_its_name() -> None:
    game = load("col")
    assert katachi.parse_game("col") == game
    assert load("col") == game
    with pytest.raises(katachi.InvalidGame, match="no game"):
        katachi.parse_game("col 7")


def test_built_in_names_are_taken() -> None:
    game = load("tic_tac_toe")
    kind = type("Hex", (type(game),), {"name": "hex"})
    with pytest.raises(katachi.InvalidGame, match="built-in"):
        katachi.register(kind(game.size))
    with pytest.raises(katachi.InvalidGame, match="objects"):
        katachi.register(game.interpreted)  # type: ignore[arg-type]


def test_an_installed_package_adds_its_games(tmp_path: Path) -> None:
    (tmp_path / "somebody.py").write_text(starting_game("threeinarow"))
    info = tmp_path / "somebody-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[katachi.games]\nthreeinarow = somebody:game\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "katachi", "perft", "threeinarow", "2"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert " 72 " in done.stdout


@pytest.mark.parametrize(
    "name",
    [
        "breakthrough",
        pytest.param("connect_four", marks=pytest.mark.slow),
        pytest.param("col", marks=pytest.mark.slow),
    ],
)
def test_records_learning_and_why(name: str, tmp_path: Path) -> None:
    """The whole way from games to a reason, also where moves are not cells."""
    file, game = COMPILED / f"{name}.py", load(name)
    known = ("--game-file", file)
    run(
        *("records", "generate", game.name, "uct@50", "--to", "g.katachi", "--games", "20"),
        *("--opening-plies", "2", *known),
        folder=tmp_path,
    )
    run("records", "convert", "g.katachi", "g.sgf", *known, folder=tmp_path)
    assert f"GM[{game.name}]" in (tmp_path / "g.sgf").read_text()
    games = records.read(tmp_path / "g.katachi")
    again = records.read(tmp_path / "g.sgf")
    assert [record.moves for record in again] == [record.moves for record in games]
    run(
        *("learn", "g.katachi", "-f", "tactics", "-f", "cells", "-o", "k.knowledge", *known),
        folder=tmp_path,
    )
    predicted = run("predict", "k.knowledge", "-g", "g.katachi", *known, folder=tmp_path)
    assert "M(1)" in predicted or "MLE" in predicted
    knowledge = katachi.load_knowledge(tmp_path / "k.knowledge")
    position = game.start()
    move = position.legal_moves[0]
    explanation = katachi.why(knowledge, position, move)
    assert "<svg" in explanation.svg()
    biased = katachi.MctsSettings(selection=katachi.SelectionSettings(bias="simple"))
    search = katachi.Mcts(game, biased, knowledge=knowledge)
    assert search.run(position, simulations=300).move in position.legal_moves


def test_a_stone_lands_on_a_cell() -> None:
    game = load("connect_four")
    position = game.start().play("d")
    assert position.cell_of("d") == "d2"
    assert position.cell_of("a") == "a1"


def test_matches_in_processes_tournaments_and_a_session(tmp_path: Path) -> None:
    known = ("--game-file", COMPILED / "connect_four.py")
    match = run(
        *("match", "uct", "random", "connectfour", "--pairs", "4", "--simulations", "50"),
        *("--processes", "2", "--sprt", "0,200", "--lab", "lab.sqlite", *known),
        folder=tmp_path,
    )
    assert "Share" in match
    table = run(
        *("tournament", "connectfour", "uct", "random", "--pairs", "1", "--simulations", "50"),
        *known,
        folder=tmp_path,
    )
    assert "random" in table
    session = run(
        *("gtp", "--agent", "uct", *known),
        folder=tmp_path,
        feed="play b d\nplay w d\nshowboard\ngogui-rules_legal_moves\nquit\n",
    )
    assert "2 . . . O . . ." in session
    assert "= a b c d e f g" in session


def test_whoever_is_not_named_is_plain_uct(tmp_path: Path) -> None:
    """A game of one's own has no row in the table of the best agents."""
    known = ("--game-file", COMPILED / "connect_four.py")
    moves = ("--moves", "d c d c d c", "--simulations", "2000")
    found = json.loads(run("analyze", "connectfour", *moves, "--json", *known, folder=tmp_path))
    assert (found["agent"], found["move"]) == ("uct", "d")
    session = run("gtp", *known, folder=tmp_path, feed="play b d\ngenmove w\nquit\n")
    assert "?" not in session
    assert katachi.agents.default_agent_name(load("col")) == "uct"


def test_the_desk_has_games_with_a_board(tmp_path: Path) -> None:
    with running_desk(tmp_path, "fiveinarow", "--game-file", COMPILED / "gomoku.py") as desk:
        about = desk.ask("/api/about").json
        listed = {game["name"]: game for game in about["games"]}
        assert [listed["fiveinarow"][word] for word in ("sizes", "best")] == [[15], "uct"]
        game = {"game": "fiveinarow15"}
        assert len(desk.ask("/api/board", game).json["cells"]) == 225
        place = game | {"moves": ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"]}
        question = place | {"player": "uct", "seconds": 1.0}
        answer = desk.ask("/api/move", question).json
        assert answer["move"] in {"h7", "h12"}
        ended = place | {"moves": [*place["moves"], answer["move"]]}
        assert desk.ask("/api/position", ended).json["winner"] == "black"


def clicks(desk: DeskServer, game: str, *moves: str) -> Any:  # noqa: ANN401 - whatever the JSON holds
    return desk.ask("/api/position", {"game": game, "moves": list(moves)}).json


def test_moves_that_are_not_cells_are_made_by_clicks(tmp_path: Path) -> None:
    """A stone that lands on a cell by one, a stone that goes from cell to cell by two."""
    with running_desk(tmp_path, "--game-file", COMPILED / "connect_four.py") as desk:
        assert "connectfour" in {game["name"] for game in desk.ask("/api/about").json["games"]}
        found = clicks(desk, "connectfour", "d")
        assert found["clicks"]["d"] == ["d2"]
        assert found["clicks"]["a"] == ["a1"]
        assert (found["last"], found["named"]) == ("d1", [])
    with running_desk(tmp_path, "--game-file", COMPILED / "breakthrough.py") as desk:
        found = clicks(desk, "breakthrough")
        assert sorted(found["clicks"]) == sorted(found["legal"])
        assert {len(path) for path in found["clicks"].values()} == {2}
        board = desk.ask("/api/board", {"game": "breakthrough"}).json
        cells = [cell for cell, _, _ in board["cells"]]
        for move, (left, reached) in list(found["clicks"].items())[::4]:
            after = clicks(desk, "breakthrough", move)
            assert [after["stones"][cells.index(cell)] for cell in (left, reached)] == [".", "X"]
            assert after["last"] == reached


def test_check_game_and_new_game(tmp_path: Path) -> None:
    run("new-game", "mygame", folder=tmp_path)
    found = run("check-game", "mygame.py", "--games", "3", folder=tmp_path)
    assert "branching factor" in found
    assert "A random game" in found
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mygame.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert tests.returncode == 0, tests.stdout


def test_the_starting_file_is_the_example() -> None:
    assert starting_game("tictactoe") == (COMPILED / "tic_tac_toe.py").read_text()
