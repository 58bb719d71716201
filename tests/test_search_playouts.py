"""Playouts with a policy: settings, strengths from anywhere, any combination of parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import katachi
from katachi import CellWeights, Mcts, MctsSettings, PlayoutSettings
from katachi.knowledge import Strengths

WEIGHTED = {"roulette", "epsilon_greedy", "softmax"}  # base policies with strengths
HEURISTIC = PlayoutSettings(
    atari_escapes=True, near_shapes=True, captures=True, self_atari_refusal=1.0
)


def test_settings_that_contradict_each_other_are_named() -> None:
    with pytest.raises(katachi.InvalidSettings, match=r"ladders needs playout.atari_escapes"):
        MctsSettings(playout=PlayoutSettings(ladders=True))
    with pytest.raises(katachi.InvalidSettings, match=r"self_atari_refusal must be 0 to 1, not 2"):
        MctsSettings(playout=PlayoutSettings(self_atari_refusal=2.0))
    with pytest.raises(katachi.InvalidSettings, match="'nst' reads N-grams of both lengths"):
        MctsSettings(playout=PlayoutSettings(base="nst", ngrams=1))


class Nim:
    """A game written in Python: take 1, 2 or 3; who takes the last wins."""

    name = "nim"
    moves = ("1", "2", "3")

    def start(self) -> Heap:
        return Heap(9, "black")


class Heap:
    def __init__(self, left: int, to_move: katachi.Color) -> None:
        self.left, self.to_move = left, to_move

    @property
    def legal_moves(self) -> list[str]:
        return [move for move in Nim.moves if int(move) <= self.left]

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> katachi.Outcome:
        return katachi.Outcome(katachi.opponent(self.to_move), "last", 1.0)

    @property
    def key(self) -> int:
        return 2 * self.left + (self.to_move == "white")

    def play(self, move: str) -> Heap:
        return Heap(self.left - int(move), katachi.opponent(self.to_move))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.key == other.key

    def __hash__(self) -> int:
        return self.key

    def __str__(self) -> str:
        return str(self.left)


def check_shares(first: Sequence[str], shares: dict[str, float]) -> None:
    total = sum(shares.values())
    observed = [first.count(move) for move in shares]
    expected = [len(first) * share / total for share in shares.values()]
    assert sum(observed) == len(first)
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def test_a_game_written_in_python_has_weighted_playouts() -> None:
    game = Nim()
    strengths = {"1": 1.0, "2": 2.0, "3": 5.0}
    playout = MctsSettings(playout=PlayoutSettings(base="roulette"))
    by_weights = Mcts(game, playout, playout_knowledge=CellWeights(game, (1.0, 2.0, 5.0)))
    by_function = Mcts(
        game, playout, playout_knowledge=lambda _position, moves: [strengths[m] for m in moves]
    )
    for search in (by_weights, by_function):
        first = [search.play_out(game.start(), seed=seed).moves[0] for seed in range(2000)]
        check_shares(first, strengths)
    played = by_weights.play_out(game.start(), seed=1)
    assert sum(map(int, played.moves)) == 9
    assert played.outcome.winner == ("black" if len(played.moves) % 2 else "white")
    assert by_function.run(simulations=50).move in game.moves


@pytest.mark.parametrize("game", [katachi.Othello(6), katachi.Go(5), katachi.Hex(3)], ids=str)
def test_any_function_gives_strengths_at_every_ply(game: katachi.Game) -> None:
    seen: list[katachi.PositionLike] = []

    def last_moves(position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        seen.append(position)
        assert set(moves) <= set(position.legal_moves)
        return [float(move == moves[-1]) for move in moves]

    search = Mcts(
        game, MctsSettings(playout=PlayoutSettings(base="roulette")), playout_knowledge=last_moves
    )
    played = search.play_out(game.start(), seed=3)
    position: katachi.Position = game.start()
    assert len(seen) >= len(played.moves) // 2
    for known, move in zip(seen, played.moves, strict=False):
        assert known == position
        position = position.play(move)


@pytest.mark.parametrize("base", ["roulette", "softmax", "epsilon_greedy"])
def test_cell_weights_of_othello(
    base: Literal["roulette", "softmax", "epsilon_greedy"],
) -> None:
    game = katachi.Othello()
    weights = katachi.load_knowledge("othello-cells", CellWeights)
    start = game.start().play_all(["f5", "d6", "c3", "d3", "c4"])
    playout = PlayoutSettings(base=base, temperature=100.0, epsilon=0.2)
    search = Mcts(game, MctsSettings(playout=playout), playout_knowledge=weights)
    first = [search.play_out(start, seed=seed).moves[0] for seed in range(4000)]
    strengths = {move: weights.by_move[game.number(move)] for move in start.legal_moves}
    if base == "softmax":
        strengths = {move: 2.718281828459045 ** (s / 100) for move, s in strengths.items()}
    if base == "epsilon_greedy":
        best = [move for move, s in strengths.items() if s == max(strengths.values())]
        strengths = {
            move: 0.2 / len(strengths) + 0.8 * (move in best) / len(best) for move in strengths
        }
    check_shares(first, strengths)


def test_playouts_are_the_same_with_the_same_seed() -> None:
    game = katachi.Go(7)
    search = Mcts(game, MctsSettings(playout=HEURISTIC))
    assert search.play_out(game.start(), seed=5) == search.play_out(game.start(), seed=5)
    assert search.play_out(game.start(), seed=5) != search.play_out(game.start(), seed=6)


@st.composite
def any_playout(draw: st.DrawFn, *, go: bool) -> PlayoutSettings:
    base = draw(
        st.sampled_from(["uniform", "roulette", "epsilon_greedy", "softmax", "mast", "nst"])
    )
    reply = draw(st.integers(0, 2))
    escapes = go and draw(st.booleans())
    return PlayoutSettings(
        base=base,  # type: ignore[arg-type]
        temperature=draw(st.sampled_from([0.01, 0.1, 1.0, 100.0])),
        epsilon=draw(st.sampled_from([0.0, 0.1, 1.0])),
        dead_cells=not go and draw(st.booleans()),
        joint_neighbour=not go and base in WEIGHTED and draw(st.booleans()),
        mate=0.0 if go else draw(st.sampled_from([0.0, 1.0])),
        decisive=not go and draw(st.booleans()),
        last_good_reply=reply,
        forgetting=reply > 0 and draw(st.booleans()),
        ngrams=0 if base == "nst" else draw(st.integers(0, 2)),
        ngram_threshold=draw(st.sampled_from([0.0, 2.0])),
        atari_escapes=escapes,
        ladders=escapes and draw(st.booleans()),
        attacks=go and draw(st.booleans()),
        nakade=go and draw(st.booleans()),
        near_shapes=go and draw(st.booleans()),
        captures=go and draw(st.booleans()),
        self_atari_refusal=draw(st.sampled_from([0.0, 0.5, 1.0])) if go else 0.0,
    )


WEIGHTS: list[Callable[[katachi.Game], katachi.Knowledge | Strengths]] = [
    lambda game: CellWeights(game, tuple(float(i % 4) for i in range(len(game.moves)))),
    lambda game: CellWeights(game, (0.0,) * len(game.moves)),
    lambda _: lambda _position, moves: [float(len(move)) for move in moves],
]


@settings(max_examples=120)
@given(data=st.data(), kind=st.sampled_from(["go", "hex", "havannah"]), seed=st.integers(0, 999))
def test_any_settings_play_legal_games(data: st.DataObject, kind: str, seed: int) -> None:
    games = {"go": katachi.Go(4), "hex": katachi.Hex(4), "havannah": katachi.Havannah(3)}
    game = games[kind]
    playout = data.draw(any_playout(go=kind == "go"))
    weights: katachi.Knowledge | Strengths | None = None
    if playout.base in WEIGHTED and not playout.joint_neighbour:
        weights = data.draw(st.sampled_from(WEIGHTS))(game)
        if kind != "go" and data.draw(st.booleans()):
            weights = katachi.load_knowledge("havannah5-local-patterns")
    search = Mcts(game, MctsSettings(playout=playout, seed=seed), playout_knowledge=weights)
    position: katachi.Position = game.start()
    for _ in range(6):
        result = search.run(simulations=8)
        if result.move is None:
            break
        played = search.play_out(position, seed=seed)
        line = position
        for move in played.moves:
            if kind == "go" and not line.is_legal(move):
                break  # superko, which playouts do not know
            line = line.play(move)
        position = position.play(result.move)
        search.advance(result.move)
