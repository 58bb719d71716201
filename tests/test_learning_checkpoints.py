"""Learning that was stopped goes on to the same knowledge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import katachi
from katachi import features
from katachi.cli import app
from katachi.knowledge import Knowledge
from katachi.learning import CurvePoint
from katachi.records import GameRecord, Games, write
from katachi.records import checkpoint as checkpoints

GAME = katachi.Othello()
SHAPES = [features.shapes("othello-default")]


def random_games(count: int, seed: int) -> Games:
    rng = np.random.default_rng(seed)
    records = []
    for _ in range(count):
        position = GAME.start()
        moves: list[str] = []
        while not position.is_over and len(moves) < 30:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        records.append(GameRecord(GAME, tuple(moves)))
    return Games.of(records)


GAMES = random_games(60, seed=3)
TEST = GAMES[:20]  # known ones, so that every loop is better there


def stop_at(loop: int) -> Callable[[CurvePoint], None]:
    def tell(point: CurvePoint) -> None:
        if point.loop == loop:
            raise KeyboardInterrupt

    return tell


def both(
    first: Callable[[CurvePoint], None], second: Callable[[CurvePoint], None]
) -> Callable[[CurvePoint], None]:
    def tell(point: CurvePoint) -> None:
        first(point)
        second(point)

    return tell


SETTINGS: list[dict[str, Any]] = [
    {"learner": "mm"},
    {"learner": "mm", "patience": 3, "test": TEST},
    {"learner": "lbfgs"},
    {"learner": "fbt", "seed": 5},
    {"learner": "fbt", "patience": 2, "test": TEST, "rate": 0.5},
    {"learner": "fbt", "patience": 5, "test": random_games(20, seed=4)},  # the start is best
    {"learner": "fbt", "share": 0.2, "parts": 5},
    {"learner": "fbt", "share": 0.2, "parts": 5, "whole_games": True},
]


@pytest.mark.parametrize("stop", [2, 4])
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(map(str, s)))
def test_stopped_learning_goes_on_to_the_same_knowledge(
    tmp_path: Path, settings: dict[str, Any], stop: int
) -> None:
    points: list[CurvePoint] = []
    whole = katachi.learn(GAMES, features=SHAPES, loops=6, progress=points.append, **settings)
    file = tmp_path / "x.checkpoint"
    stopped = katachi.learn(
        GAMES, features=SHAPES, loops=6, progress=stop_at(stop), checkpoint=file, **settings
    )
    assert stopped.card.settings["interrupted"] is True
    assert "interrupted" not in whole.card.settings
    told: list[CurvePoint] = []
    again = katachi.learn(
        GAMES, features=SHAPES, loops=6, progress=told.append, checkpoint=file, **settings
    )
    assert [point.loop for point in told] == [point.loop for point in points]
    # MM's products of strengths are made anew, which rounds differently.
    slack = 1e-6 if settings["learner"] == "mm" else 0.0
    assert np.abs(again.weights - whole.weights).max() <= slack
    assert again.card == whole.card or settings["learner"] == "mm"
    assert again.card.positions == whole.card.positions
    assert np.array_equal(again.appearances, whole.appearances)
    if whole.factors is not None:
        assert again.factors is not None
        assert np.array_equal(again.factors, whole.factors)
    for one, other in zip(told, points, strict=True):
        assert one.train == pytest.approx(other.train, abs=1e-9)
    best = whole.card.settings["loops"]
    assert np.array_equal(stopped.weights, whole.weights) == (best == 0)


def test_only_what_is_missing_is_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every loop is kept when a minute has passed; a kill loses none before it."""
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 0.0)
    file = tmp_path / "x.checkpoint"

    def kill(point: CurvePoint) -> None:
        if point.loop == 3:
            raise SystemExit

    with pytest.raises(SystemExit):
        katachi.learn(GAMES, features=SHAPES, learner="fbt", progress=kill, checkpoint=file)
    passes: list[int] = []
    original = katachi._core.Factorization

    class Counted:
        def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401
            self.core = original(*values, **named)

        def run_pass(self, teams: Any) -> None:  # noqa: ANN401
            passes.append(1)
            self.core.run_pass(teams)

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            return getattr(self.core, name)

    monkeypatch.setattr(katachi._core, "Factorization", Counted)
    katachi.learn(GAMES, features=SHAPES, learner="fbt", loops=5, checkpoint=file)
    assert len(passes) == 3  # 3, 4, 5
    # What is finished is there until the caller removes it, and serves for more loops.
    katachi.learn(GAMES, features=SHAPES, learner="fbt", loops=5, checkpoint=file)
    assert len(passes) == 3
    katachi.learn(GAMES, features=SHAPES, learner="fbt", loops=6, checkpoint=file)
    assert len(passes) == 4


