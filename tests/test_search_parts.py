"""Parts of the search declare themselves once: what is written from that is fresh and complete."""

from __future__ import annotations

import json
import re

import pytest
from conftest import ROOT
from reference.search_settings import all_fields, settings_of
from reference.search_toys import Lines
from typer.testing import CliRunner

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings, SelectionSettings, _core
from katachi.cli import app
from katachi.games.core_capabilities import capabilities, games_with
from katachi.games.python_file import load_module
from katachi.search import parts
from katachi.search.parts import FIELDS, GIVEN, PARTS
from katachi.search.reference import DEMANDS, PHASES, default_of, module_text, page_text
from katachi.search.settings import GROUPS


def test_the_written_files_are_fresh() -> None:
    """If a part has changed on purpose: make settings."""
    module = ROOT / "src" / "katachi" / "search" / "phases.py"
    page = ROOT / "docs" / "reference" / "search-settings.md"
    assert module.read_text(encoding="utf-8") == module_text()
    script = load_module(ROOT / "docs" / "reference" / "write_settings.py")
    assert page.read_text(encoding="utf-8") == page_text(script.measured())


def test_every_setting_belongs_to_a_part() -> None:
    assert {path for path, _, _ in all_fields()} == FIELDS.keys()
    assert len(FIELDS) == sum(len(part.fields) for part in PARTS)
    assert list(PHASES) == list(GROUPS)


def test_defaults_are_those_of_the_core() -> None:
    for path, _, default in all_fields():
        assert default == default_of(path), path


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.group} {part.name}")
def test_a_part_says_everything_about_itself(part: _core.DeclaredPart) -> None:
    assert part.sentence.endswith(".")
    assert part.fields
    assert set(part.asks) <= DEMANDS.keys()
    for field in part.fields:
        assert field.sentence.endswith("."), field.name
        assert field.kind in {"bool", "int", "float", "choice"}
        assert bool(field.choices) is (field.kind == "choice")
        assert all(choice.name and choice.sentence for choice in field.choices)
        assert field.low <= field.high


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.group} {part.name}")
def test_needs_name_settings_that_exist(part: _core.DeclaredPart) -> None:
    settings = MctsSettings()
    for need in [*part.needs, *part.suits]:
        path, values = parts._parsed(parts.path_of(part, need.what))
        assert path in FIELDS
        assert not values or FIELDS[path].choices
    for need in part.needs:
        for one in need.needs.split(" or "):
            condition = one.removeprefix("no ")
            assert condition in GIVEN or parts._parsed(condition)[0] in FIELDS
            parts._holds(one, settings, frozenset())


def test_conditions() -> None:
    settings = MctsSettings(selection=SelectionSettings(rave="hand_selected"), threads=2)
    for condition, holds in {
        "selection.rave": True,
        "selection.bias": False,
        "selection.solver": False,
        "selection.rave = 'hand_selected'": True,
        "selection.rave = 'none'": False,
        "selection.rave of minimum_mse, hand_selected": True,
        "selection.rave of minimum_mse": False,
        "selection.solver = false": True,
        "threads = 2": True,
        "threads = 1": False,
        "playout.ngrams = 0": True,
        "no playout.ngrams": True,
        "knowledge": True,
        "no knowledge": False,
        "evaluator": False,
    }.items():
        assert parts._holds(condition, settings, frozenset({"knowledge"})) is holds, condition


@pytest.mark.parametrize(
    ("changes", "demands"),
    [
        ({}, []),
        ({"selection.rave": "minimum_mse"}, ["amaf"]),
        (
            {"selection.rave": "minimum_mse", "selection.killer_moves": 3},
            ["amaf", "history"],
        ),
        ({"selection.history_weight": 1.0}, ["history"]),
        ({"selection.formula": "puct"}, ["strength"]),
        ({"selection.bias": "ikeda"}, ["strength"]),
        ({"selection.genetic": "any_sign"}, ["properties"]),
        ({"selection.solver": True}, ["proof"]),
        ({"expansion.joint_neighbour": True}, ["initial"]),
        ({"expansion.knowledge_visits": 2.0}, ["initial"]),
        ({"playout.base": "mast"}, ["history", "policy"]),
        ({"playout.base": "roulette"}, ["policy"]),
        ({"playout.mate": 1.0}, ["policy"]),
        ({"playout.anti_decisive": True}, ["policy"]),
        ({"playout.ngrams": 1}, ["policy"]),
        ({"playout.last_good_reply": 1}, ["policy"]),
        ({"playout.dead_cells": True}, ["policy"]),
        ({"playout.self_atari_refusal": 0.5}, ["policy"]),
        ({"playout.keep_replies": False}, []),
    ],
)
def test_what_parts_ask_for(changes: dict[str, object], demands: list[str]) -> None:
    """Nothing that no part asks for is computed."""
    assert _core.demands(settings_of(changes).to_core()) == demands


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (katachi.Othello(6), ["board properties", "order of moves", "transpositions"]),
        (katachi.Go(5), ["board properties", "chains and liberties", "order of moves"]),
        (
            katachi.Hex(5),
            ["board properties", "connections", "transpositions", "winning cells"],
        ),
        (
            katachi.Havannah(4),
            [
                "board properties",
                "connections",
                "order of moves",
                "transpositions",
                "winning cells",
            ],
        ),
        (Lines(), ["order of moves"]),
    ],
    ids=str,
)
def test_games_are_asked_what_they_can_tell(game: katachi.GameLike, told: list[str]) -> None:
    assert sorted(capabilities(game)) == told


def test_the_games_with_a_capability_are_named() -> None:
    assert games_with("chains and liberties") == "Go"
    several = games_with("winning cells")
    assert several.startswith("Hex")
    assert re.fullmatch(r"\w+(, \w+)* and \w+", several)
    assert "Othello" not in several


def test_uniform_playouts_that_fill_the_board_have_no_order() -> None:
    rave = SelectionSettings(rave="hand_selected", amaf_moves=5)
    with pytest.raises(katachi.InvalidSettings, match="order of moves; uniform playouts of hex"):
        Mcts(katachi.Hex(5), MctsSettings(selection=rave))
    Mcts(katachi.Hex(5), MctsSettings(selection=rave, playout=PlayoutSettings(ngrams=1)))
    Mcts(katachi.Havannah(4), MctsSettings(selection=rave))


def test_the_core_refuses_settings_it_does_not_know() -> None:
    core = _core.MctsSettings()
    with pytest.raises(AttributeError, match="no setting colour"):
        core.selection.colour = 1
    with pytest.raises(AttributeError, match="no setting colour"):
        _ = core.selection.colour
    with pytest.raises(ValueError, match="bias cannot be 'blue'"):
        core.selection.bias = "blue"
    with pytest.raises(TypeError, match="exploration has another type"):
        core.selection.exploration = "much"


def test_the_command_lists_all_parts() -> None:
    shown = CliRunner().invoke(app, ["agents", "--parts"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    assert all(path in shown.stdout for path in FIELDS)
    data = json.loads(CliRunner().invoke(app, ["agents", "--parts", "--json"]).stdout)
    assert [part["name"] for part in data] == [part.name for part in PARTS]
    listed = {field["name"]: field["default"] for part in data for field in part["settings"]}
    assert listed["selection.exploration"] == "0.7"
    assert listed["selection.first_play_urgency"] == "inf"
    assert listed["playout.keep_replies"] == "true"
