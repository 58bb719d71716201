"""Chains and regions of a Go board, and the chains that no play can kill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from katachi.games.position import Position

EMPTY = 2  # of `Position.stones`


@dataclass(frozen=True)
class Chain:
    """Connected stones of one colour (0 black, 1 white), and the points next to them."""

    color: int
    cells: tuple[int, ...]
    around: frozenset[int]
    liberties: frozenset[int]  # those of `around` that are empty


class Board:
    """The stones of a Go position by number, with neighbours at hand."""

    def __init__(self, position: Position) -> None:
        """Reads the position once."""
        game = position.game
        size = game.size
        self.stones: Sequence[int] = position.stones
        self.suicide = bool(getattr(game, "suicide", False))
        self.neighbours = tuple(
            tuple(
                row * size + column
                for row, column in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x))
                if 0 <= row < size and 0 <= column < size
            )
            for y in range(size)
            for x in range(size)
        )
        self.chains = tuple(self._chain(cells) for cells in self._groups())
        self.chain_of = {cell: chain for chain in self.chains for cell in chain.cells}

    def _groups(self) -> Iterable[list[int]]:
        for color in (0, 1):
            stones = [cell for cell, stone in enumerate(self.stones) if stone == color]
            yield from self.regions(stones)

    def _chain(self, cells: list[int]) -> Chain:
        around = frozenset(n for cell in cells for n in self.neighbours[cell]) - set(cells)
        liberties = frozenset(n for n in around if self.stones[n] == EMPTY)
        return Chain(self.stones[cells[0]], tuple(sorted(cells)), around, liberties)

    def regions(self, points: Iterable[int]) -> list[list[int]]:
        """The connected parts of a set of points, in the order of their first points."""
        left = dict.fromkeys(points)
        parts = []
        for first in list(left):
            if first not in left:
                continue
            del left[first]
            part = [first]
            for point in part:
                for n in self.neighbours[point]:
                    if n in left:
                        del left[n]
                        part.append(n)
            parts.append(part)
        return parts

    def touched(self, points: Iterable[int], content: Callable[[int], int]) -> set[int]:
        """The colours beside points, by what `content` says of each cell."""
        return {content(n) for point in points for n in self.neighbours[point]} - {EMPTY}


def safe_chains(board: Board) -> frozenset[Chain]:
    """The chains that live even if their owner always passes (Benson 1976).

    A region is a connected part of everything but stones of the colour; it is vital to a chain if
    all its empty points are liberties of the chain (where suicide is allowed, which empties points:
    if all its points are beside the chain). Chains with fewer than two vital regions are taken
    away, then the regions that touch a chain taken away, until nothing changes.

    D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976), pages 17-29.
    """
    safe: set[Chain] = set()
    for color in (0, 1):
        chains = {chain for chain in board.chains if chain.color == color}
        others = [cell for cell, stone in enumerate(board.stones) if stone != color]
        regions = []
        for region in board.regions(others):
            open_points = {cell for cell in region if board.suicide or board.stones[cell] == EMPTY}
            beside = {
                board.chain_of[n]
                for cell in region
                for n in board.neighbours[cell]
                if board.stones[n] == color
            }
            regions.append((open_points, beside))
        while True:
            kept = {
                chain
                for chain in chains
                if sum(chain in beside and points <= chain.around for points, beside in regions)
                >= 2
            }
            if kept == chains:
                break
            chains = kept
            regions = [(points, beside) for points, beside in regions if beside <= chains]
        safe |= chains
    return frozenset(safe)
