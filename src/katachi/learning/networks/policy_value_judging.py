"""How well a network with two heads foretells moves and results that took no part in its training."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.knowledge.networks import PolicyValueNetwork
from katachi.learning.networks.policy_value_lessons import Lessons

BATCH = 512
BINS = 10
_TINY = 1e-6


def judge_network(network: PolicyValueNetwork, lessons: Lessons) -> dict[str, float]:
    """Figures for a card.

    `mean_log_evidence` and `first`: of the taught moves, the mean of the logarithm of their
    probability, and how often the most taught one comes first. `log_loss` and `brier` of values,
    `calibration`: the mean distance of what tenths of the value expect and what came, by positions.
    """
    moves: list[NDArray[np.float64]] = []
    firsts: list[NDArray[np.bool_]] = []
    values: list[NDArray[np.float64]] = []
    chances: list[NDArray[np.float64]] = []
    useful = lessons.useful()
    for begin in range(0, len(useful), BATCH):
        batch = lessons.batch(useful[begin : begin + BATCH])
        rows = network.core.evaluate(batch.examples.planes).astype(np.float64)
        logits = np.where(batch.examples.legal, rows[:, :-2], -np.inf)
        shares = logits - logits.max(axis=1, keepdims=True)
        shares -= np.log(np.exp(shares).sum(axis=1, keepdims=True))
        taught = batch.shares.sum(axis=1) > 0
        told = np.where(batch.shares > 0, shares, 0.0)
        moves.append((batch.shares * told).sum(axis=1)[taught])
        firsts.append((logits.argmax(axis=1) == batch.shares.argmax(axis=1))[taught])
        lead = rows[:, -2] - batch.handicaps
        value = 1 / (1 + np.exp(-lead / np.exp(rows[:, -1])))
        known = ~np.isnan(batch.chances)
        values.append(value[known])
        chances.append(batch.chances[known].astype(np.float64))
    if not moves or not any(map(len, chances)):
        raise KatachiError("there are no positions to judge the network by")
    value, chance = np.concatenate(values), np.concatenate(chances)
    safe = np.clip(value, _TINY, 1 - _TINY)
    found = {
        "mean_log_evidence": np.concatenate(moves).mean(),
        "first": np.concatenate(firsts).mean(),
        "log_loss": -(chance * np.log(safe) + (1 - chance) * np.log(1 - safe)).mean(),
        "brier": ((value - chance) ** 2).mean(),
        "calibration": _calibration(value, chance),
    }
    return {name: round(float(figure), 4) for name, figure in found.items()}


def _calibration(value: NDArray[np.float64], chance: NDArray[np.float64]) -> float:
    places = np.minimum((value * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(places, weights=value - chance, minlength=BINS)
    return float(np.abs(gaps).sum() / len(value))
