"""Searches that an earlier version began go on: files in tests/data/checkpoints, stopped half way.

They were written before `Genetic` had a model and children, so their settings lack both.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from test_evolution import OTHELLO, SHAPES, random_games
from test_rivals import making_plan

import katachi
from katachi.errors import KatachiError
from katachi.optimising import (
    Annealing,
    EvolutionPlan,
    Genetic,
    LightData,
    LightSettings,
    evolve,
)
from katachi.optimising.cells import CellData, evolve_cells
from katachi.optimising.rivals import make_rivals

CHECKPOINTS = Path(__file__).parent / "data" / "checkpoints"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy that may be changed."""
    return Path(shutil.copytree(CHECKPOINTS, tmp_path / "checkpoints"))


def test_an_old_evolution_of_shapes_goes_on(kept: Path) -> None:
    data = LightData(
        random_games(OTHELLO, 24, seed=1),
        random_games(OTHELLO, 8, seed=2),
        OTHELLO,
        LightSettings(loops=3),
    )
    plan = EvolutionPlan(
        method=Genetic(limit=30, population=4), trials=2, order=("b1", "a1"), seed=6
    )
    folder = kept / "evolution"
    old = json.loads((folder / "a1-0.json").read_text())
    assert "model" not in old["search"]["settings"]
    assert 0 < old["state"]["step"] < 30
    parts = evolve(data, SHAPES, plan, folder=folder)
    whole = evolve(data, SHAPES, plan)
    assert parts.shapes == whole.shapes
    # A class that had ended then has no courses in its file.
    without = [[replace(trial, course=()) for trial in one.trials] for one in whole.classes]
    there = [[replace(trial, course=()) for trial in one.trials] for one in parts.classes]
    assert there == without
    assert [trial.course for trial in parts.classes[-1].trials] == [
        trial.course for trial in whole.classes[-1].trials
    ]
    with pytest.raises(KatachiError, match="holds another evolution"):
        evolve(
            data,
            SHAPES,
            EvolutionPlan(
                method=Genetic(limit=30, population=4, children=2),
                trials=2,
                order=("b1", "a1"),
                seed=6,
            ),
            folder=folder,
        )


def test_an_old_search_of_cell_weights_goes_on(kept: Path) -> None:
    data = CellData.of(random_games(katachi.Othello(), 12, seed=31))
    path = kept / "cells.json"
    assert json.loads(path.read_text())["state"]["step"] == 19
    parts = evolve_cells(data, method=Annealing(gamma=0.95), seed=4, path=path)
    assert parts == evolve_cells(data, method=Annealing(gamma=0.95), seed=4)


def test_old_rivals_in_the_making_are_finished(kept: Path, tmp_path: Path) -> None:
    path = kept / "rivals.part"
    assert json.loads(path.read_text())["state"]["cycle"] == 1
    told: list[str] = []
    parts, making = make_rivals(making_plan(), path, progress=lambda now: told.append(now.text))
    whole, again = make_rivals(making_plan(), tmp_path / "whole.part")
    assert parts == whole
    assert making == again
    assert told[0] == "cycle 2"
