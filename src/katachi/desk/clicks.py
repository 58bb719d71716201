"""Moves as clicks, for games whose moves are not cells: where a stone leaves, and where it goes.

A move is made by the cells that it acts on, in order: a stone of the mover that vanishes (a move from cell to
cell), then the cell that the rules name. Moves that no clicks tell apart are chosen by name.
"""

from __future__ import annotations

from collections import Counter

from katachi.games import Game, Position

EMPTY = 2
COLORS = {"black": 0, "white": 1}


def plays_on_cells(game: Game) -> bool:
    """Whether every move but the last one is a cell of the board."""
    return set(game.moves[:-1]) <= set(game.topology.cells)


def has_board(game: Game) -> bool:
    """Whether there are cells to click on."""
    return bool(getattr(game, "has_board", True))


def clicks_of(position: Position) -> dict[str, list[str]]:
    """The cells of every legal move that clicks can make.

    >>> import katachi
    >>> clicks_of(katachi.Hex(3).start())["b2"]
    ['b2']
    """
    cells = position.game.topology.cells
    own = COLORS[position.to_move]
    before = position.stones
    found: dict[str, list[str]] = {}
    for move in position.legal_moves:
        cell = position.cell_of(move)
        if cell is None:
            continue
        after = position.play(move).stones
        left = [
            name
            for name, was, now in zip(cells, before, after, strict=True)
            if was == own and now == EMPTY and name != cell
        ]
        found[move] = [*left[:1], cell]
    same = Counter(map(tuple, found.values()))
    return {move: clicks for move, clicks in found.items() if same[tuple(clicks)] == 1}
