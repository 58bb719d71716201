"""Every game against open_spiel, an independent program, move by move on random games.

At every ply both must offer the same moves and agree on who is to move; at the end both must have
stopped at the same move, on the same board, with the same winner (and the same margin in Othello
and Go). Numbers of moves: Othello and Hex count alike; Havannah there leaves gaps for the cells
outside the hexagon. Go there begins at the lower left corner; since the rules do not know top from
bottom, the games here are played upside down and the numbers used as they are.
`test_both_use_the_same_names` ties the numbers to places on the board.

Differences on purpose
  - Go, superko. There a move that repeats an earlier board is legal, ends the game and draws it.
    Here it is refused. Asserted: whatever is legal there but not here leads to a board of this game
    (from our own record of boards), and nothing is legal here but not there.
  - Go, length. There a game ends after 2 * size * size moves; here `move_limit` is set to that.
  - Go, komi. There only win or loss is told. The margin m without komi is found by playing the game
    again with komi m - 1/2, which Black must win, and m + 1/2, which White must win.
  - Go, handicap. There the points are those of 19 x 19, whatever the board, and White gets a point
    for each stone; only the placement on 19 x 19 is compared.
  - Havannah, swap. There it is written as playing on the occupied cell; here it has a number of its
    own, after the cells.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

import katachi
from katachi import _core

GAMES = 2000
GAMES_WITH_SWAP = 200
BLACK, WHITE, EMPTY = 0, 1, 2


# pyspiel has no types: its games and states are Any here.


@cache
def load(name: str, **options: float) -> Any:  # noqa: ANN401
    return pyspiel.load_game(name, options)


def winner_there(state: Any) -> int:  # noqa: ANN401
    value = state.returns()[0]
    if value == 0:
        return EMPTY
    return BLACK if value > 0 else WHITE


def stones_in_planes(state: Any, order: tuple[int, int, int]) -> bytes:  # noqa: ANN401
    """Stones from the first three planes of an observation; `order` says what each plane shows."""
    tensor = np.asarray(state.observation_tensor(0), dtype=np.uint8)
    shape = state.get_game().observation_tensor_shape()
    shown: NDArray[np.intp] = tensor.reshape(shape[0], -1)[:3].argmax(axis=0)
    return np.asarray(order, dtype=np.uint8)[shown].tobytes()


def choose(rng: random.Random, legal: list[int]) -> int:
    return legal[int(rng.random() * len(legal))]


def test_both_use_the_same_names() -> None:
    """What open_spiel calls its actions is what the notations say."""
    othello, hexes = katachi.Othello(8), katachi.Hex(11)
    state = load("othello").new_initial_state()
    assert [state.action_to_string(0, a) for a in range(65)] == list(othello.moves)
    state = load("hex", board_size=11).new_initial_state()
    assert [state.action_to_string(0, a) for a in range(121)] == list(hexes.moves[:-1])
    for size in (5, 9, 19):
        state = load("go", board_size=size).new_initial_state()
        there = [state.action_to_string(0, a).removeprefix("B ") for a in range(size * size + 1)]
        moves = katachi.Go(size).moves
        rows = [moves[size * y : size * (y + 1)] for y in range(size)]
        from_the_bottom = [move.lower() for row in reversed(rows) for move in row]
        assert [text.lower() for text in there] == [*from_the_bottom, "pass"]
    for size in (4, 10):
        state = load("havannah", board_size=size).new_initial_state()
        there = [state.action_to_string(0, a) for a in state.legal_actions()]
        assert there == list(katachi.Havannah(size).notation("openspiel").texts[:-1])


# ---------------------------------------------------------------------------------------- Othello


def test_othello_agrees(scaled: Callable[[int], int]) -> None:
    rng = random.Random(8)
    start, theirs = katachi.Othello(8).start().core, load("othello")
    passes = 0
    for _ in range(scaled(GAMES)):
        position, state = start, theirs.new_initial_state()
        while legal := position.legal_moves:
            assert state.legal_actions() == legal
            assert state.current_player() == position.to_move
            assert not position.is_over
            move = choose(rng, legal)
            passes += move == 64
            position = position.after(move)
            state.apply_action(move)
        assert position.is_over
        assert state.is_terminal()
        stones = stones_in_planes(state, (EMPTY, BLACK, WHITE))
        assert position.stones == stones
        margin = stones.count(BLACK) - stones.count(WHITE)
        assert position.outcome == (winner_there(state), _core.Reason.discs, margin)
    assert passes > 0


# --------------------------------------------------------------------------------------------- Go


def assert_only_superko_differs(
    position: _core.Position,
    state: Any,  # noqa: ANN401
    legal: list[int],
    boards: set[bytes],
) -> int:
    """Returns how many moves superko forbids here; each of them repeats one of `boards`."""
    there = state.legal_actions()
    forbidden = set(there) - set(legal)
    assert set(legal) <= set(there)
    for move in forbidden:
        assert position.refusal(move) == "it repeats an earlier position (superko)"
        child = state.child(move)
        assert stones_in_planes(child, (BLACK, WHITE, EMPTY)) in boards
        assert child.is_terminal()
        assert winner_there(child) == EMPTY
    return len(forbidden)


def assert_margin(size: int, moves: list[int], margin: float) -> None:
    """The margin without komi, proved by two games that differ in komi only."""
    for komi, winner in ((margin - 0.5, BLACK), (margin + 0.5, WHITE)):
        state = load("go", board_size=size, komi=komi).new_initial_state()
        for move in moves:
            state.apply_action(move)
        assert winner_there(state) == winner


@pytest.mark.parametrize("size", [5, 9, 19])
def test_go_agrees_but_for_superko(
    size: int, scaled: Callable[[int], int], request: pytest.FixtureRequest
) -> None:
    rng = random.Random(size)
    game = katachi.Go(size, move_limit=2 * size * size)
    start, theirs = game.start().core, load("go", board_size=size, komi=game.komi)
    assert theirs.max_game_length() == game.move_limit
    pass_move = size * size
    forbidden = ended_by_passes = 0
    # Long games: with --slow as many as on the other boards.
    fewer = 4 if size == 19 and not request.config.getoption("--slow") else 1
    for _ in range(scaled(GAMES // fewer)):
        position, state = start, theirs.new_initial_state()
        boards, moves = {start.stones}, []
        while legal := position.legal_moves:
            if state.legal_actions() != legal:
                forbidden += assert_only_superko_differs(position, state, legal, boards)
            assert state.current_player() == position.to_move
            assert not position.is_over
            move = choose(rng, legal)
            position = position.after(move)
            state.apply_action(move)
            moves.append(move)
            stones = position.stones
            assert move == pass_move or stones not in boards
            boards.add(stones)
        assert position.is_over
        assert state.is_terminal()
        assert position.stones == stones_in_planes(state, (BLACK, WHITE, EMPTY))
        winner, reason, score = position.outcome
        assert (winner, reason) == (winner_there(state), _core.Reason.area)
        assert_margin(size, moves, score + game.komi)
        ended_by_passes += moves[-2:] == [pass_move, pass_move]
    assert ended_by_passes > 0
    if size == 5:  # larger boards may see none
        assert forbidden > 0


@pytest.mark.parametrize("stones", range(2, 10))
def test_handicap_stones_stand_on_the_same_points(stones: int) -> None:
    state = load("go", board_size=19, handicap=stones).new_initial_state()
    position = katachi.Go(19, handicap=stones).start()
    rows = np.frombuffer(position.stones, dtype=np.uint8).reshape(19, 19)
    assert rows[::-1].tobytes() == stones_in_planes(state, (BLACK, WHITE, EMPTY))
    assert state.current_player() == position.core.to_move == WHITE


# ------------------------------------------------------------------------------- Hex and Havannah


def play_connection_game(
    game: katachi.Hex | katachi.Havannah,
    theirs: Any,  # noqa: ANN401
    rng: random.Random,
    numbers_there: list[int],
) -> tuple[_core.Position, Any]:
    """One game of both; `numbers_there` translates cells. Every second chance to swap is taken."""
    swap = len(numbers_there)
    position, state = game.start().core, theirs.new_initial_state()
    first = EMPTY
    while legal := position.legal_moves:
        if legal[-1] == swap:
            swap_there = first if game.name == "havannah" else swap
            translated = [*(numbers_there[cell] for cell in legal[:-1]), swap_there]
            assert state.legal_actions() == sorted(translated)
            move = swap if rng.random() < 0.5 else choose(rng, legal)
            move_there = swap_there if move == swap else numbers_there[move]
        else:
            assert state.legal_actions() == [numbers_there[cell] for cell in legal]
            move = choose(rng, legal)
            first = move_there = numbers_there[move]
        assert state.current_player() == position.to_move
        assert not position.is_over
        position = position.after(move)
        state.apply_action(move_there)
    assert position.is_over
    assert state.is_terminal()
    assert position.outcome[0] == winner_there(state)
    return position, state


HEX = [(5, False, GAMES), (11, False, GAMES), (13, False, GAMES)]
HEX_SWAP = [(5, True, GAMES_WITH_SWAP), (11, True, GAMES_WITH_SWAP), (13, True, GAMES_WITH_SWAP)]


@pytest.mark.parametrize(("size", "swap", "games"), HEX + HEX_SWAP)
def test_hex_agrees(*, size: int, swap: bool, games: int, scaled: Callable[[int], int]) -> None:
    rng = random.Random(size)
    game, theirs = katachi.Hex(size, swap=swap), load("hex", board_size=size, swap=swap)
    # Stones are printed by what they are joined to.
    kinds = dict.fromkeys("xXyz", BLACK) | dict.fromkeys("oOpq", WHITE) | {".": EMPTY}
    for _ in range(scaled(games)):
        position, state = play_connection_game(game, theirs, rng, list(range(size * size)))
        assert position.stones == bytes(kinds[c] for c in str(state) if not c.isspace())
        assert position.outcome[1] == _core.Reason.connection


HAVANNAH = [(4, False, GAMES), (5, False, GAMES), (8, False, GAMES), (10, False, GAMES)]
HAVANNAH_SWAP = [(size, True, GAMES_WITH_SWAP) for size in (4, 5, 8, 10)]


@pytest.mark.parametrize(("size", "swap", "games"), HAVANNAH + HAVANNAH_SWAP)
def test_havannah_agrees(
    *, size: int, swap: bool, games: int, scaled: Callable[[int], int]
) -> None:
    rng = random.Random(size)
    game, theirs = katachi.Havannah(size, swap=swap), load("havannah", board_size=size, swap=swap)
    span = range(2 * size - 1)
    numbers_there = [y * len(span) + x for y in span for x in span if abs(x - y) < size]
    seen: set[str] = set()
    for _ in range(scaled(games)):
        position, state = play_connection_game(game, theirs, rng, numbers_there)
        stones = stones_in_planes(state, (BLACK, WHITE, EMPTY))
        assert position.stones == bytes(stones[number] for number in numbers_there)
        seen.add(position.outcome[1].name)
    if games == scaled(games) == GAMES:  # fewer games may miss a shape
        assert seen >= {"ring", "bridge", "fork"}
