"""Knowledge to look at: the strongest and weakest levels of a file, drawn, and what it predicts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi.desk.boards import position_of
from katachi.desk.questions import GalleryQuestion, OrderQuestion
from katachi.desk.record_files import file_in
from katachi.errors import KatachiError
from katachi.features.feature_set import FeatureLevel, Pictured, Titled
from katachi.features.stages import Stages
from katachi.games import Game
from katachi.knowledge import Knowledge, knowledge_names, load_knowledge
from katachi.knowledge.catalogue import SUFFIXES
from katachi.knowledge.with_levels import WithLevels
from katachi.learning import Prediction, predict
from katachi.matches.game_text import text_of_game
from katachi.records import Games

MOST_ITEMS = 200
MOST_GAMES = 200  # that are predicted


def knowledge_in(folder: Path, name: str) -> Knowledge:
    """What ships by name, or a file of the folder; raises `KatachiError`."""
    if name.endswith(SUFFIXES):
        return load_knowledge(file_in(folder, name))
    if name not in knowledge_names():
        raise KatachiError(f"there is no knowledge '{name[:80]}'")
    return load_knowledge(name)


@lru_cache(maxsize=1)
def shipped_knowledge() -> list[dict[str, str]]:
    """Names with what each is."""
    found = []
    for name in knowledge_names():
        one = load_knowledge(name)
        board = text_of_game(one.game) if isinstance(one.game, Game) else ""
        found.append({"name": name, "kind": one.kind, "game": board, "about": one.card.about})
    return found


def gallery(folder: Path, question: GalleryQuestion) -> dict[str, Any]:
    """The card, the feature sets, and some levels in their order."""
    knowledge = knowledge_in(folder, question.knowledge)
    answer: dict[str, Any] = {
        "name": question.knowledge,
        "kind": knowledge.kind,
        "game": text_of_game(knowledge.game) if isinstance(knowledge.game, Game) else "",
        "card": msgspec.to_builtins(knowledge.card),
        "facts": _short_facts(knowledge),
        "cells": _cell_weights(knowledge),
        "sets": [],
        "items": [],
    }
    if isinstance(knowledge, WithLevels):
        answer |= _levels(knowledge, question)
    return answer


def _short_facts(knowledge: Knowledge) -> dict[str, Any]:
    return {
        name: value
        for name, value in knowledge.facts().items()
        if isinstance(value, int | float | str)
    }


def _cell_weights(knowledge: Knowledge) -> dict[str, float]:
    weights = knowledge.facts().get("weights")
    return dict(weights) if isinstance(weights, dict) else {}


def _levels(knowledge: WithLevels, question: GalleryQuestion) -> dict[str, Any]:
    begins = knowledge.level_begins
    chosen = np.flatnonzero(knowledge.appearances >= max(1, question.seen))
    sets, first = [], 0
    for number, features in enumerate(knowledge.features):
        last = first + len(features.feature_names)
        sets.append({"name": features.text.split()[2], "features": last - first})
        if question.of == number:
            chosen = chosen[(chosen >= begins[first]) & (chosen < begins[last])]
        first = last
    strengths = knowledge.weights.astype(np.float64)
    stages = _stage_levels(knowledge)
    if stages is not None and question.stage >= 0:
        strengths = strengths + _at_stage(knowledge, stages, min(question.stage, len(stages) - 1))
    order = chosen[np.argsort(strengths[chosen] * (1 if question.weakest else -1), kind="stable")]
    start = max(0, question.first)
    return {
        "sets": sets,
        "levels": int(chosen.size),
        "stages": 0 if stages is None else len(stages),
        "items": [
            _item(knowledge, int(index), strengths, stages)
            for index in order[start : start + min(MOST_ITEMS, max(1, question.count))]
        ],
    }


def _stage_levels(knowledge: WithLevels) -> range | None:
    """Indices of the stages, if weights change with them."""
    first = 0
    for features in knowledge.features:
        if isinstance(features, Stages) and knowledge.factors is not None:
            begins = knowledge.level_begins
            return range(int(begins[first]), int(begins[first + 1]))
        first += len(features.feature_names)
    return None


def _at_stage(knowledge: WithLevels, stages: range, stage: int) -> NDArray[np.float64]:
    """What a stage adds to the logarithm of every level."""
    assert knowledge.factors is not None
    added: NDArray[np.float64] = (knowledge.factors @ knowledge.factors[stages[stage]]).astype(
        np.float64
    )
    return added


def _item(
    knowledge: WithLevels, index: int, strengths: NDArray[np.float64], stages: range | None
) -> dict[str, Any]:
    begins = knowledge.level_begins
    feature = int(np.searchsorted(begins, index, side="right")) - 1
    features, own = knowledge.feature_of(feature)
    level = FeatureLevel(own, index - int(begins[feature]))
    by_stage: list[float] = []
    if stages is not None:
        assert knowledge.factors is not None
        added = knowledge.factors[list(stages)] @ knowledge.factors[index]
        by_stage = [round(float(x), 4) for x in np.exp(knowledge.weights[index] + added)]
    return {
        "index": index,
        "name": (features.title if isinstance(features, Titled) else features.level_name)(level)[
            :300
        ],
        "feature": features.feature_names[own][:120],
        "strength": float(np.exp(strengths[index])),
        "seen": int(knowledge.appearances[index]),
        "picture": _picture(features, level),
        "titled": isinstance(features, Titled),
        "stages": by_stage,
    }


def _picture(features: object, level: FeatureLevel) -> list[list[float | str]]:
    """Places in units of neighbouring cells, and what stands there."""
    if not isinstance(features, Pictured):
        return []
    place = features.game.drawing.place  # type: ignore[attr-defined]  # all feature sets have one
    drawn: list[list[float | str]] = []
    for column, row, sign in features.picture(level):
        x, y = place(column, row)
        drawn.append([round(x, 2), round(y, 2), sign])
    return drawn


def move_order(folder: Path, question: OrderQuestion) -> dict[str, Any]:
    """The moves of a position by strength, before and after factors on some levels."""
    knowledge = knowledge_in(folder, question.knowledge)
    position = position_of(question)
    knowledge = knowledge.on_board(position.game)
    moves = list(position.legal_moves)
    logs = np.log(np.maximum(1e-300, np.array(list(knowledge.strengths(position, moves).values()))))
    changed = logs.copy()
    levels: list[list[int]] = [[] for _ in moves]
    if isinstance(knowledge, WithLevels):
        begins = knowledge.level_begins
        rows = knowledge.levels(position, moves)
        levels = [[int(begins[feature]) + level for feature, level in row] for row in rows]
        for number, own in enumerate(levels):
            for index, factor in question.factors.items():
                if not 0 < factor < 1e9:
                    raise KatachiError("a factor is a positive number")
                if int(index) in own:
                    changed[number] += np.log(factor)
    return {"moves": _ordered(moves, logs), "changed": _ordered(moves, changed)}


def _ordered(moves: list[str], logs: NDArray[np.float64]) -> list[list[str | float]]:
    shares = np.exp(logs - logs.max()) if len(moves) else logs
    shares = shares / shares.sum() if len(moves) else shares
    order = np.argsort(-shares, kind="stable")
    return [[moves[number], float(shares[number])] for number in order]


def predictions(folder: Path, names: tuple[str, ...], games: Games) -> dict[str, Any]:
    """What one or two pieces of knowledge predict on the same games."""
    found = {}
    for name in names[:2]:
        knowledge = knowledge_in(folder, name)
        board = knowledge.game
        fitting = games.of_board(board) if isinstance(board, Game) else games
        if not len(fitting):
            raise KatachiError(f"no game of the file is played on the board of {name}")
        found[name] = _prediction(predict(knowledge, fitting[:MOST_GAMES], threads=1))
    return {"predictions": found}


def _prediction(found: Prediction) -> dict[str, Any]:
    return {
        "games": found.games,
        "positions": found.positions,
        "evidence": found.mean_log_evidence,
        "interval": list(found.interval),
        "uniform": found.uniform,
        "accuracy": found.accuracy,
        "rank": found.mean_rank,
        "within": list(found.within),
        "stages": [[one.first, one.accuracy, one.positions] for one in found.stages],
        "calibration": [
            [one.expected, one.chosen, one.candidates]
            for one in found.calibration
            if one.candidates
        ],
    }
