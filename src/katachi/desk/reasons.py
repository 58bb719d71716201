"""Why a move looks good, as a page shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from katachi.agents.defaults import best_of
from katachi.desk.boards import position_of
from katachi.desk.gallery import knowledge_in
from katachi.desk.questions import Place, WhyQuestion
from katachi.desk.scores import values_for
from katachi.errors import KatachiError
from katachi.knowledge.explanation import Explanation, Reason
from katachi.knowledge.value_reasons import judge_position

MOST_PARTS = 8


def why_json(folder: Path, question: WhyQuestion) -> dict[str, Any]:
    """Reasons for and against a move, and beside another the arguments between them."""
    position = position_of(question)
    if position.is_over:
        raise KatachiError("the game is over: there is no move to explain")
    name = question.knowledge or best_of(position.game).knowledge
    if not name:
        raise KatachiError(f"no knowledge ships for {position.game}")
    knowledge = knowledge_in(folder, name).on_board(position.game)
    answer: dict[str, Any] = {
        "knowledge": name,
        "first": _explained(knowledge.explain(position, question.move)),
    }
    answer["shares"] = knowledge.probabilities(position)
    if question.other:
        answer["second"] = _explained(knowledge.explain(position, question.other))
    return answer


def who_is_ahead(question: Place) -> dict[str, Any]:
    """The value of a position for the player to move and what says so; empty without such knowledge."""
    position = position_of(question)
    values = values_for(position.game)
    if values is None or position.is_over:
        return {}
    found = judge_position(values, position)
    return {
        "probability": found.probability,
        "score": found.score,
        "points": values.points,
        "rest": found.rest,
        "reasons": [
            {"text": one.text, "cells": list(one.cells), "points": one.points}
            for one in found.reasons[:MOST_PARTS]
        ],
    }


def _explained(found: Explanation) -> dict[str, Any]:
    return {
        "move": found.move,
        "probability": found.probability,
        "rank": found.rank,
        "candidates": found.candidates,
        "evidence": found.evidence,
        "for": [_reason(one) for one in found.reasons_for],
        "against": [_reason(one) for one in found.reasons_against],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "text": reason.text,
        "cells": list(reason.cells),
        "strength": reason.strength,
        "share": reason.share,
        "appearances": reason.appearances,
        "feature": reason.feature,
        "index": reason.index,
    }
