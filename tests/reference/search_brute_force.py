"""Exact results by trying everything, on positions of any game that offers the contract.

Results are for the player to move: 1 win, 0 draw, -1 loss.
"""

from __future__ import annotations

from typing import Any

import katachi
from reference import BLACK, EMPTY, Twin

Known = dict[Any, int]  # results by position

PROOFS = {1: "win", 0: "draw", -1: "loss"}


def solve(position: katachi.PositionLike, known: Known | None = None) -> int:
    """By play alone; players need not alternate."""
    known = {} if known is None else known
    if position not in known:
        known[position] = _solve(position, known)
    return known[position]


def _solve(position: katachi.PositionLike, known: Known) -> int:
    if position.is_over:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == position.to_move else -1
    best = -1
    for move in position.legal_moves:
        after = position.play(move)
        sign = 1 if after.to_move == position.to_move else -1
        best = max(best, sign * solve(after, known))
        if best == 1:
            break
    return best


def solve_twin(position: Twin, known: dict[tuple[bytes, int], int] | None = None) -> int:
    """The same on a slow twin of a game, whose rules share nothing with the core."""
    known = {} if known is None else known
    key = (position.stones, position.to_move)
    if key not in known:
        known[key] = _solve_twin(position, known)
    return known[key]


def _solve_twin(position: Twin, known: dict[tuple[bytes, int], int]) -> int:
    winner, reason, _ = position.result
    if reason != "discs" or position.is_over:  # Othello has a result at every moment
        if winner != EMPTY:
            return 1 if winner == position.to_move else -1
        if position.is_over:
            return 0
    best = -1
    for move in position.legal_moves():
        best = max(best, -solve_twin(position.play(move), known))
        if best == 1:
            break
    return best


# 4 x 4 Hex on bit masks, cell x + 4 y. The middle first: good moves early end the search early.
_LEFT, _RIGHT = 0x1111, 0x8888
_ORDER_4X4 = (5, 10, 6, 9, 3, 12, 2, 7, 8, 13, 1, 4, 11, 14, 0, 15)


def _joins(stones: int, start: int, goal: int) -> bool:
    """Flood from one side of the board to the other."""
    reached = stones & start
    while True:
        left, right = reached & ~_LEFT, reached & ~_RIGHT
        around = left >> 1 | right << 1 | reached >> 4 | reached << 4 | right >> 3 | left << 3
        grown = reached | around & stones
        if grown == reached:
            return bool(reached & goal)
        reached = grown


def mover_wins_hex_4x4(
    own: int, other: int, color: int, known: dict[tuple[int, int], bool]
) -> bool:
    """Whether the player to move wins 4 x 4 Hex; masks of stones, nobody has won yet."""
    if (own, other) in known:
        return known[own, other]
    sides = (0xF, 0xF000) if color == BLACK else (_LEFT, _RIGHT)
    found = False
    for i in _ORDER_4X4:
        if (own | other) >> i & 1:
            continue
        after = own | 1 << i
        if _joins(after, *sides) or not mover_wins_hex_4x4(other, after, 1 - color, known):
            found = True
            break
    known[own, other] = found
    return found
