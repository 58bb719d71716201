"""Light evaluation against a slow twin and the full fit; optimisers; runs that go on."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference import random_games as by_chance
from reference.light_evaluation import light_value, stage_of
from reference.shapes import applies, level_of
from typer.testing import CliRunner, Result

import katachi
from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import (
    AbsoluteShape,
    ByStage,
    CellClasses,
    RelativeShape,
    ShapeSet,
    Tactics,
    make_encoder,
)
from katachi.knowledge import FeatureWeights
from katachi.optimising import (
    Annealing,
    EvolutionPlan,
    Exhaustive,
    HillClimbing,
    Lengths,
    LightClass,
    LightData,
    LightSettings,
    ShapeProblem,
    evolve,
    optimise,
)
from katachi.optimising.shapes.light import class_names, offsets_within
from katachi.optimising.shapes.plan import PAPER_ORDER
from katachi.optimising.shapes.shape_problem import MEASURES
from katachi.records import GameRecord, Games

OTHELLO = katachi.Othello(6)
SHAPES = ShapeSet(
    OTHELLO,
    (
        AbsoluteShape("a1", ("b1", "c1", "a2")),
        AbsoluteShape("b1", ("a1", "c1", "b2", "d1")),
        AbsoluteShape("b1", ("b2", "b3", "b4")),
        AbsoluteShape("c1", ("b1", "d1", "c2")),
        AbsoluteShape("b2", ("a1", "c3", "a2", "b1")),
        AbsoluteShape("b2", ("c2", "d2", "e2")),
        AbsoluteShape("c2", ("c3", "b2", "d2")),
    ),
)


def random_games(game: katachi.Game, count: int, seed: int, longest: int = 1000) -> Games:
    """Games that prefer the first of a few moves, so that there is something to learn."""

    def lesser(rng: random.Random, legal: Sequence[str]) -> str:
        return min(rng.choice(legal), rng.choice(legal))

    return by_chance.random_games(game, count, seed, most=longest, choose=lesser)


@pytest.fixture(scope="module")
def data() -> LightData:
    return LightData(
        random_games(OTHELLO, 24, seed=1),
        random_games(OTHELLO, 8, seed=2),
        OTHELLO,
        LightSettings(loops=3),
    )


def strength_by(shapes: ShapeSet, weights: Any, target: str, stages: int = 1) -> Any:  # noqa: ANN401
    """The strength of a move by the shapes besides the target's, looked up one by one."""
    counts = np.array(make_encoder([shapes]).level_counts)
    begins = np.concatenate(([0], np.cumsum(stages * counts)))

    def strength(position: katachi.Position, move: str) -> float:
        product = 1.0
        for number, shape in enumerate(shapes.shapes):
            assert isinstance(shape, AbsoluteShape)
            if shape.target != target and applies(shapes.game, move, shape):
                level = level_of(position, move, shape, color_symmetry=True)
                level += counts[number] * stage_of(position, stages)
                product *= math.exp(weights[begins[number] + level])
        return product

    return strength


# Light evaluation


@pytest.mark.parametrize("target", ["a1", "b1", "b2", "c2"])
def test_light_evaluation_equals_the_slow_twin(data: LightData, target: str) -> None:
    weights, _, _ = data.fit(SHAPES)
    light = LightClass.of(data, SHAPES, target, weights=weights)
    own = [s for s in SHAPES.shapes if isinstance(s, AbsoluteShape) and s.target == target]
    changed = [*own[1:], AbsoluteShape(target, ("f6", "d3", "c4", "a5"))]
    for shapes in (own, changed):
        expected = light_value(
            data.train, data.test, list(shapes), strength_by(SHAPES, weights, target), loops=3
        )
        places = [list(light.places_of(shape)) for shape in shapes]
        for threads in (1, 2):
            found = light.evaluation(threads=threads).evaluate(places, train_too=True)
            assert found == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize(("stages", "first_ply"), [(3, 0), (1, 12), (2, 9)])
