"""How moves of Go are written."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS, Notation, letter, make_notation, square_cells


def notations(size: int) -> tuple[Notation, ...]:
    """Go: A1 is the lower left corner and there is no column I; SGF letters from the upper left."""
    cells = square_cells(size)
    return (
        make_notation("gtp", cells, lambda x, y: f"{GTP_COLUMNS[x]}{size - y}", "pass"),
        make_notation(
            "sgf", cells, lambda x, y: letter(x) + letter(y), "", ("tt",) if size <= 19 else ()
        ),
    )
