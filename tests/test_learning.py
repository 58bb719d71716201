"""Competitions and learners against slow twins, SciPy, choix and planted strengths."""

from __future__ import annotations

import math
import random
import weakref
from pathlib import Path

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from reference import bradley_terry as twin
from reference import factorization as slow_factorization
from scipy import optimize

import katachi
from katachi import _core, features
from katachi.learning import CurvePoint, Mm, fit_fbt, fit_lbfgs, fit_mm
from katachi.learning.competitions import Competitions, part_of
from katachi.records import GameRecord, Games

# Two features that come together, and a third that some teams have instead of the second.
LEVEL_COUNTS = [4, 3, 300]
GROUPS = [[0, 1], [0, 2]]


def random_table(seed: int, count: int) -> list[twin.Competition]:
    rng = random.Random(seed)
    competitions = []
    for _ in range(count):
        teams = []
        for _ in range(rng.randint(2, 6)):
            group = GROUPS[rng.randint(0, 1)]
            teams.append([(f, min(rng.randrange(LEVEL_COUNTS[f]), 5)) for f in group])
        competitions.append((teams, rng.randrange(len(teams))))
    return competitions


def to_core(
    competitions: list[twin.Competition], baselines: list[int] | None = None
) -> _core.Teams:
    table = _core.TeamTable(LEVEL_COUNTS, GROUPS, baselines or [])
    for teams, chosen in competitions:
        rows = [
            (GROUPS.index([f for f, _ in team]), [level for _, level in team]) for team in teams
        ]
        table.add(rows, chosen)
    return table.teams()


def as_competitions(teams: _core.Teams) -> Competitions:
    """Teams without features behind them, in the form that learners take."""
    othello = katachi.Othello()
    sets = (features.CellClasses(othello),)
    return Competitions(sets, features.make_encoder(sets), teams, 1, forced_moves=False)


def all_gammas(values: NDArray[np.float64]) -> dict[twin.Member, float]:
    members = [(f, level) for f, count in enumerate(LEVEL_COUNTS) for level in range(count)]
    return dict(zip(members, map(float, values), strict=True))


@pytest.mark.parametrize("prior", [(1.0, 1.0), (0.5, 2.0), (1.0, 0.0)])
def test_mm_equals_the_slow_twin(prior: tuple[float, float]) -> None:
    competitions = random_table(seed=5, count=40)
    teams = to_core(competitions)
    seen = {member for table, _ in competitions for team in table for member in team}
    gammas = dict.fromkeys(sorted(seen), 1.0)
    model = _core.BradleyTerry(
        teams, prior_wins=prior[0], prior_losses=prior[1], gammas=np.zeros(0), threads=1
    )
    for _ in range(4):
        twin.one_pass(competitions, gammas, prior)
        model.run_pass()
        found = all_gammas(model.gammas)
        for member, gamma in gammas.items():
            assert found[member] == pytest.approx(gamma, rel=1e-9)
        expected = twin.mean_log_evidence(competitions, gammas)
        assert model.mean_log_evidence == pytest.approx(expected, rel=1e-9)
        assert _core.mean_log_evidence(
            teams, model.gammas, threads=1, factors=np.zeros(0)
        ) == pytest.approx(expected)


def test_a_kept_feature_is_as_none() -> None:
    """Learned without a feature, by keeping it at 1 or by leaving it out."""
    rng = random.Random(8)
    whole, without = _core.TeamTable([4, 3, 5], [[0, 1, 2]]), _core.TeamTable([4, 5], [[0, 1]])
    for _ in range(60):
        rows = [[rng.randrange(4), rng.randrange(3), rng.randrange(5)] for _ in range(5)]
        whole.add([(0, row) for row in rows], 2)
        without.add([(0, [row[0], row[2]]) for row in rows], 2)
    kept = fit_mm(as_competitions(whole.teams()), loops=9, kept=[1])
    less = fit_mm(as_competitions(without.teams()), loops=9)
    assert not kept.weights[4:7].any()
    assert kept.weights[[*range(4), *range(7, 12)]] == pytest.approx(less.weights, abs=1e-9)
    assert kept.curve[-1].objective == pytest.approx(less.curve[-1].objective, rel=1e-9)
    with pytest.raises(katachi.KatachiError, match="no feature 3"):
        fit_mm(as_competitions(whole.teams()), kept=[3])