@pytest.mark.parametrize("target", ["b1", "b2"])
def test_stages_and_the_first_ply_equal_the_slow_twin(
    data: LightData, target: str, stages: int, first_ply: int
) -> None:
    settings = LightSettings(loops=3, stages=stages, first_ply=first_ply)
    late = LightData(data.train, data.test, OTHELLO, settings)
    weights, _, _ = late.fit(SHAPES)
    light = LightClass.of(late, SHAPES, target, weights=weights)
    own = [s for s in SHAPES.shapes if isinstance(s, AbsoluteShape) and s.target == target]
    expected = light_value(
        data.train,
        data.test,
        list(own),
        strength_by(SHAPES, weights, target, stages),
        loops=3,
        stages=stages,
        first_ply=first_ply,
    )
    places = [list(light.places_of(shape)) for shape in own]
    found = light.evaluation().evaluate(places, train_too=True)
    assert found == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("prior", [(0.5, 2.0), (1.0, 0.0)])
def test_light_evaluation_knows_other_priors(data: LightData, prior: tuple[float, float]) -> None:
    settings = LightSettings(loops=2, prior_wins=prior[0], prior_losses=prior[1])
    other = LightData(data.train, data.test, OTHELLO, settings)
    weights = np.zeros(make_encoder([SHAPES]).total_levels)
    light = LightClass.of(other, SHAPES, "b1", weights=weights)
    # A long shape: most test levels were never seen.
    shape = AbsoluteShape("b1", ("a1", "c1", "d1", "e1", "f1", "b2", "c2"))
    found = light.evaluation().evaluate([list(light.places_of(shape))], train_too=True)
    expected = light_value(
        data.train, data.test, [shape], strength_by(SHAPES, weights, "b1"), loops=2, prior=prior
    )
    assert found == pytest.approx(expected, rel=1e-11)


def test_light_evaluation_of_one_class_is_the_full_fit() -> None:
    """Relative shapes are one class: nothing stands still, and the core's learner must agree."""
    game = katachi.Hex(4)
    train, test = random_games(game, 12, seed=3), random_games(game, 5, seed=4)
    shapes = ShapeSet(
        game,
        (
            RelativeShape(((0, -1), (1, -1), (1, 0))),
            RelativeShape(((-1, 0), (2, -1), (0, 1), (-1, -1))),
        ),
    )
    data = LightData(train, test, game, LightSettings(loops=5))
    _, learned, tested = data.fit(shapes)
    light = LightClass.of(data, shapes, "*", weights=np.zeros(1000))
    found = light.evaluation(threads=2).evaluate([list(s) for s in light.start], train_too=True)
    assert found == pytest.approx((learned, tested), rel=1e-11)


def test_more_shapes_than_columns_are_kept() -> None:
    game = katachi.Hex(4)
    train, test = random_games(game, 4, seed=3), random_games(game, 2, seed=4)
    offsets = offsets_within(game, 2)
    shapes = ShapeSet(game, tuple(RelativeShape((one,)) for one in offsets))
    assert len(offsets) == 18
    data = LightData(train, test, game, LightSettings(loops=2))
    _, learned, tested = data.fit(shapes)
    light = LightClass.of(data, shapes, "*", weights=np.zeros(1000))
    found = light.evaluation().evaluate([list(s) for s in light.start], train_too=True)
    assert found == pytest.approx((learned, tested), rel=1e-10)


