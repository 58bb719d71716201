"""Go: chains and liberties by flooding, superko by a list of all boards.

Simple ko (superko "none"): a stone may not capture and so give the board back as it was before the
opponent's last move.
"""

from __future__ import annotations

from dataclasses import dataclass

from reference import BLACK, EMPTY, WHITE, Result, winner_by

Board = tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    size: int
    komi: float = 7.5
    suicide: bool = False
    superko: str = "positional"
    scoring: str = "area"
    move_limit: int = 0


def neighbours(size: int, cell: int) -> list[int]:
    x, y = cell % size, cell // size
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [b * size + a for a, b in around if 0 <= a < size and 0 <= b < size]


def region(size: int, board: Board, cell: int) -> tuple[set[int], set[int]]:
    """All cells joined to `cell` by cells of the same kind, and the other cells they touch."""
    inside, touched, waiting = {cell}, set[int](), [cell]
    while waiting:
        for near in neighbours(size, waiting.pop()):
            if board[near] != board[cell]:
                touched.add(near)
            elif near not in inside:
                inside.add(near)
                waiting.append(near)
    return inside, touched


def is_captured(size: int, board: Board, cell: int) -> bool:
    """Whether the chain of the stone at `cell` has no liberty."""
    _, touched = region(size, board, cell)
    return all(board[near] != EMPTY for near in touched)


def without(board: Board, cells: set[int]) -> Board:
    return tuple(EMPTY if cell in cells else color for cell, color in enumerate(board))


def board_after(rules: Rules, board: Board, cell: int, color: int) -> tuple[Board, bool] | None:
    """The board after a stone, and whether it captured; None if that is forbidden suicide."""
    size = rules.size
    after = (*board[:cell], color, *board[cell + 1 :])
    captured = False
    for near in neighbours(size, cell):
        if after[near] == 1 - color and is_captured(size, after, near):
            chain, _ = region(size, after, near)
            after = without(after, chain)
            captured = True
    if is_captured(size, after, cell):
        if not rules.suicide:
            return None
        chain, _ = region(size, after, cell)
        after = without(after, chain)
    return after, captured


class Go:
    def __init__(self, rules: Rules, stones: bytes | None = None, to_move: int = BLACK) -> None:
        self.rules = rules
        self.pass_move = rules.size**2
        self.board: Board = (EMPTY,) * self.pass_move if stones is None else tuple(stones)
        self.to_move = to_move
        # Every board of the game so far, this one included, with the player to move.
        self.history = [(self.board, to_move)]
        self.moves: list[int] = []

    @property
    def stones(self) -> bytes:
        return bytes(self.board)

    @property
    def is_over(self) -> bool:
        limit = self.rules.move_limit
        return self.moves[-2:] == [self.pass_move] * 2 or 0 < limit <= len(self.moves)

    def is_legal(self, cell: int) -> bool:
        if self.board[cell] != EMPTY:
            return False
        outcome = board_after(self.rules, self.board, cell, self.to_move)
        if outcome is None:
            return False
        after, captured = outcome
        if self.rules.superko == "positional":
            return all(after != board for board, _ in self.history)
        if self.rules.superko == "situational":
            return (after, 1 - self.to_move) not in self.history
        return not (captured and len(self.history) > 1 and after == self.history[-2][0])

    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        return [cell for cell in range(self.pass_move) if self.is_legal(cell)] + [self.pass_move]

    def play(self, move: int) -> Go:
        board = self.board
        if move != self.pass_move:
            outcome = board_after(self.rules, board, move, self.to_move)
            assert outcome is not None
            board, _ = outcome
        after = Go(self.rules, bytes(board), 1 - self.to_move)
        after.history = [*self.history, (after.board, after.to_move)]
        after.moves = [*self.moves, move]
        return after

    @property
    def result(self) -> Result:
        margin = self.board.count(BLACK) - self.board.count(WHITE)
        if self.rules.scoring == "area":
            for cell in range(self.pass_move):
                if self.board[cell] == EMPTY:
                    # Tromp and Taylor: an empty point that reaches only one colour.
                    _, touched = region(self.rules.size, self.board, cell)
                    reached = {self.board[near] for near in touched}
                    margin += {frozenset({BLACK}): 1, frozenset({WHITE}): -1}.get(
                        frozenset(reached), 0
                    )
        score = margin - self.rules.komi
        return winner_by(score), self.rules.scoring, score
