"""A network with a policy and a value head, evaluated by definition: one number after the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from katachi.knowledge.networks import PolicyValueWeights
from katachi.knowledge.networks.policy_value_weights import FRACTION, LARGEST, WholeLayer

Whole = NDArray[np.int64]


class Said(NamedTuple):
    """Logits by place, the special move last; margin and log spread."""

    logits: NDArray[np.float64]
    margin: float
    log_spread: float


def answer(
    weights: PolicyValueWeights, planes: NDArray[np.float32], cells: NDArray[np.intp]
) -> Said:
    """What a network says of one position; `cells` are the places that are on the board."""
    side = planes.shape[1]
    on_board = np.zeros(side * side, bool)
    on_board[cells] = True
    mask = on_board.reshape(side, side)

    def clipped(sums: Whole, shift: int) -> Whole:
        half = (1 << shift) >> 1
        found: Whole = np.clip((sums + half) >> shift, 0, LARGEST) * mask
        return found

    def convolved(layer: WholeLayer, x: Whole) -> Whole:
        around = np.pad(x, ((0, 0), (1, 1), (1, 1)))
        sums = np.zeros((len(layer.biases), side, side), np.int64)
        kernel = layer.weights.astype(np.int64)
        for row in range(side):
            for column in range(side):
                seen = around[None, :, row : row + 3, column : column + 3]
                sums[:, row, column] = (kernel * seen).sum((1, 2, 3)) + layer.biases
        return sums

    x = clipped(convolved(weights.input, planes.astype(np.int64) << FRACTION), weights.input.shift)
    for first, second in zip(weights.layers[::2], weights.layers[1::2], strict=True):
        assert first.pool is not None
        means = (2 * x.sum((1, 2)) + len(cells)) // (2 * len(cells))
        pooled = first.pool.astype(np.int64) @ means
        y = clipped(convolved(first, x) + pooled[:, None, None], first.shift)
        x = clipped(convolved(second, y) + (x << second.shift), second.shift)
    policy = weights.policy
    sums = np.tensordot(policy.weights[0, :, 0, 0].astype(np.int64), x, 1) + policy.biases[0]
    logits = sums.ravel() / 2.0 ** (FRACTION + policy.shift) * on_board
    means = x.sum((1, 2)) / (len(cells) << FRACTION)
    hidden = np.maximum(weights.hidden[0].astype(np.float64) @ means + weights.hidden[1], 0)
    margin, log_spread, special = weights.outputs[0] @ hidden + weights.outputs[1]
    return Said(np.append(logits, special), float(margin), float(np.clip(log_spread, -5, 10)))