def test_other_features_are_a_fixed_factor() -> None:
    """Cell classes beside the shapes: with one loop of shapes from known weights, by hand."""
    game = katachi.Othello(6)
    cells = CellClasses(game)
    shapes = ShapeSet(game, (AbsoluteShape("b1", ("a1", "c1")),))
    train, test = random_games(game, 6, seed=5), random_games(game, 3, seed=6)
    data = LightData(train, test, game, LightSettings(loops=2), (cells,))
    encoder = make_encoder([shapes, cells])
    weights = np.random.default_rng(7).normal(size=encoder.total_levels)
    light = LightClass.of(data, shapes, "b1", weights=weights)
    found = light.evaluation().evaluate([list(light.start[0])], train_too=True)
    names = [orbit[0] for orbit in game.topology.orbits]
    first = encoder.level_counts[0]

    def strength(_position: katachi.Position, move: str) -> float:
        if move not in game.topology.cells:
            return 1.0
        return math.exp(weights[first + names.index(game.topology.orbit(move))])

    assert found == pytest.approx(
        light_value(train, test, list(shapes.shapes), strength, loops=2), rel=1e-11
    )


@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("game", [katachi.Hex(4), katachi.Go(5), katachi.Othello(6)], ids=str)
def test_tactics_beside_shapes_see_the_last_moves(game: katachi.Game, stages: int) -> None:
    """Distances to the last moves and a ko: positions of light evaluation remember them."""
    train = random_games(game, 6, seed=5, longest=40)
    test = random_games(game, 3, seed=6, longest=40)
    shapes = ShapeSet(game, (RelativeShape(((0, -1), (1, 0))),))
    tactics = Tactics(game)
    settings = LightSettings(loops=2, stages=stages)
    data = LightData(train, test, game, settings, (tactics,))
    weights, _, _ = data.fit(shapes)
    light = LightClass.of(data, shapes, "*", weights=weights)
    found = light.evaluation().evaluate([list(light.start[0])], train_too=True)
    encoder = make_encoder(data.features_with(shapes)[1:])
    own = weights[len(weights) - encoder.total_levels :]
    begins = np.concatenate(([0], np.cumsum(encoder.level_counts)))

    def strength(position: katachi.Position, move: str) -> float:
        (row,) = encoder.levels(position.core, [game.number(move)])
        return math.exp(sum(own[begins[feature] + level] for feature, level in row))

    expected = light_value(train, test, list(shapes.shapes), strength, loops=2, stages=stages)
    assert found == pytest.approx(expected, rel=1e-11)


def test_values_do_not_depend_on_what_was_asked_before(data: LightData) -> None:
    light = LightClass.of(data, SHAPES, "b1")
    problem = ShapeProblem(light)
    rng = random.Random(8)
    solutions = [problem.start]
    for _ in range(30):
        solutions.append(problem.neighbour(solutions[-1], rng))
    in_order = [problem.value(solution) for solution in solutions]
    for solution, value in random.Random(9).sample(list(zip(solutions, in_order, strict=True)), 10):
        assert ShapeProblem(light).value(solution) == value
        assert ShapeProblem(light, threads=2).value(solution) == value


def test_light_and_full_values_are_near(data: LightData) -> None:
    """What holding the others still costs: little against the differences between shapes."""
    light = LightClass.of(data, SHAPES, "b1")
    problem = ShapeProblem(light)
    rng = random.Random(10)
    solution, pairs = problem.start, []
    for _ in range(12):
        solution = problem.neighbour(solution, rng)
        _, _, full = data.fit(light.with_class(solution))
        pairs.append((problem.value(solution), full))
    light_values, full_values = map(np.array, zip(*pairs, strict=True))
    assert np.std(light_values - full_values) < 0.3 * np.std(full_values)
    assert np.corrcoef(light_values, full_values)[0, 1] > 0.95


def test_light_data_refuses_what_does_not_fit(data: LightData) -> None:
    with pytest.raises(KatachiError, match=r"shapes are for Othello\(6\), but .* of Hex\(4\)"):
        LightData(random_games(katachi.Hex(4), 1, 0), data.test, OTHELLO, LightSettings())
    with pytest.raises(KatachiError, match="no games"):
        LightData(data.train[:0], data.test, OTHELLO, LightSettings())
    with pytest.raises(KatachiError, match="no shape of class 'd4'"):
        LightClass.of(data, SHAPES, "d4")
    with pytest.raises(KatachiError, match=r"no positions to learn from .*: the first ply is 40"):
        LightData(data.train, data.test, OTHELLO, LightSettings(first_ply=40))
    with pytest.raises(InvalidSettings, match="1 to 64 stages, not 0"):
        LightSettings(stages=0)
    with pytest.raises(InvalidSettings, match="first ply must be 0 to 10000, not -1"):
        LightSettings(first_ply=-1)
    broken = Games.of([GameRecord(OTHELLO, ("a1",))])
    with pytest.raises(KatachiError, match=r"game 1, ply 1: move number 0 is illegal"):
        LightData(broken, data.test, OTHELLO, LightSettings())