def test_checkpoints_of_other_work_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.checkpoint"

    def learn(games: Games = GAMES, **settings: Any) -> Knowledge:  # noqa: ANN401
        told = {"learner": "fbt", "loops": 3, **settings}
        return katachi.learn(games, features=SHAPES, checkpoint=file, **told)

    learn(progress=stop_at(2))
    kept = file.read_bytes()
    others: list[dict[str, Any]] = [
        {"learner": "mm"},
        {"factors": 3},
        {"rate": 0.1},
        {"test": TEST},
        {"games": GAMES[:50]},
        {"start": katachi.learn(GAMES, features=SHAPES, loops=1)},
    ]
    for other in others:
        with pytest.raises(katachi.KatachiError, match="other settings or games; remove it"):
            learn(**other)
        assert file.read_bytes() == kept
    for damaged in (kept[:500], b"", b"PK\x03\x04nonsense", kept[:-100]):
        file.write_bytes(damaged)
        with pytest.raises(katachi.KatachiError, match=r"x\.checkpoint' is not a checkpoint"):
            learn()
        assert file.read_bytes() == damaged


def test_arrays_of_another_shape_are_refused(tmp_path: Path) -> None:
    """A file that somebody changed by hand."""
    for learner, name in (
        ("mm", "gammas"),
        ("lbfgs", "at"),
        ("lbfgs", "change"),
        ("fbt", "numbers"),
    ):
        file = tmp_path / f"{learner}.checkpoint"
        file.unlink(missing_ok=True)
        settings: dict[str, Any] = {"learner": learner, "loops": 4, "checkpoint": file}
        katachi.learn(GAMES, features=SHAPES, progress=stop_at(4), **settings)
        with np.load(file) as archive:
            arrays = dict(archive)
        arrays[name] = arrays[name][..., :-1]
        with file.open("wb") as opened:
            np.savez(opened, **arrays)
        with pytest.raises(katachi.KatachiError, match=r"shape|numbers, not"):
            katachi.learn(GAMES, features=SHAPES, **settings)


def test_the_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records, output = tmp_path / "games.katachi", tmp_path / "mine.knowledge"
    write(GAMES, records)
    words = ["learn", str(records), "-f", "cells", "--learner", "fbt", "--loops", "5"]
    words += ["--output", str(output), "--overwrite"]
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    whole, curve = Knowledge.load(output), json.loads(result.stdout)["curve"]
    assert not output.with_suffix(".checkpoint").exists()

    monkeypatch.setattr(
        "katachi.commands.learn.learn",
        lambda *values, progress, **named: katachi.learn(
            *values, progress=both(progress, stop_at(3)), **named
        ),
    )
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "stopped after loop 3; the same command with --overwrite goes on" in result.output
    assert output.with_suffix(".checkpoint").exists()
    monkeypatch.undo()
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    assert not output.with_suffix(".checkpoint").exists()
    found = [row[:3] for row in json.loads(result.stdout)["curve"]]
    assert found == [row[:3] for row in curve]
    assert np.array_equal(Knowledge.load(output).weights, whole.weights)
