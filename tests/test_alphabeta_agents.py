"""Alpha-beta as an agent: levels, budgets, commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import katachi
from katachi.agents import AlphaBetaAgent, Budget, load_agent, read_agent_file
from katachi.agents.alphabeta import NODES_OF_A_SIMULATION
from katachi.cli import app

LEVELS = [f"alphabeta-{depth}" for depth in range(1, 7)]


@pytest.mark.parametrize("name", LEVELS)
def test_levels_are_depths(name: str) -> None:
    file = read_agent_file(name)
    assert file.kind == "alphabeta"
    assert file.alphabeta.depth == int(name.removeprefix("alphabeta-"))
    agent = load_agent(name)
    agent.new_game(katachi.Othello(), seed=1)
    choice = agent.choose(katachi.Othello().start(), Budget(simulations=1))
    assert choice.search is not None
    assert choice.search.depth == file.alphabeta.depth
    assert choice.search.simulations == 0


def test_a_game_of_hex_is_played_to_the_end() -> None:
    game = katachi.Hex(5, swap=True)
    agent = load_agent("alphabeta-hex")
    agent.new_game(game, seed=1)
    position: katachi.Position = game.start()
    while not position.is_over:
        position = position.play(agent.choose(position, Budget(seconds=5)).move)
    assert position.outcome.winner is not None


def test_a_forced_move_needs_no_search() -> None:
    agent = load_agent("alphabeta-4")
    agent.new_game(katachi.Othello(6), seed=1)
    position = katachi.Othello(6).position("OXXXX./XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX O")
    assert agent.choose(position, Budget(simulations=1)) == katachi.agents.Choice("f1")


def test_level_two_beats_random_moves() -> None:
    game = katachi.Othello()
    points = 0.0
    for seed in range(4):
        for side in (0, 1):
            agents = [load_agent("alphabeta-2"), load_agent("random")]
            players = (agents[side], agents[1 - side])
            winner = _winner(game, players, seed)
            points += {None: 0.5, ("black", "white")[side]: 1.0}.get(winner, 0.0)
    assert points >= 7


def _winner(
    game: katachi.Game,
    players: tuple[katachi.agents.Agent, katachi.agents.Agent],
    seed: int,
) -> str | None:
    for side, player in enumerate(players):
        player.new_game(game, 2 * seed + side)
    position: katachi.PositionLike = game.start()
    while not position.is_over:
        mover = players[0 if position.to_move == "black" else 1]
        position = position.play(mover.choose(position, Budget(simulations=1)).move)
    return position.outcome.winner


def test_without_a_depth_it_wants_seconds() -> None:
    agent = AlphaBetaAgent("mine", katachi.AlphaBetaSettings())
    with pytest.raises(katachi.KatachiError, match="new_game comes before choose"):
        agent.choose(katachi.Othello().start(), Budget(seconds=0.01))
    agent.new_game(katachi.Othello(), seed=1)
    few, many = (
        agent.choose(katachi.Othello().start(), Budget(simulations=n)).search for n in (10, 1000)
    )
    assert few is not None
    assert many is not None
    assert few.nodes <= 10 * NODES_OF_A_SIMULATION < many.nodes <= 1000 * NODES_OF_A_SIMULATION
    choice = agent.choose(katachi.Othello().start(), Budget(seconds=0.01))
    assert choice.move in katachi.Othello().start().legal_moves
    full = katachi.Othello(6).position("/".join(["XXXXXX"] * 6) + " X")
    agent.new_game(katachi.Othello(6), seed=1)
    with pytest.raises(katachi.KatachiError, match="the game is over"):
        agent.choose(full, Budget(seconds=0.01))


def test_other_games_are_refused() -> None:
    with pytest.raises(katachi.InvalidSettings, match="Othello and Hex, not havannah"):
        load_agent("alphabeta-1").new_game(katachi.Havannah(3), seed=1)


def test_an_agent_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "greedy.toml"
    path.write_text(
        'kind = "alphabeta"\n[alphabeta]\ndepth = 1\nendgame_empties = 0\n'
        "[alphabeta.othello]\ndiscs = 100\nmobility = 0\nopenness = 0\nstable = 0\ncorners = 0\n"
    )
    agent = load_agent(str(path))
    agent.new_game(katachi.Othello(), seed=1)
    position = katachi.Othello().start().play_all("f5 d6 c3 d3 c4 f4 f6")
    gains = {
        move: position.play(move).stones.count(1) for move in position.legal_moves
    }  # White's discs
    assert gains[agent.choose(position, Budget(simulations=1)).move] == max(gains.values())
    path.write_text('kind = "alphabeta"\n[alphabeta]\nplies = 1\n')
    with pytest.raises(katachi.InvalidSettings, match=r"greedy.toml: .*plies"):
        load_agent(str(path))


# Commands


def test_analyze_shows_scores() -> None:
    result = CliRunner().invoke(
        app, ["analyze", "othello", "--moves", "f5 d6", "--agent", "alphabeta-4", "--top", "2"]
    )
    assert result.exit_code == 0, result.output
    assert "alphabeta-4: depth 4, " in result.stdout
    assert " line" in result.stdout
    rows = "/".join(["XXXXXX"] * 5)
    solved = CliRunner().invoke(
        app,
        ["analyze", "othello6", "--agent", "alphabeta-1", "--position", f"OXXXX./{rows} O"],
    )
    assert "exact, -" in solved.stdout
    assert " discs" in solved.stdout
    hexed = CliRunner().invoke(app, ["analyze", "hex3", "--agent", "alphabeta-hex", "--json"])
    answer = json.loads(hexed.stdout)
    assert len(answer["moves"]) == 9
    over = CliRunner().invoke(
        app, ["analyze", "hex3", "--agent", "alphabeta-hex", "--moves", "b2 a1 b1 c1 b3"]
    )
    assert "The game is over." in over.stdout


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("analyze othello --agent alphabeta-2 --simulations 5", "makes no simulations"),
        ("analyze othello --agent alphabeta-2 --tree 2", "keeps no tree"),
        ("analyze go9 --agent alphabeta-2", "alpha-beta plays Othello and Hex, not go"),
        ("play havannah --black alphabeta-2", "alpha-beta plays Othello and Hex, not havannah"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(call: str, error: str) -> None:
    result = CliRunner().invoke(app, call.split())
    assert result.exit_code == 2
    assert error in result.stderr


def test_play_between_a_level_and_random_moves() -> None:
    result = CliRunner().invoke(
        app,
        [
            "play",
            "othello",
            "6",
            "--black",
            "alphabeta-2",
            "--white",
            "random",
            "--seed",
            "1",
            "--ascii",
        ],
    )
    assert result.exit_code == 0, result.output
    assert "wins" in result.stdout or "draw" in result.stdout.lower()
