"""Evolution of rivals: fitness and families by hand, duels of the core by the agents, calibration."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rivals as twin
from reference.rival_games import ANY, QUICK, SMALL

import katachi
from katachi.agents import (
    AlphaBetaAgent,
    ImitatingAgent,
    ImitationSettings,
)
from katachi.errors import InvalidSettings, KatachiError
from katachi.optimising import optimise
from katachi.optimising.cells import cell_method
from katachi.optimising.rivals import (
    DuelPlan,
    DuelSide,
    MggSettings,
    RivalProblem,
    Round,
    agent_of,
    calibrate,
    choose_varied,
    closeness,
    cross,
    duel_counts,
    even_weakness,
    first_population,
    imitation,
    next_cycle,
    play_duels,
    settings_of,
    similarity,
    weights_of,
)
from katachi.optimising.rivals.individual import Genes

# Fitness and evolution


def test_fitness_by_hand() -> None:
    assert closeness(0.5) == 1
    assert closeness(0.4) == pytest.approx(0.64)
    assert closeness(0.6) == pytest.approx(0.64)
    assert closeness(0.0) == closeness(1.0) == 0
    # Distances 1 and sqrt 2 to the two others: (1 + 1/2) / 3.
    three: list[Genes] = [(1, 1, 1), (2, 1, 1), (1, 2, 2)]
    assert similarity(three[0], three, itself=0) == pytest.approx(0.5)
    assert similarity((1, 1, 1), three[1:]) == pytest.approx(0.75)
    assert similarity((1, 1, 1), three) == math.inf
    problem = RivalProblem(lambda genes: [0.4] * len(genes), beta=0.1)
    assert problem.value(three[0]) == pytest.approx(0.64)
    assert problem.worth(three[0], 0.64, three, 0) == pytest.approx(0.59)


@given(st.lists(st.tuples(*[st.integers(1, 10000)] * 3), min_size=2, max_size=6, unique=True))
def test_similarity_is_that_of_the_twin(weights: list[tuple[int, int, int]]) -> None:
    genes = [(math.log10(a), math.log10(b), math.log10(c)) for a, b, c in weights]
    floats = [tuple(map(float, row)) for row in weights]
    for place in range(len(genes)):
        slow = twin.inverse_square_penalty(place, floats)
        assert similarity(genes[place], genes, itself=place) == pytest.approx(slow)


def test_children_fill_the_widened_box() -> None:
    rng = random.Random(1)
    one, two = (1.0, 2.0, 3.0), (2.0, 2.0, 1.0)
    children = [cross(one, two, 0.5, rng) for _ in range(4000)]
    for gene, (low, high) in enumerate([(0.5, 2.5), (2.0, 2.0), (0.0, 4.0)]):
        values = [child[gene] for child in children]
        assert low <= min(values) <= low + 0.02
        assert high - 0.02 <= max(values) <= high
    # Outside of the weights' range children are put on the border.
    edge = [cross((0.0, 0.0, 4.0), (1.0, 0.0, 3.0), 0.5, rng) for _ in range(200)]
    assert min(child[0] for child in edge) == 0.0
    assert max(child[2] for child in edge) == 4.0


def test_the_two_best_of_the_family_replace_the_parents() -> None:
    settings = MggSettings(population=4, children=3, cycles=1, beta=0.0, seed=2)
    asked: list[list[Genes]] = []

    def measure(genes: object) -> list[float]:
        batch = list(genes)  # type: ignore[call-overload]
        asked.append(batch)
        return [0.1] * len(batch) if len(asked) == 1 else [0.5, 0.0, 0.4]

    before = first_population(settings, measure)
    after = next_cycle(before, settings, measure)
    assert (after.cycle, after.evaluations) == (1, 7)
    changed = [
        new for old, new in zip(before.population, after.population, strict=True) if old != new
    ]
    assert sorted(one.share for one in changed) == [0.4, 0.5]
    assert {one.genes for one in changed} == {asked[1][0], asked[1][2]}


@pytest.mark.parametrize("name", ["annealing", "hill-climbing", "random", "genetic", "cma"])
def test_every_method_finds_an_even_rival(name: str) -> None:
    """The problem is one like the others; here the share depends on the sum of the genes."""

    def measure(genes: Sequence[Genes]) -> list[float]:
        return [min(sum(each) / 7, 1.0) for each in genes]

    method = cell_method(name, steps=150)
    state = optimise(RivalProblem(measure), method, seed=2)
    assert state.accepted[0][1] == pytest.approx(closeness(6 / 7))
    assert method.result(state).value > 0.9
    assert sum(method.result(state).solution) == pytest.approx(3.5, abs=0.2)


def test_variety_decides_between_equally_strong_ones() -> None:
    settings = MggSettings(population=3, children=8, cycles=20, beta=0.2, seed=1)
    alike = MggSettings(population=3, children=8, cycles=20, beta=0.0, seed=1)

    def spread(chosen: MggSettings) -> float:
        state = first_population(chosen, lambda genes: [0.5] * len(genes))
        for _ in range(chosen.cycles):
            state = next_cycle(state, chosen, lambda genes: [0.5] * len(genes))
        everybody = [one.genes for one in state.population]
        return sum(similarity(genes, everybody, itself=i) for i, genes in enumerate(everybody))

    assert spread(settings) < spread(alike)


def test_individuals_are_agents() -> None:
    expected = katachi.OthelloWeights(discs=100, openness=1, mobility=10000, stable=100, corners=0)
    assert weights_of(SMALL, (0.0, 4.0, 2.0)) == msgspec.structs.asdict(expected)
    assert settings_of(SMALL, (0.0, 4.0, 2.0), 2).othello == expected
    file = agent_of(SMALL, (0.0, 4.0, 2.0), 2)
    assert (file.kind, file.natural, file.alphabeta.depth) == ("alphabeta", True, 2)


def test_an_evolution_needs_a_family() -> None:
    with pytest.raises(InvalidSettings, match="two individuals"):
        MggSettings(population=1)
    with pytest.raises(InvalidSettings, match="beta"):
        MggSettings(beta=-1.0)


def test_the_choice_is_near_and_varied() -> None:
    genes: list[Genes] = [(0, 0, 0), (0.1, 0, 0), (3, 0, 0), (0, 3, 0), (4, 4, 4)]
    # The last is too strong; the second is nearest to the first and comes last.
    assert choose_varied(genes, [0.5, 0.48, 0.4, 0.6, 0.9], 3) == [0, 2, 3]
    # Whoever is not even stays out, though fewer are left than wanted; but somebody is chosen.
    assert choose_varied(genes, [0.5, 0.39, 0.61, 0.0, 0.41], 3) == [0, 4]
    assert choose_varied(genes, [0.2, 0.39, 0.62, 0.0, 0.3], 3) == [1]


# Duels


def test_duels_of_the_core_are_games_of_the_agents() -> None:
    plan = DuelPlan(SMALL, pairs=6, seed=4, opening_plies=4, threads=2)
    first = imitation(18.0, QUICK)
    second = DuelSide(settings_of(SMALL, (2.0, 1.0, 3.0), 2), natural=True)
    games = play_duels(first, second, plan)
    imitating = ImitatingAgent("agent", ImitationSettings(weakness=18.0, judge=QUICK))
    natural = AlphaBetaAgent("rival", settings_of(SMALL, (2.0, 1.0, 3.0), 2), natural=True)
    for number, game in enumerate(games):
        position = SMALL.start().play_all(plan.openings()[number // 2])
        imitating.new_game(SMALL, plan.seeds()[number])
        natural.new_game(SMALL, 0)
        moves = []
        while not position.is_over:
            ours = (position.to_move == "black") == (number % 2 == 0)
            agent = imitating if ours else natural
            moves.append(agent.choose(position, ANY).move)
            position = position.play(moves[-1])
        assert [SMALL.moves[move] for move in game.moves] == moves
        assert game.score == position.outcome.score


def test_duels_do_not_depend_on_threads_and_colours_are_exchanged() -> None:
    first, second = (
        imitation(10.0, QUICK),
        DuelSide(settings_of(SMALL, (1.0, 2.0, 2.0), 1), natural=True),
    )
    one = duel_counts(first, second, DuelPlan(SMALL, pairs=5, threads=1))
    two = duel_counts(first, second, DuelPlan(SMALL, pairs=5, threads=3))
    assert one == two
    # Without imitation nothing is drawn by lot, and the other way round is the same.
    best = DuelSide(QUICK.alphabeta)
    there = duel_counts(best, second, DuelPlan(SMALL, pairs=5))
    back = duel_counts(second, best, DuelPlan(SMALL, pairs=5))
    assert (back.wins, back.draws, back.losses) == (there.losses, there.draws, there.wins)
    with pytest.raises(KatachiError, match="pair"):
        DuelPlan(SMALL, pairs=0)


def test_the_weaker_the_imitation_the_more_it_loses() -> None:
    rival = DuelSide(settings_of(SMALL, (2.0, 2.0, 3.0), 2), natural=True)
    plan = DuelPlan(katachi.Othello(), pairs=6)
    shares = [duel_counts(imitation(mu), rival, plan).share for mu in (0.0, 400.0, 900.0)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.8
    assert shares[2] < 0.1


def test_calibration_finds_the_even_weakness() -> None:
    def share(mu: float, _: int) -> tuple[float, int]:
        return 1 / (1 + (mu / 30) ** 3), 20

    assert calibrate(90.0, share) == pytest.approx(30, rel=0.03)
    assert calibrate(8.0, share) == pytest.approx(30, rel=0.03)

    def chance(mu: float, number: int) -> tuple[float, int]:
        rng = random.Random(f"{number}")
        return sum(rng.random() < share(mu, 0)[0] for _ in range(40)) / 40, 40

    assert calibrate(60.0, chance) == pytest.approx(30, rel=0.25)
    with pytest.raises(KatachiError, match="round"):
        calibrate(5.0, share, rounds=0)


def test_what_is_known_before_counts() -> None:
    asked = []

    def even(mu: float, _: int) -> tuple[float, int]:
        asked.append(mu)
        return 0.5, 20

    calibrate(60.0, even, rounds=1, known=[Round(60.0, 0.1, 200)])
    # Too weak at 60: ln 9 / 2 less on the logarithm if the slope is the prior's.
    assert 15 < asked[0] < 35
    # The same results by hand: with a slope of 2 and no other data 0.1 means a distance of ln 9 /
    # 2.
    assert even_weakness(60.0, [Round(60.0, 0.1, 200)]) == pytest.approx(asked[0])
