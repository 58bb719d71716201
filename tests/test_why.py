"""`katachi why`: reasons for and against a move, in words and pictures about the board."""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.commands import why as command
from katachi.features import Stages, Tactics, shapes
from katachi.knowledge import Comparison, Explanation, FeatureWeights, load_knowledge, why
from katachi.knowledge.explanation_text import factor_words

SVG = "{http://www.w3.org/2000/svg}"
BLUE, ORANGE = "#1565c0", "#d95f02"
SHIPPED = {"othello": "othello-evolved-2", "go9": "go9", "hex11": "hex"}


def some_position(game: katachi.Game, plies: int, seed: int) -> katachi.Position:
    rng = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        position = position.play(rng.choice(position.legal_moves[:-1] or position.legal_moves))
    return position


def pair_knowledge(game: katachi.Game, seed: int) -> FeatureWeights:
    """Tactics and shapes with random weights and pairs."""
    rng = np.random.default_rng(seed)
    features = (Tactics(game), shapes("othello-default"))
    levels = total_levels(features)
    plain = FeatureWeights(features, np.zeros(levels, np.float32), np.ones(levels, np.uint32))
    weights = rng.normal(0, 0.5, levels).astype(np.float32)
    weights[plain.level_begins[:-1][: len(features[0].feature_names)]] = 0.0
    factors = rng.normal(0, 0.3, (levels, 3)).astype(np.float32)
    return FeatureWeights(features, weights, np.ones(levels, np.uint32), factors=factors)


def total_levels(features: tuple[katachi.features.FeatureSet, ...]) -> int:
    return katachi.features.make_encoder(features).total_levels


def test_reasons_multiply_to_the_strength_with_pairs() -> None:
    knowledge = pair_knowledge(katachi.Othello(), 1)
    position = some_position(katachi.Othello(), 15, 2)
    strengths = knowledge.strengths(position)
    for move in position.legal_moves:
        found = why(knowledge, position, move)
        assert isinstance(found, Explanation)
        product = math.prod(reason.strength for reason in found.reasons) * found.rest
        assert product == pytest.approx(strengths[move], rel=1e-4)
        assert found.rest != 1.0
        assert len(found.pairs) == 3
        texts = {reason.text for reason in found.reasons}
        for pair in found.pairs:
            assert {pair.first, pair.second} <= texts
        weights = [abs(math.log(pair.strength)) for pair in found.pairs]
        assert weights == sorted(weights, reverse=True)
        assert "because these come together:" in str(found)


def test_a_reason_has_half_of_its_pairs() -> None:
    """Two levels with strength 1 that say something together."""
    game = katachi.Othello()
    features = (Tactics(game),)
    levels = total_levels(features)
    plain = FeatureWeights(features, np.zeros(levels, np.float32), np.ones(levels, np.uint32))
    flips = int(plain.level_begins[features[0].feature_names.index("flips")]) + 1
    region = int(plain.level_begins[features[0].feature_names.index("opposing frontier")]) + 1
    factors = np.zeros((levels, 1), np.float32)
    factors[[flips, region]] = 1.0
    knowledge = FeatureWeights(features, plain.weights, plain.appearances, factors=factors)
    found = why(knowledge, game.start(), "d3")
    assert isinstance(found, Explanation)
    strong = {one.feature: one.strength for one in found.reasons if one.counts}
    assert strong == pytest.approx(
        {"flips": math.sqrt(math.e), "opposing frontier": math.sqrt(math.e)}
    )
    (pair,) = found.pairs
    assert pair.strength == pytest.approx(math.e)
    assert found.rest == pytest.approx(1.0)


@pytest.mark.parametrize("board", SHIPPED)
def test_text_and_picture_speak_of_the_board(board: str) -> None:
    game = katachi.parse_game(board)
    knowledge = load_knowledge(SHIPPED[board])
    position = some_position(game, 9, 5)
    cells = set(game.topology.cells)
    for move in random.Random(1).sample(position.legal_moves, 3):
        found = why(knowledge, position, move)
        assert isinstance(found, Explanation)
        text = str(found)
        assert f"{position.to_move.capitalize()} (" in text
        # No canonical names of levels: what is named by letter and number is a cell of the board.
        assert "=" not in text
        for reason in (*found.reasons_for, *found.reasons_against):
            assert set(re.findall(r"\b[A-Za-z][0-9]{1,2}\b", reason.text)) <= cells
            assert set(reason.cells) <= cells
            listed = reason in (*found.reasons_for[:6], *found.reasons_against[:6])
            assert (f": {reason.text}" in text) or not listed
        assert all(-1 <= value <= 1 for value in found.evidence.values())
        root = ET.fromstring(found.svg())
        drawn = "".join(root.itertext())
        assert f"Speaks for {move}" in drawn
        assert f"Speaks against {move}" in drawn
        pictures = list(root.iter(f"{SVG}svg"))
        shown = found.reasons_for[:6] + found.reasons_against[:6]
        # The document, the large board, and a small one for every reason that is about cells.
        assert len(pictures) == 2 + sum(bool(reason.cells) for reason in shown)


