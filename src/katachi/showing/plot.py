"""Plots as SVG: one frame with axes and a title for all of them, and what is drawn in it.

A plot is `Frame.svg` of marks, and a mark is a small function that gives SVG. Colours differ in
brightness too, so that they can be told apart in grey.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError
from katachi.showing.axis import Axis, axis_around, logarithmic_axis, named_axis
from katachi.showing.picture import Picture

WIDTH, HEIGHT, MARGIN = 560, 360, 60
LEGEND_WIDTH = 150
NAMES_WIDTH = 300  # where the vertical axis has names
ROW_HEIGHT = 22  # of a name
# Those of the style sheet by day; on a page the style sheet sets ground, grid and text by itself.
GRID, TEXT, OURS, THEIRS, MEAN = "#e0dcd0", "#666b73", "#1565c0", "#b94700", "#444"
COLORS = (
    *(OURS, THEIRS, "#3b7d23", "#7a3b9a", MEAN),
    *("#00838f", "#ad1457", "#8d6e00", "#5d4037", "#3949ab", "#00695c"),
)
CENTRED = 'text-anchor="middle"'
LIGHT, DARK = (214, 228, 240), (16, 56, 102)


@dataclass(frozen=True)
class Frame:
    """The scales of a plot, their names, and how much room there is around them, in pixels."""

    across: Axis
    up: Axis
    title: str
    across_name: str
    up_name: str = ""
    height: int = HEIGHT
    left: int = MARGIN
    right: int = MARGIN

    @property
    def width(self) -> int:
        """Of the whole picture; the scale is as wide in all plots."""
        return WIDTH - 2 * MARGIN + self.left + self.right

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies, in pixels from the upper left corner."""
        return (
            self.left + (self.width - self.left - self.right) * self.across.share(x),
            self.height - MARGIN - (self.height - 2 * MARGIN) * self.up.share(y),
        )

    def svg(self, marks: Iterable[str], *, note: str = "") -> Picture:
        """The picture; a note stands below the title."""
        height = self.height
        middle = (self.width + self.left - self.right) / 2
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawn" viewBox="0 0 {self.width} {height}" '
            f'width="{self.width}" height="{height}" font-family="sans-serif" font-size="12" '
            f'role="img" aria-label="{html.escape(self.title)}">',
            '<rect class="ground" width="100%" height="100%" fill="#fffefb"/>',
            _text(middle, 20, self.title, CENTRED),
            _text(middle, height - 10, self.across_name, CENTRED),
        ]
        if self.up_name:
            turned = f'{CENTRED} transform="rotate(-90 14 {height / 2:g})"'
            parts.append(_text(14, height / 2, self.up_name, turned))
        if note:
            parts.append(_text(middle, 38, note, f'{CENTRED} fill="{TEXT}"'))
        return Picture("".join([*parts, *self._ticks(), *marks, "</svg>"]))

    def _ticks(self) -> list[str]:
        right, bottom = self.width - self.right, self.height - MARGIN
        grid, labels = [], []
        for tick, label in zip(self.across.ticks, self.across.labels, strict=True):
            x, _ = self.place(tick, self.up.ticks[0])
            grid.append(f"M{x:.1f} {MARGIN}V{bottom}")
            labels.append(_tick(x, bottom + 16, label, "middle", named=self.across.named))
        for tick, label in zip(self.up.ticks, self.up.labels, strict=True):
            _, y = self.place(self.across.ticks[0], tick)
            if not self.up.named:
                grid.append(f"M{self.left} {y:.1f}H{right}")
            labels.append(_tick(self.left - 6, y + 4, label, "end", named=self.up.named))
        return [f'<path class="grid" d="{"".join(grid)}" stroke="{GRID}"/>', *labels]


def _text(x: float, y: float, words: str, style: str = "") -> str:
    """Words at a place, with more attributes."""
    space = " " if style else ""
    return f'<text x="{x:g}" y="{y:.1f}"{space}{style}>{html.escape(words)}</text>'


