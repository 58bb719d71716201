"""Havannah: all that is particular to the game."""

from katachi.games.havannah.game import Havannah

__all__ = ["Havannah"]
