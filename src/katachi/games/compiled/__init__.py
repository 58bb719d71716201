"""Games of users' own: plain functions on a NumPy state, compiled by Numba."""

from katachi.games.compiled.board import Board
from katachi.games.compiled.codes import BLACK, DRAW, EMPTY, GOES_ON, WHITE
from katachi.games.compiled.game import CompiledGame, compiled_game
from katachi.games.compiled.interpreted import InterpretedGame

__all__ = [
    "BLACK",
    "DRAW",
    "EMPTY",
    "GOES_ON",
    "WHITE",
    "Board",
    "CompiledGame",
    "InterpretedGame",
    "compiled_game",
]
