"""katachi learns what a good move looks like, and searches with that knowledge.

>>> import katachi as k
>>> position = k.Othello().start().play("f5").play("d6")
>>> position.to_move
'black'
"""

from katachi import records
from katachi.alphabeta import (
    AlphaBeta,
    AlphaBetaResult,
    AlphaBetaSettings,
    HexWeights,
    MoveScore,
    OthelloWeights,
)
from katachi.errors import (
    AgentFailure,
    BrokenGame,
    IllegalMove,
    InvalidGame,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidSettings,
    KatachiError,
)
from katachi.evolution import Annealing, Evolution, EvolutionPlan, evolve
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
from katachi.knowledge import Card, Knowledge, knowledge_names, load_knowledge, why
from katachi.learning import learn, predict
from katachi.networks import (
    ConvolutionalNetwork,
    PolicyNetwork,
    ValueNetwork,
    load_network,
    network_names,
)
from katachi.playouts import Tally, random_playouts
from katachi.reports.played_match import PlayedMatch, match
from katachi.search import (
    Backup,
    Expansion,
    FinalMove,
    Mcts,
    MctsSettings,
    MoveStatistics,
    PlayedOut,
    Playout,
    SearchResult,
    Selection,
)
from katachi.weights import CellWeights, LocalPatternWeights, load_weights, othello_start_weights

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "AgentFailure",
    "AlphaBeta",
    "AlphaBetaResult",
    "AlphaBetaSettings",
    "Annealing",
    "Backup",
    "BrokenGame",
    "Card",
    "CellWeights",
    "Color",
    "ConvolutionalNetwork",
    "Evolution",
    "EvolutionPlan",
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
    "InvalidRecord",
    "InvalidSettings",
    "KatachiError",
    "Knowledge",
    "LocalPatternWeights",
    "Marks",
    "Mcts",
    "MctsSettings",
    "MoveScore",
    "MoveStatistics",
    "Notation",
    "Othello",
    "OthelloWeights",
    "Outcome",
    "PlayedMatch",
    "PlayedOut",
    "Playout",
    "PolicyNetwork",
    "Position",
    "PositionLike",
    "SearchResult",
    "Selection",
    "Symmetry",
    "Tally",
    "Topology",
    "ValueNetwork",
    "__version__",
    "check_game",
    "evolve",
    "knowledge_names",
    "learn",
    "load_knowledge",
    "load_network",
    "load_weights",
    "match",
    "network_names",
    "opponent",
    "othello_start_weights",
    "parse_game",
    "predict",
    "random_playouts",
    "records",
    "why",
]
