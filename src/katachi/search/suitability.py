"""Whether settings and knowledge suit a game: what cannot work is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from katachi import _core
from katachi.errors import InvalidSettings
from katachi.games.contract import GameLike
from katachi.games.core_capabilities import capabilities, games_with
from katachi.games.position import Position
from katachi.knowledge import Knowledge
from katachi.search.evaluator import Evaluator
from katachi.search.parts import missing, wanted_capabilities
from katachi.search.settings import MctsSettings


def check_suitable(
    game: GameLike,
    settings: MctsSettings,
    knowledge: Knowledge | None,
    playout_knowledge: Knowledge | None,
    evaluator: Evaluator | None,
) -> None:
    """Raises `InvalidSettings` for the first thing that cannot work."""
    given = {"knowledge": knowledge, "playout weights": playout_knowledge, "evaluator": evaluator}
    _check_given(settings, given)
    _check_board(game, knowledge)
    _check_board(game, playout_knowledge)
    _check_games(game, settings)
    _check_engine(game, settings)


def _check_board(game: GameLike, knowledge: Knowledge | None) -> None:
    if knowledge is None:
        return
    if not knowledge.of_moves:
        raise InvalidSettings(f"the {knowledge.kind} does not give strengths of moves")
    if sentence := knowledge.refusal(game):
        raise InvalidSettings(sentence)


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
        raise InvalidSettings(sentence.replace("{games}", games_with(capability.needs)))


def _check_engine(game: GameLike, settings: MctsSettings) -> None:
    if settings.threads > 1 and not _is_built_in(game):
        raise InvalidSettings("a game written in Python is searched in one thread")


def _is_built_in(game: GameLike) -> bool:
    return isinstance(game.start(), Position)
