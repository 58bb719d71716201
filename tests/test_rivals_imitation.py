"""What a player gives away, and agents that give away as much: twins, hand-made boards."""

from __future__ import annotations

import csv
import itertools
import math
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rivals as twin
from reference.alphabeta import evaluate_othello, is_won, minimax
from reference.rival_games import (
    ANY,
    QUICK,
    SMALL,
    judged_game,
    random_moves,
    random_position,
)
from scipy import stats

import katachi
from katachi import AlphaBetaSettings
from katachi.agents import AgentFile, AlphaBetaAgent, ImitatingAgent, ImitationSettings, build_agent
from katachi.agents.imitating import nearest
from katachi.errors import InvalidSettings, KatachiError
from katachi.games.othello.natural import natural_moves
from katachi.optimising.rivals import (
    THESIS,
    Counting,
    Weakness,
    choose_player,
    measure_weakness,
)
from katachi.optimising.rivals.weakness import game_weakness
from katachi.records import GameRecord
from katachi.search.alphabeta import EXPERT
from katachi.search.judge import MOST_BADNESS, Judge, JudgeSettings

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


def test_weakness_is_the_mean_of_what_own_moves_give_away() -> None:
    record = judged_game()
    judge = Judge(SMALL, QUICK)
    position, given = SMALL.start(), []
    for move in record.moves:
        if position.to_move == "black" and move != "pass":
            values = judge.values(position)
            given.append(min(MOST_BADNESS, max(values.values()) - values[move]))
        position = position.play(move)
    five = Counting(5, forced_moves=True)
    assert game_weakness(judge, record, "black", five) == given[:5]
    found = measure_weakness([record], "Ada", QUICK, counting=five)
    assert found.mean == pytest.approx(sum(given[:5]) / 5)
    assert (found.error, found.moves, found.available) == (math.inf, 5, 1)
    # Two games: an interval as well.
    both = measure_weakness([record, record], "Ada", QUICK, counting=THESIS)
    assert both.mean == pytest.approx(sum(given[:20]) / len(given[:20]))
    assert both.error == 0


def test_the_interval_is_that_of_means_where_games_are_of_one_length() -> None:
    found = Weakness("Ada", ((10.0, 5), (20.0, 5), (60.0, 5)), 3)
    means = [2.0, 4.0, 12.0]
    assert found.mean == pytest.approx(sum(means) / 3)
    variance = sum((mean - found.mean) ** 2 for mean in means) / 2
    assert found.error == pytest.approx(1.96 * math.sqrt(variance / 3))


def test_one_move_is_judged_as_among_all() -> None:
    judges = [Judge(SMALL, QUICK), Judge(SMALL), Judge(katachi.Hex(3))]
    for judge, seed in itertools.product(judges, range(4)):
        assert isinstance(judge.game, katachi.Game)
        position = random_position(judge.game, 2 + 5 * seed, seed)
        if position.is_over:
            continue
        values, badness = judge.values(position), judge.badness(position)
        for move in position.legal_moves:
            assert judge.judged(position, move) == (max(values.values()), badness[move])


def test_forced_moves_openings_and_decided_positions_do_not_count() -> None:
    record = judged_game()
    judge = Judge(SMALL, QUICK)
    undecided = 40.0
    counting = Counting(6, opening_plies=7, undecided=undecided)
    expected = []
    kinds = Counter[str]()
    own = [
        (position, move)
        for ply, (position, move) in enumerate(zip(record.replay(), record.moves, strict=False))
        if ply >= 7 and position.to_move == "white" and move != "pass"
    ]
    for position, move in own[:6]:
        decided = abs(max(judge.values(position).values())) > undecided
        forced = len(position.legal_moves) == 1
        kinds["forced" if forced else "decided" if decided else "counts"] += 1
        if not forced and not decided:
            expected.append(judge.badness(position)[move])
    assert kinds.keys() == {"decided", "counts"}
    assert game_weakness(judge, record, "white", counting) == expected
    first_forced = next(
        ply
        for ply, position in enumerate(record.replay())
        if not position.is_over
        and len(position.legal_moves) == 1
        and position.legal_moves != ("pass",)
    )
    color = list(record.replay())[first_forced].to_move
    one = Counting(1, opening_plies=first_forced)
    assert game_weakness(judge, record, color, one) == []
    assert game_weakness(judge, record, color, replace(one, forced_moves=True)) == [0.0]


def test_some_of_many_games_are_judged() -> None:
    records = [judged_game() for _ in range(9)]
    assert len(measure_weakness(records, "Ada", QUICK, most_games=4, seed=2).games) == 4
    assert measure_weakness(records, "Ada", QUICK, most_games=4, seed=2).available == 9
    assert len(measure_weakness(records, "Ada", QUICK).games) == 9
    with pytest.raises(KatachiError, match="no move would count"):
        Counting(0)
    with pytest.raises(KatachiError, match="no moves of 'Ada' to judge"):
        measure_weakness(records, "Ada", QUICK, counting=Counting(5, opening_plies=99))


def test_people_who_play_better_have_less_weakness() -> None:
    """Players of known order, with openings that nobody chose: the measure finds the order."""
    game = katachi.Othello()
    found = []
    for depth in (1, 3):
        records = []
        for seed in range(4):
            agent = AlphaBetaAgent("Ada", AlphaBetaSettings(depth=depth, endgame_empties=0))
            agent.new_game(game, seed)
            position = random_position(game, 8, seed)
            moves = list(random_moves(game, 8, seed))
            while not position.is_over and len(moves) < 36:
                moves.append(agent.choose(position, ANY).move)
                position = position.play(moves[-1])
            records.append(GameRecord(game, tuple(moves), black="Ada", white="Carl"))
        found.append(measure_weakness(records, "Ada").mean)
    assert found[0] > found[1]


def test_random_openings_are_not_the_players() -> None:
    record = judged_game()
    marked = GameRecord(
        SMALL, record.moves, black="Ada", white="Blaise", tags=(("opening_plies", 4),)
    )
    judge = Judge(SMALL, QUICK)
    after = game_weakness(judge, record, "black", Counting(5, forced_moves=True))[2:]
    assert game_weakness(judge, marked, "black", Counting(3, forced_moves=True)) == after


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


def test_the_figures_of_people_are_those_that_are_reported() -> None:
    """experiments/rivals/ratings.csv: weakness of 30 games, rating from others."""
    folder = Path(__file__).parents[1] / "experiments" / "rivals"
    with (folder / "ratings.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if math.isfinite(float(row["rating"]))]
    assert len(rows) == 201
    # A game without any move that counts is left out.
    assert {int(row["games"]) for row in rows} <= {28, 29, 30}
    rating = [float(row["rating"]) for row in rows]
    report = (folder / "README.md").read_text()
    for column, bound in (("weakness", 0.6), ("thesis", 0.0)):
        found = stats.spearmanr([float(row[column]) for row in rows], rating).statistic
        assert found < -bound
        assert f"{found:.2f}" in report
