"""Feature instances of FOREST: what they measure, what they keep, what they refuse."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

import katachi
from katachi.errors import KatachiError
from katachi.features import Forest, Tactics, Tree
from katachi.games.position import Position
from katachi.learning import compare, feature_instance, learn, predict
from katachi.learning.competitions import Competitions
from katachi.learning.feature_instance import (
    Instance,
    InstanceBench,
    InstanceScale,
    Measured,
    depth_variance,
    paired_interval,
)
from katachi.matches import open_laboratory
from katachi.papers import Means, Paper, Selection, Sources, read_paper, reproduce, selected_rows
from katachi.papers.learned import games_used
from katachi.papers.table import INSTANCE_KINDS
from katachi.records import GameRecord, Games, read_shipped
from katachi.reports.paper_report import html_report, markdown_report
from katachi.reports.paper_rows import row_record

FOREST = Instance(systems=("sg0", "ig0"), trees=2, grow=40, train=50)
TACTICS = Instance(train=50)


@pytest.fixture(scope="module")
def games() -> Games:
    return read_shipped("othello-selfplay")[:100]


def bench(games: Games, work: Path | None = None, *, part: float = 1.0) -> InstanceBench:
    train, test = games.split(test=30, seed=1)
    scale = InstanceScale(loops=3, part=part, share=0.5, seed=1)
    return InstanceBench(train, test, scale, threads=1, work=work)


def test_an_instance_is_what_the_same_steps_by_hand_give(games: Games) -> None:
    found = bench(games).measure(TACTICS)
    train, test = games.split(test=30, seed=1)
    order = np.random.default_rng(2).permutation(len(train))
    chosen = train.take(np.sort(order[:50]))
    learning = Competitions.of(chosen, [Tactics(katachi.Othello())], share=0.5, seed=1)
    predicted = predict(learn(learning, loops=3), test, stage_length=30)
    assert found.accuracy == pytest.approx(predicted.accuracy)
    assert found.mean_log_evidence == pytest.approx(predicted.mean_log_evidence)
    assert sum(found.positions) == predicted.positions
    assert sum(found.first) == pytest.approx(predicted.first.sum())
    assert (found.leaves, found.weight_variance, found.depth_variance) == (0, None, None)
    assert (found.learning_games, found.learning_positions) == (50, len(learning))


def test_the_paired_interval_is_that_of_the_positions(games: Games) -> None:
    train, test = games.split(test=30, seed=1)
    predictions = [
        predict(learn(train, features=[Tactics(katachi.Othello())], loops=loops), test)
        for loops in (1, 8)
    ]
    measured = [
        Measured(
            accuracy=one.accuracy,
            mean_log_evidence=0.0,
            within=one.within,
            stages=(),
            learning_games=1,
            learning_positions=1,
            leaves=0,
            weight_variance=None,
            depth_variance=None,
            positions=feature_instance._by_game(one)[0],
            first=feature_instance._by_game(one)[1],
        )
        for one in predictions
    ]
    (paired,) = compare(predictions, measure="first")
    assert paired_interval(measured[1], measured[0]) == pytest.approx(paired.interval)
    low, high = measured[0].interval
    assert low < measured[0].accuracy < high
    other = msgspec.structs.replace(measured[0], positions=(1, 2))
    with pytest.raises(KatachiError, match="different positions"):
        paired_interval(measured[1], other)


def test_what_was_measured_is_not_measured_again(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = bench(games, tmp_path).measure(FOREST)
    assert found.leaves > 2
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".features", ".json"]

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("grown or learned again")

    monkeypatch.setattr(feature_instance, "grow_forest", refuse)
    # The forest serves another number of games for weights.
    more = msgspec.structs.replace(FOREST, train=60)
    assert bench(games, tmp_path).measure(more).leaves == found.leaves
    monkeypatch.setattr(feature_instance, "learn", refuse)
    assert bench(games, tmp_path).measure(FOREST) == found
    for other in (bench(games[:90], tmp_path), bench(games, tmp_path, part=0.5)):
        with pytest.raises(AssertionError, match="again"):
            other.measure(FOREST)


def test_a_damaged_file_is_named(games: Games, tmp_path: Path) -> None:
    bench(games, tmp_path).measure(TACTICS)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text().replace("instance 1", "instance 9", 1))
    with pytest.raises(KatachiError, match="has the format 'katachi measured instance 9'"):
        bench(games, tmp_path).measure(TACTICS)
    path.write_text("{}")
    with pytest.raises(KatachiError, match=re.escape(path.name)):
        bench(games, tmp_path).measure(TACTICS)


def test_the_variance_of_depth_counts_every_descent(games: Games) -> None:
    """A cell on a side asks one query, others two."""
    forest = Forest(katachi.Othello(), (Tree("sg0", "Ns0 . Nb9 . ."),))
    learning = Competitions.of(games[:5], [forest], share=1.0)
    depths = [
        len(forest.trees[0].path(forest.trace(position, move, 0).leaf))
        for record in games[:5]
        for position in positions_of(record)
        for move in position.legal_moves
        if len(position.legal_moves) > 1 and move != "pass"
    ]
    assert depth_variance(forest, learning) == pytest.approx(np.var(depths))
    assert set(depths) == {1, 2}


def positions_of(record: GameRecord) -> list[Position]:
    position = record.game.start()
    found = []
    for move in record.moves:
        assert isinstance(position, Position)
        found.append(position)
        position = position.play(move)
    return found


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"train": 0}, "needs games"),
        ({"train": 5, "systems": ("sg0",)}, "games to grow from"),
        ({"train": 5, "grow": 5}, "query systems"),
        ({"train": 5, "fixed": ()}, "needs features"),
        ({"train": 5, "criterion": "best"}, "no criterion best"),
    ],
)
def test_half_an_instance_is_refused(fields: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Instance(**fields)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def study() -> Paper:
    return read_paper("forest-2014")


def test_the_figures_are_those_of_the_thesis(study: Paper, shared: Path) -> None:
    (thesis,) = (shared / "papers").glob("002_*.txt")
    text = thesis.read_text(encoding="utf-8")
    for table, row in selected_rows(study, ()):
        if row.paper is not None:
            shown = f"{100 * row.paper:.1f}" if table.kind == "moves" else f"{row.paper:g}"
            assert shown in text, (table.number, row.name)


def test_every_instance_of_the_study_can_be_made(study: Paper) -> None:
    for table, row in selected_rows(study, ()):
        if table.is_played:
            continue
        assert table.kind in INSTANCE_KINDS
        assert row.instance is not None
        if row.instance.grow:
            row.instance.plan(games=row.instance.grow, seed=1).check()


def test_only_test_games_are_set_aside(study: Paper) -> None:
    paper = study.learning["prediction"].paper
    assert games_used(paper, 7_898, instances=True) == (6_898, 1_000)
    assert games_used(paper, 100, instances=True) == (75, 25)


def test_a_table_of_instances_is_answered_and_shown(
    study: Paper, games: Games, tmp_path: Path
) -> None:
    selection = Selection("smoke", ("5.7:sg0", "5.5:ig0 ds", "5.6:sg0 ss"))
    sources = Sources({"prediction": games}, work=tmp_path)
    with open_laboratory(None) as laboratory:
        found = reproduce(study, selection, Means(laboratory, sources=sources))
    by_name = {result.name: result for result in found.rows}
    assert by_name["5.7:sg0"].interval is not None
    assert by_name["5.5:ig0 ds"].interval is None
    assert by_name["5.5:ig0 ds"].answer is not None
    weights = by_name["5.5:ig0 ds"].figure
    assert weights is not None
    assert weights.measured is not None
    assert weights.value == weights.measured.weight_variance
    one, other = (by_name[name].figure for name in ("5.7:sg0", "5.7:tactics"))
    assert one is not None
    assert other is not None
    assert one.measured is not None
    assert other.measured is not None
    assert by_name["5.7:sg0"].interval == pytest.approx(
        paired_interval(one.measured, other.measured)
    )
    page = html_report(study, ["conditions"], found)
    assert "moves played" in page
    assert "games learned from" in markdown_report(study, ["conditions"], found)
    record = row_record(by_name["5.7:sg0"])
    assert isinstance(record["instance"], dict)
    assert record["instance"]["leaves"] == one.measured.leaves
