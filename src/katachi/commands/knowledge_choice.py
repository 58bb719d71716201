"""Which knowledge speaks about a board when nobody names one."""

from __future__ import annotations

from katachi.agents import default_agent_name, load_agent
from katachi.errors import KatachiError
from katachi.games import Game
from katachi.knowledge import Knowledge, knowledge_names, load_knowledge


def knowledge_of_board(game: Game) -> Knowledge | None:
    """What the default agent of the board knows, else whatever ships for it; None if nothing does."""
    known = getattr(load_agent(default_agent_name(game)), "knowledge", None)
    if isinstance(known, Knowledge) and _fits(known, game):
        return known
    for name in knowledge_names():
        if name.startswith((f"{game.name}{game.size}-", f"{game.name}-")):
            found = load_knowledge(name)
            if _fits(found, game):
                return found
    return None


def choose_knowledge(name: str | None, game: Game) -> Knowledge:
    """Knowledge by name or file, or that of the board; raises `KatachiError`."""
    if name is not None:
        return load_knowledge(name)
    found = knowledge_of_board(game)
    if found is None:
        raise KatachiError(
            f"no knowledge ships for {game.name}{game.size}; name some by --knowledge "
            "(katachi knowledge lists what there is)"
        )
    return found


def _fits(knowledge: Knowledge, game: Game) -> bool:
    return (knowledge.game.name, knowledge.game.size) == (game.name, game.size)
