"""Statistics: published figures, SciPy and choix as judges, and the ends where nothing exists."""

from __future__ import annotations

import itertools
import math
import random

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize
from scipy.stats import binomtest

from katachi.errors import KatachiError
from katachi.matches.figures import UNDEFINED
from katachi.matches.match_block import count_lines, sprt_line
from katachi.matches.ratings import (
    GameCounts,
    PairCounts,
    Pairing,
    Sprt,
    clopper_pearson_interval,
    elo_of_share,
    elo_with_error,
    likelihood_of_superiority,
    normalized_elo_with_error,
    parse_sprt,
    rate,
    share_of_elo,
    wilson_interval,
    wilson_interval_with_continuity,
)
from katachi.matches.ratings.sprt import SprtModel

PAIRS = PairCounts.from_pentanomial((177, 1629, 3083, 1780, 221))
GAMES = GameCounts(losses=3507, draws=6527, wins=3746)


# The figures of the formats page, section 9, to the printed digits.


def test_pentanomial_vector() -> None:
    test = Sprt(0, 3, alpha=0.05, beta=0.10)
    assert f"{test.log_likelihood_ratio(PAIRS):.4f}" == "2.9129"
    assert [f"{bound:.4f}" for bound in test.bounds] == ["-2.2513", "2.8904"]
    elo, normalized = elo_with_error(PAIRS), normalized_elo_with_error(PAIRS)
    assert f"{elo.value:.4f} +/- {elo.error:.4f}" == "6.0265 +/- 3.4929"
    assert f"{normalized.value:.4f} +/- {normalized.error:.4f}" == "10.0110 +/- 5.8009"
    assert f"{likelihood_of_superiority(PAIRS):.6f}" == "0.999641"
    assert test.decision(PAIRS) == "H1"


def test_logistic_vector() -> None:
    assert f"{Sprt(0, 3, model='logistic').log_likelihood_ratio(PAIRS):.4f}" == "4.2743"


def test_trinomial_vector() -> None:
    elo = elo_with_error(GAMES)
    assert f"{Sprt(0, 3).log_likelihood_ratio(GAMES):.4f}" == "2.3309"
    assert f"{elo.value:.4f} +/- {elo.error:.4f}" == "6.0265 +/- 4.2088"
    assert f"{normalized_elo_with_error(GAMES).value:.4f}" == "8.3083"
    assert f"{likelihood_of_superiority(GAMES):.6f}" == "0.997501"


def test_long_pentanomial_vector() -> None:
    pairs = PairCounts.from_pentanomial((379, 10170, 21828, 10640, 343))
    assert 2.945 <= Sprt(0, 2).log_likelihood_ratio(pairs) <= 2.946
    normalized = normalized_elo_with_error(pairs)
    assert f"{normalized.value:.4f} +/- {normalized.error:.4f}" == "3.0505 +/- 2.3124"
    assert Sprt(0, 2).bounds == pytest.approx((-2.94, 2.94), abs=0.005)


def test_interval_vectors() -> None:
    assert wilson_interval(60, 100) == pytest.approx((0.50200, 0.69060), abs=5e-6)
    assert clopper_pearson_interval(60, 100) == pytest.approx((0.49721, 0.69671), abs=5e-6)
    corrected = wilson_interval_with_continuity(60, 100)
    assert corrected == pytest.approx((0.49700, 0.69522), abs=5e-6)


@pytest.mark.parametrize(
    ("wins", "games", "plain", "corrected"),
    [
        (81, 263, (0.2553, 0.3662), (0.2535, 0.3682)),
        (15, 148, (0.0624, 0.1605), (0.0598, 0.1644)),
        (0, 20, (0.0, 0.1611), (0.0, 0.2005)),
        (1, 29, (0.0061, 0.1718), (0.0018, 0.1963)),
    ],
)
def test_intervals_of_newcombe_1998_table_1(
    wins: int, games: int, plain: tuple[float, float], corrected: tuple[float, float]
) -> None:
    assert wilson_interval(wins, games) == pytest.approx(plain, abs=5.1e-5)
    assert wilson_interval_with_continuity(wins, games) == pytest.approx(corrected, abs=5.1e-5)


