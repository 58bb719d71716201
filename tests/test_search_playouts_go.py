"""Heuristic playouts of Go: by diagrams, and move by move beside a slow twin."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable

import pytest
from reference.go_heuristics import Board
from reference.go_tactics import Endless

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings

ALL = PlayoutSettings(atari_escapes=True, near_shapes=True, captures=True, self_atari_refusal=1.0)
READING = PlayoutSettings(
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
    playout: PlayoutSettings, position: katachi.Position, last: str, *, seeds: int = 200
) -> set[str]:
    """The first moves of many playouts after the move `last`."""
    search = Mcts(position.game, MctsSettings(playout=playout))
    return {search.play_out(position, seed=seed, after=[last]).moves[0] for seed in range(seeds)}


DIAGRAMS: list[tuple[str, PlayoutSettings, str, str, str, set[str]]] = [
    (
        "A chain that the last move put in atari runs out",
        PlayoutSettings(atari_escapes=True),
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
        PlayoutSettings(atari_escapes=True),
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
        PlayoutSettings(atari_escapes=True, captures=True),
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
        PlayoutSettings(atari_escapes=True, ladders=True, captures=True),
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
        PlayoutSettings(atari_escapes=True, ladders=True, captures=True),
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
        PlayoutSettings(attacks=True, captures=True),
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
        PlayoutSettings(attacks=True, captures=True),
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
        PlayoutSettings(nakade=True, captures=True),
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
        PlayoutSettings(nakade=True),
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
        PlayoutSettings(nakade=True, captures=True),
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
        PlayoutSettings(near_shapes=True),
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
        PlayoutSettings(captures=True, near_shapes=True),
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
    assert choices(PlayoutSettings(self_atari_refusal=1.0), position, "A1") == {"pass"}


def check_playout(playout: PlayoutSettings, start: katachi.Position, seed: int) -> Counter[str]:
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


def check_ply(playout: PlayoutSettings, board: Board, last: int | None, number: int) -> str:
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
    PlayoutSettings(atari_escapes=True, ladders=True),
    PlayoutSettings(attacks=True),
    PlayoutSettings(nakade=True),
    PlayoutSettings(atari_escapes=True),
    PlayoutSettings(near_shapes=True),
    PlayoutSettings(captures=True),
    PlayoutSettings(self_atari_refusal=1.0),
    PlayoutSettings(near_shapes=True, captures=True),
]


@pytest.mark.parametrize("size", [3, 5, 7])
@pytest.mark.parametrize("playout", PARTS, ids=range(len(PARTS)))
def test_every_move_is_one_that_the_twin_allows(
    playout: PlayoutSettings, size: int, scaled: Callable[[int], int]
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
    search = Mcts(start.game, MctsSettings(playout=PlayoutSettings(self_atari_refusal=0.75)))
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
        (PlayoutSettings(atari_escapes=True), "playout.atari_escapes is for Go, not for othello"),
        (PlayoutSettings(near_shapes=True), "playout.near_shapes is for Go, not for othello"),
        (PlayoutSettings(captures=True), "playout.captures is for Go, not for othello"),
        (
            PlayoutSettings(self_atari_refusal=0.5),
            "playout.self_atari_refusal is for Go, not for othello",
        ),
    ],
)
def test_go_parts_are_for_go(playout: PlayoutSettings, words: str) -> None:
    with pytest.raises(katachi.InvalidSettings, match=words):
        Mcts(katachi.Othello(), MctsSettings(playout=playout))
