"""Gomoku: all that is particular to the game."""

from katachi.games.gomoku.game import Gomoku

__all__ = ["Gomoku"]
