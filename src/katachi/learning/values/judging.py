"""How well values judge positions of games that took no part in learning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.threads import thread_count
from katachi.knowledge.pattern_values import FINE, PatternValues
from katachi.learning.values.examples import ValueExamples
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import Series, line_plot

BINS = 10
_TINY = 1e-6


@dataclass(frozen=True)
class JudgedStage:
    """Positions with some numbers of stones; errors in points are None in games without."""

    first: int
    last: int
    positions: int
    log_loss: float
    brier: float
    mean_error: float | None
    root_mean_square: float | None


@dataclass(frozen=True)
class CalibrationBin:
    """Positions whose value lies in a tenth: what was expected there, and what came."""

    low: float
    high: float
    positions: int
    expected: float
    came: float


@dataclass(frozen=True, repr=False)
class Judgement(ShowsItself):
    """Figures over all positions, by stage and by tenths of the value.

    `log_loss`: minus the mean of y ln v + (1 - y) ln (1 - v), `blind` the same of a value that is
    always one half; `brier`: the mean squared distance of value and result.

    `print` shows the stages, `plot()` draws what was expected and what came, `to_frame()` has a row
    per tenth of the value.
    """

    games: int
    positions: int
    log_loss: float
    blind: float
    brier: float
    stages: tuple[JudgedStage, ...]
    calibration: tuple[CalibrationBin, ...]

    @property
    def figures(self) -> dict[str, float]:
        """For a card."""
        found = {"log_loss": self.log_loss, "brier": self.brier}
        for stage in self.stages:
            if stage.root_mean_square is not None:
                found[f"error_{stage.first}_{stage.last}_stones"] = stage.root_mean_square
        return {name: round(value, 4) for name, value in found.items()}

    def to_frame(self) -> Columns:
        """A row for each tenth of the value: what was expected there, and what came."""
        return Columns(
            low=np.array([one.low for one in self.calibration], np.float64),
            high=np.array([one.high for one in self.calibration], np.float64),
            positions=np.array([one.positions for one in self.calibration], np.int64),
            expected=np.array([one.expected for one in self.calibration], np.float64),
            came=np.array([one.came for one in self.calibration], np.float64),
        )

    def plot(self) -> Picture:
        """What was expected and what came, by tenths of the value; good values lie on the diagonal."""
        points = [(one.expected, one.came) for one in self.calibration if one.positions]
        return line_plot(
            [Series("values", points), Series("perfect", [(0.0, 0.0), (1.0, 1.0)])],
            title="Expected and actual results",
            across="expected",
            up="actual",
        )

    def _headline(self) -> str:
        return (
            f"log loss {self.log_loss:.4f} (blind {self.blind:.4f}), Brier {self.brier:.4f}, "
            f"{self.positions:,} positions"
        )

    def _tables(self) -> tuple[Table, ...]:
        rows = tuple(
            (
                f"{stage.first} to {stage.last}",
                f"{stage.positions:,}",
                f"{stage.log_loss:.4f}",
                f"{stage.brier:.4f}",
                "-" if stage.root_mean_square is None else f"{stage.root_mean_square:.2f}",
            )
            for stage in self.stages
        )
        head = ("stones", "positions", "log loss", "Brier", "error in points")
        return (Table(head, rows),) if rows else ()


def scores_and_values(
    knowledge: PatternValues, examples: ValueExamples, *, threads: int | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Scores (hundredths) and values of examples, computed in the core many at a time."""
    if examples.game != knowledge.game:
        raise KatachiError(f"the values are for {knowledge.game}, not {examples.game}")
    shapes = knowledge.shapes
    features = examples.features(shapes.feature_numbers)
    scores = np.zeros(len(examples))
    values = np.zeros(len(examples))
    for number, (low, high) in enumerate(_stages(knowledge)):
        begin, end = examples.range_of(low, high)
        weights = np.concatenate(
            [
                knowledge.weights[number],
                [knowledge.constants[number]],
                knowledge.feature_weights[number] / FINE,
            ]
        ).astype(np.float64)
        scores[begin:end] = _core.value_sums(
            shapes.core,
            examples.own,
            examples.other,
            features,
            examples.scores,
            begin,
            end,
            weights,
            threads=thread_count(threads),
        )
        values[begin:end] = 1 / (1 + np.exp(-scores[begin:end] / float(knowledge.spread[number])))
    return scores, values


def judge_values(
    knowledge: PatternValues, examples: ValueExamples, *, threads: int | None = None
) -> Judgement:
    """Compares the values of examples with what came of them."""
    scores, values = scores_and_values(knowledge, examples, threads=threads)
    results = examples.results.astype(np.float64)
    safe = np.clip(values, _TINY, 1 - _TINY)
    losses = -(results * np.log(safe) + (1 - results) * np.log(1 - safe))
    squares = (values - results) ** 2
    errors = scores / 100 - examples.scores
    stages = []
    for low, high in _stages(knowledge):
        begin, end = examples.range_of(low, high)
        if begin == end:
            continue
        part = slice(begin, end)
        stages.append(
            JudgedStage(
                int(examples.stones[begin]),
                int(examples.stones[end - 1]),
                end - begin,
                float(losses[part].mean()),
                float(squares[part].mean()),
                float(np.abs(errors[part]).mean()) if knowledge.points else None,
                float(np.sqrt((errors[part] ** 2).mean())) if knowledge.points else None,
            )
        )
    return Judgement(
        games=len(np.unique(examples.games)),
        positions=len(examples),
        log_loss=float(losses.mean()),
        blind=float(np.log(2)),
        brier=float(squares.mean()),
        stages=tuple(stages),
        calibration=_calibration(values, results),
    )


def _stages(knowledge: PatternValues) -> list[tuple[int, int]]:
    cells = len(knowledge.game.topology.cells)
    ends = [*(stage - 1 for stage in knowledge.stages[1:]), cells]
    return list(zip(knowledge.stages, ends, strict=True))


def _calibration(
    values: NDArray[np.float64], results: NDArray[np.float64]
) -> tuple[CalibrationBin, ...]:
    places = np.minimum((values * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(places, minlength=BINS)
    expected = np.bincount(places, weights=values, minlength=BINS)
    came = np.bincount(places, weights=results, minlength=BINS)
    return tuple(
        CalibrationBin(
            i / BINS,
            (i + 1) / BINS,
            int(counts[i]),
            float(expected[i] / counts[i]),
            float(came[i] / counts[i]),
        )
        for i in range(BINS)
        if counts[i]
    )
