"""Papers: stages of evolutions, other variables and judges, cells in games, networks, spreads, costs."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError
from katachi.features.catalogue import shapes
from katachi.knowledge import load_knowledge
from katachi.matches import open_laboratory
from katachi.papers import (
    Figure,
    Means,
    Paper,
    Reproduction,
    Sample,
    Selection,
    Sources,
    cost_of_row,
    cost_of_rows,
    evolving,
    paper_names,
    preparing,
    read_paper,
    reproduce,
    selected_rows,
)
from katachi.papers.evolving import Evolutions
from katachi.papers.figure import above_even
from katachi.papers.learned import spread_of
from katachi.records import Games, read_shipped
from katachi.reports.paper_report import MOST_POINTS, courses_csv, thinned

SMALL = """
format = "katachi paper 1"
title = "Small"
paper = "NOBODY"
source = "A test"
[learning.small]
seed = 3
smoke = { train = 44, test = 20, loops = 1, steps = 3, trials = 2, light = 33, judging = 5, light_loops = 1, cost = 2.0, tree_cost = 0.5 }
quick = { train = 44, test = 20, loops = 2 }
paper = { train = 44, test = 20, loops = 2 }
[play.small]
game = "othello"
base = "uct"
opponent = { base = "uct" }
seconds = 1.0
games = 10
openings = "random:6"
smoke = { pairs = 1, simulations = 10, cost = 0.5 }
quick = { pairs = 1, share = 0.5, cost = 2.0 }
paper = { pairs = 1, simulations = 10 }
[networks.ann]
kind = "value"
smoke = { boards = 20, simulations = 2 }
quick = { boards = 20, simulations = 5 }
paper = { boards = 20, simulations = 5 }
[[tables]]
number = "stages"
kind = "evolution"
rows = [
  { name = "start", shapes = ["othello-better"] },
  { name = "one", shapes = ["othello-better"], method = "annealing", after = "b1", than = "start", claim = "better" },
  { name = "two", shapes = ["othello-better"], method = "annealing", after = "c1", than = "one", claim = "better" },
  { name = "all", shapes = ["othello-better"], method = "annealing" },
]
[[tables]]
number = "judges"
kind = "evolution"
rows = [
  { name = "heavy", shapes = ["othello-better"], method = "annealing", variables = "all", objective = "heavy" },
  { name = "importance", shapes = ["othello-better"], method = "annealing", variables = "all", objective = "importance" },
]
[[tables]]
number = "cells"
rows = [
  { name = "found", method = "annealing", changes = { knowledge = "othello-cells", mcts.selection.bias = "ikeda" } },
  { name = "half", share = 0.5, changes = { mcts.playout.ngrams = 1 } },
]
[[tables]]
number = "networks"
game = "hex3"
base = "ann"
rows = [{ name = "trained", seconds = 2.0 }]
[[claims]]
name = "trained is ahead"
says = "So."
rows = ["networks:trained"]
order = "ahead"
"""


@pytest.fixture(scope="module")
def games() -> Games:
    return read_shipped("othello-selfplay")[:64]


@pytest.fixture
def small(tmp_path: Path) -> Paper:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return read_paper(str(path))


def run(paper: Paper, table: str, games: Games, work: Path | None = None) -> Reproduction:
    with open_laboratory(None) as laboratory:
        means = Means(laboratory, sources=Sources({"small": games}, work=work))
        return reproduce(paper, Selection("smoke", (table,)), means)


def test_stages_share_an_evolution(
    small: Paper, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    found = run(small, "stages", games, work)
    figures = {row.row.name: row.figure for row in found.rows}
    values = [figure.value for figure in figures.values() if figure is not None]
    assert len(values) == 4
    # Rows of one run are compared game by game, not by their sign alone.
    assert all(row.interval is not None for row in found.rows if row.row.than)
    one, every = figures["one"], figures["all"]
    assert one is not None
    assert every is not None
    assert len(one.courses) == 2, "two trials"
    assert len(every.courses) == 2 * 9
    assert [step for step, _ in one.courses[0]] == sorted(step for step, _ in one.courses[0])
    assert len(list(work.glob("evolution-*"))) == 1
    monkeypatch.setattr(evolving, "evolve", None)
    assert [row.figure for row in run(small, "stages", games, work).rows] == list(figures.values())
    lines = list(csv.DictReader(courses_csv(found).splitlines()))
    assert {line["row"] for line in lines} == {"one", "two", "all"}
    assert courses_csv(Reproduction([], [])) == ""


def test_an_evolution_alone_makes_its_folder(small: Paper, games: Games, tmp_path: Path) -> None:
    work = tmp_path / "no" / "folder"
    (row,) = run(small, "stages:all", games, work).rows
    assert row.figure is not None
    assert len(list(work.glob("evolution-*"))) == 1


def test_a_stage_changes_the_classes_up_to_it(small: Paper, games: Games) -> None:
    start = shapes("othello-better")
    scale = msgspec.structs.replace(small.learning["small"].smoke, steps=15, trials=1)
    (table,) = [one for one in small.tables if one.number == "stages"]
    done = Evolutions(games, scale, 3, None, None)
    one = done.evolved(start, table.row("one"), "x", 0).shapes
    two = done.evolved(start, table.row("two"), "x", 0).shapes
    changed = {str(shape)[:2] for shape in set(start.shapes) ^ set(one.shapes)}
    assert changed == {"b1"}
    assert {str(shape)[:2] for shape in set(one.shapes) ^ set(two.shapes)} == {"c1"}
    nowhere = msgspec.structs.replace(table.row("one"), after="z9")
    with pytest.raises(KatachiError, match="there is no class 'z9'; known: a1"):
        done.evolved(start, nowhere, "x", 0)


def test_other_judges_change_any_class(small: Paper, games: Games, tmp_path: Path) -> None:
    work = tmp_path / "work"
    scale = msgspec.structs.replace(small.learning["small"].smoke, steps=1, light=22)
    learning = msgspec.structs.replace(small.learning["small"], smoke=scale)
    small = msgspec.structs.replace(small, learning={"small": learning})
    found = {row.row.name: row.figure for row in run(small, "judges", games, work).rows}
    for name in ("heavy", "importance"):
        figure = found[name]
        assert figure is not None
        (course,) = figure.courses
        assert course[-1][0] == 9, "as many steps as all classes have in all"
    assert len(list(work.glob("evolution-*.json"))) == 2
    again = {row.row.name: row.figure for row in run(small, "judges", games, work).rows}
    assert again == found


def test_battles_judge_shapes(
    games: Games, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(evolving, "BATTLE_SIMULATIONS", 2)
    scale = read_paper("shapes-2014").learning["objectives"].smoke
    start = shapes("othello-better")
    data = Evolutions(games, scale, 3, None, None)._data(start)
    judge = evolving.Battles(data, start, tmp_path, pairs=1, seed=3)
    assert judge(shapes("othello-evolved")) in {0.0, 0.25, 0.5, 0.75, 1.0}
    assert judge(start) == 0.5, "the same games with colours exchanged"


def test_weights_of_cells_are_found_and_played_with(
    small: Paper, games: Games, tmp_path: Path
) -> None:
    rows = {row.row.name: row for row in run(small, "cells", games, tmp_path / "work").rows}
    found, half = rows["found"], rows["half"]
    assert found.match is not None
    assert half.match is not None
    knowledge = load_knowledge(found.match.plan.first.agent.knowledge)
    assert knowledge.kind == load_knowledge("othello-cells").kind
    assert found.match.plan.first.agent.playout_knowledge == ""
    assert str(half.match.plan.first.budget) != str(half.match.plan.second.budget)
    assert half.match.plan.first.budget.simulations == 5


def test_networks_are_trained_for_boards_without_one(
    small: Paper, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    found = run(small, "networks", games, work)
    (row,) = found.rows
    assert row.match is not None
    assert row.match.plan.first.agent.knowledge.startswith(str(work / "ann-hex3-20-2-0"))
    (statement,) = found.statements
    assert statement.contrast is not None
    assert statement.contrast.value == pytest.approx(row.match.score.share - 0.5)
    monkeypatch.setattr(preparing, "make_labels", None)
    run(small, "networks", games, work)


def test_ahead_is_more_than_half_of_all_points() -> None:
    def rows(*points: float) -> Figure:
        units = tuple(range(len(points)))
        sizes = (1.0,) * len(points)
        return Figure(
            value=sum(points) / len(points),
            sample=Sample(by="pairs", units=units, sums=points, sizes=sizes),
        )

    found = above_even([rows(1.0, 0.5, 1.0), rows(0.5, 1.0, 1.0)])
    assert found.value == pytest.approx(1 / 3)
    assert found.interval is not None
    assert 0 < found.interval[0] < found.value < found.interval[1]
    even = above_even([rows(1.0, 0.0), rows(0.0, 1.0)])
    assert even.interval is not None
    assert even.interval[0] < 0 < even.interval[1]


def test_a_spread_has_an_interval() -> None:
    found = spread_of([0.30, 0.31, 0.32])
    assert found.value == pytest.approx(0.01)
    assert found.interval is not None
    # chi-squared with two degrees of freedom: 0.0506 and 7.378.
    assert found.interval == pytest.approx((0.00521, 0.0628), rel=1e-2)
    with pytest.raises(KatachiError, match="two runs or more"):
        spread_of([0.3])


def test_courses_are_thinned_without_losing_their_ends() -> None:
    course = [(step, float(step)) for step in range(1000)]
    kept = thinned(course)
    assert kept[0] == course[0]
    assert kept[-1] == course[-1]
    assert len(kept) <= MOST_POINTS + 1
    assert thinned([]) == []


def test_costs_add_up(small: Paper) -> None:
    rows = {f"{table.number}:{row.name}": (table, row) for table, row in selected_rows(small, ())}
    smoke, quick = Selection("smoke"), Selection("quick")
    assert cost_of_row(small, *rows["cells:found"], smoke) == 1.0
    assert cost_of_row(small, *rows["cells:found"], Selection("smoke", pairs=3)) == 3.0
    assert cost_of_row(small, *rows["cells:found"], Selection("smoke", simulations=40)) == 4.0
    # Two seconds a move in place of one.
    assert cost_of_row(small, *rows["networks:trained"], quick) == 8.0
    assert cost_of_row(small, *rows["stages:one"], smoke) == 2.0
    assert cost_of_rows(small, list(rows.values()), smoke) == 6 * 2.0 + 3 * 1.0


def test_all_papers_take_less_than_four_hours_on_two_processors() -> None:
    """At the scale quick; the costs beside the scales were measured."""
    total = 0.0
    for name in paper_names():
        paper = read_paper(name)
        costs = {one: conditions.quick.cost for one, conditions in paper.play.items()}
        costs |= {one: conditions.quick.cost for one, conditions in paper.learning.items()}
        assert all(cost > 0 for cost in costs.values()), f"{name}: {costs}"
        total += cost_of_rows(paper, selected_rows(paper, ()), Selection("quick"))
    assert total / 2 < 4 * 3600


def test_a_run_says_what_it_costs(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    call = ["reproduce", str(path), "--scale", "smoke", "--only", "cells:half"]
    found = CliRunner().invoke(app, call)
    assert found.exit_code == 0, found.output
    assert "This run: less than a minute of one processor" in found.stdout


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('after = "b1"', 'after = "b1", objective = "heavy"', "all shapes at once need another"),
        ('variables = "all", objective = "heavy"', 'variables = "all"', "all shapes at once need"),
        (
            'objective = "heavy"',
            'objective = "heavy", after = "b1"',
            "all classes at once and asks",
        ),
        ('name = "start",', 'name = "start", after = "b1",', "says what evolves, and nothing does"),
        ('order = "ahead"', 'order = "rises"', "needs two or more different rows"),
        ('rows = ["networks:trained"]', 'rows = ["stages:one"]', "there are no games"),
        ("boards = 20, simulations = 2", "boards = 2, simulations = 2", "needs 20 boards"),
    ],
)
def test_files_that_make_no_sense(tmp_path: Path, before: str, after: str, words: str) -> None:
    assert before in SMALL
    path = tmp_path / "wrong.toml"
    path.write_text(SMALL.replace(before, after, 1))
    with pytest.raises(InvalidSettings, match=words):
        read_paper(str(path))
