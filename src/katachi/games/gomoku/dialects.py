"""How programs of Gomoku speak GTP.

gogui    For GoGui: vertices in Go style, row 1 at the bottom, rules by `gogui-rules_*`.
"""

from __future__ import annotations

from katachi.games.swap import GOGUI_WITH_SWAP

DIALECTS = (GOGUI_WITH_SWAP,)
