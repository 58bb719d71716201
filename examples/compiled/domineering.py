"""Domineering: Black lays dominoes upright, White across; who cannot lay another one loses.

A move is the upper or left cell of the domino. The players differ, so no turn of the board is a symmetry
unless they exchange.
"""

import numpy as np

import katachi
from katachi.games.compiled import GOES_ON

SIZE = 8
CELLS = SIZE * SIZE
STATE = np.dtype([("board", "u1", (CELLS,)), ("to_move", "u1")])


def start(state):
    state.to_move = 1


def other_half(cell, player):
    """The second cell of a domino, or -1 where it would leave the board."""
    if player == 1:
        return cell + SIZE if cell < CELLS - SIZE else -1
    return cell + 1 if cell % SIZE < SIZE - 1 else -1


def fits(state, cell):
    other = other_half(cell, state.to_move)
    return other >= 0 and state.board[cell] == 0 and state.board[other] == 0


def legal_moves(state, moves):
    count = 0
    for cell in range(CELLS):
        if fits(state, cell):
            moves[count] = cell
            count += 1
    return count


def play(state, move):
    player = state.to_move
    state.board[move] = player
    state.board[other_half(move, player)] = player
    state.to_move = 3 - player


def outcome(state):
    for cell in range(CELLS):
        if fits(state, cell):
            return GOES_ON
    return 3 - state.to_move


game = katachi.compiled_game(
    "domineering",
    aim="Who cannot lay another domino loses; Black lays them upright, White across.",
    piece="domino",
    state=STATE,
    board=katachi.Board.square(
        SIZE, neighbours=4, symmetries=["mirror", "flip"], exchanges=["transpose"]
    ),
    stones="board",
    start=start,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    repeats=False,
    stones_stay=True,
)
