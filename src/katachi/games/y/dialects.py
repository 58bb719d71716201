"""How programs of Y speak GTP.

y        Names of cells as katachi writes them: a1 is the top corner, rows count from the top.
gogui    For GoGui: vertices in Go style on the rhombus that holds the triangle, rules by
         `gogui-rules_*`; row 1, at the bottom there, is the top corner.
"""

from __future__ import annotations

from katachi.games.dialect import Dialect
from katachi.games.swap import GOGUI_WITH_SWAP, swap_lines

DIALECTS = (
    Dialect(
        "y",
        "y",
        "swap",
        capitals=False,
        speaks=frozenset({"komi", "param_game"}),
        rules_lines=swap_lines,
        resignation="",
        plays_resignation=True,
    ),
    GOGUI_WITH_SWAP,
)
