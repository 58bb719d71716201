"""katachi learns what a good move looks like, and searches with that knowledge.

>>> import katachi as k
>>> position = k.Othello().start().play("f5").play("d6")
>>> position.to_move
'black'
"""

from katachi.alphabeta import (
    AlphaBeta,
    AlphaBetaResult,
    AlphaBetaSettings,
    HexWeights,
    MoveScore,
    OthelloWeights,
)
from katachi.errors import (
    BrokenGame,
    IllegalMove,
    InvalidGame,
    InvalidMove,
    InvalidPosition,
    InvalidSettings,
    KatachiError,
)
from katachi.games import (
    GAMES,
    Color,
    Game,
    GameLike,
    Go,
    Havannah,
    Hex,
    Marks,
    Notation,
    Othello,
    Outcome,
    Position,
    PositionLike,
    Symmetry,
    Topology,
    check_game,
    opponent,
    parse_game,
)
from katachi.playouts import Tally, random_playouts
from katachi.search import (
    Backup,
    Expansion,
    FinalMove,
    Mcts,
    MctsSettings,
    MoveStatistics,
    Playout,
    SearchResult,
    Selection,
)
from katachi.weights import CellWeights, othello_start_weights

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "AlphaBeta",
    "AlphaBetaResult",
    "AlphaBetaSettings",
    "Backup",
    "BrokenGame",
    "CellWeights",
    "Color",
    "Expansion",
    "FinalMove",
    "Game",
    "GameLike",
    "Go",
    "Havannah",
    "Hex",
    "HexWeights",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "InvalidSettings",
    "KatachiError",
    "Marks",
    "Mcts",
    "MctsSettings",
    "MoveScore",
    "MoveStatistics",
    "Notation",
    "Othello",
    "OthelloWeights",
    "Outcome",
    "Playout",
    "Position",
    "PositionLike",
    "SearchResult",
    "Selection",
    "Symmetry",
    "Tally",
    "Topology",
    "__version__",
    "check_game",
    "opponent",
    "othello_start_weights",
    "parse_game",
    "random_playouts",
]
