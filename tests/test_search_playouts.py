"""Playouts with a policy: Go heuristics by diagrams and by a slow twin; strengths from anywhere."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import BLACK, EMPTY, WHITE
from reference import go as reference
from reference.go_tactics import Endless, Scene, attack, extension
from scipy import stats

import katachi
from katachi import CellWeights, Mcts, MctsSettings, Playout
from katachi.search.settings import WEIGHTED

ALL = Playout(atari_escapes=True, near_shapes=True, captures=True, self_atari_refusal=1.0)
READING = Playout(
    atari_escapes=True,
    ladders=True,
    attacks=True,
    nakade=True,
    near_shapes=True,
    captures=True,
    self_atari_refusal=1.0,
)


def go(diagram: str, to_move: str) -> katachi.Position:
    rows = ["".join(row.split()) for row in diagram.strip().splitlines()]
    return katachi.Go(len(rows)).position("/".join(rows) + f" {to_move}")


def choices(
    playout: Playout, position: katachi.Position, last: str, *, seeds: int = 200
) -> set[str]:
    """The first moves of many playouts after the move `last`."""
    search = Mcts(position.game, MctsSettings(playout=playout))
    return {search.play_out(position, seed=seed, after=[last]).moves[0] for seed in range(seeds)}


DIAGRAMS: list[tuple[str, Playout, str, str, str, set[str]]] = [
    (
        "A chain that the last move put in atari runs out",
        Playout(atari_escapes=True),
        """
        . . . . .
        . O . . .
        O X . . .
        . O . . .
        . . . . .
        """,
        "X",
        "B4",
        {"C3"},
    ),
    (
        "It does not run where it stays in atari, but captures the attacker",
        Playout(atari_escapes=True),
        """
        . . . . .
        . . . . .
        O X . . .
        X O . . .
        . . . . .
        """,
        "X",
        "A3",
        {"A4"},
    ),
    (
        "An escape comes before a capture elsewhere",
        Playout(atari_escapes=True, captures=True),
        """
        O X . . .
        . . . . .
        . . . O .
        . . O X .
        . . . O .
        """,
        "X",
        "D1",
        {"E2"},
    ),
    (
        "It does not run into a ladder",
        Playout(atari_escapes=True, ladders=True, captures=True),
        """
        X O . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X O . . .
        . . . X X . .
        . . . . . . .
        """,
        "O",
        "D4",
        {"A6"},
    ),
    (
        "It runs where a stone breaks the ladder",
        Playout(atari_escapes=True, ladders=True, captures=True),
        """
        X O . . . . .
        . . . . . . .
        . . . . . O .
        . . . X . . .
        . . X O . . .
        . . . X X . .
        . . . . . . .
        """,
        "O",
        "D4",
        {"E3"},
    ),
    (
        "The last move is taken before anything else",
        Playout(attacks=True, captures=True),
        """
        X O . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X O . . . . .
        """,
        "O",
        "A7",
        {"A6"},
    ),
    (
        "The last move is caught in a ladder",
        Playout(attacks=True, captures=True),
        """
        O X . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X O O . .
        . . . X X . .
        . . . . . . .
        """,
        "X",
        "E3",
        {"F3"},
    ),
    (
        "The middle of an eye of three points",
        Playout(nakade=True, captures=True),
        """
        O X . . . . .
        . . . . . . .
        O O O O O . .
        O . . . O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        """,
        "X",
        "E4",
        {"C4"},
    ),
    (
        "The bulky five has a vital point",
        Playout(nakade=True),
        """
        . . O . . . .
        . . . O . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "X",
        "D6",
        {"B6"},
    ),
    (
        "Four in a row have none",
        Playout(nakade=True, captures=True),
        """
        O X . . . . .
        . . . . . . .
        O O O O O O .
        O . . . . O .
        O O O O O O .
        . . . . . . .
        . . . . . . .
        """,
        "X",
        "F4",
        {"A6"},
    ),
    (
        "A hane near the last move",
        Playout(near_shapes=True),
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "X",
        "D4",
        {"D5", "D3", "C5", "C3"},
    ),
    (
        "A capture anywhere if there is nothing near the last move",
        Playout(captures=True, near_shapes=True),
        """
        O X . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . O
        """,
        "X",
        "E1",
        {"A4"},
    ),
]