@pytest.mark.parametrize("games", [1, 2, 17, 400])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_intervals_agree_with_scipy(games: int, confidence: float) -> None:
    for wins in sorted({0, 1, games // 3, games - 1, games}):
        judge = binomtest(wins, games)
        for ours, method in (
            (wilson_interval, "wilson"),
            (wilson_interval_with_continuity, "wilsoncc"),
            (clopper_pearson_interval, "exact"),
        ):
            theirs = judge.proportion_ci(confidence, method=method)
            assert ours(wins, games, confidence=confidence) == pytest.approx(theirs, abs=1e-9)


def test_impossible_intervals_are_refused() -> None:
    for interval in (
        wilson_interval,
        wilson_interval_with_continuity,
        clopper_pearson_interval,
    ):
        with pytest.raises(KatachiError, match="3 points of 2 games make no interval"):
            interval(3, 2)
        with pytest.raises(KatachiError, match="a confidence lies between 0 and 1, not at 95"):
            interval(1, 2, confidence=95)


def test_the_report_block_is_that_of_the_common_tool() -> None:
    pairs = PairCounts(177, 1629, 1526, 1557, 1780, 221)
    assert count_lines(GAMES, pairs) == [
        "Elo: 6.03 +/- 3.49, nElo: 10.01 +/- 5.80",
        "LOS: 99.96 %, DrawRatio: 44.75 %, PairsRatio: 1.11",
        "Games: 13780, Wins: 3746, Losses: 3507, Draws: 6527, Points: 7009.5 (50.87 %)",
        "Ptnml(0-2): [177, 1629, 3083, 1780, 221], WL/DD Ratio: 0.98",
    ]
    line = sprt_line(Sprt(0, 3, alpha=0.05, beta=0.10), pairs)
    assert line == "LLR: 2.91 (100.8%) (-2.25, 2.89) [0.00, 3.00]"


# What does not exist.


@pytest.mark.parametrize("counts", [GameCounts(wins=5), PairCounts(two_losses=5)])
def test_one_sided_results_have_no_elo_and_say_so(counts: GameCounts | PairCounts) -> None:
    assert math.isnan(elo_with_error(counts).value)
    assert not elo_with_error(counts).is_defined
    assert not normalized_elo_with_error(counts).is_defined
    assert math.isnan(likelihood_of_superiority(counts))
    games = counts if isinstance(counts, GameCounts) else GameCounts(losses=10)
    pairs = counts if isinstance(counts, PairCounts) else PairCounts()
    lines = "\n".join(count_lines(games, pairs))
    assert f"Elo: {UNDEFINED} +/- {UNDEFINED}, nElo: {UNDEFINED} +/- {UNDEFINED}" in lines
    assert "nan" not in lines
    assert "inf" not in lines


def test_nothing_can_be_said_without_games() -> None:
    with pytest.raises(KatachiError, match="no games, no statistics"):
        elo_with_error(GameCounts())
    with pytest.raises(KatachiError, match="a count must be a whole number from 0, not -1"):
        GameCounts(losses=-1)
    assert Sprt(0, 5).log_likelihood_ratio(PairCounts()) == 0
    assert Sprt(0, 5).decision(PairCounts()) == "undecided"


# Elo


@given(st.floats(-3000, 3000))
def test_elo_and_share_are_inverse(elo: float) -> None:
    assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


def test_shares_of_huge_differences_do_not_overflow() -> None:
    assert (share_of_elo(1e9), share_of_elo(-1e9)) == (1.0, 0.0)
    assert elo_of_share(1.0) == math.inf
    assert elo_of_share(0.0) == -math.inf


# SPRT


def direct_logistic(counts: PairCounts | GameCounts, elo0: float, elo1: float) -> float:
    """The same ratio from another route: SciPy's roots of the textbook equation."""
    observed = np.array([frequency or 1e-3 for frequency in counts.frequencies])
    shares = observed / observed.sum()
    values = np.array(counts.values)

    def likeliest(mean: float) -> NDArray[np.float64]:
        gap = values - mean
        low, high = -1 / (1 - mean), 1 / mean
        width = high - low
        root = brentq(
            lambda t: float((shares * gap / (1 + t * gap)).sum()),
            low + 1e-12 * width,
            high - 1e-12 * width,
            xtol=1e-15,
        )
        return np.asarray(shares / (1 + root * gap), dtype=np.float64)

    ratio = np.log(likeliest(share_of_elo(elo1)) / likeliest(share_of_elo(elo0)))
    return float(observed.sum() * (shares * ratio).sum())


@given(
    st.tuples(*[st.integers(0, 400)] * 5).filter(any),
    st.integers(-50, 49),
    st.integers(1, 40),
)
def test_logistic_ratio_agrees_with_scipy(
    counts: tuple[int, int, int, int, int], elo0: int, width: int
) -> None:
    pairs = PairCounts.from_pentanomial(counts)
    ours = Sprt(elo0, elo0 + width, model="logistic").log_likelihood_ratio(pairs)
    assert ours == pytest.approx(direct_logistic(pairs, elo0, elo0 + width), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@given(st.tuples(*[st.integers(0, 50)] * 5), st.floats(-2000, 1990), st.floats(0.1, 2000))
def test_no_hypothesis_makes_the_search_hang(
    model: SprtModel, counts: tuple[int, int, int, int, int], elo0: float, width: float
) -> None:
    ratio = Sprt(elo0, elo0 + width, model=model).log_likelihood_ratio(
        PairCounts.from_pentanomial(counts)
    )
    assert math.isfinite(ratio)


def test_the_hypotheses_that_hung_another_tool() -> None:
    pairs = PairCounts.from_pentanomial((1, 5, 20, 5, 1))
    for model in ("normalized", "logistic"):
        assert Sprt(-1500, -500, model=model).decision(pairs) == "H1"
        assert Sprt(500, 1500, model=model).decision(pairs) == "H0"


@given(st.tuples(*[st.integers(0, 300)] * 5).filter(any))
def test_exchanging_the_agents_changes_the_sign(counts: tuple[int, int, int, int, int]) -> None:
    a, b, c, d, e = counts
    pairs, mirrored = (PairCounts.from_pentanomial(x) for x in ((a, b, c, d, e), (e, d, c, b, a)))
    for model in ("normalized", "logistic"):
        there = Sprt(0, 10, model=model).log_likelihood_ratio(pairs)
        back = Sprt(-10, 0, model=model).log_likelihood_ratio(mirrored)
        assert there == pytest.approx(-back, rel=1e-6, abs=1e-7)


def test_bayesian_model_is_logistic_at_its_own_scores() -> None:
    test = Sprt(0, 10, model="bayesian")
    wins, losses = GAMES.wins / GAMES.games, GAMES.losses / GAMES.games
    draw_elo = 200 * math.log10((1 - losses) / losses * (1 - wins) / wins)

    def logistic_elo(bayes: float) -> float:
        win = 1 / (1 + 10 ** ((draw_elo - bayes) / 400))
        loss = 1 / (1 + 10 ** ((draw_elo + bayes) / 400))
        return elo_of_share(win + (1 - win - loss) / 2)

    expected = direct_logistic(GAMES, logistic_elo(0), logistic_elo(10))
    assert test.log_likelihood_ratio(GAMES) == pytest.approx(expected, rel=1e-6)
    assert test.log_likelihood_ratio(GameCounts(wins=9, draws=3)) == 0
    with pytest.raises(KatachiError, match="for games, not for pairs"):
        test.log_likelihood_ratio(PAIRS)


def test_the_test_keeps_its_error_rates() -> None:
    """200 simulated matches under each hypothesis; far fewer than a quarter may go wrong."""
    rng = random.Random(1)
    test = Sprt(0, 60, model="logistic")
    wrong = {0: 0, 60: 0}
    for elo, right in ((0, "H0"), (60, "H1")):
        share = share_of_elo(elo)
        for _ in range(100):
            counts = {0: 0, 1: 0, 2: 0}
            for pair in itertools.count(1):
                points = (rng.random() < share) + (rng.random() < share)
                counts[points] += 1
                if pair % 10:
                    continue
                pairs = PairCounts.from_pentanomial((counts[0], 0, counts[1], 0, counts[2]))
                decision = test.decision(pairs)
                if decision != "undecided" or pair > 5000:
                    wrong[elo] += decision != right
                    break
    assert wrong[0] <= 14
    assert wrong[60] <= 14


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("elo0=5 elo1=0", "elo0 must be less than elo1: 5.0 and 0.0"),
        ("elo0=0 elo1=5 alpha=0.6 beta=0.5", "with a sum under 1: 0.6 and 0.5"),
        ("elo0=0 elo1=5 model=fancy", "no model 'fancy'; known: normalized, logistic, bayesian"),
        ("elo0=0", "a test needs elo0 and elo1"),
        ("elo0=0 elo1=x", "'elo1=x' is not a number"),
        ("elo0=0 elo1=5 gamma=1", "'gamma=1' is not a part of a test"),
    ],
)
def test_wrong_tests_are_named(text: str, error: str) -> None:
    with pytest.raises(KatachiError, match=error):
        parse_sprt(text)


def test_a_test_reads_what_it_prints() -> None:
    test = Sprt(-3, 2.5, 0.01, 0.1, "logistic")
    assert parse_sprt(str(test)) == test


# Ratings of many


def random_pairings(rng: random.Random, players: int, games: int) -> list[Pairing]:
    strengths = [rng.gauss(0, 0.7) for _ in range(players)]
    pairings = []
    for i, j in itertools.permutations(range(players), 2):
        share = 1 / (1 + math.exp(strengths[j] - strengths[i] - 0.3))
        points = sum(rng.random() < share for _ in range(games))
        pairings.append(Pairing(f"p{i}", f"p{j}", points, games))
    return pairings


@pytest.mark.parametrize("seed", range(5))
def test_ratings_agree_with_choix(seed: int) -> None:
    pairings = random_pairings(random.Random(seed), players=5, games=20)
    ours = {r.player: r.elo.value for r in rate(pairings, with_advantage=False).ratings}
    data = []
    for p in pairings:
        i, j = int(p.first[1:]), int(p.second[1:])
        data += [(i, j)] * int(p.points) + [(j, i)] * int(p.games - p.points)
    theirs = choix.opt_pairwise(5, data)
    theirs = (theirs - theirs.mean()) * 400 / math.log(10)
    assert [ours[f"p{i}"] for i in range(5)] == pytest.approx(list(theirs), abs=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_first_move_advantage_agrees_with_scipy(seed: int) -> None:
    pairings = random_pairings(random.Random(seed), players=4, games=30)

    def minus_likelihood(x: NDArray[np.float64]) -> float:
        total = 0.0
        for p in pairings:
            gap = x[int(p.first[1:])] - x[int(p.second[1:])] + x[4]
            total += p.points * math.log1p(math.exp(-gap))
            total += (p.games - p.points) * math.log1p(math.exp(gap))
        return total + 1e-9 * float(x[:4].sum()) ** 2

    best = minimize(minus_likelihood, np.zeros(5), method="BFGS", options={"gtol": 1e-8})
    scale = 400 / math.log(10)
    listed = rate(pairings)
    ours = {r.player: r.elo.value for r in listed.ratings}
    mean = best.x[:4].mean()
    expected = [(best.x[i] - mean) * scale for i in range(4)]
    assert [ours[f"p{i}"] for i in range(4)] == pytest.approx(expected, abs=0.05)
    assert listed.first_move_advantage.value == pytest.approx(best.x[4] * scale, abs=0.05)


def test_an_advantage_without_a_likeliest_value_is_left_out() -> None:
    """Black won every game but one: the likelihood rises for ever with the advantage."""
    pairings = [
        *(Pairing("a", "b", 2, 2), Pairing("b", "a", 2, 2), Pairing("b", "c", 2, 2)),
        *(Pairing("c", "b", 2, 2), Pairing("a", "c", 2, 2), Pairing("c", "a", 1, 2)),
    ]
    listed = rate(pairings)
    assert not listed.first_move_advantage.is_defined
    without = rate(pairings, with_advantage=False)
    assert listed.ratings == without.ratings
    assert [one.player for one in listed.ratings] == ["a", "b", "c"]
    assert listed.ratings[0].elo.value < 400


def test_errors_of_ratings_hold_the_truth_about_as_often_as_they_say() -> None:
    inside, trials = 0, 200
    for seed in range(trials):
        rng = random.Random(seed)
        points = sum(rng.random() < 0.64 for _ in range(100))
        black = sum(rng.random() < 0.64 for _ in range(100))
        listed = rate([Pairing("a", "b", points, 100), Pairing("b", "a", 100 - black, 100)])
        rating = next(r for r in listed.ratings if r.player == "a")
        inside += abs(2 * rating.elo.value - elo_of_share(0.64)) <= 2 * rating.elo.error
    assert 0.90 <= inside / trials <= 0.99


def test_two_players_get_the_difference_of_their_score() -> None:
    listed = rate([Pairing("a", "b", 60, 100), Pairing("b", "a", 40, 100)])
    first, second = listed.ratings
    assert first.elo.value - second.elo.value == pytest.approx(elo_of_share(0.6), abs=1e-6)
    assert listed.first_move_advantage.value == pytest.approx(0, abs=1e-6)
    assert listed.superiority[0][1] > 0.99
    assert listed.superiority[1][0] == pytest.approx(1 - listed.superiority[0][1])


def test_players_who_won_or_lost_everything_have_no_rating() -> None:
    pairings = [
        Pairing("a", "b", 6, 10),
        Pairing("b", "a", 5, 10),
        Pairing("a", "zero", 10, 10),
        Pairing("b", "zero", 10, 10),
        Pairing("best", "b", 10, 10),
    ]
    listed = rate(pairings)
    assert [r.player for r in listed.ratings] == ["best", "a", "b", "zero"]
    assert [r.elo.is_defined for r in listed.ratings] == [False, True, True, False]
    assert listed.ratings[3].games == 20
    assert rate([Pairing("a", "b", 10, 10)]).ratings[0].elo.is_defined is False
    assert rate([]).ratings == ()
    with pytest.raises(KatachiError, match="'a' does not play itself"):
        Pairing("a", "a", 1, 2)