# Neighbours


def test_neighbours_change_one_cell_of_one_shape(data: LightData) -> None:
    light = LightClass.of(data, SHAPES, "b1")
    problem = ShapeProblem(light, lengths=Lengths(3, 6))
    target = OTHELLO.cell_number("b1")
    rng = random.Random(11)
    solution = problem.start
    actions = set()
    for _ in range(400):
        changed = problem.neighbour(solution, rng)
        different = [(a, b) for a, b in zip(solution, changed, strict=True) if a != b]
        assert len(different) == 1
        old, new = (set(shape) for shape in different[0])
        actions.add((len(new - old), len(old - new)))
        assert target not in new
        assert 3 <= len(new) + 1 <= 6
        assert len({frozenset(shape) for shape in changed}) == len(changed)
        solution = changed
    assert actions == {(1, 0), (0, 1), (1, 1)}


def test_shapes_out_of_bounds_may_only_come_nearer(data: LightData) -> None:
    light = LightClass.of(data, SHAPES, "a1")
    problem = ShapeProblem(light, lengths=Lengths(6, 7))
    rng = random.Random(12)
    assert all(len(problem.neighbour(problem.start, rng)[0]) == 4 for _ in range(50))


def test_only_free_shapes_change(data: LightData) -> None:
    problem = ShapeProblem(LightClass.of(data, SHAPES, "b1"), free=(1,))
    rng = random.Random(13)
    made = [problem.neighbour(problem.start, rng) for _ in range(30)]
    made += [problem.sample(rng) for _ in range(30)]
    for solution in made:
        assert solution[0] == problem.start[0]
        assert solution[1] != problem.start[1]


def test_exhaustive_search_finds_the_best_of_a_tiny_space(data: LightData) -> None:
    light = LightClass.of(data, SHAPES, "a1")
    problem = ShapeProblem(light, lengths=Lengths(2, 4), places=(1, 2, 6, 7, 14))
    everything = problem.everything()
    assert len(everything) == 5 + 10 + 10
    values = {solution: problem.value(solution) for solution in everything}
    state = optimise(problem, Exhaustive())
    assert state.evaluations == 1 + 25
    assert state.best is not None
    assert state.best.value == max([*values.values(), problem.value(problem.start)])
    # Annealing in the same space ends at the same summit.
    walk = optimise(problem, Annealing(gamma=0.97, keep_best=True), seed=1)
    found = Annealing(keep_best=True).result(walk)
    assert found.value == state.best.value


def test_spaces_too_large_are_refused(data: LightData) -> None:
    problem = ShapeProblem(LightClass.of(data, SHAPES, "b1"))
    with pytest.raises(InvalidSettings, match="too many to try them all"):
        problem.everything()


def test_plans_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidSettings, match="2 to 15 cells, not 5 to 4"):
        Lengths(5, 4)
    with pytest.raises(InvalidSettings, match="no variables 'all'"):
        EvolutionPlan(variables="all")


@pytest.mark.parametrize("measure", MEASURES)
def test_evolution_with_a_filter_asks_less(data: LightData, measure: str) -> None:
    method = Annealing(gamma=0.97, refuse=0.6)
    plan = EvolutionPlan(method=method, trials=1, order=("b1",), measure=measure, seed=3)
    trial = evolve(data, SHAPES, plan).classes[0].trials[0]
    assert trial.evaluations + trial.skipped == trial.steps + 1
    assert trial.skipped > 0.4 * trial.steps
    with pytest.raises(InvalidSettings, match="no measure 'hope'; known: importance"):
        EvolutionPlan(measure="hope")


