"""Expected scores of positions: by values that ship, or by playouts where points have owners."""

from __future__ import annotations

from functools import lru_cache

from katachi.games import Game, Position
from katachi.games.capabilities import HasOwners
from katachi.knowledge import knowledge_names, load_knowledge
from katachi.knowledge.pattern_values import PatternValues

REVIEW_PLAYOUTS = 32  # a few milliseconds on 19 x 19


@lru_cache(maxsize=16)
def values_for(game: Game) -> PatternValues | None:
    """Values of positions that ship for a board."""
    for name in knowledge_names():
        if "values" in name:
            found = load_knowledge(name, PatternValues)
            if found.suits(game):
                return found
    return None


def expected_score(position: Position) -> float | None:
    """By how many points Black will win; None where nothing tells."""
    game = position.game
    if isinstance(game, HasOwners):
        return float(game.owners(position, playouts=REVIEW_PLAYOUTS).score)
    values = values_for(game)
    if values is None or not values.points:
        return None
    score = float(values.scores([position])[0])
    return score if position.to_move == "black" else -score
