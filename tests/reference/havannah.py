"""Havannah: rings, bridges and forks, each found by looking at the whole board.

Rows and columns run from 1 to 2n-1, the cell (row, column) exists if they differ by less than n,
and it touches (0, +-1), (+-1, 0), (1, 1), (-1, -1). A corner is a cell with three neighbours. Take
the corners away, and the cells with four neighbours fall into six pieces: the sides.

A ring is a cycle of own stones round at least one cell, whatever that cell holds. There is a ring
exactly if some cell c is cut off: no path leads from c off the board when all steps after the
first must avoid own stones (c itself may be one).
  - A ring round c cuts c off: a path from the inside of a cycle to the outside must meet it, and c
    is not on the cycle.
  - If c is cut off, let R be the cells that paths from c can reach. Own stones surround R, and on a
    grid of hexagons the cells along the outer border of a connected region touch each other one
    after the other: they hold a cycle round R, hence round c.
"""

from __future__ import annotations

from functools import cache

from reference import BLACK, EMPTY, WHITE, Result

STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]

Cell = tuple[int, int]


@cache
def neighbours(size: int) -> dict[Cell, list[Cell]]:
    """All cells, in the order of their numbers, and what each of them touches."""
    span = range(1, 2 * size)
    cells = [(row, column) for row in span for column in span if abs(row - column) < size]
    return {
        (row, column): [
            (row + dr, column + dc) for dr, dc in STEPS if (row + dr, column + dc) in cells
        ]
        for row, column in cells
    }


def pieces(size: int, cells: set[Cell]) -> list[set[Cell]]:
    """The connected parts of a set of cells."""
    left, parts = set(cells), []
    while left:
        part = {left.pop()}
        waiting = list(part)
        while waiting:
            for near in neighbours(size)[waiting.pop()]:
                if near in left:
                    left.remove(near)
                    part.add(near)
                    waiting.append(near)
        parts.append(part)
    return parts


@cache
def corners(size: int) -> set[Cell]:
    return {cell for cell, near in neighbours(size).items() if len(near) == 3}


@cache
def sides(size: int) -> list[set[Cell]]:
    return pieces(size, {cell for cell, near in neighbours(size).items() if len(near) == 4})


class Havannah:
    def __init__(
        self, size: int, *, swap: bool = False, stones: bytes | None = None, to_move: int = BLACK
    ) -> None:
        self.size = size
        self.swap = swap
        self.to_move = to_move
        self.cells = list(neighbours(size))
        self.board = dict.fromkeys(self.cells, EMPTY)
        if stones is not None:
            self.board.update(zip(self.cells, stones, strict=True))

    @property
    def stones(self) -> bytes:
        return bytes(self.board[cell] for cell in self.cells)

    def is_cut_off(self, start: Cell, color: int) -> bool:
        """Whether no path leads from `start` off the board without a stone of `color`."""
        reached, waiting = {start}, [start]
        while waiting:
            near_cells = neighbours(self.size)[waiting.pop()]
            if len(near_cells) < 6:
                return False  # the next step leaves the board
            for near in near_cells:
                if near not in reached and self.board[near] != color:
                    reached.add(near)
                    waiting.append(near)
        return True

    def shapes(self, color: int) -> list[str]:
        """All winning shapes of a colour, in the order in which they are reported."""
        size = self.size
        chains = pieces(size, {cell for cell in self.cells if self.board[cell] == color})
        found = []
        if any(self.is_cut_off(cell, color) for cell in self.cells):
            found.append("ring")
        if any(len(chain & corners(size)) >= 2 for chain in chains):
            found.append("bridge")
        if any(sum(bool(chain & side) for side in sides(size)) >= 3 for chain in chains):
            found.append("fork")
        return found

    @property
    def result(self) -> Result:
        for color, score in ((BLACK, 1.0), (WHITE, -1.0)):
            shapes = self.shapes(color)
            if shapes:
                return color, shapes[0], score
        if EMPTY not in self.board.values():
            return EMPTY, "full_board", 0.0
        return EMPTY, "none", 0.0

    @property
    def is_over(self) -> bool:
        return self.result[1] != "none"

    def may_swap(self) -> bool:
        one_black_stone = sorted(self.stones)[:2] == [BLACK, EMPTY]
        return self.swap and self.to_move == WHITE and one_black_stone

    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        moves = [cell for cell, stone in enumerate(self.stones) if stone == EMPTY]
        return moves + [len(self.cells)] * self.may_swap()

    def play(self, move: int) -> Havannah:
        after = Havannah(self.size, swap=self.swap, stones=self.stones, to_move=1 - self.to_move)
        if move == len(self.cells):
            stone = next(cell for cell in self.cells if self.board[cell] == BLACK)
            after.board[stone] = WHITE
        else:
            after.board[self.cells[move]] = self.to_move
        return after
