"""Tic-tac-toe: the smallest game with everything in it."""

import numpy as np

import katachi
from katachi.games.compiled import DRAW, GOES_ON

# The stones of both players once more as bits, one for each cell.
STATE = np.dtype([("board", "u1", (9,)), ("bits", "u2", (2,)), ("count", "u1"), ("to_move", "u1")])
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421])


def start(state):
    state.to_move = 1


def legal_moves(state, moves):
    count = 0
    for cell in range(9):
        if state.board[cell] == 0:
            moves[count] = cell
            count += 1
    return count


def play(state, move):
    state.board[move] = state.to_move
    state.bits[state.to_move - 1] |= 1 << move
    state.count += 1
    state.to_move = 3 - state.to_move


def outcome(state):
    player = 3 - state.to_move  # who moved last
    bits = state.bits[player - 1]
    for line in LINES:
        if bits & line == line:
            return player
    return DRAW if state.count == 9 else GOES_ON


game = katachi.compiled_game(
    "tictactoe",
    aim="Three in a row win.",
    state=STATE,
    board=katachi.Board.square(3),
    stones="board",
    start=start,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    moves_stay=True,
    repeats=False,
)