# What plays late


def planted_games(game: katachi.Game, count: int, seed: int, *, until: int) -> Games:
    """Games that look along the rows up to a ply, and along the columns from there on."""
    rng = random.Random(seed)
    shapes = [RelativeShape(((1, 0),)), RelativeShape(((0, 1),))]
    records = []
    for _ in range(count):
        position, moves = game.start(), list[str]()
        while not position.is_over:
            late = position.moves_played >= until
            legal = position.legal_moves
            likes = [
                (5.0 if late else 12.0)
                if level_of(position, move, shapes[late], color_symmetry=True)
                else 1.0
                for move in legal
            ]
            moves += rng.choices(legal, likes)
            position = position.play(moves[-1])
        records.append(GameRecord(game, tuple(moves)))
    return Games.of(records)


def test_a_first_ply_finds_what_plays_late() -> None:
    """A stronger habit of the opening hides the one that matters afterwards."""
    game = katachi.Hex(5)
    train, test = planted_games(game, 60, 1, until=12), planted_games(game, 30, 2, until=12)
    start = ShapeSet(game, (RelativeShape(((1, -1),)),))
    plan = EvolutionPlan(method=Exhaustive(), trials=1, lengths=Lengths(2, 2))
    settings = LightSettings(reach=1)
    whole = evolve(train, start, plan, test=test, settings=settings)
    late = evolve(train, start, plan, test=test, settings=settings, first_ply=12)
    # An offset and its opposite are one shape: Hex is symmetric by half a turn.
    assert whole.shapes.shapes in [(RelativeShape(((dx, 0),)),) for dx in (-1, 1)]
    assert late.shapes.shapes in [(RelativeShape(((0, dy),)),) for dy in (-1, 1)]
    assert late.gain > 0.1
    # In one stage of two for each habit, both are worth something.
    staged = evolve(train, start, plan, test=test, settings=settings, stages=2)
    assert staged.classes[0].after > whole.classes[0].after


# Going on


class Interrupt(Exception):
    pass


PLAN = EvolutionPlan(method=Annealing(gamma=0.9), trials=2, order=("b1", "a1"), seed=6)


def test_an_evolution_goes_on_where_it_stopped(data: LightData, tmp_path: Path) -> None:
    whole = evolve(data, SHAPES, PLAN)
    folder = tmp_path / "run"
    steps = 0

    def interrupt(_: object) -> None:
        nonlocal steps
        steps += 1
        if steps % 17 == 0:
            raise Interrupt

    for _ in range(50):
        try:
            parts = evolve(data, SHAPES, PLAN, folder=folder, progress=interrupt, save_seconds=0.0)
            break
        except Interrupt:
            continue
    else:
        pytest.fail("the evolution makes no progress")
    assert parts.shapes == whole.shapes
    assert [(c.before, c.after, c.new, c.trials) for c in parts.classes] == [
        (c.before, c.after, c.new, c.trials) for c in whole.classes
    ]
    assert katachi.features.parse_feature_set((folder / "shapes.txt").read_text()) == whole.shapes
    with pytest.raises(KatachiError, match=r"holds another evolution: its trials is '2', not '1'"):
        evolve(data, SHAPES, EvolutionPlan(trials=1), folder=folder)
    given: list[tuple[str, dict[str, Any]]] = [
        ("its first ply is '0', not '20'", {"first_ply": 20}),
        ("its stages is '1', not '3'", {"stages": 3}),
        ("beside other features", {"others": (Tactics(OTHELLO),)}),
    ]
    for told, changes in given:
        with pytest.raises(KatachiError, match=f"holds another evolution: {told}"):
            evolve(
                data.train,
                SHAPES,
                PLAN,
                test=data.test,
                settings=data.settings,
                folder=folder,
                **changes,
            )
    with pytest.raises(KatachiError, match="holds another evolution: from other shapes"):
        evolve(data, SHAPES.with_shapes(SHAPES.shapes[:-1]), PLAN, folder=folder)