@given(st.integers(0, 2**32), st.floats(0.0, 3.0), st.floats(0.01, 3.0))
def test_likelihood_never_falls(seed: int, wins: float, losses: float) -> None:
    teams = to_core(random_table(seed, 30))
    model = _core.BradleyTerry(
        teams, prior_wins=wins, prior_losses=losses, gammas=np.zeros(0), threads=1
    )
    before = model.objective
    for _ in range(8):
        model.run_pass()
        assert model.objective >= before - 1e-9 * abs(before)
        before = model.objective


def test_two_players_give_the_win_ratio() -> None:
    table = _core.TeamTable([2], [[0]])
    for game in range(40):
        table.add([(0, [0]), (0, [1])], 0 if game < 30 else 1)
    fit = fit_mm(as_competitions(table.teams()), loops=200, prior_wins=0.0, prior_losses=0.0)
    assert math.exp(fit.weights[0] - fit.weights[1]) == pytest.approx(3.0, rel=1e-9)


def test_mm_equals_choix_on_plain_bradley_terry() -> None:
    rng = random.Random(2)
    players = 12
    strengths = [rng.gauss(0, 1) for _ in range(players)]
    results = []
    for _ in range(1500):
        a, b = rng.sample(range(players), 2)
        won = rng.random() < 1 / (1 + math.exp(strengths[b] - strengths[a]))
        results.append((a, b) if won else (b, a))
    table = _core.TeamTable([players], [[0]])
    for winner, loser in results:
        table.add([(0, [winner]), (0, [loser])], 0)
    fit = fit_mm(as_competitions(table.teams()), loops=400, prior_wins=0.0, prior_losses=0.0)
    expected = choix.ilsr_pairwise(players, results, tol=1e-12)
    ours = fit.weights - fit.weights.mean()
    assert ours == pytest.approx(expected - expected.mean(), abs=1e-6)


def scipy_summit(
    teams: _core.Teams, prior: tuple[float, float], fixed: tuple[int, ...] = ()
) -> NDArray[np.float64]:
    """The same posterior, written with NumPy from rows, raised by SciPy; `fixed` levels weigh 0."""
    rows = [row for block in range(teams.block_count) for row in _numbered(teams, block)]
    count = 1 + max(row[0] for row in rows)
    begins = np.concatenate(([0], np.cumsum(LEVEL_COUNTS)))
    matrix = np.zeros((len(rows), int(begins[-1])))
    owner = np.array([row[0] for row in rows])
    chosen = np.array([row[4] for row in rows])
    multiplicity = np.array([row[3] for row in rows], dtype=float)
    for i, (_, group, levels, _, _) in enumerate(rows):
        for feature, level in zip(GROUPS[group], levels, strict=True):
            matrix[i, begins[feature] + level] = 1.0
    seen = np.setdiff1d(np.flatnonzero(matrix.any(axis=0)), fixed)
    matrix = matrix[:, seen]
    wins, losses = prior

    def falls(w: NDArray[np.float64]) -> float:
        scores = matrix @ w
        evidence = np.bincount(owner, weights=multiplicity * np.exp(scores), minlength=count)
        value = scores[chosen].sum() - np.log(evidence).sum()
        value -= (wins * np.logaddexp(0, -w) + losses * np.logaddexp(0, w)).sum()
        return float(-value)

    found = optimize.minimize(falls, np.zeros(seen.size), method="BFGS", options={"gtol": 1e-5})
    weights = np.zeros(int(begins[-1]))
    weights[seen] = found.x
    return weights


def _numbered(teams: _core.Teams, block: int) -> list[tuple[int, int, list[int], int, bool]]:
    size = 64  # competitions of a block of a TeamTable
    return [(block * size + r[0], r[1], r[2], r[3], r[4]) for r in teams.rows(block)]


def test_mm_and_lbfgs_equal_scipy() -> None:
    teams = to_core(random_table(seed=9, count=120))
    prior = (1.0, 1.0)
    summit = scipy_summit(teams, prior)
    expected = _core.mean_log_evidence(teams, np.exp(summit), threads=1, factors=np.zeros(0))
    competitions = as_competitions(teams)
    mm = fit_mm(competitions, loops=400)
    assert mm.curve[-1].train == pytest.approx(expected, abs=1e-4)
    quasi = fit_lbfgs(competitions, loops=60, l2=0.0, prior_wins=1.0, prior_losses=1.0)
    assert quasi.curve[-1].train == pytest.approx(expected, abs=1e-6)
    assert quasi.weights == pytest.approx(summit, abs=1e-3)


