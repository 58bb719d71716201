"""Pattern values: the sum over shapes, its file, and its use by searches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import katachi
from katachi.agents import load_agent
from katachi.errors import InvalidSettings, KatachiError
from katachi.features.value_shapes import ValueShapes, parse_value_shapes, value_shapes
from katachi.games.contract import PositionLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.knowledge import PatternValues, load_knowledge
from katachi.knowledge.pattern_values import ProbCut
from katachi.matches.contestant import parse_contestant

CORNER = ("a1", "b1", "a2", "b2")
EDGE = ("a1", "b1", "c1", "d1", "e1", "f1")
LINE = ("0,0", "1,0", "2,0")


def made(
    shapes: ValueShapes, seed: int = 0, stages: tuple[int, ...] = (0, 12, 20)
) -> PatternValues:
    """Random weights."""
    rng = np.random.default_rng(seed)
    count, features = len(stages), len(shapes.features)
    return PatternValues(
        shapes=shapes,
        stages=stages,
        weights=rng.integers(-300, 300, (count, shapes.parameters)).astype(np.int16),
        constants=rng.integers(-100, 100, count).astype(np.int32),
        feature_weights=rng.integers(-9000, 9000, (count, features)).astype(np.int32),
        spread=np.full(count, 700, np.float32),
        points=True,
    )


def othello6(seed: int = 0) -> PatternValues:
    return made(ValueShapes(katachi.Othello(6), (CORNER, EDGE), ("own moves", "their moves")), seed)


def positions_of(game: Game, count: int = 40, seed: int = 1) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    position = game.start()
    while len(found) < count:
        position = game.start() if position.is_over else position
        position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            found.append(position)
    return found


def twin(values: PatternValues, position: Position) -> int:
    """The score by the book: contents read cell by cell."""
    mover = 0 if position.to_move == "black" else 1
    digits = np.array([1 if s == 2 else 2 if s == mover else 0 for s in map(int, position.stones)])
    stage = np.searchsorted(values.stages, int((digits != 1).sum()), side="right") - 1
    score, first = int(values.constants[stage]), 0
    for table in values.shapes.tables:
        powers = 3 ** np.arange(table.placements.shape[1])
        for cells in table.placements:
            content = int(digits[cells] @ powers)
            score += int(values.weights[stage][first + table.parameter_of[content]])
        first += table.parameters
    if values.shapes.features:
        counts = [moves_of(position), moves_of(with_turn(position, 1 - mover, position.stones))]
        score += (128 + int(values.feature_weights[stage] @ np.array(counts))) >> 8
    return score


def moves_of(position: Position) -> int:
    return sum(move != "pass" for move in position.legal_moves)


def with_turn(position: Position, to_move: int, stones: Sequence[int]) -> Position:
    return Position(position.game, position.game.set_up(SetUp(bytes(stones), to_move)))


def exchanged(position: Position) -> Position:
    """Colours and turn exchanged."""
    stones = [stone if stone == 2 else 1 - stone for stone in map(int, position.stones)]
    return with_turn(position, int(position.to_move == "black"), stones)


def test_the_score_is_the_sum_by_the_book() -> None:
    values = othello6()
    positions = positions_of(katachi.Othello(6))
    assert [twin(values, p) for p in positions] == np.rint(100 * values.scores(positions)).tolist()


def test_relative_shapes_lie_everywhere() -> None:
    values = made(ValueShapes(katachi.Gomoku(9), (LINE,)))
    assert values.shapes.tables[0].placements.shape == (2 * 7 * 9, 3)
    assert (
        values.shapes.tables[0].parameters == 18
    )  # 27 contents, 9 of them their own mirror images
    positions = positions_of(katachi.Gomoku(9), 20)
    assert [twin(values, p) for p in positions] == np.rint(100 * values.scores(positions)).tolist()


def test_exchanging_colours_and_turn_changes_nothing() -> None:
    values = othello6()
    positions = positions_of(katachi.Othello(6))
    swapped = [exchanged(position) for position in positions]
    assert values.scores(positions).tolist() == values.scores(swapped).tolist()
    assert values.values(positions).tolist() == values.values(swapped).tolist()


def test_symmetric_positions_are_worth_the_same() -> None:
    values = othello6()
    for position in positions_of(katachi.Othello(6), 10):
        images = [position.transformed(one) for one in position.game.topology.symmetries]
        assert len(set(values.scores(images).tolist())) == 1


def test_a_finished_game_is_worth_its_result() -> None:
    game = katachi.Othello(6)
    position = game.start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    winner = position.outcome.winner
    expected = 0.5 if winner is None else float(winner == position.to_move)
    assert othello6().values([position]).tolist() == [expected]


def test_files(tmp_path: Path) -> None:
    values = replace(othello6(), prob_cuts=(ProbCut(20, 2, 4, 0.5, 3.0, 400.0),))
    path = tmp_path / "mine.knowledge"
    values.save(path)
    found = load_knowledge(path)
    assert isinstance(found, PatternValues)
    assert found.of_positions
    assert not found.of_moves
    positions = positions_of(katachi.Othello(6))
    assert found.scores(positions).tolist() == values.scores(positions).tolist()
    assert found.prob_cuts == values.prob_cuts
    assert found.shapes == values.shapes
    second = tmp_path / "second.knowledge"
    found.save(second)
    assert second.read_bytes() == path.read_bytes()


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.knowledge"
    othello6().save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(KatachiError, match=r"mine\.knowledge"):
        load_knowledge(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("shapes", "begin with"),
        ("katachi-value-shapes 1\ngame othello8\nshape a1 a1", "different cells"),
        ("katachi-value-shapes 1\ngame othello8\nshape a1 z9", "z9"),
        ("katachi-value-shapes 1\ngame othello8\nfeature beauty", "own moves"),
        ("katachi-value-shapes 1\ngame othello8\nsquare a1", "'shape ..' or"),
        ("katachi-value-shapes 1\ngame hex5\nshape 0,0 9,9", "fits nowhere"),
    ],
)
def test_wrong_shapes(text: str, sentence: str) -> None:
    with pytest.raises(KatachiError, match=sentence):
        parse_value_shapes(text)


def test_shapes_that_ship_print_and_parse() -> None:
    shapes = value_shapes("othello")
    assert parse_value_shapes(shapes.text) == shapes
    assert shapes.core.placements == 50


@pytest.mark.parametrize("name", ["gomoku", "havannah", "hex", "othello"])
def test_shapes_that_ship_fit_their_games(name: str) -> None:
    shapes = value_shapes(name)
    assert shapes.game.name == name
    assert parse_value_shapes(shapes.text) == shapes


def test_values_without_named_cells_suit_every_size() -> None:
    values = made(ValueShapes(katachi.Gomoku(15), (LINE,), ("turn", "rows of 2")))
    small = values.on_board(katachi.Gomoku(9))
    position = katachi.Gomoku(9).start().play("e5").play("d4")
    assert small.game == katachi.Gomoku(9)
    assert small.values([position])[0] == values.on_board(katachi.Gomoku(9)).values([position])[0]
    swapping = katachi.Gomoku(9, swap=True)
    assert values.on_board(swapping).game == swapping
    settings = katachi.MctsSettings(playout=katachi.PlayoutSettings(evaluator_share=1.0))
    found = katachi.Mcts(swapping, settings, evaluator=values).run(swapping.start(), simulations=50)
    assert found.move is not None
    with pytest.raises(KatachiError, match="not Hex"):
        values.on_board(katachi.Hex(9))
    with pytest.raises(KatachiError, match="not Othello"):
        othello6().on_board(katachi.Othello(8))


def test_another_board_is_refused() -> None:
    with pytest.raises(KatachiError, match="not Othello"):
        othello6().values([katachi.Othello(8).start()])
    with pytest.raises(KatachiError, match="not Hex"):
        katachi.AlphaBeta(katachi.Hex(5), knowledge=othello6())


# Alpha-beta


def minimax(values: PatternValues, position: Position, depth: int) -> int:
    """For the player to move; the last cells are solved as the search does."""
    if position.is_over:
        margin = position.outcome.score
        return round(100 * (margin if position.to_move == "black" else -margin))
    empties = sum(stone == 2 for stone in map(int, position.stones))
    if empties <= 5:
        found = katachi.AlphaBeta(position.game).solve(position)
        return found.score
    if depth == 0:
        return twin(values, position)
    if position.legal_moves == ("pass",):
        return -minimax(values, position.play("pass"), depth)
    return max(-minimax(values, position.play(m), depth - 1) for m in position.legal_moves)


@pytest.mark.parametrize("portable", [False, True])
def test_alphabeta_without_selectivity_is_minimax(
    portable: bool,  # noqa: FBT001 - a parameter of pytest
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if portable:
        monkeypatch.setenv("KATACHI_PORTABLE", "1")
    game = katachi.Othello(6)
    values = othello6()
    settings = katachi.AlphaBetaSettings(selectivity=0, endgame_empties=0)
    search = katachi.AlphaBeta(game, settings, knowledge=values)
    for position in positions_of(game, 24)[::2]:
        if position.legal_moves == ("pass",):
            continue
        result = search.run(position, depth=3)
        if not result.exact:
            assert result.score == minimax(values, position, 3)
        scores = {
            line.move: line.score for line in search.run(position, depth=2, every_move=True).moves
        }
        for move, score in scores.items():
            after = position.play(move)
            assert score == -minimax(values, after, 1) or search.run(position, depth=2).exact


def test_incremental_contents_are_those_of_the_board() -> None:
    """On the board of the default shapes, deep enough that every direction is flipped."""
    shapes = value_shapes("othello")
    values = made(shapes, stages=(0, 20, 40))
    search = katachi.AlphaBeta(
        katachi.Othello(),
        katachi.AlphaBetaSettings(selectivity=0, endgame_empties=0),
        knowledge=values,
    )
    for position in positions_of(katachi.Othello(), 50, seed=5):
        if position.legal_moves == ("pass",) or sum(s == 2 for s in position.stones) < 9:
            continue
        assert search.evaluate(position) == np.clip(
            round(100 * values.scores([position])[0]), -6400, 6400
        )
        moves = search.run(position, depth=1, every_move=True).moves
        for line in moves:
            after = position.play(line.move)
            if not after.is_over and after.legal_moves != ("pass",):
                said = np.clip(round(100 * values.scores([after])[0]), -6400, 6400)
                assert line.score == -said


def test_the_end_is_exact_with_any_values() -> None:
    game = katachi.Othello(6)
    hand = katachi.AlphaBeta(game)
    for seed in range(2):
        cuts = tuple(ProbCut(20, d % 2 + 2 * (d // 4), d, 1.0, 0.0, 50.0) for d in range(3, 20))
        learned = katachi.AlphaBeta(game, knowledge=replace(othello6(seed), prob_cuts=cuts))
        late = [p for p in positions_of(game, 90, seed) if sum(s == 2 for s in p.stones) == 11]
        for position in late:
            one, other = hand.solve(position), learned.solve(position)
            assert other.exact
            assert one.margin == other.margin
            every = learned.run(position, depth=40, every_move=True)
            assert [m.score for m in every.moves] == [
                m.score for m in hand.run(position, depth=40, every_move=True).moves
            ]


def test_longer_ends_are_exact_too() -> None:
    """More empty cells than the solver takes over at the root."""
    game = katachi.Othello(6)
    cuts = tuple(ProbCut(20, d % 2 + 2 * (d // 4), d, 1.0, 0.0, 50.0) for d in range(3, 20))
    learned = katachi.AlphaBeta(game, knowledge=replace(othello6(), prob_cuts=cuts))
    hand = katachi.AlphaBeta(game)
    for position in [p for p in positions_of(game, 150, 4) if p.stones.count(2) == 19]:
        found = learned.solve(position)
        assert found.exact
        assert found.margin == hand.solve(position).margin
        line = position.play_all(found.principal_variation)
        assert line.is_over
        assert line.outcome.score * (1 if position.to_move == "black" else -1) == found.margin


def test_who_wins_is_proven_before_by_how_much() -> None:
    """With limits between the two: what is proven is true, and the move keeps it."""
    game = katachi.Othello(6)
    learned = katachi.AlphaBeta(game, knowledge=othello6())
    hand = katachi.AlphaBeta(game)
    proven = []
    for position in [p for p in positions_of(game, 300, 4) if p.stones.count(2) == 19]:
        best = hand.solve(position).margin
        assert best is not None
        for nodes in range(2000, 100_000, 4000):
            found = learned.run(position, nodes=nodes)
            if found.proof == "unknown" or found.exact:
                continue
            assert found.move is not None
            kept = -(hand.solve(position.play(found.move)).margin or 0)
            assert found.proof == ("win" if best > 0 else "loss" if best < 0 else "draw")
            assert found.proof == "loss" or np.sign(kept) == np.sign(best)
            assert np.sign(found.score) == np.sign(best)
            proven.append(found.proof)
    assert {"win", "loss"} <= set(proven)


def test_a_proven_win_is_kept_however_much_was_hoped_for() -> None:
    """After seven plies these values hope for thirty discs more; a limit may stop the search anywhere."""
    game = katachi.Othello(6)
    values = othello6()
    hopeful = replace(values, constants=values.constants - 3000)
    learned = katachi.AlphaBeta(game, knowledge=hopeful)
    hand = katachi.AlphaBeta(game)
    stopped = 0
    for position in [p for p in positions_of(game, 300, 4) if p.stones.count(2) == 14]:
        if (hand.solve(position).margin or 0) <= 0:
            continue
        kept: dict[str, int] = {}
        nodes, found = 200, learned.run(position, nodes=200)
        while not found.exact and nodes < 40_000:
            if found.proof == "win":
                assert found.move is not None
                if found.move not in kept:
                    kept[found.move] = -(hand.solve(position.play(found.move)).margin or 0)
                assert kept[found.move] > 0, f"{found.move} at {nodes} nodes"
                assert found.score > 0
                stopped += 1
            nodes += 40
            found = learned.run(position, nodes=nodes)
    assert stopped > 100


def test_selective_search_is_repeatable_and_stops() -> None:
    cuts = tuple(ProbCut(20, d % 2 + 2 * (d // 4), d, 1.0, 0.0, 50.0) for d in range(3, 20))
    values = replace(othello6(), prob_cuts=cuts)
    search = katachi.AlphaBeta(katachi.Othello(6), knowledge=values)
    start = katachi.Othello(6).start().play("c2")
    first, second = (search.run(start, nodes=20000) for _ in range(2))
    assert (first.move, first.score, first.nodes) == (second.move, second.score, second.nodes)
    assert first.nodes <= 20600
    full = katachi.AlphaBeta(
        katachi.Othello(6), katachi.AlphaBetaSettings(selectivity=0), knowledge=values
    )
    assert search.run(start, depth=9).nodes < full.run(start, depth=9).nodes
    assert search.run(start, depth=6).principal_variation[0] == search.run(start, depth=6).move


def test_a_limited_search_goes_on_where_a_proof_is_out_of_reach() -> None:
    """Not half the way and then to the end, which it could not finish."""
    values = load_knowledge("othello-values")
    search = katachi.AlphaBeta(katachi.Othello(), knowledge=values)
    game = katachi.Othello()
    position, steady = game.start(), katachi.AlphaBeta(game, katachi.AlphaBetaSettings(depth=2))
    for _ in range(60 - 26):
        move = steady.run(position).move
        assert move is not None
        position = position.play(move)
    assert position.stones.count(2) == 26
    limited = search.run(position, nodes=400_000)
    assert limited.proof == "unknown"
    assert limited.depth > 13


def test_knowledge_of_moves_is_no_evaluation() -> None:
    cells = load_knowledge("othello-cells")
    with pytest.raises(InvalidSettings, match="cannot search with"):
        katachi.AlphaBeta(katachi.Othello(), knowledge=cells)


# The tree search


def test_leaves_are_judged_in_the_core_as_from_python() -> None:
    values = othello6()
    game = katachi.Othello(6)
    settings = katachi.MctsSettings(playout=katachi.PlayoutSettings(evaluator_share=1.0), seed=3)
    inside = katachi.Mcts(game, settings, evaluator=values).run(simulations=300)
    outside = katachi.Mcts(
        game, settings, evaluator=lambda position: float(values.values([position])[0])
    ).run(simulations=300)
    assert [(m.move, m.visits) for m in inside.moves] == [(m.move, m.visits) for m in outside.moves]


def test_a_leaf_is_judged_once() -> None:
    asked: list[str] = []

    def evaluator(position: PositionLike) -> float:
        assert isinstance(position, Position)
        asked.append(position.text)
        return 0.5

    settings = katachi.MctsSettings(
        playout=katachi.PlayoutSettings(evaluator_share=1.0),
        expansion=katachi.ExpansionSettings(visits=5),
    )
    game = katachi.Hex(4)
    katachi.Mcts(game, settings, evaluator=evaluator).run(game.start(), simulations=300)
    assert len(asked) == len(set(asked)) > 50


def test_knowledge_of_moves_is_no_evaluator() -> None:
    settings = katachi.MctsSettings(playout=katachi.PlayoutSettings(evaluator_share=1.0))
    with pytest.raises(InvalidSettings, match="no values of positions"):
        katachi.Mcts(katachi.Othello(), settings, evaluator=load_knowledge("othello-cells"))


def test_an_agent_may_name_its_evaluator(tmp_path: Path) -> None:
    text = 'kind = "mcts"\nevaluator = "{}"\n[mcts.playout]\nevaluator_share = 1.0\n'
    path = tmp_path / "judging.toml"
    path.write_text(text.format("othello-values"), "utf-8")
    agent = load_agent(str(path))
    game = katachi.Othello()
    agent.new_game(game, 1)
    assert (
        agent.choose(game.start(), katachi.Budget(simulations=50)).move in game.start().legal_moves
    )
    assert "othello-values.knowledge" in parse_contestant(f"{path}@50").configuration
    path.write_text(text.format("othello-cells"), "utf-8")
    with pytest.raises(InvalidSettings, match="no values of positions"):
        load_agent(str(path))
