"""How programs of Othello speak GTP.

edax     As Edax, Egaroucid and GRhino write it: a1 is the upper left corner. Omitted passes are
         tolerated.
gogui    For GoGui: vertices in Go style, row 1 at the bottom, rules by `gogui-rules_*`.
"""

from __future__ import annotations

from katachi.games.dialect import Dialect

DIALECTS = (
    Dialect("edax", "othello", "pass", speaks=frozenset({"komi", "list_games"}), omits_passes=True),
    Dialect(
        "gogui",
        "gogui",
        "pass",
        speaks=frozenset({"komi", "list_games", "gogui-rules"}),
        rows_from_bottom=True,
        omits_passes=True,
    ),
)
