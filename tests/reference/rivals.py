"""The rules of rivals (SHAPES, appendix), slow and obvious, on the cell-by-cell minimax."""

from __future__ import annotations

import math

from katachi import Position


def corners_open(position: Position) -> list[str]:
    """Corners that the player to move may take."""
    last = position.game.size
    names = [f"{letter}{row}" for letter in ("a", "abcdefghij"[last - 1]) for row in (1, last)]
    return [move for move in position.legal_moves if move in names]


def natural(position: Position) -> list[str]:
    corners = corners_open(position)
    if corners:
        return corners
    harmless = []
    for move in position.legal_moves:
        after = position.play(move)
        if not corners_open(after):
            harmless.append(move)
    return harmless or list(position.legal_moves)


def imitated(badness: list[float], mu: float, before: list[float]) -> float:
    """The badness that brings the mean nearest to mu, by trying all; the smaller of equal ones."""
    best: tuple[float, float] | None = None
    for candidate in sorted(badness):
        mean = sum([*before, candidate]) / (len(before) + 1)
        if best is None or abs(mean - mu) < best[0]:
            best = (abs(mean - mu), candidate)
    assert best is not None
    return best[1]


def inverse_square_penalty(which: int, weights: list[tuple[float, ...]]) -> float:
    """Equation 7.3 from the weights themselves."""
    total = 0.0
    for other, row in enumerate(weights):
        if other != which:
            total += 1 / sum(
                (math.log10(a) - math.log10(b)) ** 2
                for a, b in zip(weights[which], row, strict=True)
            )
    return total / len(weights)
