"""Y: a chain that touches three sides, found by walking over the whole board.

Rows run from 1 to n from the top, row r has the places 1 to r, and the cell (row, place) touches
(0, +-1), (+-1, 0), (1, 1), (-1, -1). The left side is place 1, the right side place = row, the
bottom row n.
"""

from __future__ import annotations

from reference import BLACK, EMPTY, WHITE, Result

STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]

Cell = tuple[int, int]


class Y:
    def __init__(
        self, size: int, *, swap: bool = False, stones: bytes | None = None, to_move: int = BLACK
    ) -> None:
        self.size = size
        self.swap = swap
        self.to_move = to_move
        self.cells = [(row, place) for row in range(1, size + 1) for place in range(1, row + 1)]
        self.board = dict.fromkeys(self.cells, EMPTY)
        if stones is not None:
            self.board.update(zip(self.cells, stones, strict=True))

    @property
    def stones(self) -> bytes:
        return bytes(self.board[cell] for cell in self.cells)

    def joins_all_sides(self, color: int) -> bool:
        left = {cell for cell in self.cells if self.board[cell] == color}
        while left:
            chain = [left.pop()]
            for row, place in chain:
                for dr, dp in STEPS:
                    near = (row + dr, place + dp)
                    if near in left:
                        left.remove(near)
                        chain.append(near)
            if (
                any(place == 1 for _, place in chain)
                and any(place == row for row, place in chain)
                and any(row == self.size for row, _ in chain)
            ):
                return True
        return False

    @property
    def result(self) -> Result:
        if self.joins_all_sides(BLACK):
            return BLACK, "connection", 1.0
        if self.joins_all_sides(WHITE):
            return WHITE, "connection", -1.0
        return EMPTY, "none", 0.0

    @property
    def is_over(self) -> bool:
        return self.result[0] != EMPTY

    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        moves = [number for number, cell in enumerate(self.cells) if self.board[cell] == EMPTY]
        black, white = self.stones.count(BLACK), self.stones.count(WHITE)
        if self.swap and (black, white, self.to_move) == (1, 0, WHITE):
            moves.append(len(self.cells))
        return moves

    def play(self, move: int) -> Y:
        stones = bytearray(self.stones)
        if move == len(self.cells):
            stones = bytearray(WHITE if stone == BLACK else stone for stone in stones)
            return Y(self.size, swap=self.swap, stones=bytes(stones), to_move=BLACK)
        stones[move] = self.to_move
        return Y(self.size, swap=self.swap, stones=bytes(stones), to_move=1 - self.to_move)