def test_baselines_keep_strength_one_and_the_rest_equals_scipy() -> None:
    """Levels 0 of the first and the third feature are fixed, as in FOREST table 5.1."""
    rows = random_table(seed=12, count=150)
    teams = to_core(rows, baselines=[0, 2])
    fixed = (0, LEVEL_COUNTS[0] + LEVEL_COUNTS[1])
    assert tuple(teams.baselines) == fixed
    assert min(teams.appearances()[list(fixed)]) > 0
    summit = scipy_summit(teams, (1.0, 1.0), fixed)
    competitions = as_competitions(teams)
    mm = fit_mm(competitions, loops=600)
    assert mm.weights == pytest.approx(summit, abs=2e-3)
    quasi = fit_lbfgs(competitions, loops=60, l2=0.0, prior_wins=1.0, prior_losses=1.0)
    assert quasi.weights == pytest.approx(summit, abs=1e-3)
    factored = fit_fbt(competitions, loops=2)
    for fit in (mm, quasi, factored):
        assert list(fit.weights[list(fixed)]) == [0.0, 0.0]
    assert factored.factors is not None
    assert not factored.factors[list(fixed)].any()
    assert factored.factors[1].any()
    free = fit_mm(as_competitions(to_core(rows)), loops=600)
    assert abs(free.weights[fixed[0]]) > 1e-3


def test_lbfgs_with_l2_stands_at_a_summit() -> None:
    teams = to_core(random_table(seed=4, count=200))
    fit = fit_lbfgs(as_competitions(teams), loops=80, l2=0.7)
    _, expected = _core.likelihood(teams, np.exp(fit.weights), threads=1)
    slope = teams.wins() - expected - 0.7 * fit.weights
    assert np.abs(slope).max() < 1e-4
    values = [point.objective for point in fit.curve[2:]]
    assert values == sorted(values)


def test_expected_wins_are_the_derivative() -> None:
    teams = to_core(random_table(seed=7, count=25))
    weights = np.random.default_rng(1).normal(size=teams.total_levels)
    _, expected = _core.likelihood(teams, np.exp(weights), threads=1)
    slope = teams.wins() - expected
    for level in (0, 2, 4, 5, 8, 10):
        step = np.zeros_like(weights)
        step[level] = 1e-5
        above, _ = _core.likelihood(teams, np.exp(weights + step), threads=1)
        below, _ = _core.likelihood(teams, np.exp(weights - step), threads=1)
        assert (above - below) / 2e-5 == pytest.approx(slope[level], abs=1e-5)


def test_planted_strengths_are_recovered() -> None:
    rng = random.Random(11)
    counts = [5, 6]
    planted = [[rng.gauss(0, 1) for _ in range(count)] for count in counts]
    table = _core.TeamTable(counts, [[0, 1]])
    for _ in range(20000):
        teams = [[rng.randrange(count) for count in counts] for _ in range(5)]
        strengths = [math.exp(planted[0][a] + planted[1][b]) for a, b in teams]
        chosen = rng.choices(range(5), strengths)[0]
        table.add([(0, team) for team in teams], chosen)
    fit = fit_mm(as_competitions(table.teams()), loops=60)
    first, second = fit.weights[:5], fit.weights[5:]
    for found, truth in ((first, planted[0]), (second, planted[1])):
        difference = (found - found.mean()) - (np.array(truth) - np.mean(truth))
        # Four standard errors of a level that is in about a fifth of 20,000 competitions.
        assert np.abs(difference).max() < 0.12


def othello_games(count: int, seed: int) -> Games:
    """Games whose players like cells with small numbers."""
    rng = random.Random(seed)
    game = katachi.Othello()
    records = []
    for _ in range(count):
        position = game.start()
        moves = []
        while not position.is_over:
            legal = position.legal_moves
            move = legal[min(rng.randrange(len(legal)), rng.randrange(len(legal)))]
            moves.append(move)
            position = position.play(move)
        records.append(GameRecord(game, tuple(moves)))
    return Games.of(records)


@pytest.fixture(scope="module")
def games() -> Games:
    return othello_games(70, seed=1)


