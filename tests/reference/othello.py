"""Othello: from the new disc, walk in eight directions, one cell at a time."""

from __future__ import annotations

from reference import BLACK, EMPTY, WHITE, Result, winner_by

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Othello:
    def __init__(self, size: int, stones: bytes | None = None, to_move: int = BLACK) -> None:
        self.size = size
        self.to_move = to_move
        self.board = {
            (x, y): EMPTY if stones is None else stones[y * size + x]
            for y in range(size)
            for x in range(size)
        }
        if stones is None:
            # On 8 x 8: white d4 e5, black e4 d5.
            right = size // 2
            left = right - 1
            self.board[left, left] = self.board[right, right] = WHITE
            self.board[right, left] = self.board[left, right] = BLACK

    @property
    def stones(self) -> bytes:
        return bytes(self.board[x, y] for y in range(self.size) for x in range(self.size))

    def flips(self, cell: tuple[int, int], color: int) -> list[tuple[int, int]]:
        """Discs that a disc of `color` at `cell` turns over; none if the cell is taken."""
        if self.board[cell] != EMPTY:
            return []
        flipped = []
        for dx, dy in DIRECTIONS:
            line = []
            x, y = cell[0] + dx, cell[1] + dy
            while self.board.get((x, y), EMPTY) == 1 - color:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.board.get((x, y), EMPTY) == color:
                flipped += line
        return flipped

    def can_move(self, color: int) -> bool:
        return any(self.flips(cell, color) for cell in self.board)

    @property
    def is_over(self) -> bool:
        return not self.can_move(BLACK) and not self.can_move(WHITE)

    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        moves = [y * self.size + x for x, y in self.board if self.flips((x, y), self.to_move)]
        return sorted(moves) or [self.size**2]

    def play(self, move: int) -> Othello:
        after = Othello(self.size, self.stones, 1 - self.to_move)
        if move < self.size**2:
            cell = (move % self.size, move // self.size)
            for flipped in self.flips(cell, self.to_move):
                after.board[flipped] = self.to_move
            after.board[cell] = self.to_move
        return after

    @property
    def result(self) -> Result:
        margin = self.stones.count(BLACK) - self.stones.count(WHITE)
        return winner_by(margin), "discs", float(margin)
