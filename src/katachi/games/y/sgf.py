"""Y in SGF.

`GM[y]`, because the game has no number. Points are a1 from the top corner, rows from the top; after
`swap` the stone stays in place and is White's.
"""

from __future__ import annotations

from katachi.games.sgf_form import SwapForm

FORM = SwapForm("y", ("y",), "swap", ("swap",), resigns=("resign", "forfeit"), rectangles=False)
