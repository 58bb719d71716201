"""Havannah in SGF.

`GM[havannah]`, because the game has no number; the form is that of the program morat. Points are in
the notation of HavannahGui (row letter, column of the whole board). In the files of HavannahGui,
morat and Little Golem White moves first, so katachi's Black, who begins, is `W` there, in moves,
names, stones and result alike. `RE` names the winner, as SGF wants (Little Golem's files name the
loser). After `swap` the stone stays in place.
"""

from __future__ import annotations

from katachi.games.sgf_form import SwapForm

FORM = SwapForm(
    "havannah",
    ("havannahgui",),
    "swap",
    ("swap",),
    letters=("W", "B"),
    resigns=("resign", "forfeit"),
    rectangles=False,
)
