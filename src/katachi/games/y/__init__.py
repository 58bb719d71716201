"""Y: all that is particular to the game."""

from katachi.games.y.game import Y

__all__ = ["Y"]