@pytest.fixture(scope="module")
def shapes() -> list[features.FeatureSet]:
    return [features.shapes("othello-evolved"), features.CellClasses(katachi.Othello())]


def test_competitions_equal_a_replay(games: Games, shapes: list[features.FeatureSet]) -> None:
    competitions = Competitions.of(games[:2], shapes, merge=False)
    rows = competitions.teams.rows(0)
    place = 0
    number = 0
    for record in games[:2]:
        for position, move in zip(record.replay(), record.moves, strict=False):
            assert isinstance(position, katachi.Position)
            if len(position.legal_moves) < 2:
                continue
            legal = [position.game.number(m) for m in position.legal_moves]
            expected = sorted(
                [level for _, level in row]
                for row in competitions.encoder.levels(position.core, legal)
            )
            here = [row for row in rows[place:] if row[0] == number][: len(legal)]
            assert sorted(row[2] for row in here) == expected
            chosen = [row[2] for row in here if row[4]]
            own = position.game.number(move)
            (wanted,) = competitions.encoder.levels(position.core, [own])
            assert chosen == [[level for _, level in wanted]]
            place += len(legal)
            number += 1
    assert number == len(competitions)


def test_results_do_not_depend_on_threads(games: Games, shapes: list[features.FeatureSet]) -> None:
    def rows(teams: _core.Teams) -> list[object]:
        return [row for block in range(teams.block_count) for row in teams.rows(block)]

    one = Competitions.of(games, shapes, threads=1)
    three = Competitions.of(games, shapes, threads=3)
    assert one.teams.block_count > 1
    assert rows(one.teams) == rows(three.teams)
    for fit in (fit_mm, fit_lbfgs):
        a = fit(one, loops=3, threads=1)
        b = fit(three, loops=3, threads=3)
        assert np.array_equal(a.weights, b.weights)
        assert [p.train for p in a.curve] == [p.train for p in b.curve]


def test_merged_teams_say_the_same(games: Games, shapes: list[features.FeatureSet]) -> None:
    merged = Competitions.of(games, shapes)
    apart = Competitions.of(games, shapes, merge=False)
    assert merged.teams.team_count < apart.teams.team_count
    assert np.array_equal(merged.teams.appearances(), apart.teams.appearances())
    assert np.array_equal(merged.teams.wins(), apart.teams.wins())
    a, b = fit_mm(merged, loops=3), fit_mm(apart, loops=3)
    assert a.weights == pytest.approx(b.weights, abs=1e-9)
    found = [
        _core.predict(c.teams, np.exp(a.weights), threads=1, factors=np.zeros(0))
        for c in (merged, apart)
    ]
    assert found[0].probability == pytest.approx(found[1].probability)
    assert np.array_equal(found[0].better, found[1].better)
    assert np.array_equal(found[0].equal, found[1].equal)


def test_forced_moves_and_shares(games: Games, shapes: list[features.FeatureSet]) -> None:
    all_positions = Competitions.of(games, shapes, forced_moves=True)
    chosen = Competitions.of(games, shapes)
    assert len(all_positions) == len(games.moves)
    assert len(chosen) < len(all_positions)
    part = Competitions.of(games, shapes, share=0.1, seed=3)
    assert len(part) == len(Competitions.of(games, shapes, share=0.1, seed=3, threads=2))
    assert 0.06 * len(chosen) < len(part) < 0.14 * len(chosen)


def test_an_illegal_move_is_named(shapes: list[features.FeatureSet]) -> None:
    bad = Games.of([GameRecord(katachi.Othello(), ("f5", "d6", "a1"))])
    with pytest.raises(katachi.KatachiError, match="game 1, ply 3"):
        Competitions.of(bad, shapes)


def test_features_of_another_board_are_refused(games: Games) -> None:
    with pytest.raises(katachi.KatachiError, match=r"for Othello\(6\), but there are games of"):
        Competitions.of(games, [features.CellClasses(katachi.Othello(6))])


def test_games_from_other_starts() -> None:
    game = katachi.Othello()
    start = game.start().play_all("f5 d6")
    records = [
        GameRecord(game, ("f5", "d6", "c3")),
        GameRecord(game, ("c3", "d3"), start=start),
        GameRecord(game, ("f5",)),
    ]
    competitions = Competitions.of(Games.of(records), [features.CellClasses(game)])
    assert len(competitions) == 6


