"""The parts of a pattern value add up to it, and follow the stones."""

from __future__ import annotations

import random

import pytest

import katachi
from katachi.knowledge.pattern_values import PatternValues
from katachi.knowledge.value_reasons import judge_position


@pytest.fixture(scope="module")
def values() -> PatternValues:
    return katachi.load_knowledge("othello-values", PatternValues)


@pytest.mark.parametrize("seed", range(8))
def test_parts_add_up(values: PatternValues, seed: int) -> None:
    rng = random.Random(seed)
    position = katachi.Othello().start()
    for _ in range(rng.randrange(58)):
        if not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
    if position.is_over:
        return
    found = judge_position(values, position)
    assert found.score == pytest.approx(float(values.scores([position])[0]))
    # What is left are the constant of the stage and the three features of Othello, not patterns.
    stones = sum(stone in (0, 1) for stone in position.stones)
    stage = max(number for number, first in enumerate(values.stages) if first <= stones)
    weights = values.feature_weights[stage] / 25600
    own, other = len(position.legal_moves), 0
    mobile = [move for move in position.legal_moves if move != "pass"]
    own = len(mobile)
    passed = katachi.Othello().position(_turned(position.text))
    other = len([move for move in passed.legal_moves if move != "pass"])
    parity = (64 - stones) % 2
    expected = values.constants[stage] / 100 + weights @ [own, other, parity]
    assert found.rest == pytest.approx(expected, abs=0.02)


def _turned(text: str) -> str:
    board, mover = text.split()[:2]
    return f"{board} {'O' if mover == 'X' else 'X'}"
