"""A search of some moves of the root only."""

from __future__ import annotations

import pytest
from reference.search_toys import Lines

import katachi
from katachi import KatachiError, Mcts, MctsSettings, SelectionSettings

GAMES: list[katachi.GameLike] = [
    katachi.Othello(6),
    katachi.Go(5),
    katachi.Hex(5),
    katachi.Havannah(4),
    Lines(width=3, height=3),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize(
    "selection",
    [
        SelectionSettings(),
        SelectionSettings(first_play_urgency=0.5),
        SelectionSettings(rave="hand_selected", solver=True),
    ],
)
def test_only_these_moves_are_searched_and_reported(
    game: katachi.GameLike, selection: SelectionSettings
) -> None:
    moves = list(game.start().legal_moves[1:4])
    search = Mcts(game, MctsSettings(selection=selection))
    result = search.run(simulations=200, moves=moves)
    assert {line.move for line in result.moves} == set(moves)
    assert result.move in moves
    assert result.principal_variation[0] == result.move
    assert sum(line.visits for line in result.moves) == result.simulations
    visited = {line.move for line in search.tree(depth=1)}
    assert visited <= set(moves)


def test_all_moves_are_the_search_without_a_list() -> None:
    """Untried moves come in the same order, so the tree is the same one."""
    for game in GAMES:
        trees = []
        for moves in (None, game.start().legal_moves):
            search = Mcts(game)
            search.run(simulations=300, moves=moves)
            trees.append(search.tree(depth=50, least_visits=0))
        assert trees[0] == trees[1]


def test_the_list_holds_for_one_run_and_the_tree_is_kept() -> None:
    game = katachi.Hex(5)
    search = Mcts(game)
    first = search.run(simulations=100)
    some = search.run(simulations=100, moves=["a1", "b1"])
    assert {line.move for line in some.moves} == {"a1", "b1"}
    assert sum(line.visits for line in some.moves) > 100, "earlier visits of these moves count"
    again = search.run(simulations=100)
    assert len(again.moves) == len(first.moves)
    assert sum(line.visits for line in again.moves) == 300


def test_several_threads_keep_to_the_list() -> None:
    search = Mcts(katachi.Go(5), MctsSettings(threads=2))
    result = search.run(simulations=3000, moves=["A1", "B2", "pass"])
    assert {line.move for line in result.moves} == {"A1", "B2", "pass"}
    assert {line.move for line in search.tree(depth=1)} == {"A1", "B2", "pass"}


def test_a_single_move_gets_all_visits() -> None:
    result = Mcts(katachi.Go(5)).run(simulations=50, moves=["C3"])
    assert [(line.move, line.visits) for line in result.moves] == [("C3", 50)]


def test_a_proof_is_that_of_the_best_allowed_move() -> None:
    """Every move of the position alone tells which of them win; lists of them prove the same."""
    game = katachi.Hex(3)
    position = game.start().play_all("a2 a1 b2 c1")
    solver = MctsSettings(selection=SelectionSettings(solver=True))
    everything = {
        move: Mcts(game, solver).run(position, simulations=5000, moves=[move]).proof
        for move in position.legal_moves
    }
    wins = [move for move, proof in everything.items() if proof == "win"]
    losses = [move for move, proof in everything.items() if proof == "loss"]
    assert set(everything.values()) == {"win", "loss"}
    search = Mcts(game, solver)
    lost = search.run(position, simulations=5000, moves=losses)
    assert (lost.proof, lost.simulations < 5000) == ("loss", True)
    both = search.run(position, simulations=5000, moves=[losses[0], wins[0]])
    assert (both.proof, both.move) == ("win", wins[0])
    # The whole position is a win now, by a move that is not asked for.
    assert search.run(position, simulations=100, moves=losses).proof == "loss"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["Z9"], "'Z9' is not a legal move here"),
        (["C3", "C3x"], "'C3x' is not a legal move here"),
        ([], "at least one move"),
    ],
)
def test_wrong_moves_are_refused(moves: list[str], words: str) -> None:
    with pytest.raises(KatachiError, match=words):
        Mcts(katachi.Go(5)).run(simulations=10, moves=moves)


def test_moves_that_the_search_leaves_out_are_refused() -> None:
    """A1 is Black's eye."""
    game = katachi.Go(3)
    position = game.start().play_all("A2 C3 B1 C2 B2 pass")
    with pytest.raises(KatachiError, match="considers none of these moves: 'A1'"):
        Mcts(game).run(position, simulations=10, moves=["A1"])
    assert Mcts(game).run(position, simulations=10, moves=["A1", "pass"]).move == "pass"
