"""How moves of Othello are written."""

from __future__ import annotations

from katachi.games.notation import GTP_COLUMNS, Notation, letter, make_notation, square_cells

PASS_ALIASES = ("pa", "ps", "--")


def notations(size: int) -> tuple[Notation, ...]:
    """Othello: a1 is the upper left corner; GoGui counts rows from the bottom.

    `letters` are Go-style points, as some programs write them in SGF.
    """
    cells = square_cells(size)
    return (
        make_notation("othello", cells, lambda x, y: f"{letter(x)}{y + 1}", "pass", PASS_ALIASES),
        make_notation(
            "gogui", cells, lambda x, y: f"{GTP_COLUMNS[x]}{size - y}", "pass", PASS_ALIASES
        ),
        make_notation("letters", cells, lambda x, y: letter(x) + letter(y), "", ("tt", "pass")),
    )
