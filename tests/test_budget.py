"""The one budget: who takes it, what it refuses, and the threads convention."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

import katachi
from katachi.agents import AlphaBetaAgent, load_agent
from katachi.games.threads import thread_count
from katachi.matches import Contestant, MatchPlan
from katachi.search.clock import Clock, parse_time_system

GAME = katachi.Othello(6)


def test_single_limits_are_short_for_a_budget() -> None:
    settings = katachi.MctsSettings(seed=3)
    by_budget = katachi.Mcts(GAME, settings).run(GAME.start(), katachi.Budget(simulations=200))
    short = katachi.Mcts(GAME, settings).run(GAME.start(), simulations=200)
    assert [(m.move, m.visits, m.value) for m in by_budget.moves] == [
        (m.move, m.visits, m.value) for m in short.moves
    ]
    with pytest.raises(katachi.KatachiError, match="a budget and seconds exclude each other"):
        katachi.Mcts(GAME).run(GAME.start(), katachi.Budget(simulations=5), seconds=1.0)


def test_every_limit_of_a_budget_is_kept() -> None:
    search = katachi.AlphaBeta(GAME)
    assert search.run(GAME.start(), katachi.Budget(depth=3)).depth == 3
    assert search.run(GAME.start(), katachi.Budget(nodes=5000, depth=20)).nodes < 6000
    tree = katachi.Mcts(katachi.Hex(5)).run(budget=katachi.Budget(nodes=300))
    assert 300 <= tree.nodes <= 300 + 26


def test_a_tree_search_needs_a_limit_that_it_knows() -> None:
    clock = Clock.started(parse_time_system("60"))
    for budget in (katachi.Budget(depth=4), katachi.Budget(clock=clock)):
        with pytest.raises(katachi.KatachiError, match="needs a budget of simulations, seconds"):
            katachi.Mcts(GAME).run(budget=budget)


def test_an_agent_of_alphabeta_goes_by_the_depth_of_a_budget() -> None:
    agent = load_agent("othello")
    assert isinstance(agent, AlphaBetaAgent)
    assert agent.settings.depth == 0
    agent.new_game(katachi.Othello(), 0)
    start = katachi.Othello().start().play("f5")
    chosen = agent.choose(start, katachi.Budget(depth=2, simulations=10**9))
    assert chosen.search is not None
    assert chosen.search.depth == 2


def test_matches_of_other_nodes_and_depths_are_other_matches() -> None:
    def plan(budget: katachi.Budget) -> MatchPlan:
        first, second = (Contestant.of_player(load_agent("random"), budget) for _ in range(2))
        return MatchPlan(first, second, "hex4", 1)

    usual = katachi.Budget(simulations=5)
    described = [
        plan(b).description for b in (usual, replace(usual, nodes=9), replace(usual, depth=2))
    ]
    assert described[0]["first"] != described[1]["first"] != described[2]["first"]
    assert "nodes" not in str(described[0]["first"]), "keys of older laboratories stay"


def test_is_decided_asks_how_much_is_to_come() -> None:
    search = katachi.Mcts(katachi.Hex(4), katachi.MctsSettings(seed=1))
    assert not search.is_decided(0), "nothing was searched yet"
    visits = sorted(line.visits for line in search.run(simulations=300).moves)
    ahead = visits[-1] - visits[-2]
    assert search.is_decided(ahead - 1)
    assert not search.is_decided(ahead)


def test_no_number_of_threads_means_all() -> None:
    assert thread_count() == len(os.sched_getaffinity(0))
    assert thread_count(3) == 3
    start = katachi.Hex(5).start()
    assert katachi.random_playouts(start, 5000, threads=None) == katachi.random_playouts(
        start, 5000, threads=1
    )
