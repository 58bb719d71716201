"""OpenSpiel and PettingZoo: their own tests, run on our games; their bots against our agents."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import katachi
from katachi.search import Budget

pyspiel = pytest.importorskip("pyspiel")
open_spiel = pytest.importorskip("katachi.adapters.open_spiel")

COMPILED = Path(__file__).resolve().parent.parent / "examples" / "compiled"
GAMES = ("othello6", "hex4", "go5", "havannah4", "gomoku9", "y4")


@pytest.mark.parametrize("game", GAMES)
def test_open_spiels_generic_tests_pass_on_our_games(game: str) -> None:
    theirs = pyspiel.load_game(f"katachi(game={game})")
    pyspiel.random_sim_test(theirs, num_sims=2, serialize=False, verbose=False)


def test_python_bots_of_open_spiel_play_our_games() -> None:
    from open_spiel.python.algorithms import mcts

    theirs = pyspiel.load_game("katachi(game=hex3)")
    bot = mcts.MCTSBot(theirs, 2.0, 20, mcts.RandomRolloutEvaluator(1))
    ours = open_spiel.Bot(katachi.load_agent("uct"), theirs, budget=Budget(simulations=300))
    state = theirs.new_initial_state()
    while not state.is_terminal():
        player: Any = bot if state.current_player() == 0 else ours
        state.apply_action(player.step(state))
    assert state.returns()[0] in (-1.0, 1.0)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "nim"])
def test_games_of_open_spiel_keep_our_contract(name: str) -> None:
    game = open_spiel.game_from(name)
    assert katachi.check_game(game, games=3, seed=1) > 5


def test_our_search_plays_games_of_open_spiel() -> None:
    game = open_spiel.game_from("tic_tac_toe")
    position = game.start().play("0").play("3").play("1").play("4")
    assert katachi.Mcts(game).run(position, simulations=300).move == "2"
    bot = open_spiel.Bot(katachi.load_agent("uct"), game.theirs, budget=Budget(simulations=300))
    assert bot.step(position.state) == 2


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "no_such_game", "chess"])
def test_other_games_are_refused_with_a_reason(name: str) -> None:
    with pytest.raises(katachi.InvalidGame, match=r"is not|has no game"):
        open_spiel.game_from(name)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests_pass(game: str) -> None:
    pytest.importorskip("pettingzoo", reason="the extra `adapters`")
    from pettingzoo.test import api_test, seed_test

    from katachi.adapters import pettingzoo

    assert pettingzoo.env(game).metadata["name"] == f"katachi_{game}_v0"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(game), num_cycles=60)
        seed_test(lambda: pettingzoo.env(game), num_cycles=10)


@pytest.mark.parametrize("name", ["connect_four", "breakthrough", "col"])
def test_a_compiled_game_goes_through_both_doors(name: str) -> None:
    pytest.importorskip("numba", reason="the extra `compiled`")
    pytest.importorskip("pettingzoo", reason="the extra `adapters`")
    from pettingzoo.test import api_test, seed_test

    from katachi.adapters import pettingzoo
    from katachi.games.python_file import load_game

    game = load_game(COMPILED / f"{name}.py")
    theirs = pyspiel.load_game(f"katachi(game={game.name})")
    pyspiel.random_sim_test(theirs, num_sims=2, serialize=False, verbose=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(game.name), num_cycles=60)
        seed_test(lambda: pettingzoo.env(game.name), num_cycles=10)


def test_bots_of_open_spiel_play_a_compiled_game() -> None:
    pytest.importorskip("numba", reason="the extra `compiled`")
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.bots import uniform_random

    from katachi.games.python_file import load_game

    load_game(COMPILED / "connect_four.py")
    theirs = pyspiel.load_game("katachi(game=connectfour)")
    ours = open_spiel.Bot(katachi.load_agent("uct"), theirs, budget=Budget(simulations=3000))
    seeded = np.random.RandomState(1)  # without one, their bots draw anew in every run
    others = [
        uniform_random.UniformRandomBot(0, seeded),
        mcts.MCTSBot(theirs, 2.0, 5, mcts.RandomRolloutEvaluator(1, seeded), random_state=seeded),
    ]
    for other in others:
        state = theirs.new_initial_state()
        while not state.is_terminal():
            player: Any = other if state.current_player() == 0 else ours
            state.apply_action(player.step(state))
        assert state.returns()[1] == 1.0
