"""Breakthrough: pawns walk one step forward, straight or diagonally, and take diagonally.

Black begins at the top and walks down. Who reaches the last row, or takes every pawn, wins. A move goes
from cell to cell, so moves have texts of their own (`a7b6`) and `cell_of` says where one ends.
"""

import numpy as np

import katachi
from katachi.games.compiled import GOES_ON

SIZE = 8
BOARD = katachi.Board.square(SIZE, symmetries=["mirror"], exchanges=["flip"])
STATE = np.dtype(
    [("board", "u1", (SIZE * SIZE,)), ("pawns", "u1", (2,)), ("winner", "u1"), ("to_move", "u1")]
)

STEPS = sorted(
    (y * SIZE + x, (y + dy) * SIZE + x + dx)
    for y in range(SIZE)
    for x in range(SIZE)
    for dy in (-1, 1)
    for dx in (-1, 0, 1)
    if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE
)
FROM = np.array([a for a, _ in STEPS], np.int16)
TO = np.array([b for _, b in STEPS], np.int16)
# The moves of a player (0: downwards) from a cell to the left, straight and to the right; -1: none.
NUMBERS = np.full((2, SIZE * SIZE, 3), -1, np.int16)
for number, (a, b) in enumerate(STEPS):
    NUMBERS[int(b < a), a, b % SIZE - a % SIZE + 1] = number


def start(state):
    for cell in range(2 * SIZE):
        state.board[cell] = 1
        state.board[SIZE * SIZE - 1 - cell] = 2
    state.pawns[0] = state.pawns[1] = 2 * SIZE
    state.to_move = 1


def legal_moves(state, moves):
    count = 0
    player = state.to_move
    for cell in range(SIZE * SIZE):
        if state.board[cell] != player:
            continue
        for direction in range(3):
            number = NUMBERS[player - 1, cell, direction]
            if number < 0:
                continue
            target = state.board[TO[number]]
            if target == 0 or (direction != 1 and target != player):
                moves[count] = number
                count += 1
    return count


def play(state, move):
    player, target = state.to_move, TO[move]
    if state.board[target] != 0:
        state.pawns[2 - player] -= 1
    state.board[FROM[move]] = 0
    state.board[target] = player
    last_row = SIZE - 1 if player == 1 else 0
    if target // SIZE == last_row or state.pawns[2 - player] == 0:
        state.winner = player
    state.to_move = 3 - player


def outcome(state):
    return state.winner if state.winner != 0 else GOES_ON


def cell_of(state, move):
    return TO[move]


def value(state):
    """Pawns, and how far they have come."""
    total = 0
    for cell in range(SIZE * SIZE):
        if state.board[cell] == 1:
            total += 20 + cell // SIZE
        elif state.board[cell] == 2:
            total -= 20 + SIZE - 1 - cell // SIZE
    return total if state.to_move == 1 else -total


game = katachi.compiled_game(
    "breakthrough",
    aim="A pawn that reaches the last row wins.",
    piece="pawn",
    state=STATE,
    moves=[BOARD.cells[a] + BOARD.cells[b] for a, b in STEPS],
    board=BOARD,
    stones="board",
    start=start,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    cell_of=cell_of,
    value=value,
    repeats=False,
)
