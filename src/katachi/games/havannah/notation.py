"""How moves of Havannah are written."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS, Notation, letter, make_notation


def notations(size: int) -> tuple[Notation, ...]:
    """Havannah: HavannahGui counts columns of the whole board, Little Golem cells of the row."""
    span = range(2 * size - 1)
    cells = [(x, y) for y in span for x in span if abs(x - y) < size]
    return (
        make_notation("havannahgui", cells, lambda x, y: f"{letter(y)}{x + 1}", "swap"),
        make_notation(
            "littlegolem",
            cells,
            lambda x, y: f"{letter(y).upper()}{x + 1 - max(0, y - size + 1)}",
            "swap",
        ),
        make_notation("openspiel", cells, lambda x, y: f"{letter(x)}{y + 1}", "swap"),
        make_notation("gogui", cells, lambda x, y: f"{GTP_COLUMNS[x]}{y + 1}", "swap"),
    )
