"""The numbers that compiled games use for players, cells and results.

A player is 1 (Black, who begins) or 2 (White), wherever one is named: whose turn it is, what stands on
a cell, who has won.
"""

from __future__ import annotations

EMPTY = 0
BLACK = 1
WHITE = 2

# Results.
GOES_ON = 0
DRAW = 3
