"""Tic-tac-toe: the smallest game with everything in it."""

import numpy as np

import katachi
from katachi.games.compiled import DRAW, GOES_ON

STATE = np.dtype([("board", "u1", (9,)), ("count", "u1"), ("to_move", "u1")])
LINES = np.array(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
)


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
    state.count += 1
    state.to_move = 3 - state.to_move


def outcome(state):
    player = 3 - state.to_move  # who moved last
    for a, b, c in LINES:
        if state.board[a] == player and state.board[b] == player and state.board[c] == player:
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
