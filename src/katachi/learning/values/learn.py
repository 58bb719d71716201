"""From games to pattern values: regression in the core, loop by loop.

Least squares in points where the game has points, logistic regression on results elsewhere; a ridge
holds rare contents near zero, and positions near a stage teach it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from katachi import __version__, _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.features.value_shapes import ValueShapes
from katachi.games.threads import thread_count
from katachi.knowledge.card import Card
from katachi.knowledge.pattern_values import FINE, PatternValues
from katachi.learning.course import Course, State
from katachi.learning.curve import Progress
from katachi.learning.values.examples import ValueExamples, some_of

Vector = NDArray[np.float64]
_STATE = ("weights", "base", "residual", "direction", "diagonal", "slope")
# A logit of 1 is a score of 1000: hundredths of ten logits.
LOGIT = 1000.0
POINT = 100.0
_LARGEST = 32767
# The curve judges the learning positions by one in so many.
_SAMPLE = 10


@dataclass(frozen=True)
class ValueLearner:
    """How values are learned.

    `target`: "points" (least squares) or "result" (logistic). `stage_length`: stones of a stage.
    `reach`: positions with up to this many stones more or fewer than a stage has also teach it, with the
    weight `nearby`. `l2`: pull of every weight towards 0, in examples. `least`: contents that occurred more
    seldom weigh nothing.
    """

    target: Literal["points", "result"] = "points"
    stage_length: int = 4
    reach: int = 2
    nearby: float = 0.5
    l2: float = 30.0
    least: float = 2.0

    def __post_init__(self) -> None:
        """Refuses what makes no sense."""
        if self.target not in {"points", "result"}:
            raise InvalidSettings(f"the target is points or result, not {self.target!r}")
        if self.stage_length < 1 or self.reach < 0 or min(self.l2, self.least) < 0:
            raise InvalidSettings(
                "stage_length must be at least 1, reach, l2 and least not negative"
            )
        if not 0 <= self.nearby <= 1:
            raise InvalidSettings("nearby must be 0 to 1")


def learn_values(  # noqa: PLR0913 - keyword arguments with defaults
    train: ValueExamples,
    shapes: ValueShapes,
    learner: ValueLearner | None = None,
    *,
    test: ValueExamples | None = None,
    loops: int = 30,
    patience: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    card: Card | None = None,
) -> PatternValues:
    """Learns weights from examples; the curve is minus the mean squared error, or the mean log likelihood.

    A loop is a step of conjugate gradients in every stage. Ctrl-C keeps the weights so far;
    `checkpoint` is a file from which the same call goes on.
    """
    method = learner or ValueLearner()
    if train.game != shapes.game:
        raise KatachiError(f"the shapes are for {shapes.game}, the examples of {train.game}")
    fit = _Regression(train, shapes, method, thread_count(threads))
    course = Course(patience, progress)

    def note() -> bool:
        weights = fit.weights
        tested = None if test is None else fit.evidence(test, weights, 1)
        sample = fit.evidence(train, weights, _SAMPLE)
        return course.note((sample, tested), sample, weights.ravel())

    def step() -> bool:
        fit.core.step()
        return note()

    restored = course.restore(
        checkpoint,
        fit.size,
        lambda: {
            "learner": asdict(method),
            "shapes": shapes.text,
            "train": train.digest,
            "test": None if test is None else test.digest,
        },
    )
    if restored is None:
        note()
    else:
        fit.core.restore(
            int(restored.array("loop", 1)[0]),
            *(restored.array(name, None) for name in _STATE),
        )
    interrupted = course.run(loops, step, fit.state)
    found = course.fit(interrupted=interrupted)
    settings = {**asdict(method), "loops": found.loop, "patience": patience}
    if interrupted:
        settings["interrupted"] = True
    made = card or Card()
    made = Card(
        about=made.about,
        made_by=f"katachi {__version__}",
        learner="least squares" if method.target == "points" else "logistic regression",
        settings=settings,
        games=made.games or int(train.games.max()) + 1,
        positions=len(train),
        sources=made.sources,
        steps=made.steps,
    )
    return fit.knowledge(found.weights, made)


class _Regression:
    """The problem in the core, and what its weights say."""

    def __init__(
        self, train: ValueExamples, shapes: ValueShapes, learner: ValueLearner, threads: int
    ) -> None:
        self.learner = learner
        self.shapes = shapes
        self.threads = threads
        self.train = train
        cells = len(train.game.topology.cells)
        first = int(train.stones.min()) // learner.stage_length * learner.stage_length
        last = int(train.stones.max())
        self.stages = (0, *range(first + learner.stage_length, last + 1, learner.stage_length))
        self.ends = (*(stage - 1 for stage in self.stages[1:]), cells)
        settings = _core.ValueFitSettings()
        settings.logistic = learner.target == "result"
        settings.l2 = learner.l2
        settings.nearby = learner.nearby
        ranges = np.array(
            [
                (
                    train.range_of(low - learner.reach, high + learner.reach)[0],
                    train.range_of(low - learner.reach, high + learner.reach)[1],
                    *train.range_of(low, high),
                )
                for low, high in zip(self.stages, self.ends, strict=True)
            ],
            np.int64,
        )
        self.core = _core.ValueFit(
            shapes.core,
            train.own,
            train.other,
            train.features(shapes.feature_numbers),
            self.labels(train),
            ranges,
            settings,
            threads=threads,
        )
        self.size = len(self.stages) * self.core.unknowns

    def labels(self, examples: ValueExamples) -> NDArray[np.float32]:
        """What is to be foretold."""
        return examples.scores if self.learner.target == "points" else examples.results

    @property
    def weights(self) -> Vector:
        """float64 [stages, parameters, then a constant, then features]."""
        return self.core.weights.reshape(len(self.stages), self.core.unknowns)

    def state(self) -> State:
        """For a checkpoint."""
        kept: State = {name: getattr(self.core, name) for name in _STATE}
        return {**kept, "loop": np.array([self.core.loop], np.float64)}

    def sums(self, examples: ValueExamples, weights: Vector) -> NDArray[np.float32]:
        """float32 [examples]: what the weights say."""
        found = np.zeros(len(examples), np.float32)
        features = examples.features(self.shapes.feature_numbers)
        labels = self.labels(examples)
        for row, low, high in zip(weights, self.stages, self.ends, strict=True):
            begin, end = examples.range_of(low, high)
            found[begin:end] = _core.value_sums(
                self.shapes.core,
                examples.own,
                examples.other,
                features,
                labels,
                begin,
                end,
                np.ascontiguousarray(row),
                threads=self.threads,
            )
        return found

    def evidence(self, examples: ValueExamples, weights: Vector, every: int) -> float:
        """Minus the mean squared error, or the mean log likelihood, of one position in `every`."""
        chosen = examples if every == 1 else some_of(examples, slice(None, None, every))
        said, labels = self.sums(chosen, weights).astype(np.float64), self.labels(chosen)
        if self.learner.target == "points":
            return -float(np.mean((said - labels) ** 2))
        return -float(np.mean(np.logaddexp(0, said) - labels * said))

    def knowledge(self, flat: Vector, card: Card) -> PatternValues:
        """Weights in whole numbers, with the spread that turns scores into probabilities."""
        weights = flat.reshape(len(self.stages), self.core.unknowns)
        count = self.shapes.parameters
        unit = POINT if self.learner.target == "points" else LOGIT
        seen = self.core.diagonal.reshape(weights.shape)[:, :count] >= self.learner.least
        if self.learner.target == "result":
            seen = self.core.diagonal.reshape(weights.shape)[:, :count] >= self.learner.least / 4
        scaled = np.clip(np.rint(weights[:, :count] * unit), -_LARGEST, _LARGEST)
        spread = np.full(len(self.stages), LOGIT, np.float32)
        if self.learner.target == "points":
            spread = fitted_spread(self, weights)
        return PatternValues(
            shapes=self.shapes,
            stages=self.stages,
            weights=np.where(seen, scaled, 0).astype(np.int16),
            constants=np.rint(weights[:, count] * unit).astype(np.int32),
            feature_weights=np.rint(weights[:, count + 1 :] * unit * FINE).astype(np.int32),
            spread=spread,
            points=self.learner.target == "points",
            card=card,
        )


def fitted_spread(fit: _Regression, weights: Vector) -> NDArray[np.float32]:
    """By how many hundredths of a point the odds change by e, in each stage: the most likely."""
    examples = some_of(fit.train, slice(None, None, _SAMPLE))
    said = fit.sums(examples, weights).astype(np.float64) * POINT
    found = []
    for low, high in zip(fit.stages, fit.ends, strict=True):
        begin, end = examples.range_of(low, high)
        found.append(likeliest_spread(said[begin:end], examples.results[begin:end]))
    return np.array(found, np.float32)


def likeliest_spread(scores: Vector, results: Sequence[float] | NDArray[np.float32]) -> float:
    """The spread with the largest likelihood of results, within 10 and 10,000."""
    from scipy.optimize import minimize_scalar  # noqa: PLC0415 - slow to import

    labels = np.asarray(results, np.float64)
    if not labels.size:
        return LOGIT

    def loss(logarithm: float) -> float:
        logits = scores / np.exp(logarithm)
        return float(np.mean(np.logaddexp(0, logits) - labels * logits))

    best = minimize_scalar(loss, bounds=(np.log(10.0), np.log(10000.0)), method="bounded")
    return float(np.exp(best.x))
