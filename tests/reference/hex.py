"""Hex: Black joins top and bottom, White left and right; chains by flooding.

Cell (x, y) touches (x+-1, y), (x, y+-1), (x+1, y-1) and (x-1, y+1). Swap (swap-pieces): the first
stone changes its colour and moves to the mirrored cell; then Black is to move.
"""

from __future__ import annotations

from reference import BLACK, EMPTY, WHITE, Result

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


class Hex:
    def __init__(
        self, size: int, *, swap: bool = False, stones: bytes | None = None, to_move: int = BLACK
    ) -> None:
        self.size = size
        self.swap = swap
        self.to_move = to_move
        self.board = {
            (x, y): EMPTY if stones is None else stones[y * size + x]
            for y in range(size)
            for x in range(size)
        }

    @property
    def stones(self) -> bytes:
        return bytes(self.board[x, y] for y in range(self.size) for x in range(self.size))

    def has_joined(self, color: int) -> bool:
        """Flood from the top (Black) or the left (White); does it reach the opposite side?"""
        along = 1 if color == BLACK else 0  # the coordinate that must grow from first to last
        reached = {c for c, stone in self.board.items() if c[along] == 0 and stone == color}
        waiting = list(reached)
        while waiting:
            x, y = waiting.pop()
            for dx, dy in STEPS:
                near = (x + dx, y + dy)
                if self.board.get(near) == color and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return any(cell[along] == self.size - 1 for cell in reached)

    @property
    def result(self) -> Result:
        if self.has_joined(BLACK):
            return BLACK, "connection", 1.0
        if self.has_joined(WHITE):
            return WHITE, "connection", -1.0
        return EMPTY, "none", 0.0

    @property
    def is_over(self) -> bool:
        return self.result[0] != EMPTY

    def may_swap(self) -> bool:
        one_black_stone = sorted(self.stones)[:2] == [BLACK, EMPTY]
        return self.swap and self.to_move == WHITE and one_black_stone

    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        moves = [cell for cell, stone in enumerate(self.stones) if stone == EMPTY]
        return moves + [self.size**2] * self.may_swap()

    def play(self, move: int) -> Hex:
        after = Hex(self.size, swap=self.swap, stones=self.stones, to_move=1 - self.to_move)
        if move == self.size**2:
            x, y = next(cell for cell, stone in self.board.items() if stone == BLACK)
            after.board[x, y] = EMPTY
            after.board[y, x] = WHITE
        else:
            after.board[move % self.size, move // self.size] = self.to_move
        return after
