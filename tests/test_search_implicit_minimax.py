"""Implicit minimax backups against a slow twin: minimax over the tree that the search has grown."""

from __future__ import annotations

import math
import zlib

import pytest
from reference.search_toys import Lines, Pile

import katachi
from katachi import BackupSettings, Mcts, MctsSettings, SelectionSettings
from katachi.games.contract import GameLike, PositionLike

GAMES: list[GameLike] = [katachi.Othello(6), katachi.Go(3), katachi.Hex(4), Lines(), Pile()]


def opinion(position: PositionLike) -> float:
    """Some number for every position, the same whenever it is asked."""
    return (zlib.crc32(f"{position} {position.to_move}".encode()) % 1001) / 1000


def tree_values(search: Mcts, position: PositionLike) -> dict[str, float]:
    """The minimax value of every move of the root for whoever makes it."""
    lines = search.tree(depth=1000, least_visits=0)
    place = 0

    def children(at: PositionLike, depth: int) -> dict[str, float]:
        nonlocal place
        found: dict[str, float] = {}
        while place < len(lines) and lines[place].depth == depth:
            move = lines[place].move
            place += 1
            after = at.play(move)
            below = children(after, depth + 1)
            if after.is_over:
                winner = after.outcome.winner
                found[move] = 0.5 if winner is None else float(winner == at.to_move)
                continue
            value = max(below.values()) if below else opinion(after)
            found[move] = value if after.to_move == at.to_move else 1 - value
        return found

    return children(position, 0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("simulations", [1, 7, 300])
def test_values_are_those_of_minimax_over_the_tree(game: GameLike, simulations: int) -> None:
    settings = MctsSettings(
        selection=SelectionSettings(exploration=0.0, first_play_urgency=1.0),
        backup=BackupSettings(implicit_minimax=1.0),
        seed=simulations,
    )
    search = Mcts(game, settings, evaluator=opinion)
    search.run(simulations=simulations)
    expected = tree_values(search, game.start())
    found = search.scores()
    assert found.keys() == expected.keys()
    for move, value in found.items():
        assert math.isclose(value, expected[move], abs_tol=1e-6), move


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_mean_and_minimax_are_mixed(game: GameLike) -> None:
    settings = MctsSettings(
        selection=SelectionSettings(exploration=0.0, first_play_urgency=1.0),
        backup=BackupSettings(implicit_minimax=0.3),
    )
    search = Mcts(game, settings, evaluator=opinion)
    result = search.run(simulations=200)
    expected = tree_values(search, game.start())
    means = {line.move: line.value if line.visits else 1.0 for line in result.moves}
    for move, score in search.scores().items():
        mixed = 0.7 * means[move] + 0.3 * expected[move]
        assert math.isclose(score, mixed, abs_tol=1e-5), move


def test_minimax_of_exact_values_plays_perfectly() -> None:
    """Lines of three on three by three cells: the answer to a corner is the middle."""
    game = Lines()

    def exact(position: PositionLike) -> float:
        if position.is_over:
            winner = position.outcome.winner
            return 0.5 if winner is None else float(winner == position.to_move)
        return max(1 - exact(position.play(move)) for move in position.legal_moves)

    settings = MctsSettings(
        selection=SelectionSettings(exploration=0.0, first_play_urgency=1.0),
        backup=BackupSettings(implicit_minimax=1.0),
    )
    search = Mcts(game, settings, evaluator=exact)
    assert search.run(game.start().play("a"), simulations=20).move == "e"


def test_alpha_zero_is_the_plain_search_and_asks_nobody() -> None:
    def never(_position: PositionLike) -> float:
        raise AssertionError("nobody needs this")

    for game in GAMES:
        plain, idle = Mcts(game), Mcts(game, evaluator=never)
        plain.run(simulations=300)
        idle.run(simulations=300)
        assert plain.tree(depth=100, least_visits=0) == idle.tree(depth=100, least_visits=0)


def test_it_needs_an_evaluator() -> None:
    settings = MctsSettings(backup=BackupSettings(implicit_minimax=0.5))
    with pytest.raises(katachi.InvalidSettings) as caught:
        Mcts(katachi.Hex(4), settings)
    assert str(caught.value) == "backup.implicit_minimax needs an evaluator"


def test_threads_share_the_values() -> None:
    settings = MctsSettings(backup=BackupSettings(implicit_minimax=0.4), threads=2)
    search = Mcts(katachi.Hex(4), settings, evaluator=opinion)
    assert search.run(simulations=500).simulations == 500
    assert all(score >= 0 for score in search.scores().values())
