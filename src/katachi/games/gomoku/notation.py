"""How moves of Gomoku are written."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS, Notation, letter, make_notation, square_cells


def notations(size: int) -> tuple[Notation, ...]:
    """Gomoku: a1 is the lower left corner, the letter i is used; GoGui leaves it out.

    `letters` are two letters from the upper left, as SGF writes points of Go.
    """
    cells = square_cells(size)
    return (
        make_notation("gomoku", cells, lambda x, y: f"{letter(x)}{size - y}", "swap"),
        make_notation("gogui", cells, lambda x, y: f"{GTP_COLUMNS[x]}{size - y}", "swap"),
        make_notation("letters", cells, lambda x, y: letter(x) + letter(y), "swap"),
    )
