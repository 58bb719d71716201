"""Alpha-beta: the value of plain minimax whatever is pruned, exact ends of games, good manners."""

from __future__ import annotations

import itertools
import random
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from reference import alphabeta as twin

import katachi
from katachi import (
    AlphaBeta,
    AlphaBetaSettings,
    Hex,
    HexWeights,
    Othello,
    OthelloWeights,
    Position,
)

PARTS = ("null_window", "killers", "history", "static_order", "stability")

# Everything on, each part off, no table, everything off.
VARIANTS: dict[str, AlphaBetaSettings] = {
    "whole": AlphaBetaSettings(),
    **{
        f"no {part}": msgspec.structs.replace(AlphaBetaSettings(), **{part: False})
        for part in PARTS
    },
    "no table": AlphaBetaSettings(megabytes=0),
    "plain": msgspec.structs.replace(
        AlphaBetaSettings(), megabytes=0, **dict.fromkeys(PARTS, False)
    ),
}
WEIGHTS = OthelloWeights(discs=100, mobility=317, openness=53, stable=701, corners=97)


def random_position(game: katachi.Game, *, empties: int, seed: int) -> Position:
    """After random moves, with so many empty cells or the first over the end."""
    rng = random.Random(seed)
    position = game.start()
    while position.stones.count(2) > empties and not position.is_over:
        position = position.play(rng.choice(position.legal_moves))
    return position


def with_weights(settings: AlphaBetaSettings) -> AlphaBetaSettings:
    """Uneven weights, so that a term with the wrong sign or factor shows; nothing solved early."""
    return msgspec.structs.replace(
        settings,
        endgame_empties=0,
        othello=WEIGHTS,
        hex=HexWeights(distance=89, breadth=3),
    )


# Evaluation


@pytest.mark.parametrize("size", [6, 8, 10])
def test_the_evaluation_of_othello_is_that_of_the_twin(size: int) -> None:
    game = Othello(size)
    search = AlphaBeta(game, AlphaBetaSettings(othello=WEIGHTS))
    for seed, empties in enumerate(range(0, size * size - 4, 5)):
        position = random_position(game, empties=empties, seed=seed)
        assert search.evaluate(position) == twin.evaluate_othello(position, WEIGHTS), position


@pytest.mark.parametrize("term", ["discs", "mobility", "openness", "stable", "corners"])
def test_every_term_of_the_evaluation_counts_alone(term: str) -> None:
    weights = OthelloWeights(
        **{"discs": 0, "mobility": 0, "openness": 0, "stable": 0, "corners": 0} | {term: 7}
    )
    search = AlphaBeta(Othello(), AlphaBetaSettings(othello=weights))
    scores = set()
    for seed in range(6):
        position = random_position(Othello(), empties=6 + seed, seed=100 + seed)
        scores.add(search.evaluate(position))
        assert search.evaluate(position) == twin.evaluate_othello(position, weights)
    assert scores != {0}


def test_discs_called_stable_are_never_flipped() -> None:
    found = 0
    for seed in range(30):
        rng = random.Random(seed)
        position = random_position(Othello(6), empties=14, seed=seed)
        kept = {
            cell: color
            for color in (0, 1)
            for cell in twin.stable_discs(twin.board_of(position), color)
        }
        found += len(kept)
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
            board = twin.board_of(position)
            assert all(board[cell] == color for cell, color in kept.items())
    assert found > 50


