"""The search against formulas in Python, brute force, and its own promises."""

from __future__ import annotations

import math
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import katachi
from katachi import Expansion, Mcts, MctsSettings, MoveStatistics, Playout, Selection

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
import connect_four

SMALL_GAMES = [katachi.Othello(6), katachi.Go(5), katachi.Hex(5), katachi.Havannah(4)]
RAVE = {"rave": "hand_selected", "exploration": 0.4, "first_play_urgency": 1.0}


# ------------------------------------------------------------------------------------ determinism


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_the_same_seed_gives_the_same_tree(game: katachi.Game) -> None:
    def tree(seed: int) -> tuple[MoveStatistics, ...]:
        search = Mcts(game, MctsSettings(seed=seed))
        search.run(simulations=2000)
        return search.tree(depth=3)

    assert tree(1) == tree(1)
    assert tree(1) != tree(2)


def test_a_part_that_is_switched_off_leaves_the_plain_tree_alone() -> None:
    """Constants of parts that are off must not matter."""
    game = katachi.Havannah(4)
    plain = Mcts(game)
    plain.run(simulations=3000)
    off = Mcts(
        game,
        MctsSettings(
            selection=Selection(rave_equivalence=7.0, rave_bias=3.0, bias_weight=9.0),
            playout=Playout(epsilon=0.9, ngram_decay=0.3, temperature=5.0),
        ),
    )
    off.run(simulations=3000)
    assert plain.tree(depth=9) == off.tree(depth=9)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_visits_add_up(game: katachi.Game) -> None:
    for threads in (1, 2):
        result = Mcts(game, MctsSettings(threads=threads)).run(simulations=3000)
        assert result.simulations == 3000
        assert sum(line.visits for line in result.moves) == 3000


# ------------------------------------------------------------------------- formulas, by their twin

Score = Callable[[MoveStatistics, float, Sequence[MoveStatistics]], float]


def uct(line: MoveStatistics, parent: float, c: float) -> float:
    return line.value + c * math.sqrt(math.log(parent) / line.visits)


def rave(line: MoveStatistics, parent: float, _all: Sequence[MoveStatistics]) -> float:
    share = 50 / (50 + line.visits) if line.amaf_visits else 0.0
    value = line.value if line.visits else 1.0
    explore = 0.4 * math.sqrt(math.log(parent) / max(line.visits, 1))
    return (1 - share) * value + share * line.amaf_value + explore


def minimum_mse(line: MoveStatistics, parent: float, _all: Sequence[MoveStatistics]) -> float:
    n, m = line.visits, line.amaf_visits
    share = m / (n + m + 4 * n * m * 0.1**2) if m else 0.0
    value = line.value if n else 1.0
    return (
        (1 - share) * value
        + share * line.amaf_value
        + 0.4 * math.sqrt(math.log(parent) / max(n, 1))
    )


def tuned(line: MoveStatistics, parent: float, _all: Sequence[MoveStatistics]) -> float:
    ratio = math.log(parent) / line.visits
    variance = line.value * (1 - line.value) + math.sqrt(2 * ratio)
    return line.value + 0.7 * math.sqrt(ratio * min(0.25, variance))


def initial(line: MoveStatistics, parent: float, _all: Sequence[MoveStatistics]) -> float:
    visits = line.visits + line.initial_visits
    value = (line.value * line.visits + line.initial_value) / visits
    return value + 0.7 * math.sqrt(math.log(parent) / visits)


def ikeda(line: MoveStatistics, parent: float, _all: Sequence[MoveStatistics]) -> float:
    return uct(line, parent, 0.7) + 0.5 * math.sqrt(5000 / (parent + 5000)) * line.strength


def puct(line: MoveStatistics, parent: float, _all: Sequence[MoveStatistics]) -> float:
    value = line.value if line.visits else 0.5
    return value + 1.5 * line.strength * math.sqrt(parent) / (1 + line.visits)


