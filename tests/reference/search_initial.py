"""Initial visits and wins of HAVANNAH 3.7, and dead cells of 3.4, by looking at the whole board.

Works on the slow twins of Havannah and Hex. The six neighbours of a cell are taken in a circle.
"""

from __future__ import annotations

from collections.abc import Hashable

from katachi import ExpansionSettings
from reference import BLACK, EMPTY, WHITE
from reference.havannah import Havannah, corners, sides
from reference.hex import Hex

Cell = tuple[int, int]
Board = Havannah | Hex

CIRCLES: dict[type, list[Cell]] = {
    Havannah: [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)],
    Hex: [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
}


def circle(board: Board, cell: Cell) -> list[Cell]:
    """The six places round a cell; some may be off the board."""
    return [(cell[0] + a, cell[1] + b) for a, b in CIRCLES[type(board)]]


def has_joint(board: Board, cell: Cell, color: int) -> bool:
    """An own stone two cells away, with both cells between them empty."""
    around = circle(board, cell)
    for i in range(6):
        one, two = around[i], around[(i + 1) % 6]
        far = (one[0] + two[0] - cell[0], one[1] + two[1] - cell[1])
        between_empty = board.board.get(one) == EMPTY == board.board.get(two)
        if between_empty and board.board.get(far) == color:
            return True
    return False


def local_groups(board: Board, cell: Cell, color: int) -> int:
    """Runs of own stones in the circle of neighbours."""
    own = [board.board.get(near) == color for near in circle(board, cell)]
    if all(own):
        return 1
    return sum(own[i] and not own[i - 1] for i in range(6))


def chain(board: Board, start: Cell, color: int) -> set[Cell]:
    reached, waiting = {start}, [start]
    while waiting:
        for near in circle(board, waiting.pop()):
            if board.board.get(near) == color and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached


def edges_of(board: Board, cells: set[Cell], color: int) -> set[Hashable]:
    """Names of the sides and corners that cells touch; in Hex only the own two sides."""
    if isinstance(board, Havannah):
        found: set[Hashable] = {("corner", cell) for cell in cells & corners(board.size)}
        return found | {("side", i) for i, side in enumerate(sides(board.size)) if side & cells}
    along = 1 if color == BLACK else 0
    return {("side", cell[along]) for cell in cells if cell[along] in (0, board.size - 1)}


def wins_by_edges(board: Board, edges: set[Hashable]) -> bool:
    if isinstance(board, Hex):
        return len(edges) == 2
    kinds = [edge[0] for edge in edges]  # type: ignore[index]
    return kinds.count("corner") >= 2 or kinds.count("side") >= 3


def initial(board: Board, cell: Cell, color: int, parts: ExpansionSettings) -> tuple[float, float]:
    """Visits and wins of a move."""
    visits = wins = 0.0
    neighbours = [near for near in circle(board, cell) if board.board.get(near) == color]
    if parts.joint_neighbour:
        visits += 40
        wins += 40 if neighbours else 30 if has_joint(board, cell, color) else 5
    if parts.local_connections:
        visits += 30
        wins += 10 * local_groups(board, cell, color)
    if parts.edge_connections:
        joined = {cell} if parts.edge_counts_itself else set()
        for near in neighbours:
            joined |= chain(board, near, color)
        edges = edges_of(board, joined, color)
        if wins_by_edges(board, edges):
            return 1.0, 1000.0
        visits += 30
        wins += 10 * len(edges)
    return visits, wins


def is_dead(board: Havannah, cell: Cell) -> bool:
    """HAVANNAH 3.4: surrounded by stones, each colour in one run, and of no use to either.

    Three and three, or four and two with the inner two of the four at the edge of the board.
    """
    stones = [board.board.get(near) for near in circle(board, cell)]
    if any(stone not in (BLACK, WHITE) for stone in stones):
        return False
    for color in (BLACK, WHITE):
        after = Havannah(board.size, stones=board.stones)
        after.board[cell] = color
        if local_groups(board, cell, color) != 1 or after.shapes(color):
            return False
        if stones.count(color) < 4:
            continue
        run = [
            near for near, stone in zip(circle(board, cell), stones, strict=True) if stone == color
        ]
        inner = [near for near in run if sum(near in circle(board, other) for other in run) == 2]
        if not all(is_edge(board, near) for near in inner):
            return False
    return True


def is_edge(board: Board, cell: Cell) -> bool:
    return any(near not in board.board for near in circle(board, cell))