@pytest.mark.parametrize("game", [katachi.Go(5), katachi.Hex(4), katachi.Havannah(3)], ids=str)
def test_relative_shapes_learn_in_other_games(game: katachi.Game) -> None:
    rng = random.Random(6)
    records = []
    for _ in range(40):
        position = game.start()
        moves: list[str] = []
        while not position.is_over and len(moves) < 30:
            legal = position.legal_moves
            move = legal[max(rng.randrange(len(legal)), rng.randrange(len(legal)))]
            moves.append(move)
            position = position.play(move)
        records.append(GameRecord(game, tuple(moves)))
    sets: list[features.FeatureSet] = [features.neighbourhoods(game), features.CellClasses(game)]
    competitions = Competitions.of(Games.of(records), sets)
    fit = fit_mm(competitions, loops=5)
    values = [point.objective for point in fit.curve]
    assert values == sorted(values)
    assert fit.curve[-1].train > fit.curve[0].train + 0.01


def test_learning_and_test_curves(games: Games, shapes: list[features.FeatureSet]) -> None:
    train = Competitions.of(games[:50], shapes)
    test = Competitions.of(games[50:], shapes, encoder=train.encoder)
    seen: list[CurvePoint] = []
    fit = fit_mm(train, test, loops=30, patience=3, progress=seen.append)
    assert tuple(seen) == fit.curve
    tested = [point.test for point in fit.curve]
    assert None not in tested
    # It stops three loops after the best, and gives the best back.
    assert fit.loop == max(range(len(tested)), key=lambda i: tested[i] or -9.0)
    assert len(fit.curve) == fit.loop + 4
    again = _core.mean_log_evidence(test.teams, np.exp(fit.weights), threads=1, factors=np.zeros(0))
    assert again == pytest.approx(tested[fit.loop])


def test_warm_start_goes_on(games: Games, shapes: list[features.FeatureSet]) -> None:
    train = Competitions.of(games, shapes)
    whole = fit_mm(train, loops=5)
    half = fit_mm(train, loops=2)
    rest = fit_mm(train, loops=3, start=half.weights)
    assert rest.weights == pytest.approx(whole.weights, abs=1e-9)


def test_learn_gives_knowledge(games: Games, shapes: list[features.FeatureSet]) -> None:
    knowledge = katachi.learn(games, features=shapes, loops=3, about="a test")
    assert knowledge.card.about == "a test"
    assert knowledge.card.learner == "mm"
    assert knowledge.card.games == 70
    assert np.count_nonzero(knowledge.weights[knowledge.appearances == 0]) == 0
    warm = katachi.learn(games, features=shapes, loops=1, start=knowledge)
    assert warm.card.settings["warm_start"] is True
    for arguments, words in (
        ({"learner": "magic"}, "no learner 'magic'"),
        ({"loops": -1}, "must not be negative"),
    ):
        with pytest.raises(katachi.KatachiError, match=words):
            katachi.learn(games, features=shapes, **arguments)
    with pytest.raises(TypeError, match="colour"):
        Mm(colour=3)  # type: ignore[call-arg]
    eager = katachi.learn(games, features=shapes, loops=1, learner=Mm(prior_wins=5.0))
    assert eager.card.settings["prior_wins"] == 5.0
    assert "prior_losses" not in eager.card.settings, "cards tell what is not a default"
    plain = katachi.learn(games, features=shapes, loops=1)
    assert not np.array_equal(eager.weights, plain.weights)
    with pytest.raises(katachi.KatachiError, match="features are needed"):
        katachi.learn(games)


def test_the_core_checks_its_border() -> None:
    teams = to_core(random_table(1, 5))
    with pytest.raises(ValueError, match="there are 307 levels, not 3"):
        _core.mean_log_evidence(teams, np.ones(3), threads=1, factors=np.zeros(0))
    with pytest.raises(ValueError, match="must be positive"):
        _core.mean_log_evidence(teams, np.zeros(307), threads=1, factors=np.zeros(0))
    with pytest.raises(ValueError, match="threads"):
        _core.mean_log_evidence(teams, np.ones(307), threads=0, factors=np.zeros(0))
    table = _core.TeamTable([2], [[0]])
    for rows, chosen in (([(0, [2])], 0), ([(1, [0])], 0), ([(0, [0])], 1), ([(0, [])], 0)):
        with pytest.raises(ValueError, match=r"there is no|none of the teams|needs a level"):
            table.add(rows, chosen)
    with pytest.raises(ValueError, match="there is no feature 3"):
        _core.TeamTable([2], [[3]])


