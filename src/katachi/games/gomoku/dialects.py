"""How programs of Gomoku speak GTP.

gogui    For GoGui: vertices in Go style, row 1 at the bottom, rules by `gogui-rules_*`.
"""

from __future__ import annotations

from katachi.games.dialect import Dialect
from katachi.games.swap import swap_lines

DIALECTS = (
    Dialect(
        "gogui",
        "gogui",
        "swap",
        speaks=frozenset({"komi", "param_game", "gogui-rules"}),
        rows_from_bottom=True,
        rules_lines=swap_lines,
        resignation="",
    ),
)