def _tick(x: float, y: float, label: str, anchor: str, *, named: bool) -> str:
    """A number below or beside an axis, or a name."""
    kind = "name" if named else "tick"
    return _text(round(x, 1), y, label, f'class="{kind}" text-anchor="{anchor}" fill="{TEXT}"')


# Marks


def _line(
    frame: Frame, points: Sequence[tuple[float, float]], style: str, *, steps: bool = False
) -> str:
    """Points joined from left to right; as steps, each height holds until the next point."""
    places = [frame.place(*point) for point in points]
    if not places:
        return ""
    (x, y), *rest = places
    path = f"M{x:.1f} {y:.1f}" + "".join(
        f"H{x:.1f}V{y:.1f}" if steps else f"L{x:.1f} {y:.1f}" for x, y in rest
    )
    return f'<path class="line" d="{path}" fill="none" {style}/>'


def _dot(place: tuple[float, float], radius: float, style: str) -> str:
    x, y = place
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {style}/>'


def _bar(left: tuple[float, float], right: tuple[float, float], color: str, width: int) -> str:
    """A line from left to right, at the height of the left end."""
    x, y = left
    return (
        f'<path class="bar" d="M{x:.1f} {y:.1f}H{right[0]:.1f}" stroke="{color}" '
        f'stroke-width="{width}"/>'
    )


def _diamond(place: tuple[float, float], color: str) -> str:
    x, y = place
    return f'<path d="M{x:.1f} {y - 4:.1f}l4 4l-4 4l-4 -4z" fill="#fff" stroke="{color}"/>'


def _legend(frame: Frame, labels: Sequence[str]) -> list[str]:
    """To the right of the scales, a line of its colour before each label."""
    x = frame.width - frame.right + 12
    marks = []
    for number, label in enumerate(labels):
        y, color = MARGIN + 20 * number, COLORS[number % len(COLORS)]
        marks.append(f'<path d="M{x} {y}h20" stroke="{color}" stroke-width="2"/>')
        marks.append(_text(x + 26, y + 4, label))
    return marks


# Plots


@dataclass(frozen=True)
class Series:
    """A line: points (x, y) from left to right, and what it is."""

    label: str
    points: Sequence[tuple[float, float]]


def line_plot(
    series: Sequence[Series], *, title: str, across: str, up: str, steps: bool = False
) -> Picture:
    """Named lines over a common scale that holds all points: learning curves, shares by k.

    `steps`: values hold until the next point.
    """
    points = [point for one in series for point in one.points]
    if not points:
        raise KatachiError(f"there is nothing to draw for '{title}'")
    frame = Frame(
        axis_around([x for x, _ in points]),
        axis_around([y for _, y in points]),
        title,
        across,
        up,
        right=MARGIN + LEGEND_WIDTH,
    )
    lines = [
        _line(
            frame,
            one.points,
            f'stroke="{COLORS[number % len(COLORS)]}" stroke-width="2"',
            steps=steps,
        )
        for number, one in enumerate(series)
    ]
    return frame.svg([*lines, *_legend(frame, [one.label for one in series])])


def curve_plot(
    curves: Sequence[Sequence[float]],
    mean: Sequence[float],
    *,
    title: str,
    across: str = "move",
    up: str = "score",
) -> Picture:
    """One thin line for each curve and a thick one for their mean, as AGENTS' appendix has them.

    A curve is its values after the first step, the second, and so on.
    """
    values = [value for curve in [*curves, mean] for value in curve if math.isfinite(value)]
    steps = max([2, *map(len, curves)])
    frame = Frame(axis_around([0, steps]), axis_around([0.0, *values]), title, across, up)
    marks = [
        _line(
            frame,
            list(enumerate(curve, start=1)),
            f'stroke="hsl({360 * number // len(curves)} 60% 55%)" stroke-opacity="0.5"',
        )
        for number, curve in enumerate(curves)
    ]
    thick = f'stroke="{MEAN}" stroke-width="4" stroke-opacity="0.8"'
    return frame.svg([*marks, _line(frame, list(enumerate(mean, start=1)), thick)])


