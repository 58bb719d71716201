"""Gomoku: rows of five, an oracle from outside, threats, swap, and what the search makes of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from reference.gomoku import Gomoku as Twin

import katachi
from katachi.features import Tactics, make_encoder

# A title, moves, and the reason of the end.
DIAGRAMS = [
    ("a row", katachi.Gomoku(9), "a1 a2 b1 b2 c1 c2 d1 d2 e1", "five"),
    ("a column", katachi.Gomoku(9), "a1 b1 a2 b2 a3 b3 a4 b4 a5", "five"),
    ("a diagonal", katachi.Gomoku(9), "a1 a2 b2 a3 c3 a5 d4 a6 e5", "five"),
    ("the other diagonal", katachi.Gomoku(9), "i1 a2 h2 a3 g3 a5 f4 a6 e5", "five"),
    ("six, free", katachi.Gomoku(9), "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1", "five"),
    (
        "six, exact",
        katachi.Gomoku(9, rule="exact"),
        "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1",
        "none",
    ),
    (
        "six and five at once, exact",
        katachi.Gomoku(9, rule="exact"),
        "a1 a8 b1 b8 c1 c8 e1 e8 f1 a9 d2 b9 d3 c9 d4 i9 d5 h9 d1",
        "five",
    ),
]


@pytest.mark.parametrize(
    ("game", "moves", "reason"), [row[1:] for row in DIAGRAMS], ids=[row[0] for row in DIAGRAMS]
)
def test_rows(game: katachi.Gomoku, moves: str, reason: str) -> None:
    position = game.start().play_all(moves)
    assert position.outcome.reason == reason
    assert position.is_over == (reason != "none")
    assert position.outcome.winner == ("black" if reason == "five" else None)


def test_a_set_up_is_judged_by_all_its_stones() -> None:
    """With `exact` six in a row win nothing, whatever the order in which stones are put."""
    text = "/".join(["XXXXXX...", *["........."] * 8]) + " O"
    assert katachi.Gomoku(9).position(text).outcome.winner == "black"
    assert not katachi.Gomoku(9, rule="exact").position(text).is_over


def test_both_players_cannot_have_won() -> None:
    text = "/".join(["XXXXX....", "OOOOO....", *["........."] * 7]) + " X"
    with pytest.raises(katachi.InvalidPosition, match="both players have won"):
        katachi.Gomoku(9).position(text)


@pytest.mark.parametrize("size", [9, 15, 19])
def test_open_spiel_agrees(size: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    oracle = pyspiel.load_game("gomoku", {"size": size, "connect": 5})
    rng = random.Random(size)
    ends: Counter[str] = Counter()
    for _ in range(20 if size == 9 else 4):
        position, state = katachi.Gomoku(size).start().core, oracle.new_initial_state()
        while not state.is_terminal():
            assert position.legal_moves == state.legal_actions()
            assert position.to_move == state.current_player()
            move = rng.choice(state.legal_actions())
            position = position.after(move)
            state.apply_action(move)
        assert position.is_over
        _, reason, score = position.outcome
        assert [score, -score] == state.returns()
        ends[reason.name] += 1
    assert ends["five"] > 0


@pytest.mark.parametrize("rule", ["free", "exact"])
def test_threats_are_those_of_the_twin(rule: str) -> None:
    """On random boards with many stones of both colours."""
    game = katachi.Gomoku(9, rule=rule)  # type: ignore[arg-type]
    tactics = Tactics(game, history=False)
    encoder, names = make_encoder([tactics]), tactics.feature_names
    rng = random.Random(rule)
    seen: Counter[tuple[str, int]] = Counter()
    for _ in range(60):
        stones = bytes(rng.choices([0, 1, 2], [3, 2, 5], k=81))
        twin = Twin(9, rule=rule, stones=stones, to_move=rng.randrange(2))
        if twin.is_over:
            continue
        position = katachi.Position(game, game.set_up((stones, twin.to_move, -1, 0, 0)))
        cells = twin.legal_moves()
        for cell, row in zip(cells, encoder.levels(position.core, cells), strict=True):
            own = twin.made(cell, twin.to_move)
            other = twin.made(cell, 1 - twin.to_move)
            levels = {names[feature]: level for feature, level in row}
            expected = {
                "wins": int(own[0]),
                "stops": int(other[0]),
                "four": own[1],
                "three": own[2],
                "stops four": other[1],
                "stops three": other[2],
            }
            assert {name: levels.get(name, 0) for name in expected} == expected
            seen.update(expected.items())
    for name, most in (("wins", 1), ("four", 4), ("three", 2), ("stops four", 4)):
        for level in range(1, most + 1):
            assert seen[name, level] > 0, f"no {name} {level} among the boards"


def test_swap_takes_the_stone_where_it_stands() -> None:
    position = katachi.Gomoku(9, swap=True).start().play("c7")
    assert position.legal_moves[-1] == "swap"
    swapped = position.play("swap")
    assert (swapped.at("c7"), swapped.to_move, swapped.moves_played) == ("white", "black", 1)
    with pytest.raises(katachi.IllegalMove, match="swap is only White's answer"):
        swapped.play("swap")
    assert "swap" not in katachi.Gomoku(9).start().play("c7").legal_moves


def test_rules_that_do_not_exist_are_refused() -> None:
    with pytest.raises(katachi.InvalidGame, match="rule must be free or exact, not 'renju'"):
        katachi.Gomoku(15, rule="renju")  # type: ignore[arg-type]
    with pytest.raises(katachi.InvalidGame, match="Gomoku size must be 9 to 19, not 8"):
        katachi.Gomoku(8)
