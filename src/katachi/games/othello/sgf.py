"""Othello in SGF.

`GM[2]`. The standard leaves the points open; as Edax does, points are a1 to h8 from the upper left,
a pass is `PA`, the start always stands in `AB`, `AW` and `PL`, and `RE` counts empty squares for
the winner.
"""

from __future__ import annotations

from katachi.games.sgf_form import SgfForm

FORM = SgfForm(
    "2",
    ("othello", "letters"),
    "PA",
    ("pa", "pass", "ps", "--", "", "tt"),
    writes_start=True,
)
