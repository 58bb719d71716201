"""What connection games have in common: stones that stay, hexagons, and the swap rule."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.games.swap import SwapGame


@dataclass(frozen=True, repr=False)
class ConnectionGame(SwapGame):
    """A game on hexagons, won by a connection."""

    hexagonal = True
    stones_stay = True
