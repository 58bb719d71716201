"""Connect Four for the compiler: the rules of examples/connect_four.py as functions on a state.

    katachi match --game-file examples/compiled/connect_four.py uct uniform
    katachi check-game examples/compiled/connect_four.py

Stones are bits, seven for each column, of which the seventh stays empty so that lines do not run from
the top of a column into the bottom of the next. A move is a column; `cell_of` says where it lands.
"""

import numpy as np

import katachi
from katachi.games.compiled import DRAW, GOES_ON

WIDTH, HEIGHT = 7, 6
STATE = np.dtype(
    [("stones", "i8", (2,)), ("heights", "u1", (WIDTH,)), ("count", "u1"), ("to_move", "u1")]
)


def start(state):
    state.to_move = 1


def legal_moves(state, moves):
    count = 0
    for column in range(WIDTH):
        if state.heights[column] < HEIGHT:
            moves[count] = column
            count += 1
    return count


def play(state, move):
    state.stones[state.to_move - 1] |= np.int64(1) << (7 * move + state.heights[move])
    state.heights[move] += 1
    state.count += 1
    state.to_move = 3 - state.to_move


def has_line(stones):
    for step in (1, 6, 7, 8):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


def outcome(state):
    player = 3 - state.to_move  # who moved last
    if has_line(state.stones[player - 1]):
        return player
    return DRAW if state.count == WIDTH * HEIGHT else GOES_ON


def at(state, cell):
    bit = 7 * (cell % WIDTH) + HEIGHT - 1 - cell // WIDTH
    return ((state.stones[0] >> bit) & 1) + 2 * ((state.stones[1] >> bit) & 1)


def cell_of(state, move):
    return WIDTH * (HEIGHT - 1 - state.heights[move]) + move


def winning_moves(state, player, moves):
    count = 0
    for column in range(WIDTH):
        stone = np.int64(1) << (7 * column + state.heights[column])
        if state.heights[column] < HEIGHT and has_line(state.stones[player - 1] | stone):
            moves[count] = column
            count += 1
    return count


game = katachi.compiled_game(
    "connectfour",
    aim="Four stones in a line win, across, up or on a diagonal.",
    state=STATE,
    moves="abcdefg",
    board=katachi.Board.square(WIDTH, HEIGHT, symmetries=["mirror"]),
    start=start,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    at=at,
    cell_of=cell_of,
    winning_moves=winning_moves,
    repeats=False,
)
