"""`katachi analyze`: positions from everywhere, the agent of the board, candidates and lines."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import katachi
from katachi.agents import Budget, build_agent, default_agent_name, load_agent, read_agent_file
from katachi.agents.analysis import Analysis, analyze_position
from katachi.cli import app
from katachi.records import GameRecord, Games, save_native, save_sgf

MOVES = ("f5", "d6", "c3", "d3", "c4", "f4")


def answer(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["analyze", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["analyze", *arguments, "--simulations", "1"])
    assert result.exit_code == 2, result.output
    return result.stderr


@pytest.fixture
def sgf(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    save_sgf(GameRecord(katachi.Othello(), MOVES, black="Ada", white="Blaise"), file)
    return file


@pytest.fixture
def several(tmp_path: Path) -> Path:
    file = tmp_path / "games.katachi"
    records = [
        GameRecord(katachi.Othello(), MOVES[:4]),
        GameRecord(katachi.Hex(5), ("c3", "b2")),
        GameRecord(katachi.Othello(), MOVES),
    ]
    save_native(Games.of(records), file)
    return file


def after(number: int) -> str:
    return katachi.Othello().start().play_all(MOVES[:number]).text


def test_positions_come_from_files(sgf: Path, several: Path) -> None:
    few = ("--simulations", "20")
    assert answer(str(sgf), *few)["position"] == after(6)
    assert answer(str(sgf), "--move", "3", *few)["position"] == after(3)
    assert answer("othello", "--load", str(sgf), "--move", "0", *few)["position"] == after(0)
    assert answer(str(sgf), "--move", "3", "--moves", "d3", *few)["position"] == after(4)
    assert answer("othello", "--load", str(several), *few)["position"] == after(4)
    assert answer("othello", "--load", str(several), "--number", "2", *few)["position"] == after(6)
    second = answer(str(several), "--number", "2", *few)
    assert second["position"] == "...../.O.../..X../...../..... X"
    assert second["source"] == "games.katachi, game 2 of 3, after 2 of 2 moves"
    shipped = answer("othello-selfplay", "--number", "3", "--move", "10", *few)
    assert shipped["source"].startswith("othello-selfplay, game 3 of ")


def test_what_is_not_in_a_file_is_named(sgf: Path, several: Path) -> None:
    assert "has 6 moves: there is no move 7" in refused(str(sgf), "--move", "7")
    assert "has 3 games: there is no number 4" in refused(str(several), "--number", "4")
    assert "has one game: there is no number 0" in refused(str(sgf), "--number", "0")
    assert "has no game of hex7" in refused("hex7", "--load", str(several))
    assert "not from both" in refused(str(sgf), "--position", "X")
    assert "--load FILE" in refused("othello", "--move", "3")
    assert "no game 'nothing.sgf'" in refused("nothing.sgf")


@pytest.mark.parametrize("board", ["othello", "go9", "hex5", "havannah4"])
def test_the_agent_of_the_board_thinks(board: str) -> None:
    game = katachi.parse_game(board)
    found = answer(board, "--simulations", "30")
    name = default_agent_name(game)
    assert found["agent"] == name
    assert found["candidates"]


def check_lines(analysis: Analysis, position: katachi.Position) -> None:
    assert analysis.candidates
    for candidate in analysis.candidates:
        assert candidate.variation[0] == candidate.move
        position.play_all(candidate.variation)


@pytest.mark.parametrize("name", ["rave", "alphabeta-3", "go9", "havannah-joint", "alphabeta-hex"])
def test_every_line_can_be_played(name: str) -> None:
    file = read_agent_file(name)
    boards = {"go9": katachi.Go(9), "havannah-joint": katachi.Havannah(4)}
    board = boards.get(name, katachi.Hex(4) if "hex" in name else katachi.Othello(6))
    agent = build_agent(name, file)
    agent.new_game(board, 1)
    rng = random.Random(4)
    position = board.start()
    for _ in range(25):
        if position.is_over:
            break
        budget = Budget(simulations=200, seconds=0 if name != "alphabeta-hex" else 0.05)
        check_lines(analyze_position(agent, position, budget), position)
        position = position.play(rng.choice(position.legal_moves))


def test_a_budget_of_simulations_is_kept_and_repeatable() -> None:
    game = katachi.Hex(5)
    found = []
    for watched in (True, False):
        agent = load_agent("rave")
        agent.new_game(game, 1)
        seen: list[int] = []

        def watch(analysis: Analysis, seen: list[int] = seen) -> None:
            seen.append(analysis.search.simulations)  # type: ignore[union-attr]

        result = analyze_position(
            agent, game.start(), Budget(simulations=2500), watch=watch if watched else None
        )
        assert seen == ([1000, 2000] if watched else [])
        found.append(result.candidates)
    assert sum(candidate.visits for candidate in found[0]) == 2500
    assert found[0] == found[1]


def test_the_table_for_people(sgf: Path) -> None:
    result = CliRunner().invoke(
        app,
        ["analyze", str(sgf), "--simulations", "300", "--top", "3", "--agent", "othello-shapes"],
    )
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "game.sgf (Ada against Blaise), after 6 of 6 moves"
    assert "(O)" in result.stdout  # the last move
    heads = next(line for line in lines if "win rate" in line)
    assert heads.split() == ["move", "win", "rate", "visits", "prior", "line"]
    rows = lines[lines.index(heads) + 1 :][:3]
    for number, row in enumerate(rows, start=1):
        assert row.split()[0] == str(number)
        assert f" {number} " in result.stdout or f"{number}" in result.stdout
    assert "othello-shapes: 300 simulations" in result.stdout
    over = CliRunner().invoke(app, ["analyze", "hex3", "--moves", "b2 a1 b1 c1 b3"])
    assert "The game is over. Black wins by a connection." in over.stdout