def test_an_evolution_by_stage_beside_tactics_goes_on(tmp_path: Path) -> None:
    settings = LightSettings(loops=2, stages=2, first_ply=6)
    data = LightData(
        random_games(OTHELLO, 12, seed=1),
        random_games(OTHELLO, 5, seed=2),
        OTHELLO,
        settings,
        (Tactics(OTHELLO),),
    )
    plan = EvolutionPlan(method=Annealing(gamma=0.9), trials=1, order=("b1", "a1"), seed=6)
    whole = evolve(data, SHAPES, plan)
    steps = 0

    def interrupt(_: object) -> None:
        nonlocal steps
        steps += 1
        if steps == 30:
            raise Interrupt

    with pytest.raises(Interrupt):
        evolve(data, SHAPES, plan, folder=tmp_path / "run", progress=interrupt, save_seconds=0.0)
    parts = evolve(data, SHAPES, plan, folder=tmp_path / "run")
    assert parts.shapes == whole.shapes
    assert [(c.after, c.trials) for c in parts.classes] == [
        (c.after, c.trials) for c in whole.classes
    ]
    # The table at the end is of all positions, also those before the first ply.
    found = data.predict(whole.shapes)
    assert found.stages[0].first == 0
    assert found.positions > sum(len(record.moves) - 6 for record in data.test)


def test_an_evolution_does_not_depend_on_threads(data: LightData) -> None:
    one = evolve(data, SHAPES, PLAN, threads=1)
    three = evolve(data, SHAPES, PLAN, threads=3)
    assert one.shapes == three.shapes
    assert one.classes[0].after == three.classes[0].after


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_evolution import OTHELLO, PLAN, SHAPES, random_games
from katachi.optimising import LightData, LightSettings, evolve
data = LightData(
    random_games(OTHELLO, 24, seed=1), random_games(OTHELLO, 8, seed=2), OTHELLO,
    LightSettings(loops=3),
)
def tell(state):
    print(state.target, state.step, flush=True)
evolve(data, SHAPES, PLAN, folder=Path(sys.argv[1]), progress=tell, save_seconds=0.0, threads=1)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_evolution_goes_on(data: LightData, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
    )
    assert process.stdout is not None
    try:
        for _ in range(30):  # in the middle of a trial
            assert process.stdout.readline()
    finally:
        process.kill()
        process.wait(timeout=60)
        process.stdout.close()
    state = json.loads((folder / "b1-0.json").read_text())
    assert state["state"]["step"] >= 1
    assert evolve(data, SHAPES, PLAN, folder=folder).shapes == evolve(data, SHAPES, PLAN).shapes


def test_evolution_raises_the_test_likelihood(data: LightData) -> None:
    plan = EvolutionPlan(
        method=Annealing(gamma=0.97, keep_best=True), trials=2, seed=1, only_gains=True
    )
    result = evolve(data, SHAPES, plan)
    assert [one.target for one in result.classes] == list(class_names(SHAPES))
    for one in result.classes:
        assert all(trial.last >= trial.first for trial in one.trials)
        assert one.gain >= 0
    _, _, before = data.fit(SHAPES)
    _, _, after = data.fit(result.shapes)
    assert result.gain == pytest.approx(after - before, abs=1e-12)
    assert result.gain > 0.01


def test_one_shape_at_a_time(data: LightData) -> None:
    plan = EvolutionPlan(
        method=HillClimbing(limit=15), trials=1, order=("b1",), variables="shape", seed=2
    )
    result = evolve(data, SHAPES, plan)
    trial = result.classes[0].trials[0]
    assert trial.steps == 2 * 15
    assert trial.last > trial.first