def test_diagrams_have_the_moves_they_claim() -> None:
    for title, playout, diagram, to_move, last, expected in DIAGRAMS:
        found = choices(playout, go(diagram, to_move), last)
        assert found == expected, title


def test_self_atari_is_refused_up_to_passing() -> None:
    position = go(
        """
        . X O . O
        X X O O .
        O O O O O
        X X X X X
        X . X . X
        """,
        "X",
    )
    # Black's only moves inside White's eyes are suicide; at A5 and the eyes below Black has eyes.
    assert choices(Playout(self_atari_refusal=1.0), position, "A1") == {"pass"}


class Board:
    """A Go board that answers by looking at everything."""

    def __init__(self, position: katachi.Position) -> None:
        self.size = position.game.size
        self.stones = tuple(position.stones)
        self.moves = position.game.moves
        self.me = BLACK if position.to_move == "black" else WHITE
        self.ko = None if position.ko is None else self.moves.index(position.ko)

    def neighbours(self, cell: int) -> list[int]:
        return reference.neighbours(self.size, cell)

    def chain(self, cell: int) -> tuple[set[int], set[int]]:
        """Stones and liberties."""
        stones, around = reference.region(self.size, self.stones, cell)
        return stones, {c for c in around if self.stones[c] == EMPTY}

    def after(self, cell: int) -> tuple[int, ...] | None:
        made = reference.board_after(reference.Rules(self.size), self.stones, cell, self.me)
        return None if made is None else made[0]

    def is_eye(self, cell: int) -> bool:
        if any(self.stones[n] != self.me for n in self.neighbours(cell)):
            return False
        x, y = cell % self.size, cell // self.size
        diagonal = [(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)]
        inside = [y * self.size + x for x, y in diagonal if 0 <= min(x, y) <= max(x, y) < self.size]
        opposing = sum(self.stones[c] == 1 - self.me for c in inside)
        return opposing == 0 if len(inside) < 4 else opposing < 2

    def playable(self, cell: int) -> bool:
        return (
            self.stones[cell] == EMPTY
            and cell != self.ko
            and not self.is_eye(cell)
            and self.after(cell) is not None
        )

    def is_self_atari(self, cell: int) -> bool:
        later = self.after(cell)
        assert later is not None
        taken = {n for n in self.neighbours(cell) if self.stones[n] != EMPTY and later[n] == EMPTY}
        if any(len(self.chain(n)[0]) > 1 for n in taken):
            return False  # it captures a chain of two or more
        _, around = reference.region(self.size, later, cell)
        return sum(later[c] == EMPTY for c in around) == 1

    def in_atari(self, cell: int) -> bool:
        return len(self.chain(cell)[1]) == 1

    def escapes(self, last: int, *, ladders: bool = False) -> set[int]:
        found = set()
        scene = Scene(self.size, self.stones, self.ko, self.me)
        for n in self.neighbours(last):
            if self.stones[n] != self.me or not self.in_atari(n):
                continue
            stones, (exit_,) = self.chain(n)
            runs = self.playable(exit_) and not self.is_self_atari(exit_)
            if runs and not (ladders and extension(scene, n) == "caught"):
                found.add(exit_)
            for stone in stones:
                for other in self.neighbours(stone):
                    if self.stones[other] == 1 - self.me and self.in_atari(other):
                        found |= {
                            c for c in self.chain(other)[1] if c != exit_ and self.playable(c)
                        }
        return found

    def attacks(self, last: int) -> set[int]:
        liberties = self.chain(last)[1]
        if len(liberties) == 1:
            return {c for c in liberties if self.playable(c)}
        if len(liberties) > 2:
            return set()
        scene = Scene(self.size, self.stones, self.ko, self.me)
        return {
            c
            for c in liberties
            if self.playable(c)
            and not self.is_self_atari(c)
            and attack(scene, last, c) == "catches"
        }

    def nakade(self, last: int) -> set[int]:
        found = set()
        for n in self.neighbours(last):
            if self.stones[n] != EMPTY:
                continue
            eye, around = reference.region(self.size, self.stones, n)
            if any(self.stones[c] == self.me for c in around):
                continue
            vital = vital_point({divmod(c, self.size) for c in eye})
            if vital is not None and self.playable(cell := vital[0] * self.size + vital[1]):
                found.add(cell)
        return found

    def shapes(self, last: int) -> set[int]:
        found = set()
        x, y = last % self.size, last // self.size
        for nx in (x - 1, x, x + 1):
            for ny in (y - 1, y, y + 1):
                cell = ny * self.size + nx
                if (nx, ny) == (x, y) or not 0 <= min(nx, ny) <= max(nx, ny) < self.size:
                    continue
                if self.playable(cell) and self.has_shape(nx, ny) and not self.is_self_atari(cell):
                    found.add(cell)
        return found

    def has_shape(self, x: int, y: int) -> bool:
        def content(x: int, y: int) -> str:
            if not 0 <= min(x, y) <= max(x, y) < self.size:
                return "#"
            return {self.me: "m", 1 - self.me: "t", EMPTY: "."}[self.stones[y * self.size + x]]

        rows = [[content(x + dx, y + dy) for dx in (-1, 0, 1)] for dy in (-1, 0, 1)]
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn
            for way in (rows, rows[::-1]):
                flat = "".join("".join(row) for row in way)
                if any(fits(flat, shape, only_me=only_me) for shape, only_me in SHAPES):
                    return True
        return False

    def captures(self) -> set[int]:
        found = set()
        for cell, stone in enumerate(self.stones):
            if stone == 1 - self.me and self.in_atari(cell):
                found |= {c for c in self.chain(cell)[1] if self.playable(c)}
        return found

    def allowed(self, last: int | None, playout: Playout) -> set[int]:
        """What the policy may choose; empty: a pass."""
        if last is not None:
            if playout.atari_escapes and (found := self.escapes(last, ladders=playout.ladders)):
                return found
            if playout.attacks and (found := self.attacks(last)):
                return found
            if playout.nakade and (found := self.nakade(last)):
                return found
            if playout.near_shapes and (found := self.shapes(last)):
                return found
        if playout.captures and (found := self.captures()):
            return found
        quiet = {cell for cell in range(self.size**2) if self.playable(cell)}
        if playout.self_atari_refusal == 1.0:
            quiet -= {cell for cell in quiet if self.is_self_atari(cell)}
        return quiet


