"""Tactical features of Othello, slowly: every count is taken on a board of dictionaries."""

from __future__ import annotations

from reference import EMPTY
from reference.othello import DIRECTIONS, Othello

Cell = tuple[int, int]


def moves_of(position: Othello, color: int) -> set[Cell]:
    return {cell for cell in position.board if position.flips(cell, color)}


def around(position: Othello, cell: Cell) -> list[Cell]:
    near = [(cell[0] + dx, cell[1] + dy) for dx, dy in DIRECTIONS]
    return [one for one in near if one in position.board]


def frontier(position: Othello, color: int) -> int:
    return sum(
        stone == color and any(position.board[near] == EMPTY for near in around(position, cell))
        for cell, stone in position.board.items()
    )


def corners(position: Othello) -> set[Cell]:
    last = position.size - 1
    return {(0, 0), (last, 0), (0, last), (last, last)}


def stable(position: Othello, color: int) -> set[Cell]:
    """Discs of a colour safe along all four lines: the line is full, it ends here, or the next disc
    on it is safe already."""
    board = position.board
    found: set[Cell] = set()
    while True:
        new = set()
        for cell, stone in board.items():
            if stone != color or cell in found:
                continue
            safe = True
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [cell]
                ends = []
                for sign in (1, -1):
                    x, y = cell[0] + sign * dx, cell[1] + sign * dy
                    ends.append((x, y))
                    while (x, y) in board:
                        line.append((x, y))
                        x, y = x + sign * dx, y + sign * dy
                full = all(board[one] != EMPTY for one in line)
                at_end = any(end not in board for end in ends)
                safe &= full or at_end or any(end in found for end in ends)
            if safe:
                new.add(cell)
        if not new:
            return found
        found |= new


def region(position: Othello, start: Cell) -> set[Cell]:
    inside, waiting = {start}, [start]
    while waiting:
        for near in around(position, waiting.pop()):
            if position.board[near] == EMPTY and near not in inside:
                inside.add(near)
                waiting.append(near)
    return inside


def corner_level(position: Othello, cell: Cell, mover: int) -> int:
    if cell in corners(position):
        return 1
    for corner in corners(position):
        dx, dy = abs(cell[0] - corner[0]), abs(cell[1] - corner[1])
        if max(dx, dy) == 1:
            state = {EMPTY: 0, mover: 1, 1 - mover: 2}[position.board[corner]]
            return (2 if dx == dy else 5) + state
    return 0


def change(before: int, after: int, fewer: int = 8, more: int = 8) -> int:
    if after < before:
        return min(fewer, before - after)
    return fewer + min(more, after - before) if after > before else 0


def levels(
    position: Othello, cells: list[int], _previous: tuple[int | None, int | None]
) -> list[list[int]]:
    """For each legal move the levels of all features."""
    size, mover = position.size, position.to_move
    other = 1 - mover
    rows = []
    for number in cells:
        cell = (number % size, number // size)
        after = position.play(number)
        given = moves_of(after, other)
        denied = (moves_of(position, other) - given) & corners(position)
        flips = len(position.flips(cell, mover))
        gained = len(stable(after, mover)) - len(stable(position, mover))
        empty = len(region(position, cell))
        rows.append(
            [
                corner_level(position, cell, mover),
                min(2, len(given & corners(position))),
                min(2, len(denied)),
                change(len(moves_of(position, other)), len(given)) if given else 17,
                change(len(moves_of(position, mover)), len(moves_of(after, mover))),
                change(frontier(position, mover), frontier(after, mover), fewer=4),
                change(frontier(position, other), frontier(after, other)),
                min(5, gained),
                flips if flips <= 8 else 0,
                empty if empty <= 6 else 7 if empty % 2 else 0,
            ]
        )
    return rows
