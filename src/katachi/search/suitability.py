"""Whether settings and knowledge suit a game: what cannot work is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from katachi import _core
from katachi.errors import InvalidSettings
from katachi.games import games_by_name
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge import CellWeights, Knowledge, LocalPatternWeights
from katachi.knowledge.networks import ConvolutionalNetwork, PolicyNetwork
from katachi.search.evaluator import Evaluator
from katachi.search.parts import missing, wanted_capabilities
from katachi.search.settings import MctsSettings

Strengths = Callable[[PositionLike, Sequence[str]], Sequence[float]]
Network = PolicyNetwork | ConvolutionalNetwork
MoveKnowledge = CellWeights | Knowledge | Network | Strengths
PlayoutWeights = CellWeights | LocalPatternWeights | Knowledge | Network | Strengths

_Source = TypeVar("_Source")


def check_suitable(
    game: GameLike,
    settings: MctsSettings,
    knowledge: MoveKnowledge | None,
    playout_weights: PlayoutWeights | None,
    evaluator: Evaluator | None,
) -> None:
    """Raises `InvalidSettings` for the first thing that cannot work."""
    given = {"knowledge": knowledge, "playout weights": playout_weights, "evaluator": evaluator}
    _check_given(settings, given)
    _check_knowledge(game, knowledge)
    _check_playout_weights(game, playout_weights)
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


def _check_knowledge(game: GameLike, knowledge: MoveKnowledge | None) -> None:
    if isinstance(knowledge, (CellWeights, Knowledge)):
        _check_board(game, "knowledge is", knowledge)
    if isinstance(knowledge, Network):
        _check_board(game, "network is", knowledge)


def _check_playout_weights(game: GameLike, weights: PlayoutWeights | None) -> None:
    if isinstance(weights, CellWeights):
        _check_board(game, "playout weights are", weights)
    if isinstance(weights, Knowledge):
        _check_board(game, "knowledge is", weights)
    if isinstance(weights, Network):
        _check_board(game, "network is", weights)
    if isinstance(weights, LocalPatternWeights) and "connections" not in capabilities(game):
        names = _games_with("connections")
        raise InvalidSettings(f"local patterns are for {names}, not for {game.name}")


def _check_board(game: GameLike, what: str, source: CellWeights | Knowledge | Network) -> None:
    if isinstance(source, Network) and not _is_built_in(game):
        raise InvalidSettings("networks are for built-in games")
    if isinstance(source, Knowledge) and not _is_built_in(game):
        raise InvalidSettings("learned knowledge is for built-in games")
    board = source.game
    if board.name != game.name or list(board.moves) != list(game.moves):
        raise InvalidSettings(f"the {what} for {board}, not for {game}")


def _check_given(settings: MctsSettings, given: Mapping[str, object]) -> None:
    """Raises `InvalidSettings` for a part that needs more or less than the search is given."""
    there = frozenset(name for name, source in given.items() if source is not None)
    for sentence in missing(settings, there):
        raise InvalidSettings(sentence)


def _check_games(game: GameLike, settings: MctsSettings) -> None:
    able = capabilities(game)
    if "policy" in _core.demands(settings.to_core()):
        able |= {"order of moves"}  # whatever uniform playouts do
    for what, capability in wanted_capabilities(settings):
        if capability.needs in able:
            continue
        sentence = capability.sentence.replace("{what}", what).replace("{game}", game.name)
        raise InvalidSettings(sentence.replace("{games}", _games_with(capability.needs)))


def capabilities(game: GameLike) -> frozenset[str]:
    """What a game can tell a search, as its parts ask for it."""
    start = game.start()
    if isinstance(start, Position):
        return frozenset(_core.capabilities(start.core))
    return frozenset({"order of moves"})


def _games_with(capability: str) -> str:
    names = [kind.__name__ for kind in games_by_name.values() if capability in capabilities(kind())]  # type: ignore[call-arg]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def _check_engine(game: GameLike, settings: MctsSettings) -> None:
    if settings.threads > 1 and not _is_built_in(game):
        raise InvalidSettings("a game written in Python is searched in one thread")


def _is_built_in(game: GameLike) -> bool:
    return isinstance(game.start(), Position)
