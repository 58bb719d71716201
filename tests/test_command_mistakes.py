"""Options that make no sense, alone or together: one line that says so, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.learning import ForestPlan, fit_fbt, fit_lbfgs, grow_forest
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games, read, save_native

GAME = katachi.Go(7)
TEXT = ("D4", "C3", "E5", "C5", "E3", "F4", "B4", "D6", "D2")
GAMES = Games.of([GameRecord(GAME, TEXT[: 5 + n % 5]) for n in range(12)])
CELLS = [katachi.features.CellClasses(GAME)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games, a forest, and knowledge with it."""
    folder = tmp_path_factory.mktemp("mistakes")
    save_native(GAMES, str(folder / "games.katachi"))
    save_native(GAMES[:1], folder / "one.katachi")
    plan = ForestPlan(systems=("sg0",), trees=2, share=1.0, patience=20, seed=-2)
    forest = grow_forest(GAMES, plan).forest
    (folder / "small.forest").write_text(forest.text, "utf-8")
    katachi.learn(GAMES, features=[forest], loops=2).save(folder / "small.knowledge")
    return folder


def run(folder: Path, line: str) -> tuple[int, str]:
    words = [word.replace("@", f"{folder}/") for word in line.split()]
    result = CliRunner().invoke(app, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), line
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("learn @games.katachi -f cells --test inf -o @x.knowledge", "--test must be a share"),
        ("learn @games.katachi -f cells --test nan -o @x.knowledge", "--test"),
        ("predict @small.knowledge --games @games.katachi --test inf", "--test must be a share"),
        ("forest grow @games.katachi --test inf -o @x.forest", "--test must be a share"),
        ("patterns harvest @games.katachi --test inf -o @x.patterns", "--test must be a share"),
        (
            "learn @games.katachi -f cells --patience 2 --test 0 -o @x.knowledge",
            "--patience needs test games",
        ),
        (
            "learn @games.katachi -f cells --share 1e-9 -o @x.knowledge",
            "there are no positions to learn from",
        ),
        (
            "learn @games.katachi -f cells --learner fbt --share 1e-9 --parts 3 -o @x.knowledge",
            "there are no positions in part 1 of 3",
        ),
        (
            "learn @games.katachi -f cells --learner fbt --whole-games --share 0.05 --parts 20 "
            "-o @x.knowledge",
            "there are no 20 parts of",
        ),
        (
            "learn @games.katachi -f cells --learner fbt[factors=8 -o @x.knowledge",
            "'fbt[factors=8': write fbt[NAME=VALUE,...]",
        ),
        (
            "learn @games.katachi -f cells --learner mm[kept=1] -o @x.knowledge",
            "mm has no setting 'kept'; known: prior_wins, prior_losses",
        ),
        (
            "learn @games.katachi -f cells --learner lbfgs[l2=inf] -o @x.knowledge",
            "l2 of lbfgs must be a number, 0 or more, not 'inf'",
        ),
        (
            "learn @games.katachi -f cells --learner fbt[factors=99999999999999999999] -o @x.knowledge",
            "factors must be 1 to 64",
        ),
        (f"learn @games.katachi -f {'x' * 5000} -o @x.knowledge", "File name too long"),
        (f"learn {'x' * 5000} -f cells -o @x.knowledge", "File name too long"),
        (
            "forest grow @games.katachi --patience 3000000000 -o @x.forest",
            "patience must be 1 to 2147483647",
        ),
        ("patterns harvest @games.katachi --smallest 0 -o @x.patterns", "not from 0"),
        ("forest show @small.forest --position x", "--position needs --move"),
        ("forest show @small.forest --move Z9", "is not a move here"),
        ("forest show @small.forest --tree 3", "there is no tree 3"),
        ("forest show go19-patterns", "holds no forest"),
        ("forest show nothing", "cannot read 'nothing'"),
        ("why hex11 swap --moves a1 -k hex", "swap"),
    ],
)
def test_mistakes_are_named(folder: Path, line: str, words: str) -> None:
    code, output = run(folder, line)
    assert code == 2, output
    assert words in output
    assert not list(folder.glob("x.*"))


def test_a_move_that_is_not_legal_reaches_no_leaf(folder: Path) -> None:
    position = GAME.start().play("D4").text
    arguments = ["forest", "show", str(folder / "small.forest"), "--position", position, "--move"]
    assert CliRunner().invoke(app, [*arguments, "C3"]).exit_code == 0
    result = CliRunner().invoke(app, [*arguments, "D4"])
    assert result.exit_code == 2
    assert "occupied" in result.output


def test_options_that_choose_are_followed(folder: Path) -> None:
    code, output = run(folder, "forest show @small.knowledge --tree 2")
    assert code == 0
    assert len([line for line in output.splitlines() if "sg0" in line]) == 1
    code, output = run(folder, "forest show go19-forest --strongest 1")
    assert code == 0
    assert "strength" in output
    code, output = run(folder, "patterns show go9 --size 4 --json")
    found = json.loads(output)
    assert list(found["by_size"]) == ["4"]
    assert found["patterns"] == found["by_size"]["4"]
    code, output = run(folder, "why hex11 swap --moves a1 --swap -k hex")
    assert code == 0
    assert "swap" in output


def test_json_has_no_infinite_numbers(folder: Path) -> None:
    code, output = run(folder, "predict @small.knowledge --games @one.katachi --json")
    assert code == 0

    def refuse(word: str) -> float:
        raise AssertionError(word)

    assert json.loads(output, parse_constant=refuse)


def test_seeds_reach_the_learner_and_the_card() -> None:
    both: list[katachi.features.FeatureSet] = [*CELLS, katachi.features.neighbourhoods(GAME)]
    one, two = (
        katachi.learn(GAMES, features=both, learner="fbt", loops=2, seed=seed) for seed in (7, 8)
    )
    assert not np.array_equal(one.weights, two.weights)
    assert one.card.settings["seed"] == 7
    shared = katachi.learn(GAMES, features=CELLS, share=0.5, seed=3, loops=1)
    assert shared.card.settings["share"] == 0.5
    assert shared.card.settings["seed"] == 3
    assert "share" not in katachi.learn(GAMES, features=CELLS, loops=1).card.settings


def test_settings_of_learners_are_checked(tmp_path: Path) -> None:
    train = Competitions.of(GAMES, CELLS)
    for l2 in (float("nan"), float("inf"), -1.0):
        with pytest.raises(katachi.InvalidSettings, match="must be numbers"):
            fit_lbfgs(train, l2=l2)
    for factors in (-1, 0, 65):
        with pytest.raises(
            katachi.InvalidSettings, match=f"factors must be 1 to 64, not {factors}"
        ):
            fit_fbt(train, factors=factors)
    katachi.learn(GAMES, features=CELLS, loops=1, checkpoint=str(tmp_path / "a.checkpoint"))
    assert (tmp_path / "a.checkpoint").exists()


def test_the_saved_games_are_those(folder: Path) -> None:
    assert [record.moves for record in read(folder / "games.katachi")] == [
        record.moves for record in GAMES
    ]
