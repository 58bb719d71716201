"""Which knowledge speaks about a board when nobody names one."""

from __future__ import annotations

from katachi.agents import default_agent_name, load_agent
from katachi.errors import KatachiError
from katachi.games import Game
from katachi.knowledge import Knowledge, knowledge_names, load_knowledge


def knowledge_of_board(game: Game) -> Knowledge | None:
    """What the default agent of the board knows, else what ships for it or serves it; or None."""
    known = getattr(load_agent(default_agent_name(game)), "knowledge", None)
    if isinstance(known, Knowledge) and (found := _on_board(known, game)) is not None:
        return found
    own = f"{game.name}{game.size}-"
    names = [name for name in knowledge_names() if name.startswith(game.name)]
    for name in sorted(names, key=lambda one: not one.startswith(own)):
        if (found := _on_board(load_knowledge(name), game)) is not None:
            return found
    return None


def choose_knowledge(name: str | None, game: Game) -> Knowledge:
    """Knowledge by name or file, or that of the board; raises `KatachiError`."""
    if name is not None:
        return load_knowledge(name).on_board(game)
    found = knowledge_of_board(game)
    if found is None:
        raise KatachiError(
            f"no knowledge ships for {game.name}{game.size}; name some by --knowledge "
            "(katachi knowledge lists what there is)"
        )
    return found


def _on_board(knowledge: Knowledge, game: Game) -> Knowledge | None:
    """The knowledge for this size, if it speaks of any."""
    try:
        return knowledge.on_board(game)
    except KatachiError:
        return None
