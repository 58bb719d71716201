"""What a row came to, and comparisons of rows on what they have in common."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from katachi.errors import KatachiError
from katachi.learning.feature_instance import Measured
from katachi.learning.prediction import interval_of_sums
from katachi.papers.verdict import EVEN_SHARE, Interval

# What an optimiser had after its steps, run by run.
Courses = tuple[tuple[tuple[int, float], ...], ...]


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A figure unit by unit: `sums` over `sizes` is its value.

    Units are numbered pairs of games, test games or runs of an optimiser: what is independent of
    each other. Two rows are compared unit by unit if units of one number are `shared`: pairs with the
    same opening. Pairs without openings have no more in common than any other two.
    """

    by: Literal["pairs", "games", "runs"]
    units: tuple[int, ...]
    sums: tuple[float, ...]
    sizes: tuple[float, ...]
    shared: bool = True


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure. `interval` is its own, where it has one.

    Of rows of learning: `accuracy` is M(1), `curve` has the MLE in learning and test after every
    loop, `courses` what an optimiser had after its steps, run by run, `measured` all about a feature
    instance.
    """

    value: float
    interval: Interval | None = None
    sample: Sample | None = None
    accuracy: float | None = None
    curve: tuple[tuple[float, float], ...] = ()
    courses: Courses = ()
    measured: Measured | None = None

    @property
    def runs(self) -> tuple[float, ...]:
        """The values of an optimiser's runs."""
        return self.sample.sums if self.sample is not None and self.sample.by == "runs" else ()


class Contrast(msgspec.Struct, frozen=True):
    """How much figures rise from the first to the last, by a straight line through all of them."""

    value: float
    interval: Interval | None


def contrast(figures: Sequence[Figure]) -> Contrast:
    """Of two figures: the second less the first.

    The 95 % interval is of paired differences: by test games, or, with Student's distribution, by pairs
    of games or by runs. Pairs that share nothing are compared with the mean of their row, and all rows
    together say how much pairs differ. Figures without a sample have none, except that runs may be
    compared with a constant.
    """
    steps = np.arange(len(figures)) - (len(figures) - 1) / 2
    weights = steps * (len(figures) - 1) / (steps**2).sum()
    value = float(weights @ [figure.value for figure in figures])
    samples = [figure.sample for figure in figures if figure.sample is not None]
    if not samples or (len(samples) < len(figures) and samples[0].by != "runs"):
        return Contrast(value, None)
    if not all(sample.shared for sample in samples):
        return Contrast(value, _interval_of_separate_pairs(weights, samples))
    common = sorted(set.intersection(*(set(sample.units) for sample in samples)))
    if len({sample.by for sample in samples}) > 1 or not common:
        raise KatachiError("these rows have nothing in common that could be compared")
    sizes = [_of_units(sample.units, sample.sizes, common) for sample in samples]
    if any(not np.array_equal(one, sizes[0]) for one in sizes):
        raise KatachiError("these rows were tested on different positions")
    sums = np.zeros(len(common))
    for weight, figure in zip(weights, figures, strict=True):
        sample = figure.sample
        sums += weight * (
            figure.value if sample is None else _of_units(sample.units, sample.sums, common)
        )
    if any(len(sample.units) > len(common) for sample in samples):
        value = float(sums.sum() / sizes[0].sum())
    if samples[0].by == "runs":
        return Contrast(value, student_interval(sums))
    if samples[0].by == "pairs":
        return Contrast(value, _interval_of_pairs(sums / sizes[0]))
    return Contrast(value, interval_of_sums(sums, sizes[0]))


def above_even(figures: Sequence[Figure]) -> Contrast:
    """By how much the mean share of points of rows of games is above one half."""
    samples = [figure.sample for figure in figures if figure.sample is not None]
    value = float(np.mean([figure.value for figure in figures])) - EVEN_SHARE
    points = np.concatenate([np.asarray(one.sums) for one in samples] or [np.zeros(0)])
    if not len(points):
        return Contrast(value, None)
    return Contrast(value, _interval_of_pairs(points - EVEN_SHARE))


# So few pairs that ended alike say nothing of how much pairs differ.
_FEW_PAIRS = 10


def _interval_of_pairs(differences: np.ndarray) -> Interval:
    """Without bounds if there are too few pairs to say how much they differ."""
    found = student_interval(differences)
    if found is None or (found[0] == found[1] and len(differences) < _FEW_PAIRS):
        return (-math.inf, math.inf)
    return found


def _interval_of_separate_pairs(weights: np.ndarray, samples: Sequence[Sample]) -> Interval:
    """Of the weighed sum of the means of rows whose pairs are independent and differ alike in all rows."""
    from scipy import stats  # noqa: PLC0415 - takes longer to import than all else

    points = [np.array(sample.sums) / np.array(sample.sizes) for sample in samples]
    if not all(of_row.size for of_row in points):
        return (-math.inf, math.inf)
    value = float(weights @ [of_row.mean() for of_row in points])
    free = sum(len(of_row) - 1 for of_row in points)
    squares = sum(float(((of_row - of_row.mean()) ** 2).sum()) for of_row in points)
    if not free or (not squares and free < _FEW_PAIRS):
        return (-math.inf, math.inf)
    share_of_rows = sum(
        weight**2 / len(of_row) for weight, of_row in zip(weights, points, strict=True)
    )
    half = float(stats.t.ppf(0.975, free)) * math.sqrt(squares / free * share_of_rows)
    return (value - half, value + half)


def student_interval(values: np.ndarray) -> Interval | None:
    """95 % interval of the mean of a few values; None for one."""
    if len(values) < 2:
        return None
    from scipy import stats  # noqa: PLC0415 - takes longer to import than all else

    error = float(stats.sem(values))
    mean = float(values.mean())
    if not error:
        return (mean, mean)
    low, high = stats.t.interval(0.95, len(values) - 1, loc=mean, scale=error)
    return (float(low), float(high))


def _of_units(
    units: tuple[int, ...], values: tuple[float, ...], wanted: Sequence[int]
) -> np.ndarray:
    by_unit = dict(zip(units, values, strict=True))
    return np.array([by_unit[unit] for unit in wanted])
