"""The evaluator: the value of a leaf, in place of a playout or mixed with it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from reference.search_steps import visited_path, whole_tree
from reference.search_toys import Lines, Pile

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings
from katachi.games.contract import GameLike, PositionLike

GAMES: list[GameLike] = [
    katachi.Othello(6),
    katachi.Go(4),
    katachi.Hex(4),
    katachi.Havannah(3),
    Lines(),
    Pile(),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def with_share(share: float, *, seed: int = 0, threads: int = 1) -> MctsSettings:
    playout = PlayoutSettings(evaluator_share=share)
    return MctsSettings(playout=playout, seed=seed, threads=threads)


KNOWN: dict[tuple[str, str, str], float] = {}


def exact(position: PositionLike) -> float:
    """What the player to move can reach, by trying everything."""
    key = (type(position).__name__, repr(position), position.to_move)
    if key not in KNOWN:
        KNOWN[key] = tried(position)
    return KNOWN[key]


def tried(position: PositionLike) -> float:
    values = []
    for move in position.legal_moves:
        after = position.play(move)
        if after.is_over:
            winner = after.outcome.winner
            value = 0.5 if winner is None else float(winner == position.to_move)
        else:
            value = exact(after)
            value = value if after.to_move == position.to_move else 1 - value
        values.append(value)
    return max(values)


@every_game
def test_a_constant_half_leaves_only_results(game: GameLike) -> None:
    """Nodes whose games did not end are worth one half, whatever a playout would have said."""
    search = Mcts(game, with_share(1.0), evaluator=lambda _: 0.5)
    search.run(simulations=30)
    halves = 0
    for line in search.tree(depth=1):
        ends = game.start().play(line.move).is_over
        halves += not ends and line.value == 0.5
    assert halves or game.name in {"pile", "lines"}
    plain = Mcts(game)
    plain.run(simulations=30)
    assert any(line.value != 0.5 for line in plain.tree(depth=1))


@every_game
def test_the_value_is_that_of_the_player_to_move(game: GameLike) -> None:
    """A first visit is one answer, seen by who made the move."""
    start = game.start()
    search = Mcts(game, with_share(1.0), evaluator=lambda _: 0.25)
    for line in search.run(simulations=len(start.legal_moves)).moves:
        after = start.play(line.move)
        if line.visits == 1 and not after.is_over:
            assert line.value == (0.25 if after.to_move == start.to_move else 0.75)


@pytest.mark.parametrize("game", [katachi.Hex(3), Lines(), Pile()], ids=str)
def test_exact_values_find_the_best_move(game: GameLike) -> None:
    start = game.start()
    search = Mcts(game, with_share(1.0), evaluator=exact)
    result = search.run(simulations=400)
    assert result.move is not None
    after = start.play(result.move)
    value = exact(after) if not after.is_over else float(after.outcome.winner != after.to_move)
    reached = value if after.to_move == start.to_move or after.is_over else 1 - value
    assert reached == exact(start)


@every_game
def test_a_share_of_nothing_is_the_plain_search_and_asks_nobody(game: GameLike) -> None:
    def never(_position: PositionLike) -> float:
        raise AssertionError("nobody needs this")

    plain, idle = Mcts(game), Mcts(game, with_share(0.0), evaluator=never)
    plain.run(simulations=300)
    idle.run(simulations=300)
    assert plain.tree(depth=100, least_visits=0) == idle.tree(depth=100, least_visits=0)


def test_a_playout_and_the_evaluator_are_mixed() -> None:
    game = katachi.Hex(5)
    search = Mcts(game, with_share(0.25), evaluator=lambda _: 0.5)
    for line in search.run(simulations=len(game.start().legal_moves)).moves:
        assert line.visits == 1
        assert line.value in {0.125, 0.875}  # 3/4 of a loss or a win, 1/4 of one half


def test_the_same_seed_gives_the_same_tree() -> None:
    def judge(position: PositionLike) -> float:
        return (len(position.legal_moves) % 7) / 7

    trees = []
    for _ in range(2):
        search = Mcts(katachi.Othello(6), with_share(0.5, seed=3), evaluator=judge)
        search.run(simulations=300)
        trees.append(search.tree(depth=100))
    assert trees[0] == trees[1]


def test_several_threads_ask() -> None:
    search = Mcts(katachi.Hex(5), with_share(0.5, threads=2), evaluator=lambda _: 0.5)
    assert search.run(simulations=400).simulations == 400


def odd_value(position: PositionLike) -> float:
    """For Black another number in every position, as good as."""
    stones = "".join(position.legal_moves)
    value = sum(place * ord(letter) for place, letter in enumerate(stones, 1)) % 97 / 128 + 1 / 8
    return value if position.to_move == "black" else 1 - value


@pytest.mark.parametrize("late", [1, 4, 9])
@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_leaf_is_worth_what_was_said_of_the_nearest_judged_node(share: float, late: int) -> None:
    game = katachi.Hex(5)
    asked: list[str] = []

    def judge(position: PositionLike) -> float:
        asked.append(repr(position))
        return odd_value(position)

    playout = PlayoutSettings(evaluator_share=share, evaluator_visits=late)
    search = Mcts(game, MctsSettings(playout=playout, seed=2), evaluator=judge)
    before, depths = whole_tree(search), set()
    for _ in range(500):
        search.run(simulations=1)
        after = whole_tree(search)
        path = visited_path(before, after)
        position = game.start()
        word = None
        depth = 0
        for number in range(len(path)):
            visits = sum(line.visits for line in before.get(path[:number], {}).values())
            if visits >= late:
                black = odd_value(position)
                word, depth = (black if position.to_move == "black" else 1 - black), number + 1
            position = position.play(path[number])
        depths.add(depth)
        old = before[()][path[0]] if before else None
        line = after[()][path[0]]
        found = line.value * line.visits - (old.value * old.visits if old else 0.0)
        results = {(1 - share) * result + share * word for result in (0, 1)} if word else {0, 1}
        assert any(math.isclose(found, one, abs_tol=1e-5) for one in results), path
        before = after
    assert {0, 1, 2} <= depths
    assert len(asked) == len(set(asked)), "a node is judged once"


def test_nodes_that_are_never_old_enough_leave_the_plain_search() -> None:
    def never(_position: PositionLike) -> float:
        raise AssertionError("nobody needs this")

    playout = PlayoutSettings(evaluator_share=0.7, evaluator_visits=301)
    plain = Mcts(katachi.Hex(5))
    idle = Mcts(katachi.Hex(5), MctsSettings(playout=playout), evaluator=never)
    plain.run(simulations=300)
    idle.run(simulations=300)
    assert plain.tree(depth=100, least_visits=0) == idle.tree(depth=100, least_visits=0)


def test_a_kept_tree_keeps_what_was_said() -> None:
    """The nodes below a real move are not judged again."""
    asked: list[str] = []

    def judge(position: PositionLike) -> float:
        asked.append(repr(position))
        return 0.4

    playout = PlayoutSettings(evaluator_share=0.5, evaluator_visits=3)
    search = Mcts(katachi.Hex(5), MctsSettings(playout=playout), evaluator=judge)
    move = search.run(simulations=400).move
    assert move is not None
    search.advance(move)
    search.run(simulations=400)
    assert len(asked) == len(set(asked))


def test_threads_judge_nodes() -> None:
    playout = PlayoutSettings(evaluator_share=0.5, evaluator_visits=3)
    settings = MctsSettings(playout=playout, threads=2)
    search = Mcts(katachi.Hex(5), settings, evaluator=lambda _: 0.5)
    assert search.run(simulations=400).simulations == 400


def test_a_share_needs_an_evaluator() -> None:
    with pytest.raises(katachi.InvalidSettings) as caught:
        Mcts(katachi.Hex(5), with_share(0.5))
    assert str(caught.value) == "playout.evaluator_share needs an evaluator"


@pytest.mark.parametrize("answer", [1.5, -0.1, math.nan, math.inf])
@pytest.mark.parametrize("game", [katachi.Hex(3), Lines()], ids=str)
def test_an_answer_that_is_no_probability_is_refused(game: GameLike, answer: float) -> None:
    search = Mcts(game, with_share(1.0), evaluator=lambda _: answer)
    with pytest.raises(ValueError, match="a value is a number from 0 to 1"):
        search.run(simulations=5)


def test_what_the_evaluator_raises_comes_out() -> None:
    def broken(_position: PositionLike) -> float:
        raise ZeroDivisionError("the evaluator failed")

    search = Mcts(katachi.Hex(3), with_share(1.0), evaluator=broken)
    with pytest.raises(ZeroDivisionError, match="the evaluator failed"):
        search.run(simulations=5)
    assert all(line.visits == 0 for line in search.tree(depth=1, least_visits=0))


def test_knowledge_about_positions_is_an_evaluator() -> None:
    """Whatever has `values` of positions."""
    game = katachi.Othello(6)
    rng = np.random.default_rng(1)
    cells = len(game.start().stones)
    network = katachi.ValueNetwork(
        game, rng.normal(size=(3, cells)), np.zeros(3), rng.normal(size=3), 0.0
    )
    search = Mcts(game, with_share(1.0), evaluator=network)
    for line in search.run(simulations=len(game.start().legal_moves)).moves:
        value = float(network.values([game.start().play(line.move)])[0])
        assert math.isclose(line.value, 1 - value, abs_tol=1e-6)
