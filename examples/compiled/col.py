"""Col on the dodecahedron: a game on a graph that is no grid.

The players paint cells in turn, Black black and White white. Neighbours must not have the same colour,
and who cannot paint another cell loses (Colin Vout; Conway, "On Numbers and Games", 1976). The twenty
cells are the corners of a dodecahedron, drawn as rings of five, ten and five.
"""

import numpy as np

import katachi
from katachi.games.compiled import GOES_ON

# Rings from the inside: i1..i5, then m1..m10, then o1..o5, with places for the picture.
PLACES = {
    "i1": (6, 4), "i2": (8, 5), "i3": (7, 7), "i4": (5, 7), "i5": (4, 5),
    "m1": (6, 2), "m2": (9, 3), "m3": (10, 5), "m4": (10, 7), "m5": (8, 9),
    "m6": (6, 10), "m7": (4, 9), "m8": (2, 7), "m9": (2, 5), "m10": (3, 3),
    "o1": (6, 0), "o2": (12, 4), "o3": (10, 11), "o4": (1, 11), "o5": (0, 4),
}  # fmt: skip
EDGES = (
    [(f"i{n}", f"i{n % 5 + 1}") for n in range(1, 6)]
    + [(f"m{n}", f"m{n % 10 + 1}") for n in range(1, 11)]
    + [(f"o{n}", f"o{n % 5 + 1}") for n in range(1, 6)]
    + [(f"i{n}", f"m{2 * n - 1}") for n in range(1, 6)]
    + [(f"o{n % 5 + 1}", f"m{2 * n}") for n in range(1, 6)]
)
TURN = {
    **{f"i{n}": f"i{n % 5 + 1}" for n in range(1, 6)},
    **{f"m{n}": f"m{(n + 1) % 10 + 1}" for n in range(1, 11)},
    **{f"o{n}": f"o{n % 5 + 1}" for n in range(1, 6)},
}
BOARD = katachi.Board.graph(PLACES, EDGES, symmetries=[TURN])
CELLS = len(BOARD.cells)
NEIGHBOURS = np.array(BOARD.neighbours, np.int8)
STATE = np.dtype([("board", "u1", (CELLS,)), ("to_move", "u1")])


def start(state):
    state.to_move = 1


def may_paint(state, cell):
    if state.board[cell] != 0:
        return False
    own = 0
    for other in NEIGHBOURS[cell]:
        own += state.board[other] == state.to_move
    return own == 0


def legal_moves(state, moves):
    count = 0
    for cell in range(CELLS):
        if may_paint(state, cell):
            moves[count] = cell
            count += 1
    return count


def play(state, move):
    state.board[move] = state.to_move
    state.to_move = 3 - state.to_move


def outcome(state):
    for cell in range(CELLS):
        if may_paint(state, cell):
            return GOES_ON
    return 3 - state.to_move


game = katachi.compiled_game(
    "col",
    aim="Who cannot paint another cell loses; neighbours must not have the same colour.",
    state=STATE,
    board=BOARD,
    stones="board",
    start=start,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    repeats=False,
    stones_stay=True,
)
