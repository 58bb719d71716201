"""How moves of Y are written."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS, Notation, letter, make_notation


def notations(size: int) -> tuple[Notation, ...]:
    """Y: a letter for the place in the row, the row from the top, so a1 is the top corner.

    GoGui has no letter I. OpenSpiel lays the triangle into the upper left of a square:
    its column is our place in the row, and its rows run from our right side to the left corner.
    """
    cells = [(x, y) for y in range(size) for x in range(y + 1)]
    return (
        make_notation("y", cells, lambda x, y: f"{letter(x)}{y + 1}", "swap"),
        make_notation("gogui", cells, lambda x, y: f"{GTP_COLUMNS[x]}{y + 1}", "swap"),
        make_notation("openspiel", cells, lambda x, y: f"{letter(x)}{y - x + 1}", "swap"),
    )
