"""Gomoku: fives and threats, found in texts of whole lines.

A line is a text from one edge to the other: X for stones of one player, O for the other's, a point
for an empty cell. A five is XXXXX in it; with the rule `exact` no X beside it.
"""

from __future__ import annotations

import re
from functools import cache

from reference import BLACK, EMPTY, WHITE, Result

FIVE = {"free": re.compile("XXXXX"), "exact": re.compile("(?<!X)XXXXX(?!X)")}


@cache
def lines(size: int) -> list[list[int]]:
    """The cells of all rows, columns and diagonals."""
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for y in range(size):
            for x in range(size):
                if 0 <= x - dx < size and 0 <= y - dy < size:
                    continue  # not the first cell of its line
                line = []
                a, b = x, y
                while 0 <= a < size and 0 <= b < size:
                    line.append(b * size + a)
                    a, b = a + dx, b + dy
                found.append(line)
    return found


def text_of(stones: bytes, line: list[int], color: int) -> str:
    return "".join("." if stones[c] == EMPTY else "X" if stones[c] == color else "O" for c in line)


class Gomoku:
    def __init__(
        self,
        size: int,
        *,
        rule: str = "free",
        swap: bool = False,
        stones: bytes | None = None,
        to_move: int = BLACK,
    ) -> None:
        self.size = size
        self.rule = rule
        self.swap = swap
        self.to_move = to_move
        self.stones = bytes([EMPTY] * size * size) if stones is None else stones

    def has_five(self, color: int) -> bool:
        return any(
            FIVE[self.rule].search(text_of(self.stones, line, color)) for line in lines(self.size)
        )

    @property
    def result(self) -> Result:
        for color, score in ((BLACK, 1.0), (WHITE, -1.0)):
            if self.has_five(color):
                return color, "five", score
        if EMPTY not in self.stones:
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
        return moves + [len(self.stones)] * self.may_swap()

    def play(self, move: int) -> Gomoku:
        board = bytearray(self.stones)
        if move == len(board):
            board[board.index(BLACK)] = WHITE
        else:
            board[move] = self.to_move
        return Gomoku(
            self.size,
            rule=self.rule,
            swap=self.swap,
            stones=bytes(board),
            to_move=1 - self.to_move,
        )

    # Threats

    def _winning(self, text: str) -> set[int]:
        """Places of a line where one more X makes a five."""
        five = FIVE[self.rule].search
        return {
            i
            for i, content in enumerate(text)
            if content == "." and five(text[:i] + "X" + text[i + 1 :])
        }

    def _is_open_three(self, before: str, after: str, place: int) -> bool:
        """Whether one more X makes two new winning places, and would not without this stone."""
        for i in range(max(0, place - 4), min(len(after), place + 5)):
            if after[i] != ".":
                continue
            new = [
                len(self._winning(text[:i] + "X" + text[i + 1 :]) - self._winning(text))
                for text in (after, before)
            ]
            if new[0] >= 2 and new[1] < 2:
                return True
        return False

    def made(self, cell: int, color: int) -> tuple[bool, int, int]:
        """What a stone makes: a five, the level of `four`, the level of `three`."""
        five, fours, open_fours, threes = False, 0, 0, 0
        for line in lines(self.size):
            if cell not in line:
                continue
            place = line.index(cell)
            before = text_of(self.stones, line, color)
            after = before[:place] + "X" + before[place + 1 :]
            if FIVE[self.rule].search(after):
                five = True
                continue
            winning = self._winning(after) - self._winning(before)
            fours += bool(winning)
            open_fours += len(winning) > 1
            threes += not winning and self._is_open_three(before, after, place)
        four = 4 if open_fours else 3 if fours > 1 else 2 if fours and threes else fours
        return five, four, min(threes, 2)