@pytest.fixture(scope="module")
def wthor(shared: Path) -> Games:
    folder = shared / "data" / "othello" / "wthor"
    years = [katachi.records.read(folder / f"WTH_{year}.wtb") for year in range(1990, 2000)]
    return Games.joined(years)


def test_prediction_of_tournament_players(wthor: Games) -> None:
    """10,000 games of 1990 to 1999: an independent calculation gave -1.469 and 45.3 %."""
    train, test = wthor.split(train=10000, test=1000, seed=1)
    default = [features.shapes("othello-default")]
    prediction = katachi.predict(katachi.learn(train, features=default, loops=4), test)
    low, high = prediction.interval
    assert low - 0.01 < -1.469 < high + 0.01
    assert prediction.accuracy == pytest.approx(0.453, abs=0.015)


@pytest.mark.slow
def test_lbfgs_reaches_mm_sooner(wthor: Games) -> None:
    train, test = wthor.split(train=10000, test=1000, seed=1)
    sets = [features.shapes("othello-default")]
    a = Competitions.of(train, sets)
    b = Competitions.of(test, sets, encoder=a.encoder)
    goal = fit_mm(a, b, loops=20).curve[-1].test
    assert goal is not None
    reached = [p.loop for p in fit_lbfgs(a, b, loops=12).curve if p.test and p.test >= goal]
    assert reached
    assert reached[0] <= 8


def test_factorization_learns_what_pairs_say() -> None:
    """Two features that matter only together: the plain model is blind, factors see it."""
    rng = random.Random(3)
    table = _core.TeamTable([2, 2], [[0, 1]])
    for _ in range(3000):
        teams = [[rng.randrange(2), rng.randrange(2)] for _ in range(4)]
        weights = [5.0 if a == b else 1.0 for a, b in teams]
        table.add([(0, team) for team in teams], rng.choices(range(4), weights)[0])
    competitions = as_competitions(table.teams())
    plain = fit_mm(competitions, loops=30).curve[-1].train
    fit = fit_fbt(competitions, loops=20, factors=2, seed=1)
    assert fit.factors is not None
    assert fit.factors.shape == (4, 2)
    # ln 5 apart, as planted: what the pairs (0, 0) and (0, 1) add differs by that.
    rows = fit.factors
    weights_of = fit.weights
    same = weights_of[0] + weights_of[2] + rows[0] @ rows[2]
    other = weights_of[0] + weights_of[3] + rows[0] @ rows[3]
    assert same - other == pytest.approx(math.log(5.0), abs=0.25)
    assert fit.curve[-1].train > plain + 0.05


@pytest.mark.parametrize("factors", [1, 3, 7, 8, 12])
def test_factorization_steps_along_the_derivative(factors: int) -> None:
    """Rows fill one or two bundles of eight numbers."""
    competitions = random_table(seed=9, count=25)
    begins = [0, *np.cumsum(LEVEL_COUNTS).tolist()]
    teams = to_core(competitions, [1])
    model = _core.Factorization(
        teams,
        factors=factors,
        rate=0.2,
        weight_pull=0.01,
        factor_pull=0.01,
        spread=0.5,
        seed=3,
        weights=np.linspace(-1.0, 1.0, begins[-1]),
    )
    fixed = begins[1]
    columns = np.column_stack([model.weights, model.factors.reshape(-1, factors)])
    rows = {level: row.tolist() for level, row in enumerate(columns)}
    squares = {level: [1.0] * (1 + factors) for level in rows}
    assert rows[fixed] == [0.0] * (1 + factors)
    assert all(rows[1])
    for _ in range(2):
        model.run_pass(teams)
        for table, chosen in competitions:
            numbers = [[begins[f] + level for f, level in team] for team in table]
            numbers = [[level for level in team if level != fixed] for team in numbers]
            slow_factorization.one_step(numbers, chosen, rows, squares, rate=0.2, pull=0.01)
    expected = np.array([rows[level] for level in range(begins[-1])])
    assert model.weights == pytest.approx(expected[:, 0], abs=1e-4)
    assert model.factors == pytest.approx(expected[:, 1:].ravel(), abs=1e-4)


