"""Gomoku in SGF.

`GM[4]`, which the standard gives to Gomoku and Renju together. It leaves the points open; as most
programs do, points are two letters from the upper left. The swap, which has no name there, is
written `swap`.
"""

from __future__ import annotations

from katachi.games.sgf_form import SwapForm

FORM = SwapForm("4", ("letters", "gomoku"), "swap", ("swap",), resigns=("resign",))
