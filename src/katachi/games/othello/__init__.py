"""Othello: all that is particular to the game."""

from katachi.games.othello.game import Othello

__all__ = ["Othello"]