def test_occupied_cells_are_marked_in_both_colours() -> None:
    """For and against have different colours and signs, on stones as on empty cells."""
    position = katachi.Othello().start()
    marks = katachi.Marks(evidence={"d4": 1.0, "e4": -0.6, "a1": 0.5, "h8": -0.1})
    root = ET.fromstring(position.svg(marks))
    rings = {
        (one.attrib["stroke"], one.attrib["fill"] == "none")
        for one in root.iter(f"{SVG}circle")
        if one.attrib.get("stroke") in {BLUE, ORANGE}
    }
    assert rings == {(BLUE, True), (ORANGE, True), (BLUE, False), (ORANGE, False)}
    badges = [one.attrib["fill"] for one in root.iter(f"{SVG}circle") if "stroke" not in one.attrib]
    assert sorted(badges) == sorted([BLUE, BLUE, ORANGE])  # the faint one has no sign
    with pytest.raises(katachi.InvalidMove):
        position.svg(katachi.Marks(evidence={"z9": 1.0}))


def test_two_moves_are_compared() -> None:
    knowledge = load_knowledge("hex")
    position = katachi.Hex(11).start().play_all("g4 e7")
    found = why(knowledge, position, "f6", "a11")
    assert isinstance(found, Comparison)
    assert found.ratio > 1
    for argument in (*found.for_first, *found.for_second):
        assert argument.strength > 1
    assert {one.move for one in found.for_first} == {"f6", "a11"}
    text = str(found)
    assert "For f6 rather than a11:" in text
    assert "For a11 rather than f6:" in text
    assert re.search(r"\+ \d\.\d times as often: f6 touches White's last move at e7\n", text)
    turned = why(knowledge, position, "a11", "f6")
    assert isinstance(turned, Comparison)
    assert turned.for_second == found.for_first
    ET.fromstring(found.svg())


def test_what_holds_for_both_moves_is_left_out() -> None:
    knowledge = load_knowledge("hex")
    position = katachi.Hex(11).start()
    found = why(knowledge, position, "f6", "f6")
    assert isinstance(found, Comparison)
    assert (found.for_first, found.for_second) == ((), ())


def called(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["why", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command(tmp_path: Path) -> None:
    """The knowledge of the board is the default; files of games, pictures and JSON."""
    text = called("hex11", "f6", "--moves", "g4 e7")
    assert "Speaks for f6:\n  + " in text
    assert "\nSpeaks against f6:\n" in text
    file = tmp_path / "why.svg"
    compared = called("hex11", "f6", "--instead-of", "a1", "--moves", "g4 e7", "--svg", str(file))
    assert "For f6 rather than a1:" in compared
    assert compared == called("hex11", "f6", "--against", "a1", "--moves", "g4 e7")
    ET.fromstring(file.read_text(encoding="utf-8"))
    game = tmp_path / "game.sgf"
    katachi.records.save_sgf(katachi.records.GameRecord(katachi.Hex(11), ("g4", "e7", "a1")), game)
    assert called("hex11", "f6", "--load", str(game), "--move", "2") == text
    assert called(str(game), "f6", "--move", "2") == text
    (found,) = json.loads(called("hex11", "f6", "--moves", "g4 e7", "--json"))
    assert {"text", "cells", "strength", "share", "alone"} <= set(found["reasons"][0])
    assert found["evidence"]


def test_knowledge_that_speaks_of_a_board() -> None:
    """Relative features serve other sizes; where nothing does, that is said."""
    assert "Speaks for e5:" in called("havannah5", "e5", "--moves", "d4 e4")
    nothing = CliRunner().invoke(app, ["why", "othello6", "c2"])
    assert nothing.exit_code == 2
    assert "no knowledge ships for othello6; name some by --knowledge" in nothing.stderr


def test_what_is_true_of_every_move_is_no_reason() -> None:
    """The stage of the game speaks through the pairs it is in: all of them go to the other level."""
    game = katachi.Othello()
    features = (Tactics(game), Stages(game))
    levels = total_levels(features)
    plain = FeatureWeights(features, np.zeros(levels, np.float32), np.ones(levels, np.uint32))
    flips = int(plain.level_begins[features[0].feature_names.index("flips")]) + 1
    stage = int(plain.level_begins[-2]) + 1  # 4 to 7 stones
    factors = np.zeros((levels, 1), np.float32)
    factors[[flips, stage]] = 1.0
    plain.weights[stage] = 0.5
    knowledge = FeatureWeights(features, plain.weights, plain.appearances, factors=factors)
    found = why(knowledge, game.start(), "d3")
    assert isinstance(found, Explanation)
    (only,) = [one for one in found.reasons if one.counts]
    assert (only.feature, only.alone) == ("flips", 1.0)
    assert only.strength == pytest.approx(math.e)
    assert found.rest == pytest.approx(math.exp(0.5))
    assert "stones are on the board" not in str(found)


@pytest.mark.parametrize("against", [None, "a1"])
def test_on_a_terminal_there_are_colours_and_two_columns(
    against: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(force_terminal=True, color_system="truecolor", width=120, record=True)
    monkeypatch.setattr(command, "output_console", lambda: console)
    command.run("hex11", "f6", moves="g4 e7", instead_of=against)
    text = console.export_text(styles=True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    first, second = (
        ("For f6 rather", "For a1 rather") if against else ("Speaks for", "Speaks against")
    )
    assert any(first in line and second in line for line in plain.splitlines())
    assert "\x1b[1;38;2;90;162;255m" in text  # blue
    assert "\x1b[1;38;2;255;157;46m" in text  # orange


def test_factors_in_words() -> None:
    assert factor_words(1.0) == "1.0 times as often"
    assert factor_words(1 / 40) == "40 times less often"
