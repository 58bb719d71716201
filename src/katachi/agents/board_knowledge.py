"""Which knowledge speaks about a board when nobody names one."""

from __future__ import annotations

from katachi.agents import best_of
from katachi.errors import KatachiError
from katachi.games import Game
from katachi.knowledge import Knowledge, load_knowledge


def knowledge_of_board(game: Game) -> Knowledge | None:
    """The best that ships for the board, maybe made for another size; None if nothing does."""
    name = best_of(game).knowledge
    return load_knowledge(name).on_board(game) if name else None


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
