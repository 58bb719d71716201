"""Tactical features of Hex and Havannah, slowly: chains by flooding, bridges by common neighbours."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator

from reference import BLACK, EMPTY, havannah
from reference.havannah import Havannah
from reference.hex import STEPS, Hex

Cell = tuple[int, int]
FAR = 10**6
SQUARES = [1, 3, 4, 7, 9, 12, 13, 16, 19, 21]


class Board:
    """Cells with neighbours, and for each colour the sets of cells that are its sides."""

    def __init__(
        self,
        stones: dict[Cell, int],
        neighbours: dict[Cell, list[Cell]],
        sides: dict[int, list[set[Cell]]],
    ) -> None:
        self.stones = stones
        self.neighbours = neighbours
        self.sides = sides

    def chain(self, stone: Cell) -> set[Cell]:
        inside, waiting = {stone}, [stone]
        while waiting:
            for near in self.neighbours[waiting.pop()]:
                if self.stones[near] == self.stones[stone] and near not in inside:
                    inside.add(near)
                    waiting.append(near)
        return inside

    def common(self, a: Cell, b: Cell) -> list[Cell]:
        return [cell for cell in self.neighbours[a] if cell in self.neighbours[b]]

    def chains_beside(self, cell: Cell, color: int) -> list[set[Cell]]:
        chains: list[set[Cell]] = []
        for near in self.neighbours[cell]:
            if self.stones[near] == color and not any(near in chain for chain in chains):
                chains.append(self.chain(near))
        return chains

    def new_chain(self, cell: Cell, color: int) -> set[Cell]:
        return {cell}.union(*self.chains_beside(cell, color))

    def with_stone(self, cell: Cell, color: int) -> Board:
        return Board({**self.stones, cell: color}, self.neighbours, self.sides)

    # ------------------------------------------------------------------------------------ bridges

    def new_bridges(self, cell: Cell, color: int) -> int:
        count = 0
        for other, stone in self.stones.items():
            if stone == color and other not in self.neighbours[cell]:
                carrier = self.common(cell, other)
                count += len(carrier) == 2 and all(self.stones[c] == EMPTY for c in carrier)
        for side in self.sides[color]:
            carrier = [near for near in self.neighbours[cell] if near in side]
            if cell not in side and len(carrier) == 2:
                count += all(self.stones[c] == EMPTY for c in carrier)
        return count

    def carried(self, cell: Cell, color: int) -> Iterator[Cell]:
        """The second carrier cells of the bridges of `color` that `cell` belongs to."""
        for second in self.neighbours[cell]:
            if self.stones[second] == color:
                continue
            ends = [end for end in self.common(cell, second) if self.stones[end] == color]
            if len(ends) == 2:
                if ends[1] not in self.chain(ends[0]):
                    yield second
            elif len(ends) == 1:
                shared = [side for side in self.sides[color] if {cell, second} <= side]
                if shared and not any(self.chain(ends[0]) & side for side in shared):
                    yield second

    def own_bridge_level(self, cell: Cell, color: int, previous: Cell | None) -> int:
        levels = (
            1 if self.stones[second] == EMPTY else 3 if second == previous else 2
            for second in self.carried(cell, color)
        )
        return max(levels, default=0)

    def opposing_bridge_level(self, cell: Cell, color: int) -> int:
        whole = [c for c in self.carried(cell, 1 - color) if self.stones[c] == EMPTY]
        return min(2, len(whole))


def round_level(a: Cell, b: Cell | None, *, sign: int) -> int:
    if b is None:
        return 0
    dx, dy = a[0] - b[0], a[1] - b[1]
    square = dx * dx + dy * dy + sign * dx * dy
    return SQUARES.index(square) + 1 if square in SQUARES else 0


# -------------------------------------------------------------------------------------------- Hex


def hex_board(position: Hex) -> Board:
    n = position.size
    neighbours = {
        (x, y): [(x + a, y + b) for a, b in STEPS if (x + a, y + b) in position.board]
        for x, y in position.board
    }
    top, bottom = {(x, 0) for x in range(n)}, {(x, n - 1) for x in range(n)}
    left, right = {(0, y) for y in range(n)}, {(n - 1, y) for y in range(n)}
    return Board(dict(position.board), neighbours, {0: [top, bottom], 1: [left, right]})


def seen_from(n: int, side: int, cell: Cell) -> Cell:
    """Coordinates (along the side, away from it) that keep the grid as it is."""
    x, y = cell
    return [(x, y), (n - 1 - x, n - 1 - y), (y, x), (n - 1 - y, n - 1 - x)][side]


def third_line_templates(n: int, side: int, stone: Cell) -> list[set[Cell]]:
    """The cells of both templates of a stone on the third line, without the stone."""
    along, away = seen_from(n, side, stone)
    if away != 2:
        return []
    everywhere = [(x, y) for x in range(n) for y in range(n)]
    templates = []
    for first, width in ((along, 4), (along - 1, 4)):
        cells = {
            cell
            for cell in everywhere
            if (place := seen_from(n, side, cell))[1] <= 2
            and first <= place[0] < first + width - place[1]
        }
        if len(cells) == 9:
            templates.append(cells - {stone})
    return templates


def third_line_level(board: Board, n: int, cell: Cell, mover: int) -> int:
    def is_open(template: set[Cell]) -> bool:
        return all(board.stones[c] == EMPTY for c in template)

    levels = [0]
    for color in (mover, 1 - mover):
        for number in (0, 1):
            side = 2 * color + number
            for stone, kind in board.stones.items():
                if kind != color or board.chain(stone) & board.sides[color][number]:
                    continue
                levels.extend(
                    1 if color == mover else 2
                    for template in third_line_templates(n, side, stone)
                    if cell in template and is_open(template)
                )
            if color == mover and any(map(is_open, third_line_templates(n, side, cell))):
                levels.append(3)
    return max(levels)


def way_costs(board: Board, side: set[Cell], color: int) -> dict[Cell, int]:
    """Fewest stones from each cell to the side, its own included; a step may be a bridge."""

    def price(cell: Cell) -> int:
        return {EMPTY: 1, color: 0}.get(board.stones[cell], FAR)

    def steps(cell: Cell) -> Iterator[Cell]:
        yield from board.neighbours[cell]
        for other in board.stones:
            carrier = board.common(cell, other)
            apart = other != cell and other not in board.neighbours[cell]
            if apart and len(carrier) == 2 and all(board.stones[c] == EMPTY for c in carrier):
                yield other

    costs: dict[Cell, int] = {}
    waiting = []
    for cell in board.stones:
        carrier = [near for near in board.neighbours[cell] if near in side]
        bridge = len(carrier) == 2 and all(board.stones[c] == EMPTY for c in carrier)
        if cell in side or bridge:
            waiting.append((price(cell), cell))
    heapq.heapify(waiting)
    while waiting:
        cost, cell = heapq.heappop(waiting)
        if cell in costs or cost >= FAR:
            continue
        costs[cell] = cost
        for near in steps(cell):
            heapq.heappush(waiting, (cost + price(near), near))
    return costs


def way_levels(board: Board, color: int) -> dict[Cell, int]:
    first, second = (way_costs(board, side, color) for side in board.sides[color])
    totals = {
        cell: first[cell] + second[cell] - (board.stones[cell] == EMPTY)
        for cell in board.stones
        if cell in first and cell in second
    }
    shortest = min(totals.values(), default=0)
    return {cell: total - shortest + 1 for cell, total in totals.items() if total - shortest < 3}


def hex_levels(
    position: Hex, cells: list[int], previous: tuple[int | None, int | None]
) -> list[list[int]]:
    """For each empty cell the levels of all features but the swap."""
    n, mover = position.size, position.to_move
    board = hex_board(position)
    last = [None if move is None else (move % n, move // n) for move in previous]
    ways = [way_levels(board, mover), way_levels(board, 1 - mover)]
    rows = []
    for number in cells:
        cell = (number % n, number // n)
        touched = [bool(board.new_chain(cell, mover) & side) for side in board.sides[mover]]
        other = [bool(board.new_chain(cell, 1 - mover) & side) for side in board.sides[1 - mover]]
        lines = [
            1 + min(seen_from(n, 2 * color + i, cell)[1] for i in (0, 1))
            for color in (mover, 1 - mover)
        ]
        rows.append(
            [
                min(3, board.new_bridges(cell, mover)),
                board.own_bridge_level(cell, mover, last[0]),
                board.opposing_bridge_level(cell, mover),
                third_line_level(board, n, cell, mover),
                len(board.chains_beside(cell, mover)),
                len(board.chains_beside(cell, 1 - mover)),
                sum(touched),
                int(all(other)),
                *(line if line <= 5 else 0 for line in lines),
                *(way.get(cell, 0) for way in ways),
                *(round_level(cell, one, sign=1) for one in last),
            ]
        )
    return rows


def hex_swap_level(position: Hex) -> int:
    n = position.size
    ((x, y),) = (cell for cell, stone in position.board.items() if stone == BLACK)
    line = 1 + min(x, y, n - 1 - x, n - 1 - y)
    return line if line <= 5 else 0


# --------------------------------------------------------------------------------------- Havannah


def havannah_board(position: Havannah) -> Board:
    sides = havannah.sides(position.size)
    return Board(dict(position.board), havannah.neighbours(position.size), {0: sides, 1: sides})


def steps_to(size: int, targets: set[Cell]) -> dict[Cell, int]:
    steps = dict.fromkeys(targets, 0)
    waiting = deque(targets)
    while waiting:
        cell = waiting.popleft()
        for near in havannah.neighbours(size)[cell]:
            if near not in steps:
                steps[near] = steps[cell] + 1
                waiting.append(near)
    return steps


def with_stone(position: Havannah, cell: Cell, color: int) -> Havannah:
    after = Havannah(position.size, stones=position.stones)
    after.board[cell] = color
    return after


def wins(position: Havannah, cell: Cell, color: int) -> int:
    shapes = with_stone(position, cell, color).shapes(color)
    return {"ring": 3, "bridge": 2, "fork": 1}[shapes[0]] if shapes else 0


def threatens_ring(position: Havannah, cell: Cell, color: int) -> bool:
    after = with_stone(position, cell, color)
    if "ring" in after.shapes(color):
        return False
    return any(
        after.board[near] == EMPTY and "ring" in with_stone(after, near, color).shapes(color)
        for near in havannah.neighbours(position.size)[cell]
    )


def line_levels(size: int) -> dict[Cell, int]:
    border = {cell for cell, near in havannah.neighbours(size).items() if len(near) < 6}
    return {c: s + 1 if s < 5 else 0 for c, s in steps_to(size, border).items()}


def havannah_levels(
    position: Havannah, cells: list[int], previous: tuple[int | None, int | None]
) -> list[list[int]]:
    """For each empty cell the levels of all features but the swap."""
    size, mover = position.size, position.to_move
    board = havannah_board(position)
    last = [None if move is None else position.cells[move] for move in previous]
    lines = line_levels(size)
    corners = steps_to(size, havannah.corners(size))
    rows = []
    for number in cells:
        cell = position.cells[number]
        chain = board.new_chain(cell, mover)
        makes = threatens_ring(position, cell, mover)
        stops = threatens_ring(position, cell, 1 - mover)
        rows.append(
            [
                min(3, board.new_bridges(cell, mover)),
                board.own_bridge_level(cell, mover, last[0]),
                board.opposing_bridge_level(cell, mover),
                len(board.chains_beside(cell, mover)),
                len(board.chains_beside(cell, 1 - mover)),
                min(3, sum(bool(chain & side) for side in havannah.sides(size))),
                min(2, len(chain & havannah.corners(size))),
                wins(position, cell, mover),
                wins(position, cell, 1 - mover),
                makes + 2 * stops,
                lines[cell],
                corners[cell] + 1 if corners[cell] < 4 else 0,
                *(round_level(cell, one, sign=-1) for one in last),
            ]
        )
    return rows
