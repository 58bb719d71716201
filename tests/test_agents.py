"""Agents and their files."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import katachi
from katachi.agents import (
    Budget,
    GtpAgent,
    MctsAgent,
    agent_names,
    best_of,
    default_agent_name,
    load_agent,
    paper_agent_names,
    read_agent_file,
)
from katachi.cli import app
from katachi.games.swap import SwapGame
from katachi.knowledge import FeatureWeights, load_knowledge


@pytest.mark.parametrize("name", [*agent_names(), *paper_agent_names()])
def test_every_agent_that_ships_plays_a_legal_game(name: str) -> None:
    file = read_agent_file(name)
    assert file.about
    games = {
        "": katachi.Othello(6),
        "othello": katachi.Othello(8),
        "go": katachi.Go(5),
        "hex": katachi.Hex(4),
        "havannah": katachi.Havannah(3),
        "gomoku": katachi.Gomoku(9),
        "y": katachi.Y(3),
        "go9": katachi.Go(9),
        "go19": katachi.Go(19, move_limit=40),
        "hex11": katachi.Hex(11),
    }
    game = games[file.game]
    agent = load_agent(name)
    if isinstance(agent, GtpAgent) and not agent.is_installed:
        pytest.skip(f"{agent.settings.command[0]} is not installed")
    agent.new_game(game, seed=1)
    position: katachi.Position = game.start()
    while not position.is_over:
        choice = agent.choose(position, Budget(simulations=30))
        position = position.play(choice.move)
    assert position.is_over
    if isinstance(agent, GtpAgent):
        agent.close()


def test_every_board_has_an_agent_of_its_own() -> None:
    assert default_agent_name(katachi.Go(9)) == "go9"
    assert default_agent_name(katachi.Go(13)) == "go19"
    assert default_agent_name(katachi.Hex(11)) == "hex-network"
    assert default_agent_name(katachi.Hex(13)) == "hex"
    for kind in katachi.games_by_name.values():
        for size in kind.sizes:
            best = best_of(kind(size))
            assert best.agent in agent_names()
            board = f"{kind.name}{size}"
            assert read_agent_file(best.agent).game in {kind.name, best.agent, board}
            if best.knowledge:
                assert (
                    load_knowledge(best.knowledge, FeatureWeights).on_board(kind(size)).game.size
                    == size
                )


def test_an_agent_passes_at_once_if_that_wins() -> None:
    """White has the komi: after Black's pass nothing needs to be searched."""
    agent = load_agent("uct")
    agent.new_game(katachi.Go(5), seed=1)
    passed = katachi.Go(5).start().play("pass")
    choice = agent.choose(passed, Budget(simulations=10**9))
    assert (choice.move, choice.search) == ("pass", None)
    ahead = katachi.Go(5).start().play_all("C3 pass")
    behind = katachi.Go(5).start().play_all("C3 C4 D4 pass")
    assert ahead.game.pass_wins(ahead)
    assert not behind.game.pass_wins(behind)
    assert not katachi.Go(5).pass_wins(katachi.Go(5).start())
    assert not katachi.Othello().pass_wins(katachi.Othello().start())


def test_the_same_seed_gives_the_same_game() -> None:
    def moves(seed: int) -> list[str]:
        agent = load_agent("havannah-lgrf-2-ngram-1")
        agent.new_game(katachi.Havannah(4), seed)
        position: katachi.Position = katachi.Havannah(4).start()
        played = []
        while not position.is_over:
            played.append(agent.choose(position, Budget(simulations=50)).move)
            position = position.play(played[-1])
        return played

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_a_reused_tree_begins_with_the_visits_it_had() -> None:
    game = katachi.Hex(4)
    visits = {}
    for reuse in (True, False):
        agent = MctsAgent("uct", katachi.MctsSettings(), reuse_tree=reuse)
        agent.new_game(game, seed=1)
        position: katachi.Position = game.start()
        for _ in range(2):
            choice = agent.choose(position, Budget(simulations=2000))
            position = position.play(choice.move)
        assert choice.search is not None
        visits[reuse] = sum(line.visits for line in choice.search.moves)
    assert visits[False] == 2000
    assert visits[True] > 2000


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("match nobody uct hex4", "no agent 'nobody'; known: alphabeta-hex"),
        ("match uct random chess", "no game 'chess'"),
        ("analyze hex3 --agent random", "random does not search"),
        ("analyze hex3 --moves z9", "'z9' is not a move here"),
        ("agents nobody", "no agent 'nobody'"),
        ("play hex3 --white havannah-joint.toml", "cannot read 'havannah-joint.toml'"),
    ],
)
def test_mistakes_on_the_command_line_are_named(call: str, error: str) -> None:
    result = CliRunner().invoke(app, call.split())
    assert result.exit_code == 2
    assert error in result.stderr