# Eyes that one stone at v turns into one eye.
EYES = ["*v*", "v*/*.", "*v*/.*.", ".*./*v*/.*.", "**./*v*", "**./*v*/.*."]


def vital_point(eye: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The v of the eye, however it lies."""
    top, left = min(y for y, _ in eye), min(x for _, x in eye)
    for picture in EYES:
        rows = picture.split("/")
        for _ in range(4):
            rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn
            for way in (rows, rows[::-1]):
                cells = {
                    (top + y, left + x): letter
                    for y, row in enumerate(way)
                    for x, letter in enumerate(row)
                    if letter != "."
                }
                if cells.keys() == eye:
                    return next(cell for cell, letter in cells.items() if letter == "v")
    return None


# MoGo's shapes (Gelly et al. 2006), X and O either way round; the flag: only X may move.
SHAPES = [
    ("XOX" ".*." "???", False),
    ("XO." ".*." "?.?", False),
    ("XO?" "X*." "x.?", False),
    ("XOO" ".*." "?.?", True),
    ("XO?" "O*o" "?o?", False),
    ("?X?" "O*O" "xxx", False),
    ("X.?" "O*?" "###", False),
    ("OX?" "X*O" "###", False),
    ("?X?" "x*O" "###", False),
    ("?XO" "x*x" "###", False),
    ("?OX" "X*O" "###", False),
]  # fmt: skip


def fits(flat: str, shape: str, *, only_me: bool) -> bool:
    """`flat` has m for the mover's stones and t for the other's."""
    for x in "m" if only_me else "mt":
        o = "t" if x == "m" else "m"
        letters = {
            "X": x, "O": o, "x": ".#" + o, "o": ".#" + x, ".": ".", "#": "#", "?": ".#mt", "*": ".",
        }  # fmt: skip
        if all(there in letters[letter] for there, letter in zip(flat, shape, strict=True)):
            return True
    return False


def check_playout(playout: Playout, start: katachi.Position, seed: int) -> Counter[str]:
    """Every move of one playout is one that the twin allows; counts how often each part spoke."""
    search = Mcts(start.game, MctsSettings(playout=playout))
    moves = start.game.moves
    position, last = start, None
    spoke: Counter[str] = Counter()
    for move in search.play_out(start, seed=seed).moves:
        number = moves.index(move)
        # Where reading never ends the core gives up some time, and either answer will do.
        with contextlib.suppress(Endless):
            spoke[check_ply(playout, Board(position), last, number)] += 1
        last = None if move == "pass" else number
        if not position.is_legal(move):
            break  # superko, which playouts do not know
        position = position.play(move)
    return spoke


def check_ply(playout: Playout, board: Board, last: int | None, number: int) -> str:
    """The twin allows the move; the part that spoke."""
    allowed = board.allowed(last, playout)
    assert number in allowed if allowed else number == board.size**2
    if last is not None and playout.atari_escapes:
        escapes = board.escapes(last)
        if playout.ladders and escapes - board.escapes(last, ladders=True):
            return "ladder"
        if escapes:
            return "escape"
    if last is not None and playout.attacks and board.attacks(last):
        return "attack"
    if last is not None and playout.nakade and board.nakade(last):
        return "nakade"
    if last is not None and playout.near_shapes and board.shapes(last):
        return "shape"
    return "capture" if playout.captures and board.captures() else ""


PARTS = [
    ALL,
    READING,
    Playout(atari_escapes=True, ladders=True),
    Playout(attacks=True),
    Playout(nakade=True),
    Playout(atari_escapes=True),
    Playout(near_shapes=True),
    Playout(captures=True),
    Playout(self_atari_refusal=1.0),
    Playout(near_shapes=True, captures=True),
]


@pytest.mark.parametrize("size", [3, 5, 7])
@pytest.mark.parametrize("playout", PARTS, ids=range(len(PARTS)))
def test_every_move_is_one_that_the_twin_allows(
    playout: Playout, size: int, scaled: Callable[[int], int]
) -> None:
    game = katachi.Go(size)
    rng = random.Random(size)
    spoke: Counter[str] = Counter()
    for seed in range(scaled(12)):
        start = game.start()
        for _ in range(rng.randrange(2 * size)):
            board_moves = [m for m in start.legal_moves if m != "pass"]
            if board_moves and not start.is_over:
                start = start.play(rng.choice(board_moves))
        spoke += check_playout(playout, start, seed)
    for part, used in [
        ("escape", playout.atari_escapes),
        ("shape", playout.near_shapes),
        ("capture", playout.captures),
        ("ladder", playout.ladders),
        ("attack", playout.attacks),
        ("nakade", playout.nakade),
    ]:
        if part in {"ladder", "nakade"} and size == 3:
            continue  # there is hardly room for one
        assert (spoke[part] > 0) == used


def test_self_atari_is_refused_with_the_probability_asked_for() -> None:
    start = go(
        """
        . . O . .
        O O . . .
        . . . . .
        . . . O .
        . . O . .
        """,
        "X",
    )
    board = Board(start)
    quiet = {start.game.moves[c] for c in range(25) if board.playable(c)}
    bad = {move for move in quiet if board.is_self_atari(start.game.moves.index(move))}
    assert bad == {"A5", "B5", "D1"}
    search = Mcts(start.game, MctsSettings(playout=Playout(self_atari_refusal=0.75)))
    first = [search.play_out(start, seed=seed).moves[0] for seed in range(6000)]
    # A refused point is not drawn again: after j refusals one of the others is drawn.
    expected, refused = 0.0, 1.0
    for j in range(len(bad) + 1):
        share = (len(bad) - j) / (len(quiet) - j)
        expected += refused * share * 0.25
        refused *= share * 0.75
    observed = sum(first.count(move) for move in bad) / len(first)
    assert abs(observed - expected) < 4 * (expected / len(first)) ** 0.5


@pytest.mark.parametrize(
    ("playout", "words"),
    [
        (Playout(atari_escapes=True), "playout.atari_escapes is for Go, not for othello"),
        (Playout(near_shapes=True), "playout.near_shapes is for Go, not for othello"),
        (Playout(captures=True), "playout.captures is for Go, not for othello"),
        (Playout(self_atari_refusal=0.5), "playout.self_atari_refusal is for Go, not for othello"),
    ],
)
def test_go_parts_are_for_go(playout: Playout, words: str) -> None:
    with pytest.raises(katachi.InvalidSettings, match=words):
        Mcts(katachi.Othello(), MctsSettings(playout=playout))


def test_settings_that_contradict_each_other_are_named() -> None:
    with pytest.raises(katachi.InvalidSettings, match=r"ladders needs playout.atari_escapes"):
        MctsSettings(playout=Playout(ladders=True))
    with pytest.raises(katachi.InvalidSettings, match=r"self_atari_refusal must be 0 to 1, not 2"):
        MctsSettings(playout=Playout(self_atari_refusal=2.0))
    with pytest.raises(katachi.InvalidSettings, match="'nst' reads N-grams of both lengths"):
        MctsSettings(playout=Playout(base="nst", ngrams=1))


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
    playout = MctsSettings(playout=Playout(base="roulette"))
    by_weights = Mcts(game, playout, playout_weights=CellWeights(game, (1.0, 2.0, 5.0)))
    by_function = Mcts(
        game, playout, playout_weights=lambda _position, moves: [strengths[m] for m in moves]
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

    search = Mcts(game, MctsSettings(playout=Playout(base="roulette")), playout_weights=last_moves)
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
    weights = katachi.othello_start_weights()
    start = game.start().play_all(["f5", "d6", "c3", "d3", "c4"])
    playout = Playout(base=base, temperature=100.0, epsilon=0.2)
    search = Mcts(game, MctsSettings(playout=playout), playout_weights=weights)
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
    search = Mcts(game, MctsSettings(playout=ALL))
    assert search.play_out(game.start(), seed=5) == search.play_out(game.start(), seed=5)
    assert search.play_out(game.start(), seed=5) != search.play_out(game.start(), seed=6)


@st.composite
def any_playout(draw: st.DrawFn, *, go: bool) -> Playout:
    base = draw(
        st.sampled_from(["uniform", "roulette", "epsilon_greedy", "softmax", "mast", "nst"])
    )
    reply = draw(st.integers(0, 2))
    escapes = go and draw(st.booleans())
    return Playout(
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


WEIGHTS: list[Callable[[katachi.Game], katachi.search.PlayoutWeights]] = [
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
    weights: katachi.search.PlayoutWeights | None = None
    if playout.base in WEIGHTED and not playout.joint_neighbour:
        weights = data.draw(st.sampled_from(WEIGHTS))(game)
        if kind != "go" and data.draw(st.booleans()):
            weights = katachi.load_weights("havannah5-local-patterns")
    search = Mcts(game, MctsSettings(playout=playout, seed=seed), playout_weights=weights)
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
