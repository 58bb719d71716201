"""Two rules against unnatural moves in Othello (SHAPES, appendix, "Input-Output model").

Take a corner whenever you can. Otherwise give the opponent no corner at its next move, if that can
be helped. The thesis found them by asking ten beginners what looked odd.
"""

from __future__ import annotations

from katachi.games.position import Position


def corner_cells(position: Position) -> frozenset[str]:
    """The four corners of the board.

    >>> import katachi
    >>> sorted(corner_cells(katachi.Othello(6).start()))
    ['a1', 'a6', 'f1', 'f6']
    """
    size = position.game.size
    cells = position.game.topology.cells
    return frozenset(cells[number] for number in (0, size - 1, size * (size - 1), size * size - 1))


def natural_moves(position: Position) -> tuple[str, ...]:
    """The legal moves that the rules leave, in their order."""
    legal = position.legal_moves
    corners = corner_cells(position)
    taken = tuple(move for move in legal if move in corners)
    if taken:
        return taken
    careful = tuple(move for move in legal if corners.isdisjoint(position.play(move).legal_moves))
    return careful or legal
