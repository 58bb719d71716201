"""How moves of Hex are written."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS, Notation, letter, make_notation, square_cells


def notations(size: int) -> tuple[Notation, ...]:
    """Hex: a1 is the upper left corner, the letter i is used."""
    cells = square_cells(size)
    return (
        make_notation("hex", cells, lambda x, y: f"{letter(x)}{y + 1}", "swap", ("swap-pieces",)),
        make_notation(
            "gogui", cells, lambda x, y: f"{GTP_COLUMNS[x]}{size - y}", "swap", ("swap-pieces",)
        ),
        make_notation("littlegolem", cells, lambda x, y: letter(x) + letter(y), "swap"),
    )
