"""Whether settings and knowledge suit a game: what cannot work is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from katachi.errors import InvalidSettings
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge import CellWeights, Knowledge, LocalPatternWeights
from katachi.knowledge.networks import ConvolutionalNetwork, PolicyNetwork
from katachi.search.settings import WEIGHTED, MctsSettings, has_order

Strengths = Callable[[PositionLike, Sequence[str]], Sequence[float]]
Network = PolicyNetwork | ConvolutionalNetwork
MoveKnowledge = CellWeights | Knowledge | Network | Strengths
PlayoutWeights = CellWeights | LocalPatternWeights | Knowledge | Network | Strengths

_Source = TypeVar("_Source")

CONNECTION_GAMES = frozenset({"hex", "havannah"})


def check_suitable(
    game: GameLike,
    settings: MctsSettings,
    knowledge: MoveKnowledge | None,
    playout_weights: PlayoutWeights | None,
) -> None:
    """Raises `InvalidSettings` for the first thing that cannot work."""
    _check_knowledge(game, settings, knowledge)
    _check_playout_weights(game, settings, playout_weights)
    _check_games(game, settings)
    _check_engine(game, settings)


def on_board(source: _Source, game: GameLike) -> _Source:
    """Learned knowledge for the size of the game if it can be had, anything else as it is."""
    if not isinstance(source, Knowledge) or not isinstance(game, Game):
        return source
    relative = all(features.is_relative for features in source.features)
    if not relative or source.game.name != game.name:
        return source
    return cast("_Source", source.on_board(game))


def _check_knowledge(
    game: GameLike, settings: MctsSettings, knowledge: MoveKnowledge | None
) -> None:
    s, e = settings.selection, settings.expansion
    wants_knowledge = {
        f"selection.bias = {s.bias!r}": s.bias != "none",
        "selection.formula = 'puct'": s.formula == "puct",
        "selection.widening": s.widening,
        "expansion.knowledge_visits": e.knowledge_visits > 0,
    }
    for what, wanted in wants_knowledge.items():
        if wanted and knowledge is None:
            raise InvalidSettings(f"{what} needs knowledge")
    if isinstance(knowledge, (CellWeights, Knowledge)):
        _check_board(game, "knowledge is", knowledge)
    if isinstance(knowledge, Network):
        _check_board(game, "network is", knowledge)


def _check_playout_weights(
    game: GameLike, settings: MctsSettings, weights: PlayoutWeights | None
) -> None:
    p = settings.playout
    if p.base in WEIGHTED and weights is None and not p.joint_neighbour:
        raise InvalidSettings(f"playout.base = {p.base!r} needs playout weights")
    if p.joint_neighbour and weights is not None:
        raise InvalidSettings("playout.joint_neighbour and playout weights exclude each other")
    if isinstance(weights, CellWeights):
        _check_board(game, "playout weights are", weights)
    if isinstance(weights, Knowledge):
        _check_board(game, "knowledge is", weights)
    if isinstance(weights, Network):
        _check_board(game, "network is", weights)
    if isinstance(weights, LocalPatternWeights) and game.name not in CONNECTION_GAMES:
        raise InvalidSettings(f"local patterns are for Hex and Havannah, not for {game.name}")


def _check_board(game: GameLike, what: str, source: CellWeights | Knowledge | Network) -> None:
    if isinstance(source, Network) and not _is_built_in(game):
        raise InvalidSettings("networks are for built-in games")
    if isinstance(source, Knowledge) and not _is_built_in(game):
        raise InvalidSettings("learned knowledge is for built-in games")
    board = source.game
    if board.name != game.name or list(board.moves) != list(game.moves):
        raise InvalidSettings(f"the {what} for {board}, not for {game}")


def _check_games(game: GameLike, settings: MctsSettings) -> None:
    e, p = settings.expansion, settings.playout
    only_connection = {
        "expansion.joint_neighbour": e.joint_neighbour,
        "expansion.local_connections": e.local_connections,
        "expansion.edge_connections": e.edge_connections,
        "expansion.dead_cells": e.dead_cells,
        "playout.decisive": p.decisive,
        "playout.anti_decisive": p.anti_decisive,
        "playout.mate": p.mate > 0,
        "playout.joint_neighbour": p.joint_neighbour,
        "playout.dead_cells": p.dead_cells,
    }
    for what, wanted in only_connection.items():
        if wanted and game.name not in CONNECTION_GAMES:
            raise InvalidSettings(f"{what} is for Hex and Havannah, not for {game.name}")
    only_go = {
        "playout.atari_escapes": p.atari_escapes,
        "playout.attacks": p.attacks,
        "playout.nakade": p.nakade,
        "playout.near_shapes": p.near_shapes,
        "playout.captures": p.captures,
        "playout.self_atari_refusal": p.self_atari_refusal > 0,
    }
    for what, wanted in only_go.items():
        if wanted and game.name != "go":
            raise InvalidSettings(f"{what} is for Go, not for {game.name}")


def _check_engine(game: GameLike, settings: MctsSettings) -> None:
    built_in = _is_built_in(game)
    if not built_in and settings.threads > 1:
        raise InvalidSettings("a game written in Python is searched in one thread")
    if not built_in and settings.selection.genetic != "none":
        raise InvalidSettings("selection.genetic is for built-in games, whose properties are known")
    if settings.expansion.transpositions and (not built_in or game.name == "go"):
        raise InvalidSettings(
            "expansion.transpositions is for games whose moves depend on the position alone "
            f"and that cannot come back to a position, not for {game.name}"
        )
    if settings.selection.amaf_moves and game.name == "hex" and not has_order(settings.playout):
        raise InvalidSettings(
            "selection.amaf_moves needs playouts with an order of moves; uniform playouts of "
            "hex fill the board at once"
        )


def _is_built_in(game: GameLike) -> bool:
    return isinstance(game.start(), Position)