@pytest.mark.parametrize("size", [3, 5, 6, 12])
def test_the_evaluation_of_hex_is_that_of_the_twin(size: int) -> None:
    game = Hex(size)
    weights = HexWeights(distance=89, breadth=3)
    search = AlphaBeta(game, AlphaBetaSettings(hex=weights))
    for seed, empties in enumerate(range(2, size * size, 1 + size * size // 12)):
        position = random_position(game, empties=empties, seed=seed)
        assert search.evaluate(position) == twin.evaluate_hex(position, weights), position


def test_two_distance_of_a_diagram() -> None:
    """A black stone in the middle of 3 x 3, worked out by hand."""
    position = Hex(3).position(".../.X./... O")
    first = twin.two_distances(position, 0, last=False)
    # Top row; then cells beside the stone, which reach b1 and c1 over it; then a3's opposite, c3.
    assert [first[cell] for cell in ((0, 0), (2, 0), (0, 1), (2, 1), (2, 2))] == [1, 1, 2, 2, 3]
    search = AlphaBeta(Hex(3), AlphaBetaSettings(hex=HexWeights(distance=1, breadth=0)))
    # Black's best sum is 1 + 2, in b1. White has no two ways around the stone.
    assert search.evaluate(position) == 3 - twin.FAR


# Values


@pytest.mark.parametrize("variant", VARIANTS)
def test_othello_has_the_value_of_minimax(variant: str) -> None:
    settings = with_weights(VARIANTS[variant])
    cases = [(6, 24, 2), (6, 18, 3), (6, 5, 4), (8, 40, 2), (8, 12, 3)]
    for seed, (size, empties, depth) in enumerate(cases):
        game = Othello(size)
        position = random_position(game, empties=empties, seed=seed)
        value = _minimax_of_othello(size, empties, depth, seed)
        result = AlphaBeta(game, settings).run(position, depth=depth)
        assert result.score == value, (variant, position)
        every = AlphaBeta(game, settings).run(position, depth=depth, every_move=True)
        assert every.score == every.moves[0].score == value
        assert {line.move for line in every.moves} == set(position.legal_moves)


_VALUES: dict[tuple[int, ...], int] = {}


def _minimax_of_othello(size: int, empties: int, depth: int, seed: int) -> int:
    """Computed once for all variants."""
    case = (size, empties, depth, seed)
    if case not in _VALUES:
        position = random_position(Othello(size), empties=empties, seed=seed)
        _VALUES[case] = twin.minimax(
            position, depth, lambda leaf: twin.evaluate_othello(leaf, WEIGHTS)
        )
    return _VALUES[case]


@pytest.mark.parametrize("size", [6, 8, 10])
def test_deeper_searches_agree_with_the_plain_one(size: int) -> None:
    """To depths that Python does not reach: the plain variant was compared with minimax above."""
    game = Othello(size)
    searches = {name: AlphaBeta(game, with_weights(s)) for name, s in VARIANTS.items()}
    for seed in range(4):
        position = random_position(game, empties=size * size - 12 - 5 * seed, seed=seed)
        scores = {name: s.run(position, depth=4).score for name, s in searches.items()}
        assert set(scores.values()) == {scores["plain"]}, scores


@pytest.mark.parametrize("variant", VARIANTS)
def test_hex_has_the_value_of_minimax(variant: str) -> None:
    settings = with_weights(VARIANTS[variant])
    for seed, (size, empties, depth) in enumerate([(3, 7, 3), (4, 10, 2), (4, 6, 4), (5, 20, 2)]):
        game = Hex(size)
        position = random_position(game, empties=empties, seed=seed)
        value = _minimax_of_hex(size, empties, depth, seed)
        result = AlphaBeta(game, settings).run(position, depth=depth)
        if abs(value) < twin.WON:
            assert result.score == value, (variant, position)
        else:  # the search ends as soon as the winner is known
            assert (result.score > 0) == (value > 0)


def _minimax_of_hex(size: int, empties: int, depth: int, seed: int) -> int:
    case = (-size, empties, depth, seed)
    if case not in _VALUES:
        position = random_position(Hex(size), empties=empties, seed=seed)
        weights = HexWeights(distance=89, breadth=3)
        _VALUES[case] = twin.minimax(position, depth, lambda leaf: twin.evaluate_hex(leaf, weights))
    return _VALUES[case]


# The end of the game


@pytest.mark.parametrize("to_winner", [False, True])
def test_endgames_have_the_margin_of_brute_force(*, to_winner: bool) -> None:
    searches = {
        name: AlphaBeta(Othello(), msgspec.structs.replace(s, empties_to_winner=to_winner))
        for name, s in VARIANTS.items()
    }
    for empties, seed in itertools.product((1, 2, 3, 4, 5, 6, 7, 8), range(3)):
        position = random_position(Othello(), empties=empties, seed=50 * empties + seed)
        margin = twin.solved_margin(position, empties_to_winner=to_winner)
        for name, search in searches.items():
            result = search.solve(position)
            assert result.exact
            assert result.margin == margin, (name, position)
            assert result.score == 100 * margin
            assert result.proof == ("win" if margin > 0 else "loss" if margin < 0 else "draw")


@pytest.mark.parametrize("size", [6, 10])
def test_other_boards_are_solved_too(size: int) -> None:
    game = Othello(size)
    search = AlphaBeta(game)
    for empties in (3, 5, 8):
        position = random_position(game, empties=empties, seed=empties)
        assert search.solve(position).margin == twin.solved_margin(
            position, empties_to_winner=False
        )


def test_solver_and_plain_search_agree_on_longer_endgames() -> None:
    solver = AlphaBeta(Othello(), AlphaBetaSettings())
    plain = AlphaBeta(Othello(), VARIANTS["plain"])
    for seed in range(3):
        position = random_position(Othello(), empties=10, seed=1000 + seed)
        assert solver.solve(position).score == plain.solve(position).score


def test_wiped_out_players_and_full_boards() -> None:
    game = Othello(6)
    cases = {
        "XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX X": (36, 36),
        "XX..../....../....../....../....../...... O": (-2, -36),
        "....../....../....../....../....../...... X": (0, 0),
    }
    for text, (plain, to_winner) in cases.items():
        position = game.position(text)
        for share, margin in ((False, plain), (True, to_winner)):
            settings = AlphaBetaSettings(empties_to_winner=share)
            result = AlphaBeta(game, settings).run(position, depth=3)
            assert result.move is None
            assert result.principal_variation == ()
            assert (result.exact, result.margin) == (True, margin)


def test_a_pass_is_searched_and_played() -> None:
    position = next(_positions_with_a_pass())
    result = AlphaBeta(Othello(6)).solve(position)
    assert result.move == "pass"
    assert result.margin == twin.solved_margin(position, empties_to_winner=False)
    shallow = AlphaBeta(Othello(6), AlphaBetaSettings(depth=1, endgame_empties=0)).run(position)
    assert shallow.move == "pass"


def _positions_with_a_pass() -> Iterator[Position]:
    for seed in range(500):
        rng = random.Random(seed)
        position = Othello(6).start()
        while not position.is_over:
            if position.legal_moves == ("pass",) and position.stones.count(2) < 8:
                yield position
            position = position.play(rng.choice(position.legal_moves))


# FFO: the test suite of the French federation, with the scores of all moves


def ffo(shared: Path, name: str) -> list[tuple[Position, dict[str, int]]]:
    """Positions and the score of each listed move; cells left empty count for the winner."""
    cases = []
    for line in (shared / "data/tests/othello" / name).read_text().splitlines():
        if not line.strip():
            continue
        board, *scores = [part.strip() for part in line.split(";")]
        cells, to_move = board.replace("-", ".").split()
        rows = "/".join(cells[i : i + 8] for i in range(0, 64, 8))
        pairs = (score.split(":") for score in scores if score)
        cases.append(
            (
                Othello().position(f"{rows} {to_move}"),
                {move.strip().lower(): int(value) for move, value in pairs},
            )
        )
    return cases


def solved_as_listed(position: Position, scores: dict[str, int]) -> None:
    settings = AlphaBetaSettings(empties_to_winner=True)
    result = AlphaBeta(Othello(), settings).solve(position)
    best = max(scores.values())
    assert result.margin == best
    assert result.move in {move for move, score in scores.items() if score == best}
    # The line is legal and leads to the score.
    end = position.play_all(result.principal_variation)
    assert end.is_over
    sign = 1 if end.to_move == position.to_move else -1
    assert sign * twin.margin(end, empties_to_winner=True) == best


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("number", [21, 22, 23, 24])
def test_threads_solve_together(shared: Path, number: int, threads: int) -> None:
    position, scores = ffo(shared, "fforum-20-39.obf")[number - 20]
    settings = AlphaBetaSettings(empties_to_winner=True, threads=threads)
    search = AlphaBeta(Othello(), settings)
    result = search.solve(position)
    best = max(scores.values())
    assert result.margin == best
    assert result.move in {move for move, score in scores.items() if score == best}
    # The order of the moves decides which of equal ones is chosen, not the threads.
    alone = AlphaBeta(Othello(), AlphaBetaSettings(empties_to_winner=True)).solve(position)
    assert result.move == alone.move
    assert position.play_all(result.principal_variation).is_over
    # Their budget ends all of them, and the search can be used again.
    assert not search.run(position, depth=60, nodes=20_000).exact
    assert search.solve(position).margin == best


def test_threads_that_solve_together_are_interrupted() -> None:
    position = random_position(Othello(), empties=40, seed=1)
    search = AlphaBeta(Othello(), AlphaBetaSettings(endgame_empties=40, threads=3))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    result = search.run(position, seconds=30)
    timer.join()
    assert result.interrupted
    assert not result.exact
    assert result.seconds < 20


@pytest.mark.parametrize("number", range(1, 20))
def test_ffo_1_to_19(shared: Path, number: int) -> None:
    solved_as_listed(*ffo(shared, "fforum-1-19.obf")[number - 1])


def test_every_move_of_an_ffo_position(shared: Path) -> None:
    settings = AlphaBetaSettings(empties_to_winner=True)
    for position, scores in ffo(shared, "fforum-1-19.obf")[:3]:
        result = AlphaBeta(Othello(), settings).solve(position, every_move=True)
        found = {line.move: line.score // 100 for line in result.moves}
        assert {move: found[move] for move in scores} == scores
        assert [line.score for line in result.moves] == sorted(
            (line.score for line in result.moves), reverse=True
        )


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20, 40))
def test_ffo_20_to_39(shared: Path, number: int) -> None:
    solved_as_listed(*ffo(shared, "fforum-20-39.obf")[number - 20])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4, 20))
