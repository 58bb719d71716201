"""Learning values: examples and their labels, regression against other hands, checkpoints."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError
from katachi.features.value_shapes import ValueShapes
from katachi.games.position import Position
from katachi.knowledge import PatternValues, load_knowledge
from katachi.knowledge.pattern_values import ProbCut
from katachi.learning.values import ValueExamples, ValueLearner, judge_values, learn_values
from katachi.learning.values.continuations import ContinuationPlan, continue_games
from katachi.learning.values.judging import scores_and_values
from katachi.learning.values.learn import _Regression, likeliest_spread
from katachi.learning.values.prob_cuts import _completed, fit_prob_cuts, shallow_of
from katachi.records import GameRecord, Games, write

GAME = katachi.Othello(6)
SHAPES = ValueShapes(GAME, (("a1", "b1", "a2"), ("c1", "d1", "c2")), ("own moves",))


def random_games(count: int, seed: int = 0) -> Games:
    rng = random.Random(seed)
    records = []
    for _ in range(count):
        position, moves = GAME.start(), []
        while not position.is_over:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        records.append(GameRecord(GAME, tuple(moves)))
    return Games.of(records)


@pytest.fixture(scope="module")
def examples() -> ValueExamples:
    return ValueExamples.of(random_games(60), GAME, solve_from=6, threads=1)


def counts_of(shapes: ValueShapes, examples: ValueExamples) -> NDArray[np.float64]:
    """float64 [examples, unknowns]: the matrix of the regression, cell by cell."""
    bits = np.arange(36, dtype=np.uint64)
    own = (examples.own[:, :1] >> bits) & np.uint64(1)
    other = (examples.other[:, :1] >> bits) & np.uint64(1)
    digits = 1 + own.astype(np.int64) - other.astype(np.int64)
    columns, first = [], 0
    for table in shapes.tables:
        powers = 3 ** np.arange(table.placements.shape[1])
        for cells in table.placements:
            columns += [first + table.parameter_of[digits[:, cells] @ powers]]
        first += table.parameters
    rows = np.repeat(np.arange(len(examples)), len(columns))
    places = np.stack(columns, axis=1).ravel()
    contents = csr_matrix((np.ones(len(rows)), (rows, places)), (len(examples), first)).toarray()
    return np.hstack([contents, examples.features(shapes.feature_numbers)])


def test_labels_are_results_and_exact_values_near_the_end() -> None:
    games = random_games(8)
    found = ValueExamples.of(games, GAME, solve_from=7)
    solver = katachi.AlphaBeta(GAME)
    checked = 0
    for number, record in enumerate(games):
        margin = 0.0
        for position in reversed(list(record.replay())):
            assert isinstance(position, Position)
            empties = sum(stone == 2 for stone in position.stones)
            if position.is_over:
                margin = position.outcome.score
                continue
            mover = 1 if position.to_move == "black" else -1
            if empties <= 7:
                result = solver.solve(position)
                assert result.margin is not None
                margin = mover * result.margin
            if position.legal_moves == ("pass",):
                continue
            here = (found.games == number) & (found.stones == 36 - empties)
            assert mover * margin in found.scores[here].tolist()
            assert set(found.exact[here]) == {empties <= 7}
            checked += 1
    assert checked == len(found)


def test_one_ply_from_the_end_a_label_is_the_outcome() -> None:
    found = ValueExamples.of(random_games(30), GAME, solve_from=1)
    last = found.stones == 35
    assert last.sum() > 10
    assert np.all(np.abs(found.scores[last]) <= 36)
    assert np.all(found.exact[last])


def test_a_game_without_an_end_teaches_only_what_is_solved() -> None:
    record = next(iter(random_games(1)))
    short = Games.of([replace(record, moves=record.moves[:10])])
    with pytest.raises(KatachiError, match="no positions with a result"):
        ValueExamples.of(short, GAME, solve_from=4)


def test_least_squares_as_numpy_solves_them(examples: ValueExamples) -> None:
    learner = ValueLearner(stage_length=8, reach=2, nearby=0.25, l2=3.0)
    fit = _Regression(examples, SHAPES, learner, 1)
    for _ in range(200):
        fit.core.step()
    counts = counts_of(SHAPES, examples)
    ridge = np.full(counts.shape[1], 3.0)
    ridge[SHAPES.parameters :] = 1.0
    for number, (low, high) in enumerate(zip(fit.stages, fit.ends, strict=True)):
        inside = (examples.stones >= low) & (examples.stones <= high)
        near = (examples.stones >= low - 2) & (examples.stones <= high + 2)
        weights = np.where(inside, 1.0, 0.25) * near
        left = counts.T @ (counts * weights[:, None]) + np.diag(ridge)
        expected = np.linalg.solve(left, counts.T @ (weights * examples.scores))
        np.testing.assert_allclose(fit.weights[number], expected, atol=2e-3)
        said = fit.sums(examples, fit.weights)[inside]
        np.testing.assert_allclose(said, counts[inside] @ expected, atol=2e-2)


def test_logistic_regression_as_scipy_does_it(examples: ValueExamples) -> None:
    learner = ValueLearner(target="result", stage_length=40, reach=0, l2=2.0)
    fit = _Regression(examples, SHAPES, learner, 1)
    for _ in range(160):
        fit.core.step()
    counts, labels = counts_of(SHAPES, examples), examples.results.astype(np.float64)
    ridge = np.full(counts.shape[1], 2.0)
    ridge[SHAPES.parameters :] = 1.0

    def loss(theta: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        said = counts @ theta
        value = np.sum(np.logaddexp(0, said) - labels * said) + ridge @ theta**2 / 2
        slope = counts.T @ (1 / (1 + np.exp(-said)) - labels) + ridge * theta
        return float(value), slope

    best = minimize(loss, np.zeros(counts.shape[1]), jac=True, method="L-BFGS-B", tol=1e-14)
    assert np.abs(loss(fit.weights[0])[1]).max() < 0.05
    assert loss(fit.weights[0])[0] == pytest.approx(best.fun, rel=1e-6)


@pytest.mark.parametrize("target", ["points", "result"])
def test_threads_change_nothing(examples: ValueExamples, target: str) -> None:
    learner = ValueLearner(target=target)  # type: ignore[arg-type]
    one, two = (learn_values(examples, SHAPES, learner, loops=9, threads=n) for n in (1, 3))
    assert np.array_equal(one.weights, two.weights)
    assert np.array_equal(one.constants, two.constants)


@pytest.mark.parametrize("target", ["points", "result"])
def test_a_checkpoint_goes_on_to_the_same_end(
    examples: ValueExamples, target: str, tmp_path: Path
) -> None:
    learner = ValueLearner(target=target, stage_length=12)  # type: ignore[arg-type]
    whole = learn_values(examples, SHAPES, learner, loops=11)
    path = tmp_path / "fit.checkpoint"
    learn_values(examples, SHAPES, learner, loops=6, checkpoint=path)
    resumed = learn_values(examples, SHAPES, learner, loops=11, checkpoint=path)
    assert np.array_equal(whole.weights, resumed.weights)
    assert np.array_equal(whole.feature_weights, resumed.feature_weights)
    with pytest.raises(KatachiError, match="other settings"):
        learn_values(examples, SHAPES, replace(learner, l2=1.0), loops=11, checkpoint=path)


def test_learned_values_judge_better_than_chance(examples: ValueExamples) -> None:
    train = ValueExamples.of(random_games(400, seed=5), GAME, solve_from=8)
    values = learn_values(train, SHAPES, test=examples, loops=12)
    found = judge_values(values, examples)
    assert found.log_loss < found.blind
    assert found.positions == len(examples)
    assert sum(one.positions for one in found.stages) == len(examples)
    assert sum(one.positions for one in found.calibration) == len(examples)
    assert found.figures["brier"] == round(found.brier, 4)


def test_judging_many_is_judging_one(examples: ValueExamples) -> None:
    values = learn_values(examples, SHAPES, loops=5)
    scores, probabilities = scores_and_values(values, examples)
    record = next(iter(random_games(60)))
    positions = [
        p
        for p in record.replay()
        if isinstance(p, Position) and not p.is_over and p.legal_moves != ("pass",)
    ]
    here = examples.games == 0
    for score, value, stones in zip(
        values.scores(positions), values.values(positions), range(4, 40), strict=False
    ):
        place = here & (examples.stones == stones)
        if place.sum() == 1:
            assert score == pytest.approx(scores[place][0] / 100, abs=0.02)
            assert value == pytest.approx(probabilities[place][0], abs=0.002)


def test_the_spread_is_that_of_the_results() -> None:
    rng = np.random.default_rng(0)
    scores = rng.normal(0, 900, 20000)
    results = (rng.random(20000) < 1 / (1 + np.exp(-scores / 400))).astype(np.float32)
    assert likeliest_spread(scores, results) == pytest.approx(400, rel=0.05)


def test_wrong_settings() -> None:
    with pytest.raises(InvalidSettings, match="points or result"):
        ValueLearner(target="money")  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="stage_length"):
        ValueLearner(stage_length=0)


def test_continuations_leave_the_records_and_teach_from_there() -> None:
    games = random_games(10)
    train = ValueExamples.of(games, GAME, solve_from=6)
    values = learn_values(train, SHAPES, loops=4)
    plan = ContinuationPlan(first_ply=6, last_ply=6, most_random=1, depth=1)
    found, again, other = (
        continue_games(values, games, 5, plan, seed=seed, threads=n)
        for seed, n in ((1, 1), (1, 2), (2, 1))
    )
    assert np.array_equal(found.own, again.own)
    assert np.array_equal(found.scores, again.scores)
    assert not np.array_equal(found.own, other.own)
    # Four discs, six plies of the record, a random one: what comes before is left out.
    assert found.stones.min() == 11
    assert len(np.unique(found.games)) == 10


def test_prob_cuts_are_the_lines_through_searches() -> None:
    train = ValueExamples.of(random_games(30), GAME, solve_from=6)
    values = learn_values(train, SHAPES, loops=4)
    positions = [
        position
        for record in random_games(40, seed=3)
        for position in record.replay()
        if isinstance(position, Position)
        and sum(stone == 2 for stone in position.stones) == 20
        and position.legal_moves != ("pass",)
    ]
    found = fit_prob_cuts(values, {20: positions}, deepest=4).prob_cuts
    search = katachi.AlphaBeta(
        GAME, katachi.AlphaBetaSettings(selectivity=0, endgame_empties=0), knowledge=values
    )
    deep = np.array([search.run(one, depth=4).score for one in positions], np.float64)
    shallow = np.array([search.run(one, depth=2).score for one in positions], np.float64)
    cut = next(one for one in found if one.deep == 4)
    slope, offset = np.polyfit(shallow, deep, 1)
    assert cut.shallow == 2
    assert cut.slope == pytest.approx(slope, abs=1e-3)
    assert cut.error == pytest.approx(np.std(deep - slope * shallow - offset), abs=0.1)
    assert {one.deep for one in found} == set(range(3, 41))
    assert all(one.shallow < one.deep and one.error > 0 for one in found)


def test_prob_cuts_to_the_end_are_measured_by_solving() -> None:
    train = ValueExamples.of(random_games(30), GAME, solve_from=6)
    values = learn_values(train, SHAPES, loops=4)
    groups: dict[int, Sequence[Position]] = {
        empties: [
            position
            for record in random_games(40, seed=3)
            for position in record.replay()
            if isinstance(position, Position)
            and sum(stone == 2 for stone in position.stones) == empties
            and position.legal_moves != ("pass",)
        ]
        for empties in (14, 20)
    }
    found = fit_prob_cuts(values, groups, deepest=6).prob_cuts
    search = katachi.AlphaBeta(
        GAME, katachi.AlphaBetaSettings(selectivity=0, endgame_empties=0), knowledge=values
    )
    results = np.array([search.solve(one).score for one in groups[14]], np.float64)
    shallow = np.array([search.run(one, depth=6).score for one in groups[14]], np.float64)
    slope, offset = np.polyfit(shallow, results, 1)
    to_the_end = next(one for one in found if (one.empties, one.deep) == (14, 14))
    assert to_the_end.shallow == 6
    assert to_the_end.error == pytest.approx(np.std(results - slope * shallow - offset), abs=0.1)


def test_longer_ways_to_the_end_err_as_much_more() -> None:
    measured = [
        ProbCut(empties, shallow_of(deep), deep, 1.0, 0.0, 100.0 * deep)
        for empties in (14, 22, 26)
        for deep in range(3, 9)
    ]
    plain = {(one.empties, one.deep): one.error for one in _completed(measured, [])}
    ends = [ProbCut(14, 6, 14, 1.0, 0.0, 3 * plain[14, 14])]
    found = {(one.empties, one.deep): one.error for one in _completed(measured, ends)}
    assert found[26, 26] == pytest.approx(3 * plain[26, 26], rel=1e-3)
    assert found[22, 20] == pytest.approx(3 * plain[22, 20], rel=1e-3)
    assert found[26, 20] == plain[26, 20]


def test_learn_and_predict_by_command(tmp_path: Path) -> None:
    games = tmp_path / "games.katachi"
    write(random_games(60, seed=2), games)
    shapes = tmp_path / "shapes.txt"
    shapes.write_text(SHAPES.text, "utf-8")
    output = tmp_path / "mine.knowledge"
    runner = CliRunner()
    command = ["learn", str(games), "--target", "value", "--features", str(shapes)]
    command += ["--loops", "4", "--solve-from", "6", "--test", "10", "-o", str(output)]
    answer = runner.invoke(app, command)
    assert answer.exit_code == 0, answer.output
    assert "log loss" in answer.output
    values = load_knowledge(output, PatternValues)
    assert values.card.games == 50
    assert {"log_loss", "brier"} <= set(values.card.results)
    answer = runner.invoke(app, ["predict", str(output), "--games", str(games), "--json"])
    assert answer.exit_code == 0, answer.output
    figures = json.loads(answer.stdout)[0]
    assert figures["positions"] > 1000
    assert 0 < figures["log_loss"] < 0.7
    answer = runner.invoke(app, [*command[:5], "othello", "-o", str(tmp_path / "x.knowledge")])
    assert answer.exit_code != 0
    assert "the shapes are for Othello(8)" in answer.output
