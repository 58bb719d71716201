"""Large patterns, slowly: contents by coordinates, images by matrices, counts in dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import katachi

Matrix = tuple[int, int, int, int]  # (dx, dy) becomes (a dx + b dy, c dx + d dy)

SQUARE: list[Matrix] = [
    (1, 0, 0, 1),
    (0, -1, 1, 0),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (0, 1, 1, 0),
    (0, -1, -1, 0),
]
HALF_TURN: list[Matrix] = [(1, 0, 0, 1), (-1, 0, 0, -1)]
# Hex: the mirror images that exchange the goals.
MIRRORS: list[Matrix] = [(0, 1, 1, 0), (0, -1, -1, 0)]


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d = m
    e, f, g, h = n
    return (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)


def _havannah() -> list[Matrix]:
    # A sixth of a turn takes (1, 0) to (1, 1) and (1, 1) to (0, 1), so (0, 1) to (-1, 0).
    turn: Matrix = (1, -1, 1, 0)
    found: list[Matrix] = [(1, 0, 0, 1)]
    for _ in range(5):
        found.append(_times(turn, found[-1]))
    return found + [_times(m, (0, 1, 1, 0)) for m in found]


HAVANNAH = _havannah()
# The turns of a triangle by thirds, and its mirror images: x, y - x and last - y change places.
_THIRD: Matrix = (-1, 1, -1, 0)
_THIRDS: list[Matrix] = [(1, 0, 0, 1), _THIRD, _times(_THIRD, _THIRD)]
TRIANGLE = _THIRDS + [_times(m, (-1, 1, 0, 1)) for m in _THIRDS]


def size_of(game: katachi.Game, dx: int, dy: int) -> int:
    if not game.hexagonal:
        return abs(dx) + abs(dy) + max(abs(dx), abs(dy))
    cube = (dx, dy, -dx - dy) if game.name == "hex" else (dx, -dy, dy - dx)
    radius = max(map(abs, cube))
    return 2 * radius - (0 not in cube)


@cache
def offsets(game: katachi.Game, smallest: int, size: int) -> list[tuple[int, int]]:
    """Cells of a pattern in the order of reading."""
    reach = range(-size, size + 1)
    every = [(dx, dy) for dx in reach for dy in reach if 0 < size_of(game, dx, dy) <= size]
    return sorted(every, key=lambda o: (max(smallest, size_of(game, *o)), o[1], o[0]))


@cache
def _cells(game: katachi.Game) -> dict[tuple[int, int], str]:
    return {game.topology.coordinates(cell): cell for cell in game.topology.cells}


def canonical(position: katachi.Position, move: str, smallest: int, size: int) -> str:
    """The contents of the first image, as letters."""
    game = position.game
    white = position.to_move == "white"
    images = {
        "hex": MIRRORS if white else HALF_TURN,
        "havannah": HAVANNAH,
        "y": TRIANGLE,
    }.get(game.name, SQUARE)
    x, y = game.topology.coordinates(move)
    at = _cells(game)

    def content(dx: int, dy: int) -> str:
        cell = at.get((x + dx, y + dy))
        if cell is None:
            return "3"
        stone = position.at(cell)
        return "0" if stone is None else "1" if stone == position.to_move else "2"

    readings = [
        "".join(
            content(a * dx + b * dy, c * dx + d * dy) for dx, dy in offsets(game, smallest, size)
        )
        for a, b, c, d in images
    ]
    return min(readings).translate(str.maketrans("0123", ".xo#"))


def counts(
    game: katachi.Game,
    records: Iterable[katachi.records.GameRecord],
    sizes: tuple[int, int],
    *,
    all_moves: bool,
) -> Counter[str]:
    """How often each pattern occurs, by its contents; sizes follow from their lengths."""
    found: Counter[str] = Counter()
    for record in records:
        position = game.start()
        for move in record.moves:
            for looked_at in position.legal_moves if all_moves else (move,):
                if looked_at in game.topology.cells:
                    for size in range(sizes[0], sizes[1] + 1):
                        found[canonical(position, looked_at, sizes[0], size)] += 1
            position = position.play(move)
    return found


def largest_known(
    known: set[str], position: katachi.Position, move: str, sizes: tuple[int, int]
) -> str | None:
    """The contents of the largest pattern at a move that is known."""
    for size in range(sizes[1], sizes[0] - 1, -1):
        found = canonical(position, move, sizes[0], size)
        if found in known:
            return found
    return None
