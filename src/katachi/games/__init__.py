"""Games and positions."""

from katachi.games.catalogue import games_by_name, parse_game
from katachi.games.compiled import Board, CompiledGame, compiled_game
from katachi.games.contract import GameLike, PositionLike, check_game
from katachi.games.game import Game
from katachi.games.go import Go
from katachi.games.gomoku import Gomoku
from katachi.games.havannah import Havannah
from katachi.games.hex import Hex
from katachi.games.notation import Notation
from katachi.games.othello import Othello
from katachi.games.outcome import Color, Outcome, opponent
from katachi.games.position import Position
from katachi.games.registry import register
from katachi.games.svg import Marks
from katachi.games.topology import Symmetry, Topology
from katachi.games.y import Y

__all__ = [
    "Board",
    "Color",
    "CompiledGame",
    "Game",
    "GameLike",
    "Go",
    "Gomoku",
    "Havannah",
    "Hex",
    "Marks",
    "Notation",
    "Othello",
    "Outcome",
    "Position",
    "PositionLike",
    "Symmetry",
    "Topology",
    "Y",
    "check_game",
    "compiled_game",
    "games_by_name",
    "opponent",
    "parse_game",
    "register",
]
