"""Who is ahead and what says so: stones, shapes, and what a move changes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.errors import KatachiError
from katachi.features.value_shapes import ValueShapes
from katachi.knowledge.pattern_values import PatternValues


def planted(game: katachi.Game, seed: int = 1) -> PatternValues:
    """Values whose weights are known: a stone on a cell, and random pairs."""
    shapes = ValueShapes(game, (("b2",), ("0,0", "1,0")))
    weights = np.random.default_rng(seed).integers(-200, 200, (1, shapes.parameters))
    weights[0, :3] = (-300, 0, 300)  # other, empty, own
    return PatternValues(
        shapes=shapes,
        stages=(0,),
        weights=weights.astype(np.int16),
        constants=np.array([25], np.int32),
        feature_weights=np.zeros((1, 0), np.int32),
        spread=np.array([1000], np.float32),
        points=False,
    )


def alone(values: PatternValues) -> PatternValues:
    """Without the pairs."""
    weights = values.weights.copy()
    weights[0, 3:] = 0
    return PatternValues(
        values.shapes,
        values.stages,
        weights,
        values.constants,
        values.feature_weights,
        values.spread,
        points=False,
    )


@pytest.mark.parametrize("moves", ["b2 c3 d4", "b2 c3 d4 a1", "c3 b2 a3 d1 d2"])
def test_parts_add_up_to_the_score(moves: str) -> None:
    values = planted(katachi.Hex(4))
    position = katachi.Hex(4).start().play_all(moves)
    found = values.explain_position(position)
    assert found.score == pytest.approx(values.scores([position])[0])
    assert found.value == pytest.approx(values.values([position])[0])
    assert found.turn + sum(one.points for one in found.reasons) == pytest.approx(found.score)
    assert found.of == position.to_move


def test_a_stone_counts_for_its_owner() -> None:
    game = katachi.Gomoku(9)
    values = alone(planted(game))
    position = game.start().play("b2").play("e5")
    assert values.explain_position(position).by_cell == {"b2": 3.0, "e5": 0.0}
    assert values.explain_position(position.play("f6")).by_cell["b2"] == -3.0
    assert "b2 +3.00" in str(values.explain_position(position))


def test_the_players_see_the_same_board_of_hex() -> None:
    """The mirror image with colours exchanged: the same for the mover, on the mirrored cells."""
    values = planted(katachi.Hex(4))
    one = values.explain_position(katachi.Hex(4).start().play_all("b1 c2 a3"))
    other = values.explain_position(katachi.Hex(4).position("..O./O.../.X../.... X"))
    assert other.score == pytest.approx(one.score)
    mirrored = {"b1": "a2", "c2": "b3", "a3": "c1"}
    assert other.by_cell == pytest.approx({mirrored[c]: p for c, p in one.by_cell.items()})


def test_a_move_changes_the_score_of_whoever_makes_it() -> None:
    game = katachi.Gomoku(9)
    values = alone(planted(game))
    change = values.explain_change(game.start().play("e5"), "b2")
    assert change.after.of == change.before.of == "white"
    assert change.after.by_cell["b2"] == 3.0
    assert change.gain > 0
    assert change.svg().startswith("<svg")
    with pytest.raises(KatachiError):
        values.explain_change(game.start().play("e5"), "e5")


def test_values_of_another_board_are_refused() -> None:
    with pytest.raises(KatachiError, match="not"):
        planted(katachi.Hex(4)).explain_position(katachi.Hex(5).start())


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "values.knowledge"
    planted(katachi.Hex(4)).save(file)
    words = ["why", "hex4", "--moves", "b2 c3", "--knowledge", str(file)]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert "Black wins with" in said.stdout
    picture = tmp_path / "why.svg"
    told = CliRunner().invoke(app, [*words[:2], "d1", *words[2:], "--json", "--svg", str(picture)])
    facts = json.loads(told.stdout)
    assert facts["player"] == "black"
    assert "d1" in facts["by_cell"]
    assert "<svg" in picture.read_text()
    refused = CliRunner().invoke(app, ["why", "hex11", "--moves", "b2 c3"])
    assert refused.exit_code == 2
    assert "which move" in refused.output
