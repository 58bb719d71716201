"""Leaves remembered from earlier positions are those that a new descent would find."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from reference.random_games import random_records

import katachi
from katachi import Mcts, MctsSettings, SelectionSettings, _core
from katachi.features import Forest, make_encoder
from katachi.features.forest import SYSTEMS
from katachi.games.position import Position
from katachi.knowledge import FeatureWeights
from katachi.knowledge.card import Card
from katachi.learning import ForestPlan, grow_forest
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games

BOARDS = ("go5", "go9", "hex7", "othello6", "havannah4")
FORESTS = pytest.mark.parametrize("systems", [("sg0",), ("ig0",), SYSTEMS], ids=" ".join)


def knowledge_from(records: list[GameRecord], systems: tuple[str, ...]) -> FeatureWeights:
    """A forest grown from the games, with a weight of its own for every leaf."""
    plan = ForestPlan(systems=systems, trees=2 * len(systems), games=None, share=0.2, patience=40)
    forest = grow_forest(Games.of(records), plan).forest
    assert min(tree.leaf_count for tree in forest.trees) > 5
    return weighted(forest)


def weighted(forest: Forest) -> FeatureWeights:
    levels = sum(tree.leaf_count for tree in forest.trees)
    weights = np.random.default_rng(1).normal(size=levels).astype(np.float32)
    return FeatureWeights((forest,), weights, np.ones(levels, dtype=np.int64), Card())


def positions_of(record: GameRecord) -> Iterator[tuple[Position, str]]:
    position = record.game.start()
    for move in record.moves:
        assert isinstance(position, Position)
        yield position, move
        position = position.play(move)


@FORESTS
@pytest.mark.parametrize("name", BOARDS)
def test_along_games(name: str, systems: tuple[str, ...]) -> None:
    records = random_records(katachi.parse_game(name), 20, seed=5, most=60)
    knowledge = knowledge_from(records, systems)
    some = records[:4]
    teams = Competitions.of(
        Games.of(some), knowledge.features, merge=False, threads=1, encoder=knowledge.encoder
    ).teams
    found = _core.predict(teams, knowledge.gammas, threads=1, factors=np.zeros(0)).probability
    expected = [
        knowledge.probabilities(position)[move]
        for record in some
        for position, move in positions_of(record)
        if len(position.legal_moves) > 1
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


@FORESTS
@pytest.mark.parametrize("name", BOARDS)
def test_in_a_search(name: str, systems: tuple[str, ...]) -> None:
    """Which asks about positions in an order of its own."""
    records = random_records(katachi.parse_game(name), 20, seed=5, most=60)
    knowledge = knowledge_from(records, systems)
    *_, (start, _) = islice(positions_of(records[0]), 9)
    selection = SelectionSettings(bias="ikeda", first_play_urgency=0.6, exploration=0.1)
    search = Mcts(start.game, MctsSettings(selection=selection), knowledge=knowledge)
    search.run(start, simulations=300)
    path: list[str] = []
    families: dict[tuple[str, ...], dict[str, float]] = {}
    for line in search.tree(depth=3, least_visits=0):
        path = [*path[: line.depth], line.move]
        families.setdefault(tuple(path[:-1]), {})[line.move] = line.strength
    assert max(map(len, families)) == 2
    for moves, strengths in families.items():
        position = start
        for move in moves:
            position = position.play(move)
        expected = np.array(list(knowledge.strengths(position, list(strengths)).values()))
        np.testing.assert_allclose(
            list(strengths.values()), expected / expected.sum(), rtol=1e-3, atol=1e-6
        )


@FORESTS
@pytest.mark.parametrize("name", BOARDS)
def test_trace_finds_the_same_leaves(name: str, systems: tuple[str, ...]) -> None:
    """Which descends the trees as they were grown, one move at a time."""
    records = random_records(katachi.parse_game(name), 20, seed=5, most=60)
    (forest,) = knowledge_from(records, systems).features
    assert isinstance(forest, Forest)
    for position, _ in islice(positions_of(records[1]), 3, 60, 8):
        game = position.game
        moves = [move for move in position.legal_moves if move in game.topology.cells]
        found = make_encoder([forest]).levels(position.core, [game.number(move) for move in moves])
        for move, row in zip(moves, found, strict=True):
            trees = range(len(forest.trees))
            assert row == [(tree, forest.trace(position, move, tree).leaf) for tree in trees]
