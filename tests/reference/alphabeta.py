"""Evaluations of alpha-beta, cell by cell, and plain minimax without any pruning.

Scores are for the player to move. A finished game of Othello is worth 100 a disc and 100,000,000
for the win; a won game of Hex 100,000,000 and one for every empty cell.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import katachi
from katachi import HexWeights, OthelloWeights, Position
from reference.hex import STEPS
from reference.othello import DIRECTIONS

WON = 100_000_000
FAR = 1000

Cell = tuple[int, int]
Board = dict[Cell, int]


def board_of(position: Position) -> Board:
    size = position.game.size
    return {(i % size, i // size): stone for i, stone in enumerate(position.stones)}


def player(position: Position) -> int:
    return 0 if position.to_move == "black" else 1


# Othello


def stable_discs(board: Board, color: int) -> set[Cell]:
    """In each direction: a full line, the edge, or a stable disc of the same colour beside it."""
    stable: set[Cell] = set()

    def line_is_full(cell: Cell, dx: int, dy: int) -> bool:
        for sign in (1, -1):
            x, y = cell
            while (x, y) in board:
                if board[x, y] == 2:
                    return False
                x, y = x + sign * dx, y + sign * dy
        return True

    def is_safe(cell: Cell, dx: int, dy: int) -> bool:
        ends = [(cell[0] + sign * dx, cell[1] + sign * dy) for sign in (1, -1)]
        return (
            line_is_full(cell, dx, dy)
            or any(end not in board for end in ends)
            or any(end in stable for end in ends)
        )

    while True:
        more = {
            cell
            for cell, stone in board.items()
            if stone == color
            and cell not in stable
            and all(is_safe(cell, dx, dy) for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)))
        }
        if not more:
            return stable
        stable |= more


def can_play(board: Board, cell: Cell, color: int) -> bool:
    if board[cell] != 2:
        return False
    for dx, dy in DIRECTIONS:
        x, y = cell[0] + dx, cell[1] + dy
        crossed = 0
        while board.get((x, y)) == 1 - color:
            x, y, crossed = x + dx, y + dy, crossed + 1
        if crossed and board.get((x, y)) == color:
            return True
    return False


def margin(position: Position, *, empties_to_winner: bool) -> int:
    counts = [position.stones.count(color) for color in (0, 1, 2)]
    own, other = counts[player(position)], counts[1 - player(position)]
    left = counts[2] if empties_to_winner else 0
    return own - other + (left if own > other else -left if own < other else 0)


def evaluate_othello(position: Position, weights: OthelloWeights) -> int:
    if position.is_over:
        lead = margin(position, empties_to_winner=False)
        return 100 * lead + (WON if lead > 0 else -WON if lead < 0 else 0)
    board = board_of(position)
    size = position.game.size
    corners = [(x, y) for x in (0, size - 1) for y in (0, size - 1)]

    def terms(color: int) -> int:
        discs = [cell for cell, stone in board.items() if stone == color]
        open_discs = [
            (x, y)
            for x, y in discs
            if any(board.get((x + dx, y + dy)) == 2 for dx, dy in DIRECTIONS)
        ]
        return (
            weights.discs * len(discs)
            + weights.mobility * sum(can_play(board, cell, color) for cell in board)
            - weights.openness * len(open_discs)
            + weights.stable * len(stable_discs(board, color))
            + weights.corners * sum(board[corner] == color for corner in corners)
        )

    return terms(player(position)) - terms(1 - player(position))


# Hex


def two_distances(position: Position, color: int, *, last: bool) -> dict[Cell, float]:
    """From the first or the last side of a colour, by repeating the definition until it rests."""
    board = board_of(position)
    end = position.game.size - 1 if last else 0
    along = 1 if color == 0 else 0  # Black joins top and bottom
    empty = [cell for cell, stone in board.items() if stone == 2]

    def reach(cell: Cell) -> tuple[set[Cell], bool]:
        """Empty neighbours, also over own chains, and whether the side is among them."""
        near: set[Cell] = set()
        seen = {cell}
        waiting = [cell]
        touches = False
        while waiting:
            x, y = waiting.pop()
            touches = touches or (x, y)[along] == end
            for dx, dy in STEPS:
                step = (x + dx, y + dy)
                if step in seen:
                    continue
                seen.add(step)
                if board.get(step) == color:
                    waiting.append(step)
                elif board.get(step) == 2:
                    near.add(step)
        return near, touches

    links = {cell: reach(cell) for cell in empty}
    distances: dict[Cell, float] = {
        cell: 1 if touches else inf for cell, (_, touches) in links.items()
    }
    while True:
        renewed = dict(distances)
        for cell, (near, touches) in links.items():
            best_two = sorted(distances[other] for other in near)[:2]
            if not touches and len(best_two) == 2:
                renewed[cell] = 1 + best_two[1]
        if renewed == distances:
            return distances
        distances = renewed


def evaluate_hex(position: Position, weights: HexWeights) -> int:
    if position.is_over:
        won = WON + position.stones.count(2)
        return won if position.outcome.winner == position.to_move else -won

    def judge(color: int) -> tuple[int, int]:
        first = two_distances(position, color, last=False)
        second = two_distances(position, color, last=True)
        sums = [first[cell] + second[cell] for cell in first]
        best = min(sums)
        return (FAR, 0) if best == inf else (int(best), sums.count(best))

    own, other = judge(player(position)), judge(1 - player(position))
    return weights.distance * (other[0] - own[0]) + weights.breadth * (own[1] - other[1])


# Search


def minimax(position: Position, depth: int, evaluate: Callable[[Position], int]) -> int:
    """Every line of `depth` plies; a pass costs none."""
    if position.is_over or depth == 0:
        return evaluate(position)
    return max(
        -minimax(position.play(move), depth - (move != "pass"), evaluate)
        for move in position.legal_moves
    )


def solved_margin(
    position: Position, *, empties_to_winner: bool, known: dict[Position, int] | None = None
) -> int:
    """The final difference of discs, by trying everything."""
    known = {} if known is None else known
    if position not in known:
        if position.is_over:
            known[position] = margin(position, empties_to_winner=empties_to_winner)
        else:
            known[position] = max(
                -solved_margin(
                    position.play(move), empties_to_winner=empties_to_winner, known=known
                )
                for move in position.legal_moves
            )
    return known[position]


def is_won(position: katachi.Position, known: dict[katachi.Position, bool]) -> bool:
    """Whether the player to move wins a game of Hex, by trying everything."""
    if position.is_over:
        return position.outcome.winner == position.to_move
    if position not in known:
        known[position] = any(
            # A swap leaves the turn with the opponent as any other move does.
            not is_won(position.play(move), known)
            for move in position.legal_moves
        )
    return known[position]
