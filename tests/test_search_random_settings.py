"""Whatever the settings and the position, the search returns a legal move and keeps its books."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from conftest import scaled_down
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference.search_settings import Changes, all_fields, changes, repaired
from reference.search_toys import Lines, Pile

import katachi
from katachi import Mcts, MctsSettings, SearchResult
from katachi.games.core_capabilities import capabilities
from katachi.knowledge import Knowledge, Strengths

GAMES: list[katachi.GameLike] = [
    katachi.Othello(6),
    katachi.Go(2),
    katachi.Go(4, komi=6.0, superko="situational"),
    katachi.Go(5, suicide=True, scoring="stones", move_limit=40),
    katachi.Hex(3),
    katachi.Hex(4, swap=True),
    katachi.Havannah(3, swap=True),
    katachi.Havannah(4),
    Lines(width=3, height=3, drop=True),
    Pile(9, again=4),
]
PLACES = ("start", "random", "one legal move", "finished")
LONGEST = 300  # plies of a random game here; none of the games is longer
# Examples, and how many of them could not be run because no repair helped.
TALLY: Counter[str] = Counter()


def position_at(game: katachi.GameLike, place: str, seed: int) -> katachi.PositionLike:
    """A position of a random game, where there is one of that kind."""
    rng = random.Random(seed)
    line = [game.start()]
    for _ in range(LONGEST):
        if line[-1].is_over:
            break
        line.append(line[-1].play(rng.choice(list(line[-1].legal_moves))))
    if place == "start":
        return line[0]
    if place == "finished":
        return line[-1]
    if place == "one legal move":
        single = [position for position in line if len(position.legal_moves) == 1]
        return rng.choice(single or line)
    return rng.choice(line)


def uneven(_position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
    return [float(i % 3) for i in range(len(moves))]


def builder(game: katachi.GameLike, seed: int) -> Callable[[MctsSettings], Mcts]:
    """With knowledge of one kind or another where the game can have it."""
    if not isinstance(game, katachi.Game):
        return lambda chosen: Mcts(game, chosen)
    rng = random.Random(seed)
    count = len(game.moves)
    weights = [
        katachi.CellWeights(game, tuple(rng.choice([0.0, 0.5, 3.0]) for _ in range(count))),
        katachi.CellWeights(game, (0.0,) * count),
        katachi.CellWeights(game, tuple(10.0 ** rng.randint(-20, 20) for _ in range(count))),
    ]
    sources: list[katachi.CellWeights | Strengths] = [*weights, uneven]
    knowledge = rng.choice(sources)
    for_playouts: list[Knowledge | Strengths | None] = [*weights, uneven, None]
    if "connections" in capabilities(game):
        for_playouts.append(katachi.LocalPatternWeights({}))
    playout_knowledge = rng.choice(for_playouts)
    return lambda chosen: Mcts(
        game, chosen, knowledge=knowledge, playout_knowledge=playout_knowledge
    )


def check_books(
    search: Mcts, result: SearchResult, position: katachi.PositionLike, simulations: int
) -> None:
    """What holds for a search that began without a tree."""
    if position.is_over:
        assert (result.move, result.moves, result.simulations) == (None, (), 0)
        return
    legal = set(position.legal_moves)
    assert result.move in legal
    assert {line.move for line in result.moves} <= legal
    assert sum(line.visits for line in result.moves) == result.simulations
    assert result.simulations <= simulations
    if result.simulations < simulations:
        assert result.proof in {"win", "loss", "draw"}
    assert 0 <= result.value <= 1
    assert result.bytes_used <= search.settings.megabytes * 2**20
    for line in search.tree(depth=3):
        assert 0 <= line.value <= 1
        assert 0 <= line.amaf_value <= 1
        assert line.initial_visits >= 0
        assert 0 <= line.strength <= 1
    at = position
    for move in result.principal_variation:
        at = at.play(move)
    check_scores(search)
    check_lines(search, position)


def check_scores(search: Mcts) -> None:
    """A score that is NaN is never the largest, so that its move is never visited."""
    wrong = {move: score for move, score in search.scores().items() if math.isnan(score)}
    assert not wrong, (search.settings.selection, search.settings.expansion)


def check_lines(search: Mcts, position: katachi.PositionLike) -> None:
    """Every line that is shown can be played, and is a path of the tree."""
    for first, line in search.variations().items():
        assert line[0].move == first
        assert [node.depth for node in line] == list(range(len(line)))
        at = position
        for node in line:
            at = at.play(node.move)


def check(chosen: Changes, game: katachi.GameLike, place: str, seed: int) -> None:
    if not isinstance(game, katachi.Game):
        chosen = {**chosen, "threads": 1}
    build = builder(game, seed)
    search, sentences = repaired(chosen, build)
    TALLY["examples"] += 1
    if search is None:
        TALLY["refused"] += 1
        TALLY[sentences[-1]] += 1
        return
    position = position_at(game, place, seed)
    simulations = 1 + seed % 50
    result = search.run(position, simulations=simulations)
    check_books(search, result, position, simulations)
    if search.settings.threads == 1:
        again = build(search.settings)
        assert again.run(position, simulations=simulations).moves == result.moves
        assert again.tree(depth=9) == search.tree(depth=9)
    if result.move is None:
        return
    search.advance(result.move)
    after = position.play(result.move)
    result = search.run(simulations=simulations)
    assert (result.move is None) == after.is_over
    assert result.move is None or result.move in after.legal_moves
    check_scores(search)
    check_lines(search, after)  # of a tree that was kept
    search.new_game()
    result = search.run(simulations=simulations)
    check_books(search, result, game.start(), simulations)


EXAMPLE = {
    "chosen": changes(),
    "game": st.sampled_from(GAMES),
    "place": st.sampled_from(PLACES),
    "seed": st.integers(0, 10_000),
}
INITIAL = dict.fromkeys(("expansion.edge_connections", "expansion.edge_counts_itself"), True)
HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=scaled_down(300), suppress_health_check=HEALTH)
@given(**EXAMPLE)
def test_any_settings(chosen: Changes, game: katachi.GameLike, place: str, seed: int) -> None:
    check(chosen, game, place, seed)


@settings(max_examples=scaled_down(100), suppress_health_check=HEALTH)
@given(**EXAMPLE, formula=st.sampled_from(["uct", "uct_two", "ucb1_tuned", "puct"]))
def test_any_settings_with_initial_values(
    chosen: Changes, game: katachi.GameLike, place: str, seed: int, formula: str
) -> None:
    """A move that joins enough edges begins with 1000 wins of one visit: no share of wins."""
    check({**chosen, "selection.formula": formula, **INITIAL}, game, place, seed)


@pytest.mark.slow
@settings(max_examples=10_000, suppress_health_check=HEALTH)
@given(**EXAMPLE)
def test_ten_thousand_settings(
    chosen: Changes, game: katachi.GameLike, place: str, seed: int
) -> None:
    check(chosen, game, place, seed)


def test_few_settings_are_refused() -> None:
    """Runs after the others: most examples were searches, not refusals."""
    if not TALLY["examples"]:
        pytest.skip("needs the examples of the test before it")
    assert TALLY["refused"] < TALLY["examples"] / 2, TALLY


def test_every_setting_is_drawn() -> None:
    """Fields of all five groups and the three beside them."""
    paths = [path for path, _, _ in all_fields()]
    assert len(paths) == len(set(paths))
    groups = {path.partition(".")[0] for path in paths}
    assert groups >= {"selection", "expansion", "playout", "backup", "final_move", "seed"}
