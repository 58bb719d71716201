"""Studies: files, rows, answers, and the command that runs them."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.errors import KatachiError
from katachi.features import AbsoluteShape, shapes
from katachi.papers.study import (
    INSTANCE_KINDS,
    Study,
    StudyScale,
    is_study,
    read_study,
    study_names,
)
from katachi.papers.study_run import answer_of, run_study, shapes_of_row, study_rows
from katachi.records import Games, read_shipped
from katachi.reports.study_report import study_html, study_markdown

SMALL = """
format = "katachi study 1"
title = "Small"
paper = "NOBODY"
source = "A test"
seed = 3
[scales.smoke]
train = 60
test = 30
loops = 2
steps = 10
runs = 2
[scales.quick]
train = 60
test = 30
loops = 2
[scales.paper]
train = 60
test = 30
loops = 2
[[tables]]
number = "1"
rows = [
  { name = "one", shapes = ["othello-default"], paper = -1.5 },
  { name = "same", shapes = ["othello-default"], than = "one", paper = -1.4 },
  { name = "mixed", shapes = ["othello-default"], classes_from = "othello-evolved", classes = ["b1", "c2"], than = "one", paper = -1.4 },
]
[[tables]]
number = "2"
kind = "cells"
rows = [
  { name = "start", paper = 0.17 },
  { name = "climbed", method = "hill-climbing", than = "start", paper = 0.18 },
]
"""


@pytest.fixture(scope="module")
def games() -> Games:
    return read_shipped("othello-selfplay")[:120]


@pytest.fixture
def small(tmp_path: Path) -> Study:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    assert is_study(str(path))
    return read_study(str(path))


@pytest.mark.parametrize("name", study_names())
def test_every_row_that_ships_has_its_shapes(name: str) -> None:
    study = read_study(name)
    for table, row in study_rows(study, ()):
        if table.kind not in INSTANCE_KINDS | {"cells"}:
            assert len(shapes_of_row(row).shapes) >= 20


def test_stages_of_the_evolution_end_at_the_evolved_shapes() -> None:
    study = read_study("shapes-prediction")
    (table,) = [table for table in study.tables if table.number == "5.11"]
    stages = [set(shapes_of_row(row).shapes) for row in table.rows]
    assert stages[0] == set(shapes("othello-default").shapes)
    assert stages[-1] == set(shapes("othello-evolved").shapes)
    for before, after in itertools.pairwise(stages):
        changed = {shape.target for shape in before ^ after if isinstance(shape, AbsoluteShape)}
        assert len(changed) == 1


def test_the_figures_are_those_of_the_thesis(shared: Path) -> None:
    (thesis,) = (shared / "papers").glob("000_*.txt")
    text = thesis.read_text(encoding="utf-8")
    (cells,) = (shared / "papers").glob("003_*.txt")
    for name, source in (("shapes-prediction", text), ("cells-weights", cells.read_text("utf-8"))):
        for table, row in study_rows(read_study(name), ()):
            if row.paper is not None and table.kind != "importance":
                digits = 5 if table.kind == "prediction" else 6
                assert f"{row.paper:.{digits}f}" in source, (table.number, row.name)


def test_importances_are_means_of_the_tables(shared: Path) -> None:
    (thesis,) = (shared / "papers").glob("000_*.txt")
    text = thesis.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\d+\t.*\\\}\$\t", line)]
    found = [float(line.split("\t")[-2]) for line in lines if line.count("\t") == 8]
    assert len(found) == 60
    study = read_study("shapes-prediction")
    (table,) = [table for table in study.tables if table.kind == "importance"]
    means = [sum(found[start : start + 20]) / 20 for start in (0, 20, 40)]
    assert [row.paper for row in table.rows] == pytest.approx(means, abs=6e-5)


def test_a_study_compares_rows_on_the_same_positions(small: Study, games: Games) -> None:
    results = {result.name: result for result in run_study(small, small.scales["smoke"], games)}
    same = results["1:same"]
    assert same.difference == 0.0
    assert same.interval == (0.0, 0.0)
    assert same.answer == "undecided"
    mixed = results["1:mixed"]
    assert mixed.difference is not None
    assert mixed.interval is not None
    assert mixed.figure.value == pytest.approx(results["1:one"].figure.value + mixed.difference)
    low, high = mixed.interval
    assert low < mixed.difference < high
    assert len(mixed.figure.curve) >= 2
    climbed = results["2:climbed"]
    assert len(climbed.figure.runs) == 2
    assert climbed.figure.value > results["2:start"].figure.value
    train, test = games.split(test=30, train=60, seed=3)
    knowledge = katachi.learn(train, features=[shapes("othello-default")], loops=2)
    alone = katachi.predict(knowledge, test).mean_log_evidence
    assert results["1:one"].figure.value == pytest.approx(alone, abs=1e-12)


def test_few_games_are_shared_out(small: Study, games: Games) -> None:
    scale = StudyScale(train=6000, test=3000, loops=1)
    (result,) = run_study(small, scale, games[:90], only=["1:one"])
    assert result.figure.prediction is not None
    assert result.figure.prediction.games == 30


def test_what_is_compared_with_is_run_as_well(small: Study) -> None:
    assert [row.name for _, row in study_rows(small, ["1:mixed"])] == ["one", "mixed"]
    with pytest.raises(KatachiError, match="no table or row '9'; tables: 1, 2"):
        study_rows(small, ["9"])


@pytest.mark.parametrize(
    ("claimed", "interval", "answer"),
    [
        (0.1, (0.01, 0.02), "confirmed"),
        (0.1, (-0.02, -0.01), "not confirmed"),
        (-0.1, (-0.02, -0.01), "confirmed"),
        (-0.1, (0.01, 0.02), "not confirmed"),
        (0.1, (-0.01, 0.02), "undecided"),
        (0.1, None, "confirmed"),
    ],
)
def test_answers(claimed: float, interval: tuple[float, float] | None, answer: str) -> None:
    assert answer_of(claimed, 0.015, interval) == answer


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('number = "2"', 'number = "1"', "two tables have the same number"),
        ('name = "same"', 'name = "one"', "two rows of table 1 have the same name"),
        ('than = "start"', 'than = "end"', "2:climbed is compared with end"),
        (
            'name = "start",',
            'name = "start", shapes = ["x"],',
            "2:start needs shapes, or is of another",
        ),
        (', classes = ["b1", "c2"]', "", "1:mixed needs classes and where they are from"),
        ("[scales.paper]", "[scales.huge]", "huge"),
        ('name = "one",', 'name = "one", claim = "worse",', "1:one is worse than nothing"),
        ("loops = 2", "loops = 0", "a scale needs games"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "broken.toml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new, 1))
    with pytest.raises(KatachiError, match=words):
        read_study(str(path))


def test_unknown_studies_are_named() -> None:
    assert not is_study("havannah-2011")
    assert not is_study("nowhere/nothing.toml")
    with pytest.raises(KatachiError, match="no study 'shape'"):
        read_study("shape")


def test_the_command_runs_a_study(small: Study, tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    arguments = ["reproduce", str(path), "--scale", "smoke", "--only", "1:mixed"]
    plain = CliRunner().invoke(app, [*arguments, "--report", str(tmp_path / "reports")])
    assert plain.exit_code == 0, plain.output
    assert "1 claims:" in plain.stdout
    assert "mixed" in (tmp_path / "reports" / "small-smoke.md").read_text()
    page = (tmp_path / "reports" / "small-smoke.html").read_text()
    assert page.count("<svg") == 1
    found = CliRunner().invoke(app, [*arguments, "--json"])
    rows = json.loads(found.stdout)[0]["rows"]
    assert [row["row"] for row in rows] == ["one", "mixed"]
    assert rows[1]["than"] == "one"
    assert small.tables[0].row("mixed").paper == rows[1]["paper"]


def test_the_list_has_studies() -> None:
    found = CliRunner().invoke(app, ["reproduce", "list", "--json"])
    names = [one["name"] for one in json.loads(found.stdout)]
    assert set(study_names()) <= set(names)
    assert "havannah-2011" in names


def test_reports_say_how(small: Study, games: Games) -> None:
    results = run_study(small, small.scales["smoke"], games, only=["2"])
    assert "| 2 | climbed | 0.18000 |" in study_markdown(small, "So.", results)
    assert "<svg" not in study_html(small, "So.", results)
