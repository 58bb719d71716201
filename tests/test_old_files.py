"""Files that katachi 0.1.0 wrote before its rooms were moved still read, resume and play the same.

`tests/data/old` holds one small file of every kind, made by that version, and what it made of them.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.features import Tactics
from katachi.matches.contestant import parse_contestant, renewed_hash

OLD = Path(__file__).parent / "data" / "old"
EXPECTED = json.loads((OLD / "expected.json").read_text())
AGENTS: dict[str, dict[str, Any]] = json.loads((OLD / "agents.json").read_text())


def run(*words: str | Path) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("name", ["hex4", "othello6"])
def test_knowledge(name: str) -> None:
    knowledge = katachi.load_knowledge(str(OLD / f"{name}.knowledge"))
    strengths = knowledge.strengths(katachi.parse_game(name).start())
    assert strengths == pytest.approx(EXPECTED["strengths"][name], rel=1e-6)


@pytest.mark.parametrize("learner", ["mm", "fbt", "lbfgs"])
def test_a_checkpoint_of_learning(learner: str, tmp_path: Path) -> None:
    file = tmp_path / "work.checkpoint"
    shutil.copy(OLD / f"learn-{learner}.checkpoint", file)
    games = katachi.records.read(OLD / "hex4.katachi")
    features = [Tactics(katachi.Hex(4))]
    known: dict[str, Any] = {"features": features, "learner": learner, "checkpoint": file}
    with pytest.raises(katachi.KatachiError, match="after loop 2 already, and 1 were asked for"):
        katachi.learn(games, loops=1, **known)
    learned = katachi.learn(games, loops=5, **known)
    assert np.array_equal(learned.weights, np.array(EXPECTED["learned"][learner], np.float32))


def test_an_evolution_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "evolve"
    shutil.copytree(OLD / "evolve", folder)
    whole = (folder / "whole-shapes.txt").read_text()
    finished = (folder / "b1.json").stat().st_mtime_ns
    run(
        *("evolve", OLD / "othello8.katachi", "--folder", folder, "--train", "9", "--test", "3"),
        *("--loops", "2", "--trials", "1", "--gamma", "0.8", "--class", "b1", "--class", "a1"),
        *("--threads", "1"),
    )
    assert (folder / "shapes.txt").read_text() == whole
    assert (folder / "b1.json").stat().st_mtime_ns == finished, "it began anew"


def test_a_forest_goes_on(tmp_path: Path) -> None:
    from katachi.learning.forest_growth import ForestPlan, grow_forest

    state = tmp_path / "state"
    shutil.copy(OLD / "forest.state", state)
    games = katachi.records.read(OLD / "hex4.katachi")
    plan = ForestPlan(systems=("ig-c",), trees=3, games=None, share=1.0, patience=10)
    finished: list[int] = []
    grown = grow_forest(
        games, plan, state=state, threads=1, progress=lambda _part, done: finished.append(done)
    )
    assert grown.forest.text == (OLD / "forest.txt").read_text()
    assert min(finished) >= 1, "it began anew"


def test_a_search_of_cell_weights_goes_on(tmp_path: Path) -> None:
    state, output = tmp_path / "cells.state", tmp_path / "cells.txt"
    shutil.copy(OLD / "cells.state", state)
    run(
        *("cells", OLD / "othello8.katachi", "--method", "annealing", "--limit", "20"),
        *("--state", state, "-o", output),
    )
    assert output.read_text().splitlines()[-1] == (OLD / "cells.txt").read_text().splitlines()[-1]


def test_a_laboratory_goes_on(tmp_path: Path) -> None:
    laboratory = tmp_path / "match.sqlite"
    shutil.copy(OLD / "match.sqlite", laboratory)
    kept = moves_in(laboratory)
    assert len(kept) == 4
    run("match", "uct@10", "rave@10", "hex4", "--pairs", "3", "--seed", "1", "--lab", laboratory)
    after = moves_in(laboratory)
    assert after[:4] == kept, "the games of the same match are kept and counted"
    assert len(after) == 6


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_plays_the_same_game(name: str, tmp_path: Path) -> None:
    if name == "conv":
        pytest.importorskip("onnxruntime")
    known = AGENTS[name]
    laboratory = tmp_path / "lab.sqlite"
    first = f"{OLD / 'agents' / name}.toml@30"
    run(
        *("match", first, "uct@5", known["game"], "--pairs", "1", "--seed", "4"),
        *("--lab", laboratory),
    )
    plies = BEFORE_SOLVING.get(name)
    found = [game.split()[:plies] for game in moves_in(laboratory)]
    assert found == [game.split()[:plies] for game in known["moves"]]


# Where the exact solver takes over (16 empty cells), a budget of 30 positions ends at another move
# than it did: the solver looks at them in another order since.
BEFORE_SOLVING = {"othello": 44}

CONFIGURATIONS: dict[str, dict[str, Any]] = json.loads((OLD / "configurations.json").read_text())
# What an agent of then is called today, where the agent of that name has changed since.
TODAY = {"hex@10": "hex[knows_openings=false]@10"}


@pytest.mark.parametrize("text", CONFIGURATIONS)
def test_agents_of_laboratories_are_recognised(text: str) -> None:
    """Under former names of settings, with the same files behind them."""
    stored, today = CONFIGURATIONS[text], parse_contestant(TODAY.get(text, text))
    files = json.loads(today.configuration)["files"]
    assert sorted(files) == stored["files"]
    assert renewed_hash({"agent": stored["agent"], "files": files}) == today.hash


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("ann.network", "value network"),
        ("neat.network", "policy network"),
        ("cells.txt", "cell weights"),
        ("hex4.knowledge", "feature weights"),
    ],
)
def test_knowledge_of_every_kind(file: str, kind: str) -> None:
    knowledge = katachi.load_knowledge(OLD / file)
    assert knowledge.kind == kind
    assert knowledge.card.made_by
    assert isinstance(knowledge.game, katachi.Game)
    start = knowledge.game.start()
    assert len(knowledge.strengths(start) if knowledge.of_moves else knowledge.values([start]))


def moves_in(laboratory: Path) -> list[str]:
    with sqlite3.connect(laboratory) as connection:
        rows = connection.execute("SELECT moves FROM games ORDER BY match, pair, first_is_black")
        return [row[0] for row in rows]
