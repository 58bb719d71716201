"""How well knowledge predicts moves: MLE, M(k), ranks, stages, calibration, cost."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.threads import thread_count
from katachi.knowledge import FeatureWeights
from katachi.learning.competitions import Competitions
from katachi.records import Games
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import Series, line_plot

# Moves of a stage; FOREST takes 30 for 19 x 19 Go.
STAGE_LENGTH = 10
CURVE = 20
# Games in memory at once.
GAMES_AT_ONCE = 100
# Standard errors around the mean that hold 95 % of a normal distribution.
NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class Stage:
    """Positions after `first` to `last` moves."""

    first: int
    last: int
    positions: int
    mean_log_evidence: float
    accuracy: float


@dataclass(frozen=True)
class CalibrationBin:
    """Candidates whose probability lies between two bounds: how many were really chosen."""

    low: float
    high: float
    candidates: int
    expected: float
    chosen: float


@dataclass(frozen=True, repr=False)
class Prediction(ShowsItself):
    """What knowledge predicts on test positions.

    `mean_log_evidence` (MLE) is the mean of ln P(played). `accuracy` is M(1), and `within[k - 1]`
    is M(k), the share of positions whose played move is among the first k; equally strong moves
    share their ranks evenly. `interval` is the 95 % interval of the MLE, with the positions of a
    game taken together. `uniform` is the MLE of a blind guess. `microseconds` is the time to encode
    and evaluate a position on one thread. The page on Bradley-Terry explains the measures.

    `print` shows the figures by stage, `plot()` draws M(k), `to_frame()` has a row per position.
    """

    games: int
    positions: int
    forced_moves: bool
    mean_log_evidence: float
    interval: tuple[float, float]
    uniform: float
    accuracy: float
    within: tuple[float, ...]
    mean_rank: float
    stages: tuple[Stage, ...]
    calibration: tuple[CalibrationBin, ...]
    microseconds: float | None
    # By position, for comparisons: ln P(played), the chance that the played move is first (0 or 1,
    # but for equally strong moves), and its game.
    log_evidence: NDArray[np.float64] = field(repr=False, compare=False)
    first: NDArray[np.float64] = field(repr=False, compare=False)
    game_numbers: NDArray[np.uint32] = field(repr=False, compare=False)

    @property
    def results(self) -> dict[str, float]:
        """The main figures by name, for cards and JSON."""
        return {
            "mean_log_evidence": self.mean_log_evidence,
            "accuracy": self.accuracy,
            "mean_rank": self.mean_rank,
            "positions": float(self.positions),
        }

    def to_frame(self) -> Columns:
        """A row for each test position: its game, ln P(played), whether the played move is first."""
        return Columns(
            game=self.game_numbers,
            log_evidence=self.log_evidence,
            first=self.first,
        )

    def plot(self) -> Picture:
        """M(k): how often the played move is among the first k."""
        points = [(k, 100 * share) for k, share in enumerate(self.within, start=1)]
        return line_plot(
            [Series("played moves", points)], title="Among the first k", across="k", up="M(k), %"
        )

    def _headline(self) -> str:
        return (
            f"MLE {self.mean_log_evidence:.4f} (uniform {self.uniform:.4f}), "
            f"M(1) {100 * self.accuracy:.1f} %, {self.positions:,} positions"
        )

    def _tables(self) -> tuple[Table, ...]:
        low, high = self.interval
        rows = tuple(
            (
                f"{stage.first} to {stage.last}",
                f"{stage.positions:,}",
                f"{stage.mean_log_evidence:.4f}",
                f"{100 * stage.accuracy:.1f} %",
            )
            for stage in self.stages
        )
        note = f"95 % interval of the MLE: {low:.4f} to {high:.4f}; mean rank {self.mean_rank:.2f}"
        return (Table(("moves played", "positions", "MLE", "M(1)"), rows, note),)


@dataclass(frozen=True)
class PairedDifference:
    """First minus second on the same positions, with the 95 % interval by games."""

    mean: float
    interval: tuple[float, float]

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside the interval."""
        low, high = self.interval
        return low > 0 or high < 0