FORMULAS: dict[str, tuple[MctsSettings, Score]] = {
    "uct": (MctsSettings(), lambda line, n, _: uct(line, n, 0.7)),
    "uct with 2 ln n": (
        MctsSettings(selection=Selection(formula="uct_two")),
        lambda line, n, _: uct(line, n, 0.7 * math.sqrt(2)),
    ),
    "ucb1 tuned": (MctsSettings(selection=Selection(formula="ucb1_tuned")), tuned),
    "rave": (MctsSettings(selection=Selection(**RAVE)), rave),  # type: ignore[arg-type]
    "minimum mse": (
        MctsSettings(
            selection=Selection(rave="minimum_mse", exploration=0.4, first_play_urgency=1.0)
        ),
        minimum_mse,
    ),
    "initial visits": (
        MctsSettings(expansion=Expansion(joint_neighbour=True, local_connections=True)),
        initial,
    ),
    "ikeda": (MctsSettings(selection=Selection(bias="ikeda")), ikeda),
    "puct": (
        MctsSettings(selection=Selection(formula="puct", exploration=1.5, first_play_urgency=0.5)),
        puct,
    ),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_the_next_visit_goes_where_the_formula_says(name: str) -> None:
    """One simulation more with the same seed shows which move the statistics before it chose."""
    setting, score = FORMULAS[name]
    game = katachi.Havannah(3)
    weights = katachi.CellWeights(game, tuple(float(1 + i % 5) for i in range(len(game.moves))))
    needs = setting.selection.bias != "none" or setting.selection.formula == "puct"

    def root(simulations: int) -> dict[str, MoveStatistics]:
        search = Mcts(game, setting, knowledge=weights if needs else None)
        return {line.move: line for line in search.run(simulations=simulations).moves}

    for simulations in (60, 150, 400, 1001):
        before, after = root(simulations), root(simulations + 1)
        (chosen,) = [move for move in before if after[move].visits > before[move].visits]
        lines = list(before.values())
        scores = {line.move: score(line, float(simulations), lines) for line in lines}
        assert scores[chosen] == pytest.approx(max(scores.values()), abs=1e-4)


def test_initial_visits_are_those_of_the_thesis() -> None:
    """HAVANNAH 3.7: neighbour 40/40, joint 40/30, other 40/5; groups 30/10 each; edges 30/10 each."""
    game = katachi.Havannah(5)
    position = game.start().play_all("e5 a1")

    def initials(parts: Expansion) -> dict[str, tuple[float, float]]:
        search = Mcts(game, MctsSettings(expansion=parts))
        return {
            line.move: (line.initial_visits, line.initial_value)
            for line in search.run(position, simulations=1).moves
        }

    joint = initials(Expansion(joint_neighbour=True))
    assert joint["e6"] == (40.0, 40.0)
    assert joint["d3"] == (40.0, 30.0)
    assert joint["a5"] == (40.0, 5.0)
    local = initials(Expansion(local_connections=True))
    assert local["e6"] == (30.0, 10.0)
    assert local["a5"] == (30.0, 0.0)
    split = game.start().play_all("e5 a1 e7 a2")
    search = Mcts(game, MctsSettings(expansion=Expansion(local_connections=True)))
    two = {line.move: line for line in search.run(split, simulations=1).moves}["e6"]
    assert (two.initial_visits, two.initial_value) == (30, 20)
    corner = game.start().play_all("a1 e5 a3 e6")
    search = Mcts(game, MctsSettings(expansion=Expansion(edge_connections=True)))
    lines = {line.move: line for line in search.run(corner, simulations=1).moves}
    assert (lines["a2"].initial_visits, lines["a2"].initial_value) == (30, 20)
    assert (lines["b2"].initial_visits, lines["b2"].initial_value) == (30, 10)
    assert (lines["e9"].initial_visits, lines["e9"].initial_value) == (30, 0)


# ------------------------------------------------------------------------------------------ solver


@cache
def brute_force(position: katachi.Position) -> float:
    """Value for the player to move: 1 win, 0 draw, -1 loss."""
    if position.is_over:
        winner = position.outcome.winner
        if winner is None:
            return 0.0
        return 1.0 if winner == position.to_move else -1.0
    best = -1.0
    for move in position.legal_moves:
        after = position.play(move)
        sign = -1.0 if after.to_move != position.to_move else 1.0
        best = max(best, sign * brute_force(after))
        if best == 1.0:
            break
    return best


PROOFS = {1.0: "win", 0.0: "draw", -1.0: "loss"}
SOLVER = MctsSettings(selection=Selection(solver=True, rave="hand_selected", exploration=0.4, first_play_urgency=1.0))  # fmt: skip


@pytest.mark.parametrize("opening", katachi.Hex(3).moves[:-1])
def test_the_solver_proves_every_3x3_hex_opening(opening: str) -> None:
    position = katachi.Hex(3).start().play(opening)
    result = Mcts(katachi.Hex(3), SOLVER).run(position, simulations=20_000)
    assert result.proof == PROOFS[brute_force(position)]


NEIGHBOURS_4X4 = [
    sum(
        1 << (y * 4 + x)
        for x, y in (
            (i % 4 + dx, i // 4 + dy)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        )
        if 0 <= x < 4 and 0 <= y < 4
    )
    for i in range(16)
]


def joins(stones: int, start: int, goal: int) -> bool:
    """Flood from one side of the 4 x 4 board to the other, on bit masks."""
    reached, frontier = 0, stones & start
    while frontier:
        reached |= frontier
        around = 0
        for i in range(16):
            if frontier >> i & 1:
                around |= NEIGHBOURS_4X4[i]
        frontier = around & stones & ~reached
    return bool(reached & goal)


@cache
def mover_wins_4x4(own: int, other: int, *, black: bool) -> bool:
    """Whether the player to move wins 4 x 4 Hex; nobody has won yet."""
    sides = (0xF, 0xF000) if black else (0x1111, 0x8888)
    for i in range(16):
        if (own | other) >> i & 1:
            continue
        after = own | 1 << i
        if joins(after, *sides) or not mover_wins_4x4(other, after, black=not black):
            return True
    return False


@pytest.mark.parametrize("opening", katachi.Hex(4).moves[:-1])
def test_the_solver_proves_every_4x4_hex_opening(opening: str) -> None:
    game = katachi.Hex(4)
    result = Mcts(game, SOLVER).run(game.start().play(opening), simulations=400_000)
    wins = mover_wins_4x4(0, 1 << game.number(opening), black=False)
    assert result.proof == ("win" if wins else "loss")


def test_the_solver_plays_out_small_othello_endgames() -> None:
    game = katachi.Othello(6)
    rng = random.Random(5)
    proven = 0
    for _ in range(12):
        position = game.start()
        while not position.is_over and position.stones.count(2) > 7:
            position = position.play(rng.choice(position.legal_moves))
        if position.is_over:
            continue
        result = Mcts(game, MctsSettings(selection=Selection(solver=True))).run(
            position, simulations=200_000
        )
        assert result.proof == PROOFS[brute_force(position)]
        proven += 1
    assert proven > 6


def test_the_solver_finds_a_win_in_one_and_stops() -> None:
    position = katachi.Havannah(4).start().play_all("a1 d4 a2 d5 a3 e5")
    result = Mcts(katachi.Havannah(4), SOLVER).run(position, simulations=100_000)
    assert (result.move, result.proof) == ("a4", "win")
    assert result.simulations < 100_000


# ------------------------------------------------------------------------------- games in Python


def test_a_game_written_in_python_is_searched() -> None:
    search = Mcts(connect_four.game, MctsSettings(selection=Selection(solver=True)))
    position = connect_four.game.start()
    for move in "dadadb":
        position = position.play(move)
    result = search.run(position, simulations=600)
    assert (result.move, result.proof) == ("d", "win")


# ------------------------------------------------------------------------------------ hard limits


def test_a_full_memory_goes_on_without_growing() -> None:
    result = Mcts(katachi.Hex(11), MctsSettings(megabytes=1)).run(simulations=20_000)
    assert result.memory_full
    assert result.bytes_used <= 2**20
    assert result.simulations == 20_000


def test_a_finished_game_has_no_move() -> None:
    position = katachi.Hex(3).start().play_all("a1 b1 a2 b2 a3")
    result = Mcts(katachi.Hex(3)).run(position, simulations=10)
    assert result.move is None
    assert result.moves == ()


def test_one_legal_move_is_found() -> None:
    game = katachi.Othello()
    position = game.position(
        "OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOO./OOOOOO../OOOOOOOX/OOOOOOOO/OOOOOOOO O"
    )
    assert len(position.legal_moves) == 1
    assert Mcts(game).run(position, simulations=50).move == position.legal_moves[0]


def test_an_advanced_search_keeps_what_it_knows() -> None:
    search = Mcts(katachi.Hex(5))
    first = search.run(simulations=5000)
    assert first.move is not None
    known = first.moves[0].visits
    search.advance(first.move)
    second = search.run(simulations=1)
    assert sum(line.visits for line in second.moves) >= known - 1
    assert second.to_move == "white"


def test_ctrl_c_returns_the_best_move_so_far() -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    result = Mcts(katachi.Go(9)).run(seconds=20)
    assert result.interrupted
    assert result.move is not None
    assert time.monotonic() - begin < 10


# ---------------------------------------------------------------------------------- knowledge


def test_a_function_of_position_and_moves_can_be_the_knowledge() -> None:
    seen: list[str] = []

    def corners(position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        seen.append(str(position))
        return [10.0 if move == "f5" else 1.0 for move in moves]

    search = Mcts(
        katachi.Othello(), MctsSettings(selection=Selection(bias="ikeda")), knowledge=corners
    )
    lines = {line.move: line for line in search.run(simulations=50).moves}
    assert lines["f5"].strength == pytest.approx(10 / 13)
    assert seen


def test_an_error_in_knowledge_reaches_the_caller() -> None:
    def broken(_position: katachi.PositionLike, _moves: Sequence[str]) -> list[float]:
        raise RuntimeError("no idea")

    for threads in (1, 2):
        search = Mcts(
            katachi.Othello(),
            MctsSettings(selection=Selection(bias="ikeda"), threads=threads),
            knowledge=broken,
        )
        with pytest.raises(RuntimeError, match="no idea"):
            search.run(simulations=100)


def test_widening_begins_with_the_strongest_move() -> None:
    game = katachi.Hex(5)
    weights = katachi.CellWeights(game, tuple(float(i) for i in range(len(game.moves))))
    search = Mcts(game, MctsSettings(selection=Selection(widening=True)), knowledge=weights)
    visited = [line.move for line in search.run(simulations=39).moves if line.visits]
    assert visited == [game.moves[24]]
    later = {line.move for line in search.run(simulations=80).moves if line.visits}
    assert later == {game.moves[24], game.moves[23], game.moves[22]}


# ------------------------------------------------------------------------------------ settings


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[selection]\nexploration = -1.0", "selection.exploration must be 0 to 1e+06, not -1.0"),
        ("[selection]\ngrave_visits = 5", "selection.grave_visits needs selection.rave"),
        ("[playout]\nforgetting = true", "playout.forgetting needs playout.last_good_reply"),
        ("[playout]\nngrams = 3", "playout.ngrams must be 0 to 2, not 3"),
        ("[playout]\nngram_averaging = true", "playout.ngram_averaging needs playout.ngrams = 2"),
        ("threads = 0", "threads must be 1 to 1024, not 0"),
    ],
)
def test_impossible_settings_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(katachi.InvalidSettings) as caught:
        MctsSettings.from_toml(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (MctsSettings(playout=Playout(mate=2.0)), "playout.mate is for Hex and Havannah, not for othello"),
        (MctsSettings(selection=Selection(bias="ikeda")), "selection.bias = 'ikeda' needs knowledge"),
        (MctsSettings(playout=Playout(base="roulette")), "playout.base = 'roulette' needs playout weights"),
    ],
)  # fmt: skip
def test_settings_that_do_not_fit_the_game_are_refused(
    setting: MctsSettings, sentence: str
) -> None:
    with pytest.raises(katachi.InvalidSettings) as caught:
        Mcts(katachi.Othello(), setting)
    assert str(caught.value) == sentence


def test_an_unknown_setting_is_named() -> None:
    with pytest.raises(katachi.InvalidSettings, match="explorration"):
        MctsSettings.from_toml("[selection]\nexplorration = 1.0")


@st.composite
def any_settings(draw: st.DrawFn) -> MctsSettings:
    rave: Any = draw(st.sampled_from(["none", "hand_selected", "minimum_mse"]))
    reply = draw(st.integers(0, 2))
    ngrams = draw(st.integers(0, 2))
    edges = draw(st.booleans())
    return MctsSettings(
        selection=Selection(
            formula=draw(st.sampled_from(["uct", "uct_two", "ucb1_tuned", "puct"])),
            exploration=draw(st.floats(0, 2)),
            first_play_urgency=draw(st.sampled_from([math.inf, 0.0, 0.5, 1.0])),
            rave=rave,
            grave_visits=draw(st.integers(0, 50)) if rave != "none" else 0,
            amaf_moves=draw(st.integers(0, 10)) if rave != "none" else 0,
            history_weight=draw(st.sampled_from([0.0, 1.0])),
            bias=draw(st.sampled_from(["none", "simple", "chaslot", "huang", "ikeda"])),
            widening=draw(st.booleans()),
            solver=draw(st.booleans()),
        ),
        expansion=Expansion(
            visits=draw(st.integers(0, 3)),
            joint_neighbour=draw(st.booleans()),
            local_connections=draw(st.booleans()),
            edge_connections=edges,
            edge_counts_itself=edges and draw(st.booleans()),
            knowledge_visits=draw(st.sampled_from([0.0, 10.0])),
            dead_cells=draw(st.booleans()),
        ),
        playout=Playout(
            base=draw(
                st.sampled_from(["uniform", "roulette", "epsilon_greedy", "softmax", "mast"])
            ),
            decisive=draw(st.booleans()),
            anti_decisive=draw(st.booleans()),
            mate=draw(st.sampled_from([0.0, 1.0, 2.0])),
            last_good_reply=reply,
            forgetting=reply > 0 and draw(st.booleans()),
            keep_replies=draw(st.booleans()),
            ngrams=ngrams,
            ngram_decay=draw(st.floats(0, 1)),
            ngram_averaging=ngrams == 2 and draw(st.booleans()),
        ),
        threads=draw(st.integers(1, 2)),
        megabytes=draw(st.sampled_from([1, 16])),
        seed=draw(st.integers(0, 2**64 - 1)),
    )


@settings(max_examples=300, deadline=None)
@given(setting=any_settings(), swap=st.booleans(), kind=st.sampled_from(["hex", "havannah"]))
def test_any_settings_play_legal_moves(setting: MctsSettings, swap: bool, kind: str) -> None:  # noqa: FBT001
    game = katachi.Hex(4, swap=swap) if kind == "hex" else katachi.Havannah(3, swap=swap)
    weights = katachi.CellWeights(game, tuple(float(1 + i) for i in range(len(game.moves))))
    search = Mcts(game, setting, knowledge=weights, playout_weights=weights)
    position = game.start()
    while not position.is_over:
        result = search.run(simulations=20)
        assert result.move in position.legal_moves
        position = position.play(result.move)
        search.advance(result.move)
    assert search.run(simulations=5).move is None


def test_grave_that_never_refers_is_rave_and_otherwise_is_not() -> None:
    def tree(grave_visits: int) -> tuple[MoveStatistics, ...]:
        chosen = Selection(
            rave="hand_selected", exploration=0.4, first_play_urgency=1.0, grave_visits=grave_visits
        )
        search = Mcts(katachi.Havannah(4), MctsSettings(selection=chosen))
        search.run(simulations=2000)
        return search.tree(depth=4)

    assert tree(10**9) == tree(0)
    assert tree(20) != tree(0)