@dataclass(frozen=True)
class Point:
    """A point with positive coordinates, a short label, and a positive quantity to shade it by."""

    x: float
    y: float
    label: str
    shade: float


def scatter_plot(
    points: Sequence[Point], *, title: str, across: str, up: str, shade: str
) -> Picture:
    """Labelled points over two logarithmic scales; the larger the third quantity, the darker."""
    if not points:
        raise KatachiError(f"there is nothing to draw for '{title}'")
    frame = Frame(
        logarithmic_axis([point.x for point in points]),
        logarithmic_axis([point.y for point in points]),
        title,
        across,
        up,
    )
    shades = logarithmic_axis([point.shade for point in points])
    marks = []
    for point in points:
        share = shades.share(point.shade)
        color = ",".join(str(round(a + share * (b - a))) for a, b in zip(LIGHT, DARK, strict=True))
        x, y = frame.place(point.x, point.y)
        marks.append(_dot((x, y), 7, f'fill="rgb({color})" stroke="#222"'))
        marks.append(_text(round(x + 10, 1), y + 4, point.label))
    return frame.svg(marks, note=f"darker: larger {shade}")


def bar_plot(bars: Sequence[tuple[str, float]], *, title: str, across: str) -> Picture:
    """A bar from 0 for each name, the first on top."""
    if not bars:
        raise KatachiError(f"there is nothing to draw for '{title}'")
    frame = Frame(
        axis_around([0.0, *(value for _, value in bars)]),
        named_axis([name for name, _ in bars]),
        title,
        across,
        height=2 * MARGIN + ROW_HEIGHT * len(bars),
    )
    marks = [
        _bar(frame.place(0.0, -row), frame.place(value, -row), OURS, ROW_HEIGHT // 2)
        for row, (_, value) in enumerate(bars)
    ]
    return frame.svg(marks)


@dataclass(frozen=True)
class IntervalLine:
    """A share and its interval, and a figure to compare it with; all from 0 to 1."""

    label: str
    value: float
    low: float
    high: float
    reference: float | None = None
    reference_error: float = 0.0


def interval_plot(lines: Sequence[IntervalLine]) -> Picture:
    """Shares in percent with their intervals, a row each.

    Ours is a dot with a bar, the reference a hollow diamond with a thin bar below it.
    """
    frame = Frame(
        axis_around([0, 100], most=11),
        named_axis([line.label for line in lines] or [""]),
        "Shares of points with 95 % intervals",
        "percent",
        height=2 * MARGIN + ROW_HEIGHT * max(1, len(lines)),
        left=NAMES_WIDTH,
    )

    def row(number: int, below: float) -> Callable[[float], tuple[float, float]]:
        """Places of shares in a row, some pixels below its middle."""

        def at(share: float) -> tuple[float, float]:
            x, y = frame.place(100 * min(max(share, 0.0), 1.0), -number)
            return x, y + below

        return at

    middle, top = frame.place(50, frame.up.ticks[-1] + frame.up.room)
    bottom = frame.height - MARGIN
    marks = [f'<path class="grid" d="M{middle:.1f} {top:.1f}V{bottom}" stroke="#888"/>']
    for number, line in enumerate(lines):
        at = row(number, 5)
        if line.reference is not None:
            error = line.reference_error
            marks.append(_bar(at(line.reference - error), at(line.reference + error), THEIRS, 1))
            marks.append(_diamond(at(line.reference), THEIRS))
        at = row(number, -3)
        marks.append(_bar(at(line.low), at(line.high), OURS, 3))
        marks.append(_dot(at(line.value), 4, f'fill="{OURS}"'))
    compared = any(line.reference is not None for line in lines)
    return frame.svg(
        marks, note="ours: dot and bar; paper: diamond and thin bar" if compared else ""
    )