def test_every_move_of_the_other_ffo_positions(shared: Path, number: int) -> None:
    position, scores = ffo(shared, "fforum-1-19.obf")[number - 1]
    settings = AlphaBetaSettings(empties_to_winner=True)
    result = AlphaBeta(Othello(), settings).solve(position, every_move=True)
    found = {line.move: line.score // 100 for line in result.moves}
    assert {move: found[move] for move in scores} == scores


# Hex to the end


def test_hex_3_is_solved_as_by_brute_force() -> None:
    game = Hex(3)
    known: dict[Position, bool] = {}
    result = AlphaBeta(game).solve(game.start(), every_move=True)
    for line in result.moves:
        assert (line.score > 0) != twin.is_won(game.start().play(line.move), known)
    assert len(result.moves) == 9


def test_hex_4_is_solved_as_by_brute_force() -> None:
    game = Hex(4)
    known: dict[Position, bool] = {}
    results = set()
    for seed in range(12):
        position = random_position(game, empties=10, seed=seed)
        for name in ("whole", "plain"):
            result = AlphaBeta(game, VARIANTS[name]).solve(position)
            assert result.exact
            assert (result.proof == "win") == twin.is_won(position, known), position
        results.add(result.proof)
    assert results == {"win", "loss"}
    assert AlphaBeta(game).solve(game.start()).proof == "win"


def test_with_the_swap_rule_the_second_player_wins() -> None:
    game = Hex(3, swap=True)
    assert AlphaBeta(game).solve(game.start()).proof == "loss"
    answer = AlphaBeta(game).solve(game.start().play("b2"))
    assert (answer.move, answer.proof) == ("swap", "win")


def test_a_decided_game_of_hex_has_no_move() -> None:
    position = Hex(3).start().play_all("b2 a1 b1 c1 b3")
    result = AlphaBeta(Hex(3)).run(position, depth=2)
    assert (result.move, result.proof, result.margin) == (None, "loss", None)


# Budgets


@pytest.mark.parametrize("game", [Othello(), Othello(10), Hex(7)], ids=str)
def test_the_same_budget_gives_the_same_answer(game: katachi.Game) -> None:
    """Whatever was searched before, and however the search ends."""
    position = random_position(game, empties=30, seed=3)
    used = AlphaBeta(game)
    used.run(game.start(), depth=2)
    for budget in ({"depth": 3}, {"nodes": 3000}, {"nodes": 1}):
        first = AlphaBeta(game).run(position, **budget)  # type: ignore[arg-type]
        again = used.run(position, **budget)  # type: ignore[arg-type]
        assert replace(again, seconds=0) == replace(first, seconds=0)
        assert first.move in position.legal_moves
        position.play_all(first.principal_variation)  # legal


def test_a_budget_of_nodes_ends_the_search() -> None:
    position = random_position(Othello(), empties=30, seed=1)
    search = AlphaBeta(Othello())
    depths = []
    for nodes in (100, 10_000, 100_000):
        result = search.run(position, nodes=nodes)
        # A few empty cells are finished even when the nodes are used up.
        assert nodes <= result.nodes < nodes + 20_000
        depths.append(result.depth)
        assert not result.interrupted
    assert depths == sorted(set(depths))


@pytest.mark.parametrize("game", [Othello(), Hex(11)], ids=str)
def test_control_c_gives_the_best_move_so_far(game: katachi.Game) -> None:
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    result = AlphaBeta(game).run(game.start(), seconds=30)
    timer.join()
    assert result.interrupted
    assert result.move in game.start().legal_moves
    assert result.seconds < 20


def test_an_exact_solution_that_runs_out_of_time_leaves_the_evaluation() -> None:
    position = random_position(Othello(), empties=40, seed=1)
    result = AlphaBeta(Othello()).run(position, depth=60, nodes=200_000)
    assert not result.exact
    assert result.depth >= 4
    assert result.move in position.legal_moves


def test_two_threads_may_share_a_search() -> None:
    search = AlphaBeta(Othello())
    start = Othello().start()
    results: list[katachi.AlphaBetaResult] = []
    threads = [
        threading.Thread(target=lambda: results.append(search.run(start, depth=5)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len({replace(result, seconds=0) for result in results}) == 1
    assert len(results) == 4


def test_all_instruction_sets_search_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """AVX-512, AVX2 and neither, as far as this processor has them."""
    position = random_position(Othello(), empties=16, seed=5)
    start = Othello().start()

    def answers() -> list[katachi.AlphaBetaResult]:
        search = AlphaBeta(Othello())
        found = [search.run(start, depth=6), search.solve(position)]
        return [replace(result, seconds=0) for result in found]

    fast = answers()
    monkeypatch.setenv("KATACHI_NO_AVX512", "1")
    assert answers() == fast
    monkeypatch.setenv("KATACHI_PORTABLE", "1")
    assert answers() == fast


# Mistakes


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"depth": 101}, "depth must be 0 to 100, not 101"),
        ({"megabytes": -1}, "megabytes must be 0 to 131072, not -1"),
    ],
)
def test_settings_out_of_range_are_named(settings: dict[str, int], sentence: str) -> None:
    with pytest.raises(katachi.InvalidSettings, match=sentence):
        AlphaBetaSettings(**settings)  # type: ignore[arg-type]


def test_mistakes_are_named() -> None:
    with pytest.raises(katachi.InvalidSettings, match=r"othello\.stable must be -10000 to 10000"):
        AlphaBetaSettings(othello=OthelloWeights(stable=10001))
    with pytest.raises(katachi.InvalidSettings, match=r"settings are wrong: .*dpeth"):
        AlphaBetaSettings.from_toml("dpeth = 3")
    with pytest.raises(katachi.InvalidSettings, match="alpha-beta plays Othello and Hex, not go"):
        AlphaBeta(katachi.Go(5))
    search = AlphaBeta(Othello(6))
    with pytest.raises(katachi.KatachiError, match="needs a depth or a budget"):
        search.run(Othello(6).start())
    with pytest.raises(katachi.KatachiError, match="must not be depth -1"):
        search.run(Othello(6).start(), depth=-1)
    with pytest.raises(katachi.KatachiError, match=r"the search is for Othello\(6\)|othello6"):
        search.run(Othello(8).start(), depth=1)