def test_parts_of_the_positions_take_turns(
    games: Games, shapes: list[features.FeatureSet], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Competitions.of(games, shapes)
    parts = [Competitions.of(games, shapes, share=0.25, part=part, seed=5) for part in range(4)]
    assert sum(len(part) for part in parts) == len(whole)
    assert all(0 < len(part) < len(whole) / 2 for part in parts)
    counts = sum(part.teams.appearances() for part in parts)
    assert np.array_equal(counts, whole.teams.appearances())
    with pytest.raises(katachi.KatachiError, match="no part 4"):
        Competitions.of(games, shapes, share=0.25, part=4)

    given: list[int] = []
    shares: list[weakref.ref[Competitions]] = []
    of = Competitions.of

    def watched(*arguments: object, **settings: object) -> Competitions:
        assert not any(share() for share in shares), "another share is still in memory"
        given.append(int(str(settings.get("part", 0))))
        share = of(*arguments, **settings)  # type: ignore[arg-type] # passed on
        shares.append(weakref.ref(share))
        return share

    monkeypatch.setattr(Competitions, "of", watched)
    knowledge = katachi.learn(
        games, features=shapes, learner="fbt", share=0.25, parts=4, loops=5, seed=5
    )
    assert given == [0, 1, 2, 3, 0, 1]
    assert knowledge.card.positions == len(whole)
    assert np.array_equal(knowledge.appearances, whole.teams.appearances())
    for learner, count in (("fbt", 5), ("mm", 2)):
        with pytest.raises(katachi.InvalidSettings, match="parts"):
            katachi.learn(games, features=shapes, learner=learner, parts=count, share=0.25)


def test_shares_may_be_of_games(games: Games, shapes: list[features.FeatureSet]) -> None:
    parts = [
        Competitions.of(games, shapes, share=0.25, part=part, seed=5, whole_games=True)
        for part in range(4)
    ]
    assert sum(part.games for part in parts) == len(games)
    assert max(part.games for part in parts) - min(part.games for part in parts) <= 1
    counts = sum(part.teams.appearances() for part in parts)
    assert np.array_equal(counts, Competitions.of(games, shapes).teams.appearances())
    assert len(part_of(games, share=0.3, part=3, seed=5)) == len(games) - round(0.9 * len(games))
    for share, part in ((0.25, 4), (0.0, 0), (1.5, 0), (0.5, -1)):
        with pytest.raises(katachi.KatachiError, match=f"no part {part} of shares of {share:g}"):
            part_of(games, share=share, part=part, seed=5)
    knowledge = katachi.learn(
        games,
        features=shapes,
        learner="fbt",
        share=0.25,
        parts=4,
        loops=3,
        seed=5,
        whole_games=True,
    )
    assert knowledge.card.positions == sum(len(part) for part in parts)
    assert knowledge.card.games == len(games)
    assert knowledge.card.settings["whole_games"] is True


def test_factorization_is_repeatable_and_checked(
    games: Games, shapes: list[features.FeatureSet]
) -> None:
    train = Competitions.of(games, shapes)
    test = Competitions.of(games[:10], shapes, encoder=train.encoder)
    a = fit_fbt(train, test, loops=2, seed=4, threads=1)
    b = fit_fbt(train, test, loops=2, seed=4, threads=2)
    assert a.factors is not None
    assert b.factors is not None
    assert np.array_equal(a.factors, b.factors)
    assert np.array_equal(a.weights, b.weights)
    assert a.curve[-1].train > a.curve[0].train
    for wrong in ({"factors": 0}, {"rate": 0.0}, {"spread": 9.0}, {"loops": -1}):
        with pytest.raises(katachi.KatachiError, match=r"must|out of range"):
            fit_fbt(train, **wrong)


def test_factorization_knowledge_predicts_as_it_was_fitted(
    games: Games, shapes: list[features.FeatureSet]
) -> None:
    train, test = games[:50], games[50:]
    points: list[CurvePoint] = []
    knowledge = katachi.learn(
        train, features=shapes, learner="fbt", test=test, loops=2, progress=points.append
    )
    prediction = katachi.predict(knowledge, test)
    assert prediction.mean_log_evidence == pytest.approx(points[-1].test, abs=1e-4)
