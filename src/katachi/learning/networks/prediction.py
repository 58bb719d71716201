"""How well a network that looks at planes predicts moves, in the figures of learned knowledge."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from katachi.knowledge.networks import ConvolutionalNetwork, PolicyValueNetwork
from katachi.learning.listed_predictions import BINS, ListedPredictions
from katachi.learning.networks.examples import Examples
from katachi.learning.prediction import STAGE_LENGTH, Prediction, report
from katachi.records import Games

BATCH = 512


def predict_with_network(
    network: ConvolutionalNetwork | PolicyValueNetwork,
    games: Games,
    *,
    forced_moves: bool = False,
    stage_length: int = STAGE_LENGTH,
) -> Prediction:
    """Predicts the moves of games that were not used for learning, on one thread."""
    begin = time.perf_counter()
    examples = Examples(network.game, games, forced_moves=forced_moves)
    found = evaluate(network, examples)
    seconds = time.perf_counter() - begin
    return report(
        found,
        games=len(games),
        forced_moves=forced_moves,
        stage_length=stage_length,
        microseconds=1e6 * seconds / len(examples),
    )


def evaluate(
    network: ConvolutionalNetwork | PolicyValueNetwork, examples: Examples
) -> ListedPredictions:
    """The bare predictions."""
    columns: list[tuple[NDArray[np.generic], ...]] = []
    bins = np.zeros((3, BINS))
    for first in range(0, len(examples), BATCH):
        batch = examples.batch(np.arange(first, min(first + BATCH, len(examples))))
        logits = network.evaluate(batch.planes).astype(np.float64)
        logits[~batch.legal] = -np.inf
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        rows = np.arange(len(batch.chosen))
        chosen = logits[rows, batch.chosen][:, None]
        probability = shares[rows, batch.chosen]
        columns.append(
            (
                probability,
                (logits > chosen).sum(axis=1).astype(np.uint16),
                ((logits == chosen).sum(axis=1) - 1).astype(np.uint16),
                batch.legal.sum(axis=1).astype(np.uint16),
                batch.moves_played,
            )
        )
        every = shares[batch.legal]
        numbers = np.minimum((every * BINS).astype(np.int64), BINS - 1)
        winners = np.minimum((probability * BINS).astype(np.int64), BINS - 1)
        bins[0] += np.bincount(numbers, minlength=BINS)
        bins[1] += np.bincount(numbers, weights=every, minlength=BINS)
        bins[2] += np.bincount(winners, minlength=BINS)
    probability, better, equal, candidates, moves_played = (
        np.concatenate(column) for column in zip(*columns, strict=True)
    )
    return ListedPredictions(
        np.maximum(probability, np.finfo(np.float64).tiny),
        better,
        equal,
        candidates,
        examples.game_numbers,
        moves_played,
        *bins,
    )
