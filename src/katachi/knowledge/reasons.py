"""The reasons of feature weights: which levels fired for a move, and what each of them adds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from katachi.features import FeatureLevel
from katachi.games.position import Position
from katachi.knowledge.explanation import SMALLEST_REASON, Explanation, PairReason, Reason
from katachi.knowledge.knowledge import legal_name

if TYPE_CHECKING:
    from katachi.knowledge.feature_weights import FeatureWeights

# Pairs that an explanation names.
MOST_PAIRS = 3


def explain(knowledge: FeatureWeights, position: Position, move: str) -> Explanation:
    """What the knowledge says about one legal move."""
    name, legal = legal_name(position, move), position.legal_moves
    logs = knowledge.log_strengths(position, legal)
    own = logs[legal.index(name)]
    total = sum(math.exp(log - own) for log in logs)
    (row,) = knowledge.levels(position, [name])
    indices = [int(knowledge.level_begins[feature]) + level for feature, level in row]
    alone = knowledge.weights[indices].astype(np.float64)
    pairs = _pair_terms(knowledge, indices)
    told = {}
    for number, (feature, level) in enumerate(row):
        features, own_number = knowledge.feature_of(feature)
        if level or not features.core.has_baseline(own_number):  # else it says nothing
            said = features.say(position, name, FeatureLevel(own_number, level))
            if said.of_the_move:
                told[number] = said
    named = list(told)
    silent = [number for number in range(len(row)) if number not in told]
    together = alone + 0.5 * (pairs.sum(axis=1) + pairs[:, silent].sum(axis=1))
    evidence = float(np.abs(together[named]).sum())
    reasons = {}
    for number, said in told.items():
        features, own_number = knowledge.feature_of(row[number][0])
        fired = FeatureLevel(own_number, row[number][1])
        reasons[number] = Reason(
            text=said.text,
            cells=said.cells,
            strength=math.exp(together[number]),
            share=abs(float(together[number])) / evidence if evidence else 0.0,
            alone=math.exp(alone[number]),
            feature=features.feature_names[own_number],
            level=features.level_name(fired),
            appearances=int(knowledge.appearances[indices[number]]),
            index=indices[number],
        )
    return Explanation(
        position=position,
        move=name,
        strength=math.exp(own),
        probability=1.0 / total,
        rank=1 + sum(log > own for log in logs),
        candidates=len(legal),
        reasons=tuple(sorted(reasons.values(), key=lambda one: -one.share)),
        pairs=_weightiest_pairs(pairs, reasons),
        rest=math.exp(own - float(together[named].sum())),
    )


def _pair_terms(knowledge: FeatureWeights, indices: Sequence[int]) -> NDArray[np.float64]:
    """float64 [levels, levels], what each pair adds to the logarithm; 0 on the diagonal."""
    if knowledge.factors is None:
        return np.zeros((len(indices), len(indices)))
    rows = knowledge.factors[list(indices)].astype(np.float64)
    terms: NDArray[np.float64] = rows @ rows.T
    np.fill_diagonal(terms, 0.0)
    return terms


def _weightiest_pairs(
    terms: NDArray[np.float64], reasons: dict[int, Reason]
) -> tuple[PairReason, ...]:
    numbers = list(reasons)
    found = [
        PairReason(reasons[a].text, reasons[b].text, math.exp(terms[a, b]))
        for place, a in enumerate(numbers)
        for b in numbers[place + 1 :]
        if abs(terms[a, b]) >= SMALLEST_REASON
    ]
    found.sort(key=lambda pair: -abs(math.log(pair.strength)))
    return tuple(found[:MOST_PAIRS])