@dataclass(frozen=True)
class JoinedPredictions:
    """Those of several parts of the games, one after the other."""

    probability: NDArray[np.float64]
    better: NDArray[np.uint16]
    equal: NDArray[np.uint16]
    candidates: NDArray[np.uint16]
    moves_played: NDArray[np.uint16]
    game: NDArray[np.uint32]
    bin_count: NDArray[np.float64]
    bin_probability: NDArray[np.float64]
    bin_chosen: NDArray[np.float64]

    @classmethod
    def of(cls, found: Sequence[_core.Predictions]) -> JoinedPredictions:
        """There must be one at least."""
        return cls(
            np.concatenate([part.probability for part in found]),
            np.concatenate([part.better for part in found]),
            np.concatenate([part.equal for part in found]),
            np.concatenate([part.candidates for part in found]),
            np.concatenate([part.moves_played for part in found]),
            np.concatenate([part.game for part in found]),
            np.sum([part.bin_count for part in found], axis=0),
            np.sum([part.bin_probability for part in found], axis=0),
            np.sum([part.bin_chosen for part in found], axis=0),
        )


def predict_with_features(
    knowledge: FeatureWeights,
    games: Games,
    *,
    forced_moves: bool = False,
    stage_length: int = STAGE_LENGTH,
    threads: int | None = None,
) -> Prediction:
    """Predicts the moves of games that were not used for learning, some games at a time."""
    begin = time.perf_counter()
    parts = []
    for first in range(0, len(games), GAMES_AT_ONCE):
        competitions = Competitions.of(
            games[first : first + GAMES_AT_ONCE],
            knowledge.features,
            forced_moves=forced_moves,
            first_game=first,
            threads=threads,
            encoder=knowledge.encoder,
        )
        parts.append(evaluate(knowledge, competitions, threads=threads))
    if not parts:
        raise KatachiError("there are no positions to predict")
    found = JoinedPredictions.of(parts)
    seconds = time.perf_counter() - begin
    workers = thread_count(threads)
    return report(
        found,
        games=len(games),
        forced_moves=forced_moves,
        stage_length=stage_length,
        # The work is spread evenly, so that one thread would take as many times longer.
        microseconds=1e6 * seconds * workers / max(1, found.game.size),
    )


def evaluate(
    knowledge: FeatureWeights, competitions: Competitions, *, threads: int | None = None
) -> _core.Predictions:
    """The bare predictions of the core."""
    workers = thread_count(threads)
    rows = np.zeros(0) if knowledge.factors is None else knowledge.factors.ravel()
    return _core.predict(
        competitions.teams,
        knowledge.gammas,
        threads=workers,
        factors=rows.astype(np.float64),
    )


class _Predicted(Protocol):
    """What some model says of each position: `_core.Predictions`, or the same of other models."""

    @property
    def probability(self) -> NDArray[np.float64]: ...
    @property
    def better(self) -> NDArray[np.uint16]: ...
    @property
    def equal(self) -> NDArray[np.uint16]: ...
    @property
    def candidates(self) -> NDArray[np.uint16]: ...
    @property
    def game(self) -> NDArray[np.uint32]: ...
    @property
    def moves_played(self) -> NDArray[np.uint16]: ...
    @property
    def bin_count(self) -> NDArray[np.float64]: ...
    @property
    def bin_probability(self) -> NDArray[np.float64]: ...
    @property
    def bin_chosen(self) -> NDArray[np.float64]: ...


