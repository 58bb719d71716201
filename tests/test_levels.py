"""Levels of play: every game has ten, they play legal games with budgets of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

import katachi
from katachi.agents import HIGHEST, LOWEST, Budget, ladders, level_name, level_of, load_agent
from katachi.agents.levels import level_digest
from katachi.cli import app
from katachi.matches import parse_contestant

SMALL = {
    "othello": "othello6",
    "go": "go5",
    "hex": "hex4",
    "havannah": "havannah3",
    "gomoku": "gomoku9",
    "y": "y3",
}


def test_every_game_has_ten_levels() -> None:
    assert set(ladders()) == set(katachi.games_by_name)
    for ladder in ladders().values():
        assert len(ladder.levels) == HIGHEST - LOWEST + 1
        for level in ladder.levels:
            assert level.simulations or level.depth
            load_agent(level.agent)


@pytest.mark.parametrize("game", list(katachi.games_by_name))
def test_levels_were_measured_and_rise(game: str) -> None:
    """Each step was played on enough games, and is a step worth the name."""
    first, *steps = ladders()[game].levels
    assert not first.games
    for step in steps:
        assert step.games >= 200
        assert 60 <= step.share <= 80
        assert step.interval[0] < step.share < step.interval[1]


@pytest.mark.parametrize("game", SMALL.values())
@pytest.mark.parametrize("level", [1, 6])
def test_levels_play_legal_games(game: str, level: int) -> None:
    board = katachi.parse_game(game)
    agents = [load_agent(level_name(level)), load_agent("random")]
    position = board.start()
    for seed, agent in enumerate(agents):
        agent.new_game(board, seed)
    while not position.is_over:
        mover = agents[position.moves_played % 2]
        position = position.play(mover.choose(position, Budget(seconds=20)).move)


def test_a_level_keeps_to_its_simulations() -> None:
    agent = load_agent("level-2")
    agent.new_game(katachi.Hex(5), 1)
    found = agent.choose(katachi.Hex(5).start(), Budget(simulations=100_000)).search
    assert found is not None
    assert found.simulations <= level_of("hex", 2).simulations


def test_levels_are_contestants_of_matches() -> None:
    """What a level plays is part of who played: a changed ladder begins a match anew."""
    contestant = parse_contestant("level-3@1")
    assert level_digest(3) in contestant.configuration
    assert level_digest(3) != level_digest(4)


def run(call: str, text: str = "") -> str:
    result = CliRunner().invoke(app, call.split(), input=text)
    return f"{result.exit_code} {result.output}"


def test_levels_on_the_command_line() -> None:
    assert run("play hex3 --level 1 --color black", "b2\nquit\n").startswith("0 ")
    command = [sys.executable, "-m", "katachi", "gtp", "go5", "--level", "1"]
    done = subprocess.run(
        command, input="genmove b\nquit\n", capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.startswith("= ")
    refused = subprocess.run(
        [*command, "--agent", "uct"],
        input="",
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "exclude each other" in refused.stderr
    assert "--level" in run("play hex3 --level 11")
    assert "leave --black" in run("play hex3 --level 1 --white uct")


def test_wrong_levels_are_named() -> None:
    with pytest.raises(katachi.KatachiError, match="levels are 1 to 10, not 11"):
        load_agent("level-11")
    with pytest.raises(katachi.KatachiError, match="levels are 1 to 10, not 0"):
        level_of("mygame", 0)


def test_games_that_nobody_has_measured_have_levels_too() -> None:
    assert [level_of("mygame", level).simulations for level in (1, 2, 10)] == [10, 20, 5120]
    assert level_of("mygame", 3).agent == "uct"
