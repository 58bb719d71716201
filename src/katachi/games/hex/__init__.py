"""Hex: all that is particular to the game."""

from katachi.games.hex.game import Hex

__all__ = ["Hex"]
