"""katachi learns what a good move looks like, and searches with that knowledge.

>>> import katachi as k
>>> position = k.Othello().start().play("f5").play("d6")
>>> position.to_move
'black'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from katachi import features, records
    from katachi.agents import Agent, Choice, agent_names, load_agent
    from katachi.errors import (
        AgentFailure,
        BrokenGame,
        IllegalMove,
        InUse,
        InvalidGame,
        InvalidMove,
        InvalidPosition,
        InvalidRecord,
        InvalidSettings,
        KatachiError,
    )
    from katachi.games import (
        Board,
        Color,
        CompiledGame,
        Game,
        GameLike,
        Go,
        Gomoku,
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
        Y,
        check_game,
        compiled_game,
        games_by_name,
        opponent,
        parse_game,
        register,
    )
    from katachi.knowledge import (
        Card,
        CellWeights,
        ConvolutionalNetwork,
        FeatureWeights,
        FunctionKnowledge,
        Knowledge,
        LocalPatternWeights,
        PolicyNetwork,
        PolicyValueNetwork,
        ValueNetwork,
        knowledge_names,
        load_knowledge,
        why,
    )
    from katachi.learning import predict
    from katachi.learning.learn import learn
    from katachi.matches.played_match import PlayedMatch, match
    from katachi.optimising import Annealing, Evolution, EvolutionPlan
    from katachi.optimising.improve.improve import improve
    from katachi.optimising.shapes.evolve import evolve
    from katachi.optimising.tune.tune import tune
    from katachi.records import Games
    from katachi.search import (
        BackupSettings,
        Budget,
        ExpansionSettings,
        FinalSettings,
        Mcts,
        MctsSettings,
        MoveStatistics,
        PlayedOut,
        PlayoutSettings,
        SearchResult,
        SelectionSettings,
    )
    from katachi.search.alphabeta import (
        AlphaBeta,
        AlphaBetaResult,
        AlphaBetaSettings,
        HexWeights,
        MoveScore,
        OthelloWeights,
    )
    from katachi.search.playouts import Tally, random_playouts

__version__ = "0.2.0"

__all__ = [
    "Agent",
    "AgentFailure",
    "AlphaBeta",
    "AlphaBetaResult",
    "AlphaBetaSettings",
    "Annealing",
    "BackupSettings",
    "Board",
    "BrokenGame",
    "Budget",
    "Card",
    "CellWeights",
    "Choice",
    "Color",
    "CompiledGame",
    "ConvolutionalNetwork",
    "Evolution",
    "EvolutionPlan",
    "ExpansionSettings",
    "FeatureWeights",
    "FinalSettings",
    "FunctionKnowledge",
    "Game",
    "GameLike",
    "Games",
    "Go",
    "Gomoku",
    "Havannah",
    "Hex",
    "HexWeights",
    "IllegalMove",
    "InUse",
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
    "PlayoutSettings",
    "PolicyNetwork",
    "PolicyValueNetwork",
    "Position",
    "PositionLike",
    "SearchResult",
    "SelectionSettings",
    "Symmetry",
    "Tally",
    "Topology",
    "ValueNetwork",
    "Y",
    "__version__",
    "agent_names",
    "check_game",
    "compiled_game",
    "evolve",
    "features",
    "games_by_name",
    "improve",
    "knowledge_names",
    "learn",
    "load_agent",
    "load_knowledge",
    "match",
    "opponent",
    "parse_game",
    "predict",
    "random_playouts",
    "records",
    "register",
    "tune",
    "why",
]

# Modules are imported when one of their names is first used: `import katachi` costs next to
# nothing, and a program pays only for what it needs. Type checkers see the imports above instead.
_MODULES = {
    "katachi.search.alphabeta": (
        "AlphaBeta",
        "AlphaBetaResult",
        "AlphaBetaSettings",
        "HexWeights",
        "MoveScore",
        "OthelloWeights",
    ),
    "katachi.agents": ("Agent", "Choice", "agent_names", "load_agent"),
    "katachi.errors": (
        "AgentFailure",
        "BrokenGame",
        "IllegalMove",
        "InUse",
        "InvalidGame",
        "InvalidMove",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidSettings",
        "KatachiError",
    ),
    "katachi.optimising": ("Annealing", "Evolution", "EvolutionPlan"),
    "katachi.optimising.improve.improve": ("improve",),
    "katachi.optimising.shapes.evolve": ("evolve",),
    "katachi.optimising.tune.tune": ("tune",),
    "katachi.games": (
        "games_by_name",
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
        "opponent",
        "parse_game",
        "register",
    ),
    "katachi.knowledge": (
        "Card",
        "CellWeights",
        "ConvolutionalNetwork",
        "FeatureWeights",
        "FunctionKnowledge",
        "Knowledge",
        "LocalPatternWeights",
        "PolicyNetwork",
        "PolicyValueNetwork",
        "ValueNetwork",
        "knowledge_names",
        "load_knowledge",
        "why",
    ),
    "katachi.learning": ("predict",),
    "katachi.learning.learn": ("learn",),
    "katachi.records": ("Games",),
    "katachi.search.playouts": ("Tally", "random_playouts"),
    "katachi.matches.played_match": ("PlayedMatch", "match"),
    "katachi.search": (
        "BackupSettings",
        "Budget",
        "ExpansionSettings",
        "FinalSettings",
        "Mcts",
        "MctsSettings",
        "MoveStatistics",
        "PlayedOut",
        "PlayoutSettings",
        "SearchResult",
        "SelectionSettings",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A public name from its module, or a module of the package."""
        if name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
        elif name.startswith("_"):
            raise AttributeError(f"module 'katachi' has no attribute {name!r}")
        else:
            try:
                value = import_module(f"katachi.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"katachi.{name}":
                    raise
                raise AttributeError(f"module 'katachi' has no attribute {name!r}") from None
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """What a prompt offers: also the names that are not imported yet."""
    return sorted({*globals(), *__all__})
