"""Axes of pictures: round ticks, nothing outside, no spikes where a game has no score."""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from short_match import PLAN, played
from typer.testing import CliRunner

from katachi.cli import app
from katachi.errors import KatachiError
from katachi.matches import Laboratory, play_match
from katachi.matches.curves import curves_of, value_curve
from katachi.showing.axis import axis_around, logarithmic_axis
from katachi.showing.plot import IntervalLine, Series, curve_plot, interval_plot, line_plot

SVG = "{http://www.w3.org/2000/svg}"
numbers = st.floats(-1e9, 1e9, allow_nan=False)


def is_round(step: float) -> bool:
    """Whether a step is 1, 2 or 5 times a power of ten."""
    leading = f"{step:.9e}"[0:11]
    return float(leading) in {1.0, 2.0, 5.0}


@given(st.lists(numbers, min_size=1, max_size=20))
@example([15.9, 32.6])
@example([0.0, 0.0])
@example([1e-9, 2e-9])
@example([1e9, 1e9 + 1])
@example([float("nan"), 1.0])
def test_ticks_are_round_and_hold_all_values(values: list[float]) -> None:
    axis = axis_around(values)
    assert 2 <= len(axis.ticks) <= 7
    steps = [b - a for a, b in zip(axis.ticks, axis.ticks[1:], strict=False)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-3)
    assert is_round(float(f"{steps[0]:.3g}"))
    for tick, label in zip(axis.ticks, axis.labels, strict=True):
        assert float(label) == pytest.approx(tick, abs=1e-3 * steps[0])
    assert len(set(axis.labels)) == len(axis.labels)
    for value in values:
        if math.isfinite(value):
            assert -1e-6 <= axis.share(value) <= 1 + 1e-6


def test_logarithmic_axes() -> None:
    assert logarithmic_axis([5]).labels == ("1", "10")
    assert logarithmic_axis([0.02, 30]).labels == ("0.01", "0.1", "1", "10", "100")
    assert logarithmic_axis([1, 100]).share(10) == pytest.approx(0.5)
    with pytest.raises(KatachiError, match="needs positive numbers"):
        logarithmic_axis([0, 1])


def ticks_of(svg: str) -> list[float]:
    found = ET.fromstring(svg).iter(f"{SVG}text")
    return [float(one.text or "") for one in found if one.get("class") == "tick"]


def test_pictures_have_round_ticks() -> None:
    curve = [(1.0, 15.9), (2.0, 18.3), (7.0, 32.6)]
    lines = line_plot([Series("a", curve)], title="t", across="x", up="y")
    assert ticks_of(lines) == [*range(1, 8), 15, 20, 25, 30, 35]
    scores = curve_plot([[3.0, -16.2, 31.0]], [3.0, -16.2, 31.0], title="t")
    assert {tick % 10 for tick in ticks_of(scores) if abs(tick) > 5} == {0}


def test_steps_hold_until_the_next_point() -> None:
    trials = [Series("a < b", [(0, -1.5), (3, -1.0)]), Series("trial 1", [(0, -1.5), (2, -1.4)])]
    svg = line_plot(trials, title="t", across="step", up="value", steps=True)
    # Scales from 0 to 3 over 440 pixels, and from -1.5 to -1 over 240.
    drawn = [one.get("d") for one in ET.fromstring(svg).iter() if one.get("class") == "line"]
    assert drawn == ["M60.0 300.0H500.0V60.0", "M60.0 300.0H353.3V252.0"]
    assert "a &lt; b" in svg


def test_intervals_stand_in_rows() -> None:
    lines = [
        IntervalLine("first", 0.5, 0.4, 0.6, reference=0.55, reference_error=0.05),
        IntervalLine("second", 1.0, 0.9, 1.2),
    ]
    picture = ET.fromstring(interval_plot(lines))
    names = [one for one in picture.iter(f"{SVG}text") if one.get("class") == "name"]
    assert [one.text for one in names] == ["second", "first"]
    assert ticks_of(interval_plot(lines)) == list(range(0, 101, 10))
    dots = [(one.get("cx"), one.get("cy")) for one in picture.iter(f"{SVG}circle")]
    assert dots == [("520.0", "68.0"), ("740.0", "90.0")]
    bars = [one.get("d") for one in picture.iter(f"{SVG}path") if one.get("class") == "bar"]
    # The reference, then ours; nothing leaves the scale.
    assert bars == ["M520.0 76.0H564.0", "M476.0 68.0H564.0", "M696.0 90.0H740.0"]


def test_games_without_points_are_drawn_by_their_values() -> None:
    results = played(dataclasses.replace(PLAN, pairs=2)).results
    kind, curves = curves_of("hex4", results)
    assert kind == "value"
    for game, curve in zip(results, curves, strict=True):
        assert len(curve) == len(game.moves)
        own = game.of_first(game.values)
        assert {value for value in own if value is not None} == set(curve)
    # Seen by the second agent the same game is worth the rest.
    turned = dataclasses.replace(
        results[0], slot=dataclasses.replace(PLAN, pairs=1).slots[1], winner=results[0].winner
    )
    assert value_curve(turned) == pytest.approx([1 - value for value in curves[0]])
    kind, curves = curves_of("othello6", played(dataclasses.replace(PLAN, game="othello6")).results)
    assert kind == "score"
    assert max(max(map(abs, curve)) for curve in curves) > 1


def test_a_plot_of_nothing_is_refused(tmp_path: Path) -> None:
    lab, picture = tmp_path / "lab.sqlite", tmp_path / "plot.svg"
    random = dataclasses.replace(PLAN, first=PLAN.second, pairs=1)
    with Laboratory(lab) as laboratory:
        play_match(random, laboratory)
        play_match(PLAN.with_pairs(1), laboratory)
    words = ["lab", str(lab), "plot", "--to", str(picture), "--match"]
    refused = CliRunner().invoke(app, [*words, "1"])
    assert refused.exit_code == 2
    assert "hex4 counts no points, and no values" in refused.stderr
    assert not picture.exists()
    assert CliRunner().invoke(app, [*words, "2"]).exit_code == 0
    assert "value for uct" in picture.read_text()
    heights = [float(y) for y in re.findall(r"[ML][0-9.]+ ([0-9.]+)", picture.read_text())]
    assert all(0 <= height <= 360 for height in heights)
