"""Moves of Go that nobody in their senses makes: into an own eye."""

from __future__ import annotations

from katachi.games.position import Position


def moves_outside_eyes(position: Position) -> tuple[str, ...]:
    """A pass after a pass; else the moves that fill no own eye, and a pass if nothing else is left.

    Without that random games would hardly end.
    """
    if position.passes:
        return ("pass",)
    cells = [move for move in position.legal_moves[:-1] if not is_own_eye(position, move)]
    return tuple(cells) or ("pass",)


def is_own_eye(position: Position, cell: str) -> bool:
    """Whether an empty point of Go is a single-point eye of the player to move.

    All neighbours are own stones, and at most one diagonal point is the opponent's; at the edge
    none.
    """
    own = position.to_move
    topology = position.game.topology
    if any(position.at(neighbour) != own for neighbour in topology.neighbours(cell)):
        return False
    x, y = topology.coordinates(cell)
    size = position.game.size
    diagonals = [
        topology.cells[row * size + column]
        for row in (y - 1, y + 1)
        for column in (x - 1, x + 1)
        if 0 <= row < size and 0 <= column < size
    ]
    hostile = sum(position.at(diagonal) not in (own, None) for diagonal in diagonals)
    return hostile <= (1 if len(diagonals) == 4 else 0)
