"""Papers: rows of learning, their answers, claims about several rows, and files of former forms."""

from __future__ import annotations

import csv
import itertools
import json
import math
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.errors import KatachiError
from katachi.features import AbsoluteShape, shapes
from katachi.learning import compare
from katachi.matches import open_laboratory
from katachi.optimising.cells import CellData
from katachi.papers import (
    Contrast,
    Figure,
    LearningScale,
    Means,
    Paper,
    RowResult,
    Sample,
    Selection,
    Sources,
    contrast,
    paper_names,
    read_paper,
    reproduce,
    row_plan,
    selected_rows,
)
from katachi.papers import learned as learned_module
from katachi.papers.learned import LearningBench, shapes_of_row
from katachi.papers.table import INSTANCE_KINDS
from katachi.papers.verdict import Claim, judge_difference
from katachi.records import Games, read_shipped
from katachi.reports.paper_report import csv_report, html_report, markdown_report

SMALL = """
format = "katachi paper 1"
title = "Small"
paper = "NOBODY"
source = "A test"
[learning.small]
seed = 3
smoke = { train = 60, test = 30, loops = 2, steps = 10, runs = 2 }
quick = { train = 60, test = 30, loops = 2 }
paper = { train = 60, test = 30, loops = 2 }
[[tables]]
number = "1"
kind = "prediction"
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


PRINTED = (458, 416, 255, 196, 10, 73, 73, 38, 97)  # CELLS, table 2


@pytest.fixture(scope="module")
def games() -> Games:
    return read_shipped("othello-selfplay")[:120]


@pytest.fixture
def small(tmp_path: Path) -> Paper:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return read_paper(str(path))


def run(
    paper: Paper, games: Games, *, only: tuple[str, ...] = (), work: Path | None = None
) -> list[RowResult]:
    """Its rows of learning, at the scale smoke."""
    sources = Sources(dict.fromkeys(paper.learning, games), work=work)
    with open_laboratory(None) as laboratory:
        return reproduce(paper, Selection("smoke", only), Means(laboratory, sources=sources)).rows


@pytest.mark.parametrize("name", paper_names())
def test_every_row_that_ships_has_its_shapes(name: str) -> None:
    for table, row in selected_rows(read_paper(name), ()):
        if table.kind not in INSTANCE_KINDS | {"cells", "games"}:
            assert len(shapes_of_row(row).shapes) >= 18  # table 7.2


def test_stages_of_the_evolution_end_at_the_evolved_shapes() -> None:
    study = read_paper("shapes-2014")
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
    for name, source in (("shapes-2014", text), ("cells", cells.read_text("utf-8"))):
        for table, row in selected_rows(read_paper(name), ()):
            if row.paper is not None and table.kind not in {"importance", "games"}:
                digits = 5 if table.kind in {"prediction", "evolution"} else 6
                assert f"{row.paper:.{digits}f}" in source, (table.number, row.name)


def test_importances_are_means_of_the_tables(shared: Path) -> None:
    (thesis,) = (shared / "papers").glob("000_*.txt")
    text = thesis.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\d+\t.*\\\}\$\t", line)]
    found = [float(line.split("\t")[-2]) for line in lines if line.count("\t") == 8]
    assert len(found) == 60
    study = read_paper("shapes-2014")
    (table,) = [table for table in study.tables if table.number == "6.1-6.3"]
    means = [sum(found[start : start + 20]) / 20 for start in (0, 20, 40)]
    assert [row.paper for row in table.rows] == pytest.approx(means, abs=6e-5)


def test_a_study_compares_rows_on_the_same_positions(small: Paper, games: Games) -> None:
    results = {result.name: result for result in run(small, games)}
    same = results["1:same"]
    assert same.difference == 0.0
    assert same.interval == (0.0, 0.0)
    assert same.answer == "undecided"
    mixed = results["1:mixed"]
    one = results["1:one"].figure
    assert mixed.difference is not None
    assert mixed.interval is not None
    assert mixed.figure is not None
    assert one is not None
    assert mixed.figure.value == pytest.approx(one.value + mixed.difference)
    low, high = mixed.interval
    assert low < mixed.difference < high
    assert len(mixed.figure.curve) >= 2
    climbed, start = results["2:climbed"].figure, results["2:start"].figure
    assert climbed is not None
    assert start is not None
    assert len(climbed.runs) == 2
    assert climbed.value > start.value
    train, test = games.split(test=30, train=60, seed=3)
    knowledge = katachi.learn(train, features=[shapes("othello-default")], loops=2)
    alone = katachi.predict(knowledge, test).mean_log_evidence
    assert one.value == pytest.approx(alone, abs=1e-12)
    evolved = katachi.learn(train, features=[shapes_of_row(mixed.row)], loops=2)
    predictions = [katachi.predict(which, test) for which in (knowledge, evolved)]
    (paired,) = compare(predictions)
    assert mixed.interval == pytest.approx(paired.interval)


def test_another_seed_splits_the_games_otherwise(small: Paper, games: Games) -> None:
    figures = [
        run(paper, games, only=("1:one",))[0].figure for paper in (small, small.with_seed(7))
    ]
    assert len({figure.value for figure in figures if figure is not None}) == 2


def test_few_games_are_shared_out(small: Paper, games: Games) -> None:
    scale = LearningScale(train=6000, test=3000, loops=1)
    changed = msgspec.structs.replace(small.learning["small"], smoke=scale)
    few = msgspec.structs.replace(small, learning={"small": changed})
    (result,) = run(few, games[:90], only=("1:one",))
    assert result.figure is not None
    assert result.figure.sample is not None
    assert len(result.figure.sample.units) == 30


def test_what_is_compared_with_is_run_as_well(small: Paper) -> None:
    assert [row.name for _, row in selected_rows(small, ["1:mixed"])] == ["one", "mixed"]
    with pytest.raises(KatachiError, match="no table or row '9'; tables: 1, 2"):
        selected_rows(small, ["9"])


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
    assert judge_difference(Claim.of_difference(claimed), 0.015, interval).answer == answer


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
        ("paper = { train", "huge = { train", "huge"),
        ('name = "one",', 'name = "one", claim = "worse",', "1:one is worse than nothing"),
        ('name = "one",', 'name = "one", cells = { a1 = 1 },', "1:one has weights of cells"),
        ("loops = 2", "loops = 0", "a scale needs games"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "broken.toml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new, 1))
    with pytest.raises(KatachiError, match=words):
        read_paper(str(path))


def test_the_command_learns(small: Paper, tmp_path: Path) -> None:
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


def test_reports_say_how(small: Paper, games: Games) -> None:
    sources = Sources({"small": games})
    with open_laboratory(None) as laboratory:
        found = reproduce(small, Selection("smoke", ("2",)), Means(laboratory, sources=sources))
    assert "| 2 | climbed | 0.18000 |" in markdown_report(small, ["So."], found)
    assert html_report(small, ["So."], found).count("<svg") == 1, "the course of the climb"
    rows = list(csv.DictReader(csv_report(found).splitlines()))
    assert [row["row"] for row in rows] == ["start", "climbed"]
    assert rows[1]["than"] == "start"


def test_rows_without_records_wait(small: Paper) -> None:
    with open_laboratory(None) as laboratory:
        found = reproduce(small, Selection("smoke"), Means(laboratory))
    assert {row.waits_for for row in found.rows} == {"records of games"}
    assert found.answers == []
    call = "reproduce forest-2014 --scale smoke --only 5.2 --json"
    forest = CliRunner().invoke(app, call.split())
    assert {row["waits_for"] for row in json.loads(forest.stdout)[0]["rows"]} == {"records of go"}


def test_figures_are_kept(
    small: Paper, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    first = run(small, games, work=work)
    # Equal shapes are one figure, and so is a method: one, mixed, start, climbed.
    assert len(list(work.iterdir())) == 4

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("learned again")

    monkeypatch.setattr(learned_module, "learn", refuse)
    monkeypatch.setattr(learned_module, "evolve_cells", refuse)
    again = run(small, games, work=work)
    assert [one.figure for one in again] == [one.figure for one in first]
    assert [one.interval for one in again] == [one.interval for one in first]
    with pytest.raises(AssertionError, match="again"):
        run(small, games[:100], work=work)
    for path in work.iterdir():
        path.write_text(path.read_text().replace("figure 1", "figure 9", 1))
    with pytest.raises(KatachiError, match="has the format 'katachi figure 9'"):
        run(small, games, work=work)


def test_printed_weights_of_cells_are_measured(games: Games) -> None:
    paper = read_paper("cells")
    rows = {one.row.name: one for one in run(paper, games, only=("vectors",))}
    start, annealed = rows["start"].figure, rows["annealing-1"]
    assert start is not None
    assert annealed.figure is not None
    train, _ = games.split(test=2, train=60, seed=1)
    data = CellData.of(train)
    printed = dict(
        zip(["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3"], PRINTED, strict=True)
    )
    assert annealed.figure.value == data.f1([printed[name] for name in data.classes])
    assert start.value == data.f1(data.start())
    assert annealed.difference == pytest.approx(annealed.figure.value - start.value)
    assert annealed.answer in {"confirmed", "not confirmed"}
    few = msgspec.structs.replace(annealed.row, cells={"a1": 1.0})
    bench = LearningBench(paper.learning["weights"], paper.learning["weights"].smoke, games)
    with pytest.raises(KatachiError, match="there is no weight of the cells"):
        bench.figure(annealed.table, few)


# Claims about several rows


def pairs(*points: float, units: tuple[int, ...] | None = None) -> Figure:
    sample = Sample(
        by="pairs",
        units=units or tuple(range(len(points))),
        sums=points,
        sizes=(1.0,) * len(points),
    )
    return Figure(value=sum(points) / len(points), sample=sample)


def test_a_contrast_is_paired_and_linear() -> None:
    low, high = pairs(0.0, 0.5, 1.0, 0.5), pairs(0.5, 1.0, 1.0, 1.0)
    found = contrast([low, high])
    assert found.value == pytest.approx(0.375)
    differences = np.array([0.5, 0.5, 0.0, 0.5])
    error = 3.182446 * differences.std(ddof=1) / 2  # Student's t with three degrees of freedom
    assert found.interval == pytest.approx((0.375 - error, 0.375 + error), abs=1e-6)
    # A straight line through 0.2, 0.3 and 0.7 rises by 0.5 from end to end.
    three = contrast([pairs(0.2, 0.2), pairs(0.3, 0.3), pairs(0.7, 0.7)])
    assert three.value == pytest.approx(0.5)
    assert three.interval == (-np.inf, np.inf), "two pairs that ended alike prove nothing"
    many = contrast([pairs(*[0.0] * 12), pairs(*[0.5] * 12)])
    assert many.interval == pytest.approx((0.5, 0.5))
    # Only what all have in common counts.
    partly = contrast([low, pairs(0.5, 1.0, units=(0, 1))])
    assert partly.value == pytest.approx(0.5)


def test_pairs_without_openings_are_compared_with_the_mean_of_their_row() -> None:
    def separate(*points: float) -> Figure:
        figure = pairs(*points)
        assert figure.sample is not None
        return msgspec.structs.replace(
            figure, sample=msgspec.structs.replace(figure.sample, shared=False)
        )

    low, high = (0.0, 0.5, 1.0, 0.5), (0.5, 1.0, 1.0)
    found = contrast([separate(*low), separate(*high)])
    oracle = stats.ttest_ind(high, low).confidence_interval(0.95)
    assert found.interval == pytest.approx((oracle.low, oracle.high))
    # Five rows of two pairs each have five degrees of freedom; paired they would have one.
    line = [(0.0, 0.5), (0.5, 0.5), (0.0, 0.5), (0.5, 1.0), (1.0, 1.0)]
    rise = contrast([separate(*points) for points in line])
    spread = math.sqrt(3 * 0.125 / 5 * (0.8**2 + 0.4**2 + 0.4**2 + 0.8**2) / 2)
    half = stats.t.ppf(0.975, 5) * spread
    assert rise.interval == pytest.approx((rise.value - half, rise.value + half))
    assert contrast([separate(0.0, 0.0), separate(1.0, 1.0)]).interval == (-np.inf, np.inf)
    nothing = Sample(by="pairs", units=(), sums=(), sizes=(), shared=False)
    alone = Figure(value=0.5, sample=nothing)  # of its pairs a game each is void
    assert contrast([separate(*low), alone]).interval == (-np.inf, np.inf)


def test_what_cannot_be_compared_is_refused() -> None:
    one = pairs(0.5, 1.0)
    assert contrast([Figure(value=1.0), Figure(value=3.0)]) == Contrast(2.0, None)
    assert contrast([Figure(value=1.0), one]).interval is None
    with pytest.raises(KatachiError, match="nothing in common"):
        contrast([one, pairs(0.5, 1.0, units=(5, 6))])
    other = msgspec.structs.replace(one.sample, sizes=(1.0, 2.0))  # type: ignore[type-var]
    with pytest.raises(KatachiError, match="different positions"):
        contrast([one, Figure(value=0.5, sample=other)])


CLAIMS = """
format = "katachi paper 1"
title = "Search and chance"
paper = "NOBODY"
source = "A test"
[play.chance]
game = "hex4"
base = "mine"
opponent = { base = "random" }
seconds = 1.0
games = 100
smoke = { pairs = 12, simulations = 40 }
quick = { pairs = 12, simulations = 40 }
paper = { pairs = 12, simulations = 40 }
[[tables]]
number = "1"
rows = [{ name = "chance", base = "random" }, { name = "search" }, { name = "other", base = "uct" }]
[[claims]]
name = "search helps"
says = "Search beats chance more often than chance does."
rows = ["1:chance", "1:search"]
order = "rises"
[[claims]]
name = "search harms"
says = "The contrary."
rows = ["1:chance", "1:search"]
order = "falls"
[variants.mine]
base = "mine-before"
changes = { mcts.selection.exploration = 0.3 }
[variants.mine-before]
base = "uct"
"""


def claims(tmp_path: Path, text: str = CLAIMS) -> Paper:
    path = tmp_path / "claims.toml"
    path.write_text(text)
    return read_paper(str(path))


def test_claims_about_rows_are_answered(tmp_path: Path) -> None:
    paper = claims(tmp_path)
    selection = Selection("smoke", ("claim:search helps",))
    with open_laboratory(None) as laboratory:
        found = reproduce(paper, selection, Means(laboratory))
    assert [row.row.name for row in found.rows] == ["chance", "search"]
    # All sentences about chosen rows are answered, on the same pairs.
    assert [one.answer for one in found.statements] == ["confirmed", "not confirmed"]
    rise = found.statements[0].contrast
    assert rise is not None
    assert rise.interval is not None
    assert rise.interval[0] > 0
    report = markdown_report(paper, [], found)
    assert "| search helps | Search beats chance more often than chance does. |" in report
    assert "2 claims: 1 confirmed, 1 not confirmed, 0 undecided." in report
    lines = list(csv.DictReader(csv_report(found).splitlines()))
    assert [line["claim"] for line in lines[2:]] == ["search helps", "search harms"]


def test_a_paper_has_variants_of_its_own(tmp_path: Path) -> None:
    paper = claims(tmp_path)
    table = paper.tables[0]
    plan = row_plan(paper, table, table.row("search"), paper.play["chance"].smoke)
    assert plan.first.agent.mcts.selection.exploration == 0.3
    looped = claims(
        tmp_path,
        CLAIMS.replace('base = "uct"\n"""', "").replace(
            '[variants.mine-before]\nbase = "uct"', '[variants.mine-before]\nbase = "mine"'
        ),
    )
    with pytest.raises(KatachiError, match="the variant 'mine' is its own base"):
        row_plan(looped, table, table.row("search"), paper.play["chance"].smoke)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('rows = ["1:chance", "1:search"]', 'rows = ["1:chance"]', "needs two or more"),
        ('"1:search"]', '"1:nobody"]', "is about 1:nobody, which is no row"),
        ('name = "search harms"', 'name = "search helps"', "two claims have the same name"),
    ],
)
def test_broken_claims_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in CLAIMS
    with pytest.raises(KatachiError, match=words):
        claims(tmp_path, CLAIMS.replace(old, new, 1))


