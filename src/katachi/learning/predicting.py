"""Predictions of knowledge of any kind, each kind by its fastest way."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from katachi.errors import KatachiError
from katachi.games.position import Position
from katachi.knowledge import (
    ConvolutionalNetwork,
    FeatureWeights,
    Knowledge,
    PolicyValueNetwork,
)
from katachi.learning.listed_predictions import BINS, ListedPredictions
from katachi.learning.prediction import (
    STAGE_LENGTH,
    Prediction,
    predict_with_features,
    report,
)
from katachi.records import Games


def predict(
    knowledge: Knowledge,
    games: Games,
    *,
    forced_moves: bool = False,
    stage_length: int = STAGE_LENGTH,
    threads: int | None = None,
) -> Prediction:
    """Predicts the moves of games that were not used for learning.

    Feature weights use all processors (`threads` says how many), a convolutional network looks at
    many positions at once, other kinds are asked about one position after the other. Raises
    `KatachiError` if the knowledge is for another board or gives no strengths of moves.
    """
    predictor = _PREDICTORS.get(type(knowledge), _by_strengths)
    return predictor(
        knowledge, games, forced_moves=forced_moves, stage_length=stage_length, threads=threads
    )


def _by_strengths(
    knowledge: Knowledge,
    games: Games,
    *,
    forced_moves: bool,
    stage_length: int,
    threads: int | None,  # noqa: ARG001 - as all predictors
) -> Prediction:
    begin = time.perf_counter()
    rows: list[tuple[float, int, int, int, int, int]] = []
    bins = np.zeros((3, BINS))
    for number, record in enumerate(games):
        for ply, (position, move) in enumerate(zip(record.replay(), record.moves, strict=False)):
            if not isinstance(position, Position):
                raise KatachiError(f"only games of the core can be predicted, not {record.game}")
            if len(position.legal_moves) < (1 if forced_moves else 2):
                continue
            shares = knowledge.on_board(position.game).probabilities(position)
            every, chosen = np.array(list(shares.values())), shares[move]
            better, equal = int((every > chosen).sum()), int((every == chosen).sum()) - 1
            rows.append((chosen, better, equal, every.size, number, ply))
            places = np.minimum((every * BINS).astype(np.int64), BINS - 1)
            bins[0] += np.bincount(places, minlength=BINS)
            bins[1] += np.bincount(places, weights=every, minlength=BINS)
            bins[2, min(int(chosen * BINS), BINS - 1)] += 1
    if not rows:
        raise KatachiError("there are no positions to predict")
    probability, better_moves, equal_moves, candidates, game, moves_played = map(
        np.array, zip(*rows, strict=True)
    )
    return report(
        ListedPredictions(
            np.maximum(probability, np.finfo(np.float64).tiny),
            better_moves.astype(np.uint16),
            equal_moves.astype(np.uint16),
            candidates.astype(np.uint16),
            game.astype(np.uint32),
            moves_played.astype(np.uint16),
            *bins,
        ),
        games=len(games),
        forced_moves=forced_moves,
        stage_length=stage_length,
        microseconds=1e6 * (time.perf_counter() - begin) / len(rows),
    )


def _by_network(
    network: ConvolutionalNetwork | PolicyValueNetwork,
    games: Games,
    *,
    forced_moves: bool,
    stage_length: int,
    threads: int | None,  # noqa: ARG001 - as all predictors
) -> Prediction:
    from katachi.learning.networks.prediction import predict_with_network  # noqa: PLC0415 - slow

    return predict_with_network(
        network, games, forced_moves=forced_moves, stage_length=stage_length
    )


# Kinds that know a faster way than one position after the other.
_PREDICTORS: dict[type[Knowledge], Callable[..., Prediction]] = {
    FeatureWeights: predict_with_features,
    ConvolutionalNetwork: _by_network,
    PolicyValueNetwork: _by_network,
}
