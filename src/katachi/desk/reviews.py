"""A whole game looked at: what every position is worth, which moves gave the game away, and why.

A first pass searches every position for a moment, so that the page has a curve at once. A second one
looks again at the moves that seem to have cost most: the position after the move and the one after
the better move are searched apart and longer, and only what is left then is called a turning point.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import AsyncIterator
from typing import Any

from msgspec.structs import replace

from katachi.agents import Budget
from katachi.agents.agent import Agent
from katachi.agents.analysis import Analysis, Candidate, analyze_position
from katachi.agents.capabilities import ThinksInSlices
from katachi.agents.defaults import best_of
from katachi.desk.boards import position_of
from katachi.desk.desk import Desk
from katachi.desk.processors import Tell
from katachi.desk.questions import JudgeQuestion, ReviewQuestion, thinking_time
from katachi.desk.scores import expected_score
from katachi.errors import KatachiError
from katachi.games import Game, Position
from katachi.knowledge import load_knowledge
from katachi.knowledge.explanation import Comparison

# Seconds for a position, on small boards and for every cell beyond.
SMALL_CELLS, SMALL_SECONDS, SECONDS_OF_A_CELL = 100, 0.025, 0.0004
# A move that seems to have cost so much is looked at again, so many at most and so many times longer.
SUSPICIOUS_LOSS, MOST_CHECKED, TIMES_LONGER = 0.06, 10, 3
# Other moves within so much of the best one are as good, if the search has looked at them.
AS_GOOD, LOOKED_AT = 0.03, 0.05
MOST_REASONS = 3
PROVEN = {"win": 1.0, "loss": 0.0, "draw": 0.5}


def pace(game: Game) -> float:
    """Seconds that a position gets if nobody says how many."""
    more = max(0, len(game.topology.cells) - SMALL_CELLS)
    return SMALL_SECONDS + SECONDS_OF_A_CELL * more


async def review(desk: Desk, question: ReviewQuestion) -> AsyncIterator[dict[str, Any]]:
    """The plan, every position, the checks, and the end."""
    game = position_of(question).game
    question = replace(question, moves=tuple(game.moves[game.number(m)] for m in question.moves))
    seconds = thinking_time(question.seconds or pace(game))
    plies = len(question.moves)
    yield {"positions": plies + 1, "seconds": seconds, "done": False}

    def work(tell: Tell) -> None:
        with desk.analyst(question.page, question.agent, game) as sitting:
            found = []
            for ply in range(plies + 1):
                moves = question.moves[:ply]
                played = question.moves[ply] if ply < plies else ""
                sitting.lead_to(question.start, moves)
                position = position_of(replace(question, moves=moves))
                found.append(reviewed(sitting.agent, position, ply, played, seconds))
                tell(found[-1])
                desk.processors.take_turns()
            sitting.at = None  # what comes now leaves the line of the game
            for one in suspicious(found):
                position = position_of(replace(question, moves=question.moves[: one["ply"]]))
                tell(checked(sitting.agent, position, one, TIMES_LONGER * seconds))
                desk.processors.take_turns()
        tell({"done": True})

    async for report in desk.processors.stream(work):
        yield report


def reviewed(
    agent: Agent, position: Position, ply: int, played: str, seconds: float
) -> dict[str, Any]:
    """One position of a reviewed game; `value` is Black's share of the game, `loss` the mover's."""
    report: dict[str, Any] = {"ply": ply, "played": played, "done": False}
    if position.is_over:
        winner = position.outcome.winner
        value = 0.5 if winner is None else float(winner == "black")
        return {**report, "value": value, "spread": 0.0, "best": "", "over": True}
    found = analyze_position(agent, position, Budget(seconds=seconds))
    best = found.candidates[0]
    value = _value(best)
    report |= {
        "over": False,
        "mover": position.to_move,
        "value": value if position.to_move == "black" else 1 - value,
        "spread": _spread(best),
        "best": best.move,
        "line": list(best.variation[:12]),
        "good": _good(found),
        "score": expected_score(position),
    }
    own = next((one for one in found.candidates if one.move == played), None)
    if own is not None and own.visits >= LOOKED_AT * best.visits:
        report["loss"] = max(0.0, value - _value(own))
    return report


def suspicious(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Positions whose played move seems to have cost much, the worst first."""
    costs = []
    for before, after in itertools.pairwise(found):
        if before["over"] or before["played"] in before["good"]:
            continue
        fall = before["value"] - after["value"]
        loss = before.get("loss", fall if before["mover"] == "black" else -fall)
        if loss >= SUSPICIOUS_LOSS:
            costs.append((loss, before["ply"]))
    chosen = sorted(costs, reverse=True)[:MOST_CHECKED]
    return [found[ply] for _, ply in chosen]


