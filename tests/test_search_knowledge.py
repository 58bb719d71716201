"""Knowledge from outside: its strengths in the tree, and every way in which it can fail."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
from reference.search_toys import Lines

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings, SelectionSettings

IKEDA = MctsSettings(selection=SelectionSettings(bias="ikeda"))
Function = Callable[[katachi.PositionLike, Sequence[str]], Sequence[float]]


def test_a_function_of_position_and_moves_can_be_the_knowledge() -> None:
    seen: list[katachi.PositionLike] = []

    def corners(position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        assert set(moves) == set(position.legal_moves)
        seen.append(position)
        return [10.0 if move == "f5" else 1.0 for move in moves]

    result = Mcts(katachi.Othello(), IKEDA, knowledge=corners).run(simulations=50)
    lines = {line.move: line for line in result.moves}
    assert lines["f5"].strength == pytest.approx(10 / 13)
    assert lines["d3"].strength == pytest.approx(1 / 13)
    assert len(seen) == result.families


def test_only_ratios_of_strengths_matter() -> None:
    def scaled_by(factor: float) -> tuple[katachi.MoveStatistics, ...]:
        def strengths(_: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
            return [factor * (1 + sum(map(ord, move)) % 4) for move in moves]

        search = Mcts(katachi.Hex(4), IKEDA, knowledge=strengths)
        search.run(simulations=300)
        return search.tree(depth=9)

    assert scaled_by(1.0) == scaled_by(4.0) == scaled_by(2.0**-20)


def test_strengths_that_are_all_zero_are_equal() -> None:
    result = Mcts(katachi.Hex(3), IKEDA, knowledge=lambda _, moves: [0.0] * len(moves)).run(
        simulations=20
    )
    assert [line.strength for line in result.moves] == pytest.approx([1 / 9] * 9)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_knowledge_reaches_the_caller(threads: int) -> None:
    def broken(_position: katachi.PositionLike, _moves: Sequence[str]) -> list[float]:
        raise RuntimeError("no idea")

    search = Mcts(
        katachi.Othello(),
        MctsSettings(selection=SelectionSettings(bias="ikeda"), threads=threads),
        knowledge=broken,
    )
    for _ in range(3):
        with pytest.raises(RuntimeError, match="no idea"):
            search.run(simulations=100)


def test_widening_comes_to_the_pass_in_go_however_weak_it_is() -> None:
    """A game that nobody needs to go on with must end."""

    def points(_: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        return [1e-9 if move == "pass" else 1.0 + number for number, move in enumerate(moves)]

    game = katachi.Go(7)
    settings = MctsSettings(selection=SelectionSettings(widening=True))
    early = Mcts(game, settings, knowledge=points).run(simulations=280)  # four moves
    late = Mcts(game, settings, knowledge=points).run(simulations=400)  # five
    for result, tried in ((early, 0), (late, 1)):
        assert sum(line.visits > 0 for line in result.moves) == 4 + tried
        assert next(line for line in result.moves if line.move == "pass").visits >= tried
    assert next(line for line in early.moves if line.move == "pass").visits == 0


def failing_at(call: int) -> Function:
    """Knowledge that raises once, at its n-th call."""
    calls = 0

    def strengths(_position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        nonlocal calls
        calls += 1
        if calls == call:
            raise RuntimeError("not now")
        return [1.0] * len(moves)

    return strengths


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_goes_on_after_an_error(threads: int) -> None:
    search = Mcts(
        katachi.Hex(4),
        MctsSettings(selection=SelectionSettings(bias="ikeda"), threads=threads),
        knowledge=failing_at(7),
    )
    with pytest.raises(RuntimeError, match="not now"):
        search.run(simulations=500)
    result = search.run(simulations=500)
    assert result.simulations == 500
    assert result.move in katachi.Hex(4).moves


def test_a_failed_simulation_leaves_no_trace() -> None:
    search = Mcts(katachi.Hex(4), IKEDA, knowledge=failing_at(7))
    with pytest.raises(RuntimeError, match="not now"):
        search.run(simulations=500)
    visits = sum(line.visits for line in search.tree(depth=1))
    clean = Mcts(katachi.Hex(4), IKEDA, knowledge=failing_at(0))
    clean.run(simulations=visits)
    assert clean.tree(depth=9) == search.tree(depth=9)


@pytest.mark.parametrize(
    ("function", "error", "words"),
    [
        (lambda _, _moves: [1.0], ValueError, "knowledge gave 1 strengths for 9 moves"),
        (lambda _, _moves: [1.0] * 10, ValueError, "knowledge gave 10 strengths for 9 moves"),
        (lambda _, _moves: [], ValueError, "knowledge gave 0 strengths for 9 moves"),
        (lambda _, _moves: 3, TypeError, "not iterable"),
        (lambda _, moves: ["x"] * len(moves), ValueError, "could not convert"),
        (lambda _: 0, TypeError, "argument"),
    ],
)
def test_wrong_answers_of_knowledge_are_errors(
    function: Function, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Mcts(katachi.Hex(3), IKEDA, knowledge=function).run(simulations=20)


@pytest.mark.parametrize("strength", [math.nan, -1.0, math.inf, 1e39, -math.inf])
def test_strengths_that_mean_nothing_are_refused(strength: float) -> None:
    def strengths(_position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        return [strength, *[1.0] * (len(moves) - 1)]

    for game in (katachi.Hex(3), Lines()):
        with pytest.raises((ValueError, katachi.KatachiError), match="strength"):
            Mcts(game, IKEDA, knowledge=strengths).run(simulations=20)


def test_large_strengths_are_shares_as_well() -> None:
    result = Mcts(katachi.Hex(3), IKEDA, knowledge=lambda _, moves: [1e38] * len(moves)).run(
        simulations=20
    )
    assert [line.strength for line in result.moves] == pytest.approx([1 / 9] * 9)


def test_knowledge_of_another_game_is_refused() -> None:
    weights = katachi.CellWeights(katachi.Go(3), (1.0,) * 10)
    with pytest.raises(katachi.InvalidSettings, match=r"Go\(3\)"):
        Mcts(katachi.Hex(3), IKEDA, knowledge=weights)


def test_playout_weights_of_another_game_are_refused() -> None:
    weights = katachi.CellWeights(katachi.Go(3), (1.0,) * 10)
    roulette = MctsSettings(playout=PlayoutSettings(base="roulette"))
    with pytest.raises(katachi.InvalidSettings, match=r"Go\(3\)"):
        Mcts(katachi.Hex(3), roulette, playout_knowledge=weights)


def test_weights_of_another_size_are_refused() -> None:
    weights = katachi.CellWeights(katachi.Hex(4), (1.0,) * 17)
    with pytest.raises((ValueError, katachi.KatachiError)):
        Mcts(katachi.Hex(3), IKEDA, knowledge=weights)
