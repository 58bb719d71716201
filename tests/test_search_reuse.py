"""The tree from move to move: what is kept, what is forgotten."""

from __future__ import annotations

import pytest
from reference.search_steps import whole_tree, wrong_choices

import katachi
from katachi import Mcts, MctsSettings, MoveStatistics, PlayoutSettings, SelectionSettings

GAMES = [katachi.Othello(6), katachi.Go(5), katachi.Hex(5), katachi.Havannah(4)]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_visits_add_up(game: katachi.Game, threads: int) -> None:
    search = Mcts(game, MctsSettings(threads=threads))
    result = search.run(simulations=3000)
    assert result.simulations == sum(line.visits for line in result.moves) == 3000
    assert result.to_move == "black"
    more = search.run(simulations=500)
    assert sum(line.visits for line in more.moves) == 3500
    assert more.simulations == 500


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_subtree_of_a_move_is_kept_as_it_was(game: katachi.Game) -> None:
    chosen = MctsSettings(selection=SelectionSettings(rave="hand_selected", solver=True))
    search = Mcts(game, chosen)
    result = search.run(simulations=1500)
    assert result.move is not None
    before = whole_tree(search)
    search.advance(result.move)
    after = whole_tree(search)
    kept = {path[1:]: family for path, family in before.items() if path[:1] == (result.move,)}
    assert after.keys() == kept.keys()
    for path, family in kept.items():
        for move, line in family.items():
            found = after[path][move]
            assert found.depth == line.depth - 1
            assert (found.visits, found.value, found.amaf_visits, found.proof) == (
                line.visits, line.value, line.amaf_visits, line.proof,
            )  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_kept_tree_goes_on_by_the_same_formula(game: katachi.Game) -> None:
    """Children that were tried before the move are not tried first again."""
    search = Mcts(game)
    result = search.run(simulations=400)
    assert result.move is not None
    search.advance(result.move)
    assert not [sentence for sentence in wrong_choices(search, 20) if sentence]


def test_an_advanced_search_counts_old_and_new_visits() -> None:
    search = Mcts(katachi.Hex(5))
    first = search.run(simulations=5000)
    assert first.move is not None
    known = first.moves[0].visits
    search.advance(first.move)
    second = search.run(simulations=100)
    # The visits before the node had children are not among those of its children.
    assert sum(line.visits for line in second.moves) == known - 1 + 100
    assert second.to_move == "white"


def test_follow_finds_the_move_and_refuses_other_positions() -> None:
    game = katachi.Hex(5)
    search = Mcts(game)
    search.run(simulations=1000)
    assert search.follow(game.start().play("c3"))
    assert search.run(simulations=1).to_move == "white"
    assert not search.follow(game.start().play_all("c3 a1 a2"))


def test_a_new_game_forgets_everything() -> None:
    """Tables of playouts and history as well: the next game is the first one over again."""
    chosen = MctsSettings(
        selection=SelectionSettings(history_weight=1.0, rave="hand_selected"),
        playout=PlayoutSettings(last_good_reply=2, ngrams=2, ngram_decay=1.0),
    )
    search = Mcts(katachi.Havannah(4), chosen)

    def play() -> list[tuple[MoveStatistics, ...]]:
        trees = []
        for _ in range(3):
            result = search.run(simulations=300)
            assert result.move is not None
            trees.append(search.tree(depth=9))
            search.advance(result.move)
        return trees

    first = play()
    search.new_game()
    assert play() == first


def test_another_position_begins_a_new_tree() -> None:
    game = katachi.Hex(4)
    search = Mcts(game)
    search.run(simulations=500)
    result = search.run(game.start().play("a1"), simulations=50)
    assert sum(line.visits for line in result.moves) == 50
    assert result.to_move == "white"


def test_advance_reads_moves_as_positions_do() -> None:
    search = katachi.Mcts(katachi.Go(5))
    search.run(katachi.Go(5).start(), simulations=50)
    search.advance("c3")
    assert search.follow(katachi.Go(5).start().play("C3").play("D3"))