# Files of former forms


FORMER_GAMES = """
format = "katachi experiment 1"
title = "Search against chance"
paper = "NOBODY"
source = "A test"
game = "hex4"
base = "uct"
opponent = { base = "random" }
seconds = 2.0
games = 100
seed = 7
openings = "random:2"
[scales.smoke]
pairs = 1
simulations = 5
[scales.quick]
pairs = 8
simulations = 60
[scales.paper]
pairs = 50
share = 0.5
[[tables]]
number = "1"
rows = [{ name = "more", paper = 98.0 }]
"""
FORMER_LEARNING = """
format = "katachi study 1"
title = "Small"
paper = "NOBODY"
source = "A test"
seed = 3
[scales.smoke]
train = 60
test = 30
loops = 2
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
rows = [{ name = "one", shapes = ["othello-default"], paper = -1.5 }]
[[tables]]
number = "2"
kind = "cells"
rows = [{ name = "start" }]
"""


def test_files_of_former_forms_are_read(tmp_path: Path) -> None:
    path = tmp_path / "former.toml"
    path.write_text(FORMER_GAMES)
    paper = read_paper(str(path))
    (play,) = paper.play.values()
    plan = row_plan(paper, paper.tables[0], paper.tables[0].rows[0], play.paper)
    assert (plan.seed, plan.pairs, plan.openings.plies) == (7, 50, 2)
    assert plan.first.budget.seconds == 1.0
    path.write_text(FORMER_LEARNING)
    paper = read_paper(str(path))
    (learning,) = paper.learning.values()
    assert (learning.seed, learning.quick.train) == (3, 60)
    assert [table.kind for table in paper.tables] == ["prediction", "cells"]
    path.write_text(FORMER_LEARNING.replace("loops = 2", "loops = 0"))
    with pytest.raises(KatachiError, match=r"former.toml: a scale needs games"):
        read_paper(str(path))
