"""Five in a row on 15 x 15, in one file: rules that Numba compiles, and all of katachi for them.

Beside the board the state has the stones of both players as bits on the lines of the board, four of
which go through every cell: five in a row are a few shifts.
"""

import numpy as np

import katachi
from katachi.games.compiled import DRAW, GOES_ON

SIZE = 15
CELLS = SIZE * SIZE
STATE = np.dtype(
    [
        *(("board", "u1", (CELLS,)), ("lines", "u2", (2, 6 * SIZE))),
        *(("count", "i2"), ("winner", "u1"), ("to_move", "u1")),
    ]
)
# By cell: its row, column and two diagonals, and its place on each of them.
X, Y = np.arange(CELLS) % SIZE, np.arange(CELLS) // SIZE
LINE = np.stack([Y, SIZE + X, 2 * SIZE + X + Y, 5 * SIZE - 1 + X - Y], axis=1).astype(np.uint8)
BIT = np.stack([X, Y, X, X], axis=1)


def start(state):
    state.to_move = 1


def legal_moves(state, moves):
    count = 0
    for cell in range(CELLS):
        if state.board[cell] == 0:
            moves[count] = cell
            count += 1
    return count


def play(state, move):
    player, fives = state.to_move, 0
    for axis in range(4):
        stones = int(state.lines[player - 1, LINE[move, axis]]) | (1 << BIT[move, axis])
        state.lines[player - 1, LINE[move, axis]] = stones
        pairs = stones & (stones >> 1)
        fives |= pairs & (pairs >> 2) & (stones >> 4)
    state.board[move] = player
    state.count += 1
    if fives:
        state.winner = player
    elif state.count == CELLS:
        state.winner = DRAW
    state.to_move = 3 - player


def outcome(state):
    return state.winner if state.winner != 0 else GOES_ON


game = katachi.compiled_game(
    "fiveinarow",
    aim="Five stones in a row win, across, up or on a diagonal.",
    state=STATE,
    board=katachi.Board.square(SIZE, neighbours=8),
    stones="board",
    start=start,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    moves_stay=True,
    repeats=False,
)