def test_the_order_of_the_thesis() -> None:
    shapes = katachi.features.shapes("othello-default")
    assert EvolutionPlan().classes(shapes) == PAPER_ORDER
    assert EvolutionPlan(order=("c3",)).classes(shapes) == ("c3",)
    with pytest.raises(InvalidSettings, match="no shapes of class 'd4'"):
        EvolutionPlan(order=("d4",)).classes(shapes)


def test_relative_shapes_evolve_on_hexagons(tmp_path: Path) -> None:
    game = katachi.Havannah(4)
    shapes = katachi.features.neighbourhoods(game)
    data = LightData(
        random_games(game, 6, seed=1, longest=20),
        random_games(game, 3, seed=2, longest=20),
        game,
        LightSettings(loops=2),
    )
    plan = EvolutionPlan(method=HillClimbing(limit=10), trials=1, lengths=Lengths(3, 6))
    result = evolve(data, shapes, plan, folder=tmp_path / "run")
    assert result.classes[0].target == "*"
    assert isinstance(result.shapes.shapes[0], RelativeShape)
    assert len(offsets_within(game, 2)) == 18
    # Everything is one class: the light value is the full one.
    assert result.classes[0].after == pytest.approx(result.classes[0].trials[0].last, rel=1e-10)


# The commands


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_the_commands_learn_what_plays_late(tmp_path: Path) -> None:
    folder, known = tmp_path / "late", tmp_path / "tactics.knowledge"
    records = ("othello-selfplay", "--seed", "1")
    done = run("learn", *records, "-f", "tactics", "--loops", "1", "-o", str(known))
    assert done.exit_code == 0, done.output
    words = (
        *("evolve", *records, "--folder", str(folder), "--train", "30", "--test", "10"),
        *("--loops", "1", "--trials", "1", "--class", "b1", "--method", "hill-climbing"),
        *("--limit", "2", "--stages", "2", "--beside", str(known), "--json"),
    )
    done = run(*words, "--first-ply", "20")
    assert done.exit_code == 0, done.output
    whole = json.loads(done.stdout)["all_positions"]
    assert [stage["first"] for stage in whole["stages"]] == [0, 10, 20, 30, 40, 50]
    assert sum(stage["positions"] for stage in whole["stages"]) == whole["positions"]
    heading = json.loads((folder / "evolution.json").read_text())
    assert heading["light"]["first_ply"] == 20
    assert heading["others"] == [Tactics(katachi.Othello()).text]
    done = run(*words, "--first-ply", "10")
    assert done.exit_code == 2
    assert "another evolution: its first ply is '20', not '10'" in " ".join(done.stderr.split())
    late = tmp_path / "late.knowledge"
    done = run(
        *("learn", *records, "-f", str(folder / "shapes.txt"), "-f", str(known), "--loops", "1"),
        *("--first-ply", "20", "--stages", "2", "-o", str(late)),
    )
    assert done.exit_code == 0, done.output
    assert "all positions of the test games" in done.stdout
    found = katachi.load_knowledge(late, FeatureWeights)
    assert found.card.settings["first_ply"] == 20
    assert all(isinstance(one, ByStage) and one.stages == 2 for one in found.features)
    done = run("learn", *records, "-f", "x", "--target", "value", "--stages", "2", "-o", str(late))
    assert done.exit_code == 2
    done = run(*words, "--stages", "65")
    assert done.exit_code == 2


# Real games


def test_light_values_on_tournament_games(shared: Path) -> None:
    """Light and full values of the same shapes differ by less than a tenth of a typical gain."""
    games = katachi.records.read(shared / "data/othello/wthor/WTH_1998.wtb")
    train, test = games.split(test=150, train=500, seed=1)
    shapes = katachi.features.shapes("othello-default")
    data = LightData(train, test, shapes.game, LightSettings())
    weights, _, full = data.fit(shapes)
    for target in ("b1", "c3"):
        light = LightClass.of(data, shapes, target, weights=weights)
        value = ShapeProblem(light).value(light.start)
        assert value == pytest.approx(full, abs=1e-3)
