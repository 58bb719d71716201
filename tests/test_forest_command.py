"""`katachi forest`: growing, stopping, showing."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from test_forest_growth import random_records
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.features import FeatureLevel, Forest, Tree, parse_feature_set
from katachi.knowledge import FeatureWeights
from katachi.learning.forest_growth import GROWING
from katachi.records import Games, write

RUNNER = CliRunner()


def run(*arguments: object) -> str:
    result = RUNNER.invoke(app, ["forest", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: object) -> str:
    result = RUNNER.invoke(app, ["forest", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 2
    return result.stderr


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "games.katachi"
    write(Games.of(random_records(katachi.Go(7), 12, seed=5)), path, format="native")
    return path


def grow(records: Path, output: Path, *more: object) -> str:
    return run(
        "grow", records, "--output", output, "--trees", 2, "--games", 0, "--share", 1.0,
        "--patience", 200, "--test", 2, *more,
    )  # fmt: skip


def test_grow_and_show(records: Path, tmp_path: Path) -> None:
    output = tmp_path / "forest.txt"
    told = json.loads(grow(records, output, "--json"))
    assert [tree["system"] for tree in told["trees"]] == ["sg0", "ig0"]
    assert told["games"] == 10
    found = parse_feature_set(output.read_text("utf-8"))
    assert isinstance(found, Forest)
    assert [tree.leaf_count for tree in found.trees] == [tree["leaves"] for tree in told["trees"]]
    assert not output.with_name(output.name + GROWING).exists()
    assert "exists already" in refused("grow", records, "--output", output)

    table = run("show", output)
    assert "sg0" in table
    assert "mean depth" in table
    words = run("show", output, "--tree", 1, "--leaf", 2)
    for line in found.describe(FeatureLevel(0, 1)):
        assert line in words
    by_name = run("show", output, "--name", found.level_name(FeatureLevel(0, 1)))
    assert by_name == words
    svg = tmp_path / "leaf.svg"
    drawn = run("show", output, "--tree", 1, "--leaf", 2, "--games", records, "--svg", svg)
    assert "0" in drawn.split("\n  a new")[0]
    assert ">0</text>" in svg.read_text("utf-8")


def test_the_discovered_graph_on_a_board(tmp_path: Path) -> None:
    path = tmp_path / "forest.txt"
    path.write_text(
        "katachi-features 1 forest\ngame go5\ntree sg0\nNbw1 Nb9 . . . .\ntree sg-c\n.\n", "utf-8"
    )
    shown = run(
        "show", path, "--position", "...../.X.../..OX./...../..... X", "--move", "c4", "--tree", 1
    )
    assert shown.splitlines() == [
        "tree 1 (sg0), leaf 1 of 4",
        "  .   .   .   .   .",
        "  .   X1  .0  .   .",
        "  .   .   O   X2  .",
        "  .   .   .   .   .",
        "  .   .   .   .   .",
        "  a new black or white node within 1 step of the move: black, node 1",
        "  a new black node within 9 steps of the move: black, node 2",
        "",
    ]
    both = json.loads(run("show", path, "--move", "C3", "--json"))
    assert [leaf["tree"] for leaf in both["leaves"]] == [1, 2]
    assert both["leaves"][0]["nodes"] == {"0": "C3"}


def test_the_strongest_leaves_of_knowledge(tmp_path: Path) -> None:
    game = katachi.Go(5)
    features = (
        katachi.features.CellClasses(game),
        Forest(game, (Tree("sg0", "Nbw2 L1<2 . . . ."),)),
    )
    classes = len(game.topology.orbits)
    weights = np.zeros(classes + 4, np.float32)
    weights[classes + 2] = 1.0
    path = tmp_path / "forest.knowledge"
    FeatureWeights(features, weights, np.ones(classes + 4, np.uint32)).save(path)
    shown = run("show", path, "--strongest", 1)
    assert "tree 1 (sg0), leaf 3 of 4, strength 2.72" in shown
    assert "white, node 1" in shown


def test_refusals(records: Path, tmp_path: Path) -> None:
    path = tmp_path / "forest.txt"
    path.write_text("katachi-features 1 forest\ngame go5\ntree sg0\nNb2 . .\n", "utf-8")
    cells = tmp_path / "cells.txt"
    cells.write_text("katachi-features 1 cells\ngame go5\n", "utf-8")
    assert "tree 1 has 2 leaves, not 9" in refused("show", path, "--tree", 1, "--leaf", 9)
    assert "there is no tree 3" in refused("show", path, "--tree", 3, "--leaf", 1)
    assert "given by --tree and --leaf" in refused("show", path, "--leaf", 1)
    assert "given by --tree and --leaf" in refused("show", path, "--games", records)
    assert "a picture needs a position" in refused("show", path, "--svg", tmp_path / "x.svg")
    assert "another kind" in refused("show", cells)
    assert "have strengths" in refused("show", path, "--strongest", 2)
    assert "cannot read" in refused("show", tmp_path / "none.txt")
    assert "no criterion 'x'" in refused("grow", records, "-o", tmp_path / "o", "--criterion", "x")
