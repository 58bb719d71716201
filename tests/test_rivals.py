"""Rivals of a player's own strength: formulas by hand and by twins, games of the core by the agents."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rivals as twin
from reference.alphabeta import evaluate_othello, is_won, minimax
from typer.testing import CliRunner

import katachi
from katachi import AlphaBetaSettings
from katachi.agents import (
    AgentFile,
    AlphaBetaAgent,
    Budget,
    ImitatingAgent,
    ImitationSettings,
    Judge,
    JudgeSettings,
    build_agent,
)
from katachi.agents.imitating import nearest
from katachi.agents.judge import EXPERT, MOST_BADNESS, TESTER
from katachi.agents.natural import natural_moves
from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError
from katachi.matches import text_of_game
from katachi.matches.game_text import game_of_text
from katachi.records import GameRecord, Games, save_native
from katachi.reports.scatter_plot import Point, scatter_plot
from katachi.rivals import (
    DuelPlan,
    DuelSide,
    MakingPlan,
    MggSettings,
    MggState,
    PlayedRival,
    Rival,
    RivalSet,
    Round,
    add_result,
    agent_of,
    calibrate,
    choose_player,
    choose_varied,
    closeness,
    cross,
    duel_counts,
    even_weakness,
    first_population,
    fitness,
    imitation,
    make_rivals,
    measure_weakness,
    next_cycle,
    next_rival,
    play_duels,
    read_results,
    read_rivals,
    results_path,
    save_rivals,
    settings_of,
    similarity,
    weights_of,
)
from katachi.rivals.individual import Genes
from katachi.rivals.weakness import game_weakness

SMALL = katachi.Othello(6)
QUICK = JudgeSettings(
    alphabeta=AlphaBetaSettings(depth=2, endgame_empties=0, megabytes=1, othello=EXPERT)
)
ANY = Budget(simulations=1)


def random_position(game: katachi.Othello, plies: int, seed: int) -> katachi.Position:
    rng = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


# The judge


@pytest.mark.parametrize("seed", range(6))
def test_the_judge_of_othello_is_minimax(seed: int) -> None:
    position = random_position(SMALL, 6 + seed, seed)
    values = Judge(SMALL, QUICK).values(position)
    slow = {
        move: -minimax(position.play(move), 1, lambda p: evaluate_othello(p, EXPERT))
        for move in position.legal_moves
    }
    assert values == slow
    best = max(slow.values())
    badness = Judge(SMALL, QUICK).badness(position)
    assert badness == {move: best - value for move, value in slow.items()}


def test_a_decided_game_and_an_overlooked_win_are_bounded() -> None:
    # a2 leaves Black without a disc; c1 leaves one, with a move.
    position = SMALL.position("....../.XXO../..O.../....../....../...... O")
    judge = Judge(SMALL, QUICK)
    assert judge.values(position)["a2"] == 10_005
    assert judge.badness(position)["a2"] == 0
    assert judge.badness(position)["c1"] == MOST_BADNESS


def test_other_games_are_judged_by_search() -> None:
    game = katachi.Hex(3)
    position = game.position("X.O/X.O/... X")
    judge = Judge(game, JudgeSettings(simulations=50))
    values = judge.values(position)
    assert list(values) == list(position.legal_moves)
    assert judge.values(position) == values  # no randomness
    winning = [move for move in values if position.play(move).is_over]
    assert winning
    assert all(values[move] == 1.0 for move in winning)
    assert all(0 <= value <= 1 for value in values.values())
    # The side of one half is that of perfect play.
    for move in position.legal_moves:
        after = position.play(move)
        assert (values[move] > 0.5) == (after.is_over or not is_won(after, {}))
    assert min(values.values()) < 0.5


def test_a_judge_needs_a_depth() -> None:
    with pytest.raises(InvalidSettings, match="depth"):
        JudgeSettings(alphabeta=AlphaBetaSettings())
    with pytest.raises(InvalidSettings, match="0 simulations"):
        JudgeSettings(simulations=0)


# Imitation


def test_the_example_of_the_thesis() -> None:
    first = {"a": 0.0, "b": 5.0, "c": 40.0, "d": 50.0}
    assert nearest(first, 20) == "b"
    second = {"a": 0.0, "b": 15.0, "c": 30.0, "d": 50.0}
    assert nearest(second, 20, total=5, count=1) == "c"


@given(
    st.lists(st.integers(0, 60).map(float), min_size=1, max_size=8),
    st.lists(st.integers(0, 60).map(float), max_size=6),
    st.floats(0, 60),
)
def test_the_nearest_is_that_of_the_twin(
    badness: list[float], before: list[float], mu: float
) -> None:
    moves = {str(number): value for number, value in enumerate(badness)}
    chosen = nearest(moves, mu, total=sum(before), count=len(before))
    assert moves[chosen] == twin.imitated(badness, mu, before)


def test_the_seed_decides_between_equal_moves() -> None:
    moves = {"a": 3.0, "b": 3.0, "c": 9.0}
    assert [nearest(moves, 0, tie=tie) for tie in range(3)] == ["a", "b", "a"]


def test_the_agent_keeps_to_its_weakness_and_forgets_moves_taken_back() -> None:
    game = katachi.Othello()
    agent = ImitatingAgent("agent", ImitationSettings(weakness=12.0, judge=QUICK))
    with pytest.raises(KatachiError, match="new_game"):
        agent.choose(game.start(), ANY)
    agent.new_game(game, seed=3)
    assert agent.weakness == 0
    position = random_position(game, 9, 1)
    first = agent.choose(position, ANY).move
    weakness = agent.weakness
    # The same position again: what was given away there does not count twice.
    assert agent.choose(position, ANY).move == first
    assert agent.weakness == weakness
    over = SMALL.position("XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX X")
    with pytest.raises(KatachiError, match="over"):
        agent.choose(over, ANY)


def test_over_a_game_the_mean_comes_near_to_the_weakness() -> None:
    game = katachi.Othello()
    for mu in (5.0, 25.0):
        agent = ImitatingAgent("agent", ImitationSettings(weakness=mu, judge=QUICK))
        agent.new_game(game, seed=0)
        rng = random.Random(7)
        position = game.start()
        while position.moves_played < 44 and not position.is_over:
            if position.to_move == "black":
                position = position.play(agent.choose(position, ANY).move)
            else:
                position = position.play(rng.choice(position.legal_moves))
        assert abs(agent.weakness - mu) < 3


def test_an_impossible_weakness_is_refused() -> None:
    with pytest.raises(InvalidSettings, match="-1"):
        ImitationSettings(weakness=-1.0)


def test_hex_is_imitated_too() -> None:
    game = katachi.Hex(3)
    file = AgentFile(
        kind="imitation",
        imitation=ImitationSettings(weakness=0.2, judge=JudgeSettings(simulations=20)),
    )
    agent = build_agent("agent", file)
    agent.new_game(game, seed=1)
    position = game.start()
    while not position.is_over:
        position = position.play(agent.choose(position, ANY).move)
    assert position.outcome.winner is not None


# Natural moves


@pytest.mark.parametrize("seed", range(40))
def test_natural_moves_are_those_of_the_twin(seed: int) -> None:
    position = random_position(SMALL, 4 + seed % 24, seed)
    if not position.is_over:
        assert list(natural_moves(position)) == twin.natural(position)


def test_both_rules_leave_something_out() -> None:
    """Both rules, and positions where they do not help, occur among random ones."""
    kinds = set()
    for seed in range(120):
        position = random_position(SMALL, 4 + seed % 24, seed)
        if position.is_over:
            continue
        kept = natural_moves(position)
        if twin.corners_open(position) and len(kept) < len(position.legal_moves):
            kinds.add("corner")
        elif len(kept) < len(position.legal_moves):
            kinds.add("careful")
        else:
            kinds.add("all")
    assert kinds == {"corner", "careful", "all"}


def test_a_natural_player_takes_the_corner_that_it_likes_less() -> None:
    settings = AlphaBetaSettings(depth=2, endgame_empties=0)
    for seed in range(60):
        position = random_position(SMALL, 18, seed)
        corners = [] if position.is_over else twin.corners_open(position)
        if not corners:
            continue
        plain = AlphaBetaAgent("plain", settings)
        polite = AlphaBetaAgent("natural", settings, natural=True)
        for agent in (plain, polite):
            agent.new_game(SMALL, 0)
        assert polite.choose(position, ANY).move in corners
        if plain.choose(position, ANY).move not in corners:
            return
    pytest.fail("no position in which plain alpha-beta leaves a corner")


def test_search_among_some_moves_only() -> None:
    search = katachi.AlphaBeta(SMALL, AlphaBetaSettings(depth=3))
    position = random_position(SMALL, 8, 2)
    result = search.run(position, every_move=True)
    worst = result.moves[-1]
    assert worst.score < result.score
    only = search.run(position, only=[worst.move])
    assert (only.move, only.score) == (worst.move, worst.score)
    with pytest.raises(KatachiError, match="a1"):
        search.run(SMALL.start(), only=["a1"])


# Weakness


def judged_game(player: str = "Ada") -> GameRecord:
    rng = random.Random(5)
    position, moves = SMALL.start(), []
    while not position.is_over:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return GameRecord(SMALL, tuple(moves), black=player, white="Blaise")


def test_weakness_is_the_mean_of_what_own_moves_give_away() -> None:
    record = judged_game()
    judge = Judge(SMALL, QUICK)
    position, given = SMALL.start(), []
    for move in record.moves:
        if position.to_move == "black" and move != "pass":
            values = judge.values(position)
            given.append(min(MOST_BADNESS, max(values.values()) - values[move]))
        position = position.play(move)
    assert game_weakness(judge, record, "black", 5) == given[:5]
    found = measure_weakness([record], "Ada", QUICK, moves=5)
    assert found.mean == pytest.approx(sum(given[:5]) / 5)
    assert found.error == math.inf
    # Two games: the mean of their means, and an interval.
    both = measure_weakness([record, record], "Ada", QUICK)
    assert both.mean == pytest.approx(sum(given[:20]) / len(given[:20]))
    assert both.error == 0


def test_random_openings_are_not_the_players() -> None:
    record = judged_game()
    marked = GameRecord(
        SMALL, record.moves, black="Ada", white="Blaise", tags=(("opening_plies", 4),)
    )
    judge = Judge(SMALL, QUICK)
    assert game_weakness(judge, marked, "black", 3) == game_weakness(judge, record, "black", 5)[2:]


def test_who_the_player_is() -> None:
    records = [judged_game(), judged_game("Carl")]
    assert choose_player(records) == "Blaise"
    assert choose_player(records, "Carl") == "Carl"
    with pytest.raises(KatachiError, match=r"no games of 'Dora'.*'Blaise'"):
        choose_player(records, "Dora")
    with pytest.raises(KatachiError, match="whose weakness"):
        choose_player([records[0]])
    other = GameRecord(katachi.Othello(), ("f5",), black="Ada")
    with pytest.raises(KatachiError, match="one game"):
        measure_weakness([records[0], other], "Ada", QUICK)


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
    assert fitness(0.4, 0.5, beta=0.1) == pytest.approx(0.59)


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
    assert weights_of((0.0, 4.0, 2.0)) == katachi.OthelloWeights(
        discs=100, openness=1, mobility=10000, stable=100, corners=0
    )
    file = agent_of((0.0, 4.0, 2.0), 2)
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
    assert choose_varied(genes, [0.5, 0.1, 0.9, 0.0, 0.3], 2) == [0, 4]


# Duels


def test_duels_of_the_core_are_games_of_the_agents() -> None:
    plan = DuelPlan(SMALL, pairs=6, seed=4, opening_plies=4, threads=2)
    first = imitation(18.0, QUICK)
    second = DuelSide(settings_of((2.0, 1.0, 3.0), 2), natural=True)
    games = play_duels(first, second, plan)
    imitating = ImitatingAgent("agent", ImitationSettings(weakness=18.0, judge=QUICK))
    natural = AlphaBetaAgent("rival", settings_of((2.0, 1.0, 3.0), 2), natural=True)
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
    first, second = imitation(10.0, QUICK), DuelSide(settings_of((1.0, 2.0, 2.0), 1), natural=True)
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
    rival = DuelSide(settings_of((2.0, 2.0, 3.0), 2), natural=True)
    plan = DuelPlan(pairs=10)
    shares = [duel_counts(imitation(mu), rival, plan).share for mu in (0.0, 40.0, 160.0)]
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
    # The same results by hand: with a slope of 2 and no other data 0.1 means a distance of ln 9 / 2.
    assert even_weakness(60.0, [Round(60.0, 0.1, 200)]) == pytest.approx(asked[0])


# Making, files, following


def making_plan(**changes: object) -> MakingPlan:
    settings: dict[str, object] = {
        "game": "othello6",
        "weakness": 20.0,
        "judge": QUICK,
        "mgg": MggSettings(population=3, children=2, cycles=3, seed=5),
        "pairs": 2,
        "final_pairs": 2,
        "opening_plies": 4,
        "keep": 2,
    }
    return MakingPlan(**(settings | changes))  # type: ignore[arg-type]


def test_a_stopped_evolution_goes_on_to_the_same_end(tmp_path: Path) -> None:
    plan = making_plan()
    whole, making = make_rivals(plan, tmp_path / "whole.part")
    assert [rival.name for rival in whole] == ["rival-1", "rival-2"]
    assert whole[0].share <= whole[1].share
    assert len(making.tried) == 4

    class Stop(Exception):
        pass

    steps = 0
    while True:
        calls = 0

        def stop(_done: float, _total: float, _text: str) -> None:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise Stop

        try:
            again, _ = make_rivals(plan, tmp_path / "cut.part", progress=stop)
            break
        except Stop:
            steps += 1
    assert steps > 5
    assert again == whole
    with pytest.raises(KatachiError, match="other rivals"):
        make_rivals(making_plan(keep=1), tmp_path / "cut.part")
    (tmp_path / "cut.part").write_text("{")
    with pytest.raises(KatachiError, match=r"cut\.part"):
        make_rivals(plan, tmp_path / "cut.part")


def test_hex_gets_a_ladder_of_imitations(tmp_path: Path) -> None:
    plan = making_plan(
        game="hex3",
        weakness=0.2,
        judge=JudgeSettings(simulations=5),
        final_pairs=1,
        opening_plies=1,
    )
    rivals, _ = make_rivals(plan, tmp_path / "hex.part")
    weaknesses = [rival.agent.imitation.weakness for rival in rivals]
    assert weaknesses == pytest.approx([0.4, 0.28, 0.2, 0.14, 0.1])
    ladder = RivalSet(game="hex3", player="Ada", weakness=0.2, rivals=tuple(rivals))
    assert ladder.nearest.name == "rival-3"
    assert all(rival.games == 2 for rival in rivals)


def rival_set(count: int = 3) -> RivalSet:
    shares = [0.3, 0.5, 0.7, 0.8][:count]
    return RivalSet(
        game="othello6",
        player="Ada",
        weakness=20.0,
        rivals=tuple(
            Rival(name=f"rival-{i}", agent=agent_of((1.0, 1.0, i), 1), share=share, games=10)
            for i, share in enumerate(shares, start=1)
        ),
    )


def test_files_hold_everything(tmp_path: Path) -> None:
    path = tmp_path / "ada.rivals"
    save_rivals(rival_set(), path)
    assert read_rivals(path) == rival_set()
    path.write_text(path.read_text().replace("katachi rivals 1", "katachi rivals 9"))
    with pytest.raises(KatachiError, match="ada"):
        read_rivals(path)
    with pytest.raises(KatachiError, match="no file"):
        read_rivals(tmp_path / "none.rivals")


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("", "rival-2"),
        ("11", "rival-2"),
        ("111", "rival-3"),
        ("1=1", "rival-3"),
        ("101", "rival-2"),
        ("000", "rival-1"),
        ("0=0", "rival-1"),
        ("000000", "rival-1"),
        ("111000", "rival-2"),
        ("0111", "rival-3"),
    ],
)
def test_the_staircase(points: str, expected: str) -> None:
    rivals = rival_set()
    games: list[PlayedRival] = []
    for letter in points:
        value = {"1": 1.0, "=": 0.5, "0": 0.0}[letter]
        games.append(PlayedRival(rival=next_rival(rivals, games), points=value))
    assert next_rival(rivals, games) == expected


def test_after_a_change_counting_begins_anew() -> None:
    rivals = rival_set(4)
    games = [PlayedRival(rival="rival-2", points=1.0)] * 3
    assert next_rival(rivals, games) == "rival-3"
    games.append(PlayedRival(rival="rival-3", points=1.0))
    assert next_rival(rivals, games) == "rival-3"
    # A rival chosen by hand stays, too.
    assert next_rival(rivals, [*games, PlayedRival(rival="rival-1", points=1.0)]) == "rival-1"


def test_results_are_kept(tmp_path: Path) -> None:
    path = results_path(tmp_path / "ada.rivals")
    assert path.name == "ada.results.json"
    assert read_results(path).games == ()
    add_result(path, PlayedRival(rival="rival-1", points=0.5))
    add_result(path, PlayedRival(rival="rival-1", points=1.0))
    assert [game.points for game in read_results(path).games] == [0.5, 1.0]
    path.write_text("[]")
    with pytest.raises(KatachiError, match=r"ada\.results"):
        read_results(path)


# The command line


def run(*arguments: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(arguments), input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_from_records_to_a_game(tmp_path: Path) -> None:
    records, rivals = tmp_path / "games.katachi", tmp_path / "ada.rivals"
    save_native(Games.of([judged_game(), judged_game()]), records)
    found = json.loads(
        run("rivals", "weakness", "--from", str(records), "--player", "Ada", "--json")
    )
    assert found["games"] == 2
    assert found["weakness"] > 0
    made = run(
        *("rivals", "make", "--from", str(records), "--player", "Ada", "--to", str(rivals)),
        *("--keep", "2", "--depth", "1", "--population", "2", "--children", "1", "--cycles", "1"),
        *("--pairs", "1", "--final-pairs", "1"),
    )
    assert "Ada: weakness" in made
    assert not rivals.with_name("ada.rivals.part").exists()
    shown = json.loads(run("rivals", "show", str(rivals), "--json"))
    assert [rival["name"] for rival in shown["rivals"]] == ["rival-1", "rival-2"]
    assert shown["weakness"] == pytest.approx(found["weakness"], abs=1e-3)
    played = run("play", "othello6", "--rival", str(rivals), "--ascii", typed="resign\n")
    assert f"white (O): {shown['next']}".lower() in played.lower()
    assert "Next time again" in played
    assert read_results(results_path(rivals)).games[0].points == 0
    left = run(
        *("play", "othello6", "--rival", str(rivals), "--black", "rival", "--white", "human"),
        *("--ascii",),
        typed="quit\n",
    )
    assert "does not count" in left
    assert len(read_results(results_path(rivals)).games) == 1
    assert "0 of 1 points" in run("rivals", "show", str(rivals))


def test_rivals_of_another_board_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ada.rivals"
    save_rivals(rival_set(), path)
    result = CliRunner().invoke(app, ["play", "othello", "--rival", str(path)])
    assert result.exit_code == 2
    assert "othello6" in result.output


@pytest.mark.parametrize("text", ["othello8", "go9 komi=5.5", "hex7 swap=true", "havannah4"])
def test_games_as_texts(text: str) -> None:
    assert text_of_game(game_of_text(text)) == text


def test_the_tester_is_that_of_the_thesis() -> None:
    assert TESTER.depth == 5
    assert MggState().cycle == 0


def test_a_picture_of_weights() -> None:
    points = [Point(1, 10_000, "50", 1), Point(10_000, 1, "<5>", 10_000)]
    svg = scatter_plot(points, title="weights", across="x", up="y", shade="z")
    root = ElementTree.fromstring(svg)
    circles = [node for node in root.iter() if node.tag.endswith("circle")]
    # The corners of the picture, the lightest and the darkest shade.
    assert [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in circles] == [
        (60, 60),
        (500, 300),
    ]
    assert [c.attrib["fill"] for c in circles] == ["rgb(214,228,240)", "rgb(16,56,102)"]
    assert "&lt;5&gt;" in svg
    with pytest.raises(KatachiError, match="positive"):
        scatter_plot([Point(0, 1, "", 1)], title="t", across="x", up="y", shade="z")
    with pytest.raises(KatachiError, match="nothing"):
        scatter_plot([], title="t", across="x", up="y", shade="z")
