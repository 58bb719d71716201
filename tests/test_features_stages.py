"""The stage of the game as a feature, and relative features on boards of other sizes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import katachi
from katachi.features import (
    ByStage,
    CellClasses,
    FeatureLevel,
    FeatureSet,
    LargePatterns,
    Stages,
    Tactics,
    make_encoder,
    neighbourhoods,
    on_board,
    parse_feature_set,
    shapes,
)
from katachi.knowledge import FeatureWeights
from katachi.learning import harvest_patterns, learn, predict
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games

BOARDS = [katachi.Othello(), katachi.Go(9), katachi.Hex(5), katachi.Havannah(4)]


def by_chance(game: katachi.Game, count: int, seed: int) -> list[GameRecord]:
    rng = random.Random(seed)
    records = []
    for _ in range(count):
        position = game.start()
        moves: list[str] = []
        while not position.is_over and len(moves) < 60:
            move = rng.choice([m for m in position.legal_moves if m != "swap"])
            moves.append(move)
            position = position.play(move)
        records.append(GameRecord(game, tuple(moves)))
    return records


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_a_stage_is_named_by_its_stones(game: katachi.Game) -> None:
    stages = Stages(game)
    assert parse_feature_set(stages.text) == stages
    encoder = make_encoder([stages])
    for record in by_chance(game, 3, seed=1):
        position = game.start()
        for move in record.moves:
            ((found,),) = encoder.levels(position.core, [game.number(move)])
            first, last = (int(n) for n in stages.level_name(FeatureLevel(*found)).split()[:3:2])
            stones = sum(position.at(cell) is not None for cell in game.topology.cells)
            assert first <= stones <= last
            position = position.play(move)
    for level in range(16):
        assert stages.parse_level(stages.level_name(FeatureLevel(0, level))) == FeatureLevel(
            0, level
        )


def test_a_stage_alone_says_nothing() -> None:
    """It is the same for all moves: the plain model predicts like a blind guess."""
    games = Games.of(by_chance(katachi.Othello(6), 40, seed=2))
    found = predict(learn(games, features=[Stages(katachi.Othello(6))], loops=5), games)
    assert found.mean_log_evidence == pytest.approx(found.uniform, abs=1e-6)


def test_with_factorization_weights_depend_on_the_stage() -> None:
    """Players who prefer corners early and other cells late: cell classes alone cannot say so."""
    game = katachi.Hex(4)
    rng = random.Random(3)
    records = []
    for _ in range(400):
        position = game.start()
        moves: list[str] = []
        while not position.is_over:
            legal = [m for m in position.legal_moves if m != "swap"]
            corners = [m for m in legal if m in {"a1", "d4", "a4", "d1"}]
            others = [m for m in legal if m not in corners]
            wanted = corners if position.moves_played < 3 else others
            moves.append(rng.choice(wanted or legal))
            position = position.play(moves[-1])
        records.append(GameRecord(game, tuple(moves)))
    games = Games.of(records)
    classes, stages = CellClasses(game), Stages(game)
    plain = predict(learn(games, features=[classes], learner="fbt", loops=20), games)
    staged = predict(learn(games, features=[classes, stages], learner="fbt", loops=20), games)
    assert staged.mean_log_evidence > plain.mean_log_evidence + 0.1


# Weights by stage


@pytest.mark.parametrize("game", BOARDS, ids=str)
@pytest.mark.parametrize("count", [2, 5])
def test_features_by_stage_have_their_levels_in_every_stage(game: katachi.Game, count: int) -> None:
    inner = Tactics(game)
    staged = ByStage(inner, count)
    assert parse_feature_set(staged.text) == staged
    assert staged.feature_names == inner.feature_names
    plain, apart = make_encoder([inner]), make_encoder([staged])
    for record in by_chance(game, 2, seed=1):
        position = game.start()
        for move in record.moves:
            stones = sum(position.at(cell) is not None for cell in game.topology.cells)
            stage = min(count - 1, stones * count // len(game.topology.cells))
            number = [game.number(move)]
            pairs = zip(
                plain.levels(position.core, number)[0],
                apart.levels(position.core, number)[0],
                strict=True,
            )
            for (feature, level), found in pairs:
                rest = inner.core.level_count(feature) - 1  # level 0 says nothing, in all stages
                assert found == (feature, stage * rest + level if level else 0)
                name = staged.level_name(FeatureLevel(*found))
                assert name.endswith(inner.level_name(FeatureLevel(feature, level)))
                if level:
                    first, last = (int(n) for n in name.split()[:3:2])
                    assert first <= stones <= last
                    said = staged.say(position, move, FeatureLevel(*found))
                    assert said == inner.say(position, move, FeatureLevel(feature, level))
                assert staged.parse_level(name) == FeatureLevel(*found)
            position = position.play(move)


def test_features_by_stage_refuse_what_makes_no_sense() -> None:
    cells = CellClasses(katachi.Hex(5))
    for stages in (0, 1, 65, -3):
        with pytest.raises(katachi.KatachiError, match="stages"):
            ByStage(cells, stages)
    with pytest.raises(katachi.KatachiError, match="by stage already"):
        ByStage(ByStage(cells, 2), 2)
    head = "katachi-features 1 by-stage\ngame hex5\n"
    with pytest.raises(katachi.KatachiError, match="a line like 'stages 3', not 'stages many'"):
        parse_feature_set(f"{head}stages many\n{cells.text}")
    with pytest.raises(katachi.KatachiError, match="cannot be by stage once more"):
        parse_feature_set(f"{head}stages 2\n{head}stages 2\n{cells.text}")
    with pytest.raises(katachi.KatachiError, match=r"of Hex\(5\) .* of Hex\(7\)"):
        parse_feature_set(f"{head}stages 2\n{CellClasses(katachi.Hex(7)).text}")
    with pytest.raises(katachi.KatachiError, match="does not begin with a stage"):
        ByStage(cells, 2).parse_level(cells.level_name(FeatureLevel(0, 0)))
    assert on_board(ByStage(Tactics(katachi.Hex(5)), 2), katachi.Hex(7)) == ByStage(
        Tactics(katachi.Hex(7)), 2
    )
    with pytest.raises(katachi.KatachiError, match="certain cells"):
        on_board(ByStage(cells, 2), katachi.Hex(7))


@pytest.mark.parametrize("learner", ["mm", "lbfgs"])
def test_weights_by_stage_are_recovered(learner: str) -> None:
    """Corners are worth four times other cells in one half of the game, a quarter in the other."""
    game = katachi.Hex(5)
    corners = {"a1", "e5"}
    rng = random.Random(4)
    records = []
    for _ in range(1500):
        position = game.start()
        moves: list[str] = []
        while not position.is_over:
            worth = 4.0 if position.moves_played < 13 else 0.25
            legal = position.legal_moves
            moves += rng.choices(legal, [worth if m in corners else 1.0 for m in legal])
            position = position.play(moves[-1])
        records.append(GameRecord(game, tuple(moves)))
    features = ByStage(CellClasses(game), 2)
    found = learn(Games.of(records), features=[features], learner=learner, loops=30)

    def weight(stage: int, name: str) -> float:
        head = ("0 to 12 stones", "13 to 25 stones")[stage]
        return float(found.weights[features.parse_level(f"{head}, {name}").level])

    for stage, wanted in ((0, np.log(4.0)), (1, -np.log(4.0))):
        difference = weight(stage, "a1") - weight(stage, "c3")
        assert difference == pytest.approx(wanted, abs=0.25)


# The first ply


def test_learning_begins_at_the_first_ply() -> None:
    """What is planted before it is not learned; the test counts all positions."""
    game = katachi.Othello(6)
    games = Games.of(by_chance(game, 30, seed=3))
    features = [CellClasses(game)]
    late = Competitions.of(games, features, first_ply=20)
    whole = Competitions.of(games, features)
    forced = sum(
        len(position.legal_moves) < 2
        for record in games
        for ply, position in zip(range(20), record.replay(), strict=False)
    )
    assert len(late) == len(whole) - (20 * len(games) - forced)
    assert late.first_ply == 20
    found = learn(games, features=features, first_ply=20, loops=3)
    assert found.card.settings["first_ply"] == 20
    assert found.card.positions == len(late)
    assert "first_ply" not in learn(games, features=features, loops=1).card.settings
    assert predict(found, games).stages[0].first == 0
    assert predict(found, games).positions == len(whole)
    with pytest.raises(
        katachi.KatachiError, match="no positions to learn from: the first ply is 40"
    ):
        learn(games, features=features, first_ply=40)


@pytest.mark.parametrize("learner", ["mm", "fbt"])
def test_learning_from_another_ply_is_other_work(learner: str, tmp_path: Path) -> None:
    game = katachi.Othello(6)
    games = Games.of(by_chance(game, 6, seed=3))
    parts: dict[str, Any] = {"parts": 2, "share": 0.5} if learner == "fbt" else {}

    def go_on(first_ply: int, loops: int) -> FeatureWeights:
        return learn(
            games,
            features=[CellClasses(game)],
            learner=learner,
            first_ply=first_ply,
            loops=loops,
            checkpoint=tmp_path / "state",
            **parts,
        )

    go_on(10, 2)
    assert np.array_equal(go_on(10, 4).weights, go_on(10, 4).weights)
    with pytest.raises(katachi.KatachiError, match="other settings or games"):
        go_on(12, 4)


@pytest.mark.parametrize(
    "kind", [katachi.Hex, katachi.Havannah, katachi.Go], ids=lambda kind: kind.name
)
def test_relative_features_have_the_same_levels_on_every_size(kind: type[katachi.Game]) -> None:
    small, large = kind(5), kind(9)
    patterns = harvest_patterns(Games.of(by_chance(small, 10, seed=4)), at_least=5)
    sets: list[FeatureSet] = [Tactics(small), patterns, Stages(small), neighbourhoods(small)]
    moved = [on_board(one, large) for one in sets]
    assert [one.game for one in moved] == [large] * 4
    here, there = make_encoder(sets), make_encoder(moved)
    assert list(here.level_counts) == list(there.level_counts)
    assert here.groups == there.groups
    assert [one.feature_names for one in sets] == [one.feature_names for one in moved]


def test_features_of_certain_cells_belong_to_one_size() -> None:
    for features in (CellClasses(katachi.Othello()), shapes("othello-default")):
        with pytest.raises(katachi.KatachiError, match=r"certain cells of Othello\(8\)"):
            on_board(features, katachi.Othello(6))
    with pytest.raises(katachi.KatachiError, match="no features of"):
        on_board(Tactics(katachi.Hex(5)), katachi.Havannah(5))


def test_games_of_several_sizes_are_learned_from_together() -> None:
    five, six = by_chance(katachi.Hex(5), 12, seed=5), by_chance(katachi.Hex(6), 12, seed=6)
    features = [Tactics(katachi.Hex(5))]
    apart = [Competitions.of(Games.of(five), features)]
    apart.append(Competitions.of(Games.of(six), [Tactics(katachi.Hex(6))]))
    both = Competitions.of(Games.of([*five, *six]), features)
    assert len(both) == sum(len(one) for one in apart)
    together = apart[0].teams.appearances() + apart[1].teams.appearances()
    assert np.array_equal(both.teams.appearances(), together)
    for learner in ("mm", "fbt", "lbfgs"):
        found = learn(Games.of([*five, *six]), features=features, learner=learner, loops=2)
        assert found.game == katachi.Hex(5)
        assert found.card.positions == len(both)


def test_patterns_of_several_sizes_are_counted_together() -> None:
    """A pattern seen three times on each of two boards is seen six times."""
    five = [GameRecord(katachi.Hex(5), ("c3",))] * 3
    seven = [GameRecord(katachi.Hex(7), ("d4",))] * 3
    for games in ([*five, *seven], [*seven, *five]):
        assert len(harvest_patterns(Games.of(games), sizes=(2, 3), at_least=6)) == 2
    assert len(harvest_patterns(Games.of(five), sizes=(2, 3), at_least=6)) == 0


def test_knowledge_serves_another_size() -> None:
    game = katachi.Hex(5)
    games = Games.of(by_chance(game, 30, seed=7))
    features: list[FeatureSet] = [Tactics(game), harvest_patterns(games, at_least=10)]
    knowledge = learn(games, features=features, learner="fbt", loops=2)
    larger = knowledge.on_board(katachi.Hex(7))
    assert larger is knowledge.on_board(katachi.Hex(7))
    assert knowledge.on_board(game) is knowledge
    position = katachi.Hex(7).start().play_all("d4 c4 e3")
    assert sum(larger.probabilities(position).values()) == pytest.approx(1)
    settings = katachi.MctsSettings(selection=katachi.SelectionSettings(bias="ikeda"))
    trees = [
        katachi.Mcts(katachi.Hex(7), settings, knowledge=one).run(position, simulations=200)
        for one in (knowledge, larger)
    ]
    assert [m.visits for m in trees[0].moves] == [m.visits for m in trees[1].moves]


def test_pattern_lines_are_the_same_on_another_size() -> None:
    patterns = LargePatterns(katachi.Hex(5), (2, 3), "2......\n")
    moved = on_board(patterns, katachi.Hex(9))
    assert isinstance(moved, LargePatterns)
    assert moved.lines == patterns.lines
