"""Settings tuned by matches: SPSA, CMA-ES, stops, and the match that confirms."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from katachi.agents import read_agent_file
from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError
from katachi.matches import Running
from katachi.optimising.tune import TunedSetting, TunePlan, tune
from katachi.optimising.tune.settings import agent_at, default_settings, point_of
from katachi.optimising.tune.spsa import Spsa, mean_of_second_half

SPOILT = """
kind = "mcts"
[mcts.selection]
rave = "minimum_mse"
rave_bias = 0.4
exploration = 1.6
first_play_urgency = 1.0
"""


@pytest.fixture
def spoilt(tmp_path: Path) -> str:
    """An agent with two bad settings."""
    path = tmp_path / "spoilt.toml"
    path.write_text(SPOILT)
    return str(path)


def small(agent: str, **changes: object) -> TunePlan:
    fields: dict[str, object] = {
        "agent": agent,
        "game": "hex4",
        "budget": "40",
        "steps": 6,
        "pairs": 1,
        "confirm_pairs": 3,
    }
    return TunePlan(**(fields | changes))  # type: ignore[arg-type]


def test_spsa_finds_the_top_of_a_noisy_hill() -> None:
    method = Spsa(steps=400, reach=0.1, gain=1.0, seed=1)
    rng = random.Random(2)
    top, point, path = (0.7, 0.2), [0.2, 0.8], []

    def height(at: list[float]) -> float:
        return -sum((x - y) ** 2 for x, y in zip(at, top, strict=True))

    for step in range(1, 401):
        _, plus, minus = method.both_sides(point, step)
        chance = min(1.0, max(0.0, 0.5 + 2 * (height(plus) - height(minus))))
        share = sum(rng.random() < chance for _ in range(4)) / 4
        point = method.moved(point, step, share)
        path.append(point)
    found = mean_of_second_half(path)
    assert found == pytest.approx(top, abs=0.1)


def test_even_matches_move_nothing() -> None:
    method = Spsa(steps=10, reach=0.1, gain=1.0, seed=1)
    assert method.moved([0.5, 0.5], 3, 0.5) == [0.5, 0.5]
    assert method.moved([0.5, 0.5], 3, 1.0) != [0.5, 0.5]


def test_places_and_values_belong_together() -> None:
    for text in ("selection.exploration=0.01:1", "expansion.visits=1:9", "playout.epsilon=0:1"):
        setting = TunedSetting.parse(text)
        assert str(setting) == text
        assert setting.value(setting.place(setting.low)) == setting.low
        assert setting.value(setting.place(setting.high)) == setting.high
        assert setting.value(-3) == setting.low
    assert TunedSetting.parse("expansion.visits=1:9").value(0.49) == 5
    assert TunedSetting.parse("selection.exploration=0.01:1").is_logarithmic


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("selection.exploration", "write a setting as"),
        ("selection.exploration=1:0", "must rise"),
        ("selection.rave=0:1", "not a number"),
        ("nothing=0:1", "not a number"),
    ],
)
def test_wrong_settings_are_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidSettings, match=words):
        TunedSetting.parse(text)


def test_an_agent_lies_where_its_settings_are() -> None:
    agent = read_agent_file("hex")
    settings = default_settings(agent)
    assert agent_at(agent, settings, point_of(agent, settings)) == agent
    assert {one.name for one in settings} >= {"selection.exploration", "selection.bias_weight"}


def test_a_spoilt_agent_gets_better(spoilt: str, tmp_path: Path) -> None:
    plan = small(spoilt, game="hex5", budget="60", steps=20, pairs=3, confirm_pairs=15)
    done = tune(plan, tmp_path / "run")
    assert done.is_over
    assert done.confirmation is not None
    assert done.confirmation.score.share > 0.6
    assert read_agent_file(str(done.tuned)).mcts.selection.exploration < 1.6


def test_stops_and_other_processes_change_nothing(spoilt: str, tmp_path: Path) -> None:
    plan = small(spoilt, pairs=2)
    whole = tune(plan, tmp_path / "whole")
    for number in range(100):
        part = tune(
            plan,
            tmp_path / "parts",
            minutes=0.01 / 60,
            running=Running(processes=2 if number == 1 else 1),
        )
        if part.is_over:
            break
    assert number > 1
    assert part.path == whole.path
    assert part.tuned.read_bytes() == whole.tuned.read_bytes()


def test_cma_finds_something_better(spoilt: str, tmp_path: Path) -> None:
    pytest.importorskip("cma", reason="cma is an extra")
    plan = small(spoilt, method="cma", game="hex5", budget="60", steps=12, pairs=4)
    done = tune(plan, tmp_path / "run")
    assert max(step.share for step in done.path) > 0.5
    again = tune(plan, tmp_path / "run")
    assert again.path == done.path


def test_a_folder_belongs_to_one_plan(spoilt: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    tune(small(spoilt, steps=1, confirm_pairs=0), folder)
    with pytest.raises(KatachiError, match="another plan"):
        tune(small(spoilt, steps=2, confirm_pairs=0), folder)
    with pytest.raises(InvalidSettings, match="kind mcts"):
        TunePlan(agent="random", game="hex4")
    with pytest.raises(InvalidSettings, match="named twice"):
        small("uct", settings=("playout.epsilon=0:1", "playout.epsilon=0:0.5"))


def test_the_command_reports(spoilt: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = "--steps 3 --pairs 1 --budget 30 --confirm-pairs 2 --json"
    done = CliRunner().invoke(app, ["tune", spoilt, "hex4", "--to", str(folder), *options.split()])
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert Path(facts["tuned"]).is_file()
    assert facts["confirmation"]["first"] == "tuned"
    assert "<svg" in (folder / "report.html").read_text()