def report(
    found: _Predicted,
    *,
    games: int,
    forced_moves: bool,
    stage_length: int = STAGE_LENGTH,
    microseconds: float | None = None,
) -> Prediction:
    """The figures behind bare predictions."""
    probability = found.probability
    if not probability.size:
        raise KatachiError("there are no positions to predict")
    evidence = np.log(probability)
    better = found.better.astype(np.float64)
    equal = found.equal.astype(np.float64)
    first = _share_within(better, equal, 1)
    return Prediction(
        games=games,
        positions=int(probability.size),
        forced_moves=forced_moves,
        mean_log_evidence=float(evidence.mean()),
        interval=_interval(evidence, found.game),
        uniform=float(-np.log(found.candidates.astype(np.float64)).mean()),
        accuracy=float(first.mean()),
        within=tuple(float(_share_within(better, equal, k).mean()) for k in range(1, CURVE + 1)),
        mean_rank=float((1.0 + better + 0.5 * equal).mean()),
        stages=_stages(evidence, first, found.moves_played, stage_length),
        calibration=_calibration(found),
        microseconds=microseconds,
        log_evidence=evidence,
        first=first,
        game_numbers=found.game,
    )


def _share_within(
    better: NDArray[np.float64], equal: NDArray[np.float64], k: int
) -> NDArray[np.float64]:
    """The chance that the played move is among the first k, equals being shuffled."""
    shares: NDArray[np.float64] = np.clip((k - better) / (equal + 1.0), 0.0, 1.0)
    return shares


def _stages(
    evidence: NDArray[np.float64],
    first: NDArray[np.float64],
    moves_played: NDArray[np.uint16],
    length: int,
) -> tuple[Stage, ...]:
    if length < 1:
        raise KatachiError(f"a stage has at least one move, not {length}")
    numbers = moves_played.astype(np.int64) // length
    counts = np.bincount(numbers)
    logs = np.bincount(numbers, weights=evidence)
    hits = np.bincount(numbers, weights=first)
    return tuple(
        Stage(
            int(s * length),
            int((s + 1) * length - 1),
            int(counts[s]),
            float(logs[s] / counts[s]),
            float(hits[s] / counts[s]),
        )
        for s in np.flatnonzero(counts)
    )


def _calibration(found: _Predicted) -> tuple[CalibrationBin, ...]:
    counts, sums, chosen = found.bin_count, found.bin_probability, found.bin_chosen
    bins = len(counts)
    return tuple(
        CalibrationBin(
            i / bins,
            (i + 1) / bins,
            int(counts[i]),
            float(sums[i] / counts[i]),
            float(chosen[i] / counts[i]),
        )
        for i in range(bins)
        if counts[i]
    )


def _interval(values: NDArray[np.float64], games: NDArray[np.uint32]) -> tuple[float, float]:
    """95 % interval of the mean, positions of one game taken together (they are alike)."""
    _, places = np.unique(games, return_inverse=True)
    return interval_of_sums(np.bincount(places, weights=values), np.bincount(places))


def interval_of_sums(sums: NDArray[np.number], counts: NDArray[np.number]) -> tuple[float, float]:
    """95 % interval of a mean over positions, from sums and numbers of positions by game."""
    mean = float(sums.sum() / counts.sum())
    if sums.size < 2:
        return (float("-inf"), float("inf"))
    spread = sums - mean * counts
    error = float(np.sqrt((spread**2).sum() * sums.size / (sums.size - 1)) / counts.sum())
    return (mean - NORMAL_95 * error, mean + NORMAL_95 * error)


def compare(
    predictions: Sequence[Prediction], *, measure: str = "log_evidence"
) -> list[PairedDifference]:
    """Each prediction after the first against the first, position by position.

    The predictions must be of the same games with the same settings. `measure`: "log_evidence" for
    differences of the MLE, "first" for those of M(1).
    """
    first = predictions[0]
    differences = []
    for other in predictions[1:]:
        if other.positions != first.positions or not np.array_equal(
            other.game_numbers, first.game_numbers
        ):
            raise KatachiError("the predictions are of different positions")
        delta = getattr(other, measure) - getattr(first, measure)
        differences.append(
            PairedDifference(float(delta.mean()), _interval(delta, first.game_numbers))
        )
    return differences
