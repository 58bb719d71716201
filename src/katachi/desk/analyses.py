"""What a search thinks of a position, while it thinks; and what playouts expect of the points."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from katachi.agents import Budget
from katachi.agents.analysis import Analysis, analyze_position
from katachi.desk.boards import position_of
from katachi.desk.desk import Desk
from katachi.desk.processors import Tell
from katachi.desk.questions import AnalysisQuestion, Place, thinking_time
from katachi.errors import KatachiError
from katachi.games.capabilities import HasOwners

MOST_CANDIDATES = 30
FIRST_SECONDS = 0.02  # the first answer comes at once, the rest as it grows
SLICE_SECONDS = 0.07  # between two reports; with what it takes to tell, ten of them a second
OWNER_PLAYOUTS = 200


async def analysis(desk: Desk, question: AnalysisQuestion) -> AsyncIterator[dict[str, Any]]:
    """Candidates as they grow; the last report says so."""
    position = position_of(question)
    seconds = thinking_time(question.seconds)
    if position.is_over:
        yield {"candidates": [], "done": True, "over": str(position.outcome)}
        return

    def work(tell: Tell) -> None:
        with desk.analyst(question.page, question.agent, position.game) as sitting:
            sitting.lead_to(question.start, question.moves)

            def watch(found: Analysis) -> None:
                tell({**analysis_json(found), "done": False, "grows": True})
                desk.processors.take_turns()

            watch(analyze_position(sitting.agent, position, Budget(seconds=FIRST_SECONDS)))
            found = analyze_position(
                sitting.agent,
                position,
                budget_of(question, seconds),
                watch=watch,
                slice_seconds=SLICE_SECONDS,
            )
            tell({**analysis_json(found), "done": True})

    async for report in desk.processors.stream(work):
        yield report


def budget_of(question: AnalysisQuestion, seconds: float) -> Budget:
    """Seconds, or simulations if some were asked for: then seconds only bound them."""
    return Budget(seconds=seconds, simulations=max(0, question.simulations))


def analysis_json(found: Analysis) -> dict[str, Any]:
    """What a page shows of an analysis: visited moves first, others by what knowledge says."""
    visited = [one for one in found.candidates if one.visits or one.score is not None]
    others = [one for one in found.candidates if not one.visits and one.score is None]
    candidates = [*visited, *sorted(others, key=lambda one: -(one.prior or 0.0))]
    return {
        "agent": found.agent,
        "candidates": [
            {
                "move": one.move,
                "value": one.value,
                "visits": one.visits,
                "prior": one.prior,
                "score": one.score,
                "proof": one.proof,
                "line": list(one.variation),
            }
            for one in candidates[:MOST_CANDIDATES]
        ],
        "priors": {one.move: one.prior for one in found.candidates} if found.uses_knowledge else {},
        "simulations": getattr(found.search, "simulations", 0),
        "seconds": getattr(found.search, "seconds", 0.0),
        "depth": getattr(found.search, "depth", 0),
        "knowledge": found.uses_knowledge,
    }


def owners_json(question: Place) -> dict[str, Any]:
    """Who will own each point, and by how much the game will be won; where points have owners."""
    position = position_of(question)
    game = position.game
    if not isinstance(game, HasOwners):
        raise KatachiError(f"points of {game} have no owners")
    found = game.owners(position, playouts=OWNER_PLAYOUTS)
    return {
        "owners": [round(value, 3) for value in found.values],
        "score": found.score,
        "deviation": found.deviation,
    }