def checked(
    agent: Agent, position: Position, one: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """The best move and the one played, each searched apart; a positive loss is the played one's."""
    loss, spread = loss_between(agent, position, one["best"], one["played"], seconds)
    return {
        "check": one["ply"],
        "loss": loss,
        "spread": spread,
        "reasons": reasons_between(position, one["best"], one["played"]),
        "done": False,
    }


def judged(desk: Desk, question: JudgeQuestion) -> dict[str, Any]:
    """What a move gives away beside another one."""
    position = position_of(question)
    seconds = thinking_time(question.seconds)
    if question.move not in position.legal_moves or question.best not in position.legal_moves:
        raise KatachiError(f"{question.move} and {question.best} must be legal moves")
    processors = desk.processors
    with (
        processors.counted(),
        processors.place(),
        desk.analyst(question.page, "", position.game) as sitting,
    ):
        sitting.at = None
        loss, spread = loss_between(
            sitting.agent, position, question.best, question.move, seconds / 2
        )
    return {
        "loss": loss,
        "spread": spread,
        "good": loss <= AS_GOOD + spread,
        "reasons": reasons_between(position, question.best, question.move),
    }


def loss_between(
    agent: Agent, position: Position, best: str, other: str, seconds: float
) -> tuple[float, float]:
    """How much less the other move is worth to the one who moves, and its standard error."""
    values = [_value_after(agent, position, move, seconds) for move in (best, other)]
    (first, first_spread), (second, second_spread) = values
    return first - second, math.hypot(first_spread, second_spread)


def _value_after(
    agent: Agent, position: Position, move: str, seconds: float
) -> tuple[float, float]:
    mover, after = position.to_move, position.play(move)
    if after.is_over:
        winner = after.outcome.winner
        return (0.5 if winner is None else float(winner == mover)), 0.0
    if isinstance(agent, ThinksInSlices):
        agent.lead(None)
    best = analyze_position(agent, after, Budget(seconds=seconds)).candidates[0]
    value = _value(best)
    return (value if after.to_move == mover else 1 - value), _spread(best)


def _value(one: Candidate) -> float:
    if one.proof in PROVEN:
        return PROVEN[one.proof]
    return 0.5 if one.value is None else one.value


def _spread(one: Candidate) -> float:
    """A rough standard error: results of playouts in a tree are no independent coins."""
    if one.proof in PROVEN:
        return 0.0
    value = _value(one)
    return math.sqrt(value * (1 - value) / max(1, one.visits))


def _good(found: Analysis) -> list[str]:
    """The best move and those that are as good."""
    best = found.candidates[0]
    return [
        one.move
        for one in found.candidates
        if one is best
        or (one.visits >= LOOKED_AT * best.visits and _value(one) >= _value(best) - AS_GOOD)
    ]


def reasons_between(position: Position, best: str, other: str) -> list[str]:
    """What knowledge says for the better move, in sentences; none without knowledge."""
    name = best_of(position.game).knowledge
    if not name or best == other:
        return []
    try:
        knowledge = load_knowledge(name).on_board(position.game)
        compared = Comparison(knowledge.explain(position, best), knowledge.explain(position, other))
    except KatachiError:
        return []
    return [f"{one.move} {one.reason.text}" for one in compared.for_first[:MOST_REASONS]]