def test_a_broken_agent_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('kind = "mcts"\n[mcts.selection]\nexploration = "much"\n')
    with pytest.raises(katachi.InvalidSettings, match=r"mine.toml: Expected `float`, got `str`"):
        load_agent(str(path))


def test_analyze_match_and_agents_speak_json() -> None:
    def answer(call: str) -> object:
        result = CliRunner().invoke(app, [*call.split(), "--json"])
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    analysis = answer("analyze hex3 --simulations 200")
    assert isinstance(analysis, dict)
    assert analysis["simulations"] == 200
    match = answer("match uct random hex3 --pairs 2 --simulations 50")
    assert isinstance(match, dict)
    assert match["wins"] + match["draws"] + match["losses"] == 4
    listed = answer("agents")
    assert isinstance(listed, dict)
    assert [entry["name"] for entry in listed["agents"]] == agent_names()
    assert {entry["game"] for entry in listed["best"]} == set(katachi.games_by_name)
    with_papers = answer("agents --papers")
    assert isinstance(with_papers, dict)
    names = [entry["name"] for entry in with_papers["agents"]]
    assert names == [*agent_names(), *paper_agent_names()]


def test_analyze_uses_the_knowledge_of_the_agent() -> None:
    call = "analyze othello --agent othello-shapes --simulations 50 --json"
    result = CliRunner().invoke(app, call.split())
    assert result.exit_code == 0, result.output
    strengths = [line["strength"] for line in json.loads(result.stdout)["moves"]]
    assert strengths == pytest.approx([0.25] * 4)  # by symmetry
    result = CliRunner().invoke(app, [*call.split(), "--moves", "f5"])
    strengths = [line["strength"] for line in json.loads(result.stdout)["moves"]]
    assert len(set(strengths)) == 3
    assert sum(strengths) == pytest.approx(1.0)


def test_analyze_shows_moves_line_and_tree() -> None:
    result = CliRunner().invoke(
        app, ["analyze", "hex3", "--simulations", "300", "--tree", "1", "--top", "3"]
    )
    assert result.exit_code == 0
    assert "300 simulations" in result.stdout
    assert " line" in result.stdout
    assert "visits, " in result.stdout


@pytest.mark.parametrize(
    "game", [katachi.Hex(11), katachi.Havannah(5), katachi.Y(7), katachi.Gomoku(15)]
)
def test_without_the_swap_rule_the_default_agent_opens_in_the_middle(game: SwapGame) -> None:
    agent = load_agent(default_agent_name(game))
    agent.new_game(game, seed=1)
    start, few = game.start(), Budget(simulations=20)
    first = agent.choose(start, few).move
    assert first in game.opening_moves(start)
    board = game.topology
    assert min(board.distance(first, side[0]) for side in board.sides) >= game.size // 3
    # Later moves are free, and so is the first where the other player may swap.
    assert game.opening_moves(start.play(first)) == ()
    balanced = dataclasses.replace(game, swap=True)
    assert balanced.opening_moves(balanced.start()) == ()


def test_agents_of_papers_choose_their_first_move_themselves() -> None:
    assert not any(read_agent_file(name).knows_openings for name in paper_agent_names())
