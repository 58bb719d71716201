"""How programs of Hex speak GTP.

htp      For HexGui, MoHex and Wolve: a1 is the upper left corner, the letter i is used, `boardsize`
         has two numbers, the swap is `swap-pieces`, results have no number.
gogui    For GoGui: vertices in Go style, row 1 at the bottom, rules by `gogui-rules_*`.
"""

from __future__ import annotations

from katachi.games.dialect import Dialect
from katachi.games.swap import GOGUI_WITH_SWAP, swap_lines

DIALECTS = (
    Dialect(
        "htp",
        "hex",
        "swap-pieces",
        capitals=False,
        speaks=frozenset({"htp", "param_game"}),
        boardsize="{size} {size}",
        rules_lines=swap_lines,
        resignation="",
        plays_resignation=True,
    ),
    GOGUI_WITH_SWAP,
)
