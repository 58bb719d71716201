"""Learning that was stopped goes on to the same knowledge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference.random_games import random_games
from typer.testing import CliRunner

import katachi
from katachi import features
from katachi.cli import app
from katachi.files import checkpoint as checkpoints
from katachi.knowledge import FeatureWeights
from katachi.learning import CurvePoint, Fbt, Turns, fit_fbt, fit_lbfgs
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games, write
from katachi.records.digest import digest_of_games

GAME = katachi.Othello()
SHAPES = [features.shapes("othello-default")]


GAMES = random_games(GAME, 60, seed=3, most=30)
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
    {"learner": "fbt"},
    {"learner": Fbt(rate=0.5), "patience": 2, "test": TEST},
    {
        "learner": "fbt",
        "patience": 5,
        "test": random_games(GAME, 20, seed=4, most=30),
    },  # the start is best
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
        assert one.train == pytest.approx(other.train, abs=slack)
        assert one.test == pytest.approx(other.test, abs=slack)
        assert one.objective == pytest.approx(other.objective, abs=1e3 * slack)
    best = whole.card.settings["loops"]
    assert np.array_equal(stopped.weights, whole.weights) == (best == 0)


class CountedPasses:
    """Stands in for the core's factorization and counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        original = katachi._core.Factorization
        counter = self
        self.count = 0

        class Counted:
            def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - passed on
                self.core = original(*values, **named)

            def run_pass(self, teams: Any) -> None:  # noqa: ANN401 - passed on
                counter.count += 1
                self.core.run_pass(teams)

            def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - passed on
                return getattr(self.core, name)

        monkeypatch.setattr(katachi._core, "Factorization", Counted)


def test_a_loop_is_kept_when_a_minute_has_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.checkpoint"
    seen: list[int] = []

    def look(_point: CurvePoint) -> None:
        if not file.exists():
            return
        with np.load(file) as archive:
            seen.append(len(json.loads(archive["head"].tobytes())["curve"]) - 1)

    for seconds, expected in ((0.0, [1, 2, 3]), (3600.0, [])):
        monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", seconds)
        katachi.learn(GAMES, features=SHAPES, loops=4, progress=look, checkpoint=file)
        assert seen == expected
        seen.clear()
        file.unlink()


def test_what_is_finished_is_not_learned_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = CountedPasses(monkeypatch)
    file = tmp_path / "x.checkpoint"

    def learn(loops: int, **settings: Any) -> FeatureWeights:  # noqa: ANN401 - passed on
        return katachi.learn(
            GAMES, features=SHAPES, learner="fbt", loops=loops, checkpoint=file, **settings
        )

    learn(5, progress=stop_at(3))
    assert passes.count == 3
    learn(5)
    assert passes.count == 6  # the third was not whole
    learn(5)
    assert passes.count == 6
    learn(6)
    assert passes.count == 7
    with pytest.raises(katachi.KatachiError, match="after loop 6 already, and 4 were asked for"):
        learn(4)
    file.unlink()
    unseen = {"patience": 2, "test": random_games(GAME, 20, seed=4, most=30)}
    learn(9, **unseen)
    assert passes.count == 9
    learn(9, **unseen)
    assert passes.count == 9


def test_a_summit_stays_one(tmp_path: Path) -> None:
    file = tmp_path / "x.checkpoint"
    train = Competitions.of(GAMES, SHAPES)
    fits = [
        fit_lbfgs(train, loops=30, tolerance=1e-4, checkpoint=file).curve[-1].loop for _ in range(2)
    ]
    assert fits[0] < 30
    assert fits[0] == fits[1]


def test_seeds_belong_to_the_work(tmp_path: Path) -> None:
    file = tmp_path / "x.checkpoint"
    train = Competitions.of(GAMES, SHAPES)
    whole = fit_fbt(train, loops=4, seed=5)
    fit_fbt(train, loops=4, seed=5, progress=stop_at(3), checkpoint=file)
    again = fit_fbt(train, loops=4, seed=5, checkpoint=file)
    assert np.array_equal(again.weights, whole.weights)
    assert not np.array_equal(again.weights, fit_fbt(train, loops=4, seed=6).weights)
    with pytest.raises(katachi.KatachiError, match="other settings or games"):
        fit_fbt(train, loops=4, seed=6, checkpoint=file)


@pytest.mark.parametrize("stop", [1, 3])
@pytest.mark.parametrize("end", ["stopped", "finished"])
def test_a_full_disk_costs_the_checkpoint_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, stop: int
) -> None:
    def full(*_values: object, **_named: object) -> None:
        raise katachi.KatachiError("cannot write: no space left")

    monkeypatch.setattr(checkpoints, "write_atomically", full)
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 0.0)
    progress = stop_at(stop) if end == "stopped" else None
    with pytest.warns(RuntimeWarning, match="no checkpoint: cannot write: no space left"):
        knowledge = katachi.learn(
            GAMES, features=SHAPES, loops=4, progress=progress, checkpoint=tmp_path / "x"
        )
    assert knowledge.weights.any()


def test_a_folder_that_cannot_be_written_is_noticed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_point: CurvePoint) -> None:
        raise AssertionError

    with pytest.raises(katachi.KatachiError, match="there is no folder"):
        katachi.learn(
            GAMES, features=SHAPES, progress=never, checkpoint=tmp_path / "none" / "x.checkpoint"
        )
    # A superuser may write everywhere, so the system's answer is not asked for.
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(katachi.KatachiError, match="nothing can be written to the folder"):
        katachi.learn(GAMES, features=SHAPES, progress=never, checkpoint=tmp_path / "x.checkpoint")


@pytest.mark.parametrize("learner", ["fbt", "lbfgs"])
def test_ctrl_c_while_mm_makes_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner: str
) -> None:
    """It is not taken for the end of MM."""
    whole = katachi.learn(GAMES, features=SHAPES, learner=learner, loops=4)
    original = katachi._core.BradleyTerry
    passes: list[int] = []

    class Stopping:
        def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - passed on
            self.core = original(*values, **named)

        def run_pass(self) -> None:
            passes.append(1)
            if len(passes) == 2:
                raise KeyboardInterrupt
            self.core.run_pass()

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - passed on
            return getattr(self.core, name)

    monkeypatch.setattr(katachi._core, "BradleyTerry", Stopping)
    file = tmp_path / "x.checkpoint"
    settings: dict[str, Any] = {"learner": learner, "loops": 4, "checkpoint": file}
    if learner == "fbt":  # nothing is learned yet
        with pytest.raises(KeyboardInterrupt):
            katachi.learn(GAMES, features=SHAPES, **settings)
    else:
        stopped = katachi.learn(GAMES, features=SHAPES, **settings)
        assert stopped.card.settings["interrupted"] is True
        assert stopped.card.settings["loops"] == 1
    again = katachi.learn(GAMES, features=SHAPES, **settings)
    assert np.array_equal(again.weights, whole.weights)


def test_ctrl_c_in_the_first_loop_keeps_the_start(tmp_path: Path) -> None:
    file = tmp_path / "x.checkpoint"
    stopped = katachi.learn(
        GAMES, features=SHAPES, learner="fbt", progress=stop_at(1), checkpoint=file
    )
    assert stopped.card.settings["loops"] == 1
    told: list[int] = []
    katachi.learn(
        GAMES,
        features=SHAPES,
        learner="fbt",
        checkpoint=file,
        progress=lambda point: told.append(point.loop),
    )
    assert told == list(range(21))


def test_shares_are_counted_once() -> None:
    one, all_parts = Competitions.of(GAMES, SHAPES, share=0.2), Competitions.of(GAMES, SHAPES)
    turns = Turns(
        GAMES,
        SHAPES,
        parts=5,
        share=0.2,
        whole_games=False,
        forced_moves=False,
        first_ply=0,
        seed=0,
        threads=1,
    )
    for _ in range(2):
        fit_fbt(turns, loops=0)
        assert len(turns) == len(one)
        fit_fbt(turns, loops=6)
        assert len(turns) == len(all_parts)
        assert np.array_equal(turns.appearances, all_parts.teams.appearances())


def test_checkpoints_of_other_work_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.checkpoint"

    def learn(games: Games = GAMES, **settings: Any) -> FeatureWeights:  # noqa: ANN401 - passed on
        told = {"learner": "fbt", "loops": 3, **settings}
        return katachi.learn(games, features=SHAPES, checkpoint=file, **told)

    learn(progress=stop_at(2))
    kept = file.read_bytes()
    others: list[dict[str, Any]] = [
        {"learner": "mm"},
        {"learner": Fbt(factors=3)},
        {"learner": Fbt(rate=0.1)},
        {"test": TEST},
        {"games": GAMES[:50]},
        {"games": GAMES[::-1]},
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


@pytest.mark.parametrize("change", ["shorter", "other type"])
def test_arrays_of_another_shape_are_refused(tmp_path: Path, change: str) -> None:
    """A file that somebody changed by hand."""
    for learner, name in (
        ("mm", "gammas"),
        ("mm", "best weights"),
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
        kept = arrays[name]
        arrays[name] = kept[..., :-1] if change == "shorter" else kept.astype(np.int8)
        with file.open("wb") as opened:
            np.savez(opened, **arrays)
        with pytest.raises(katachi.KatachiError, match=r"shape|numbers, not"):
            katachi.learn(GAMES, features=SHAPES, **settings)


def test_the_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records, output = tmp_path / "games.katachi", tmp_path / "mine.knowledge"
    write(GAMES, records)
    words = ["learn", str(records), "-f", "cells", "--learner", "fbt", "--loops", "5"]
    words += ["--output", str(output), "--overwrite"]
    checkpoint = tmp_path / "mine.knowledge.checkpoint"
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    whole, curve = FeatureWeights.load(output), json.loads(result.stdout)["curve"]
    assert not checkpoint.exists()

    monkeypatch.setattr(
        "katachi.learning.learned_file.learn",
        lambda *values, progress, **named: katachi.learn(
            *values, progress=both(progress, stop_at(3)), **named
        ),
    )
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "stopped after loop 3; the same command with --overwrite goes on" in result.output
    assert checkpoint.exists()
    monkeypatch.undo()
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    assert not checkpoint.exists()
    found = [row[:3] for row in json.loads(result.stdout)["curve"]]
    assert found == [row[:3] for row in curve]
    assert np.array_equal(FeatureWeights.load(output).weights, whole.weights)


def test_the_digest_of_games_sees_what_was_played_where() -> None:
    start = GAME.start().play("f5")
    records = [
        GameRecord(GAME, ("f5", "d6")),
        GameRecord(GAME, ("f5", "f6")),
        GameRecord(GAME, ("d6",), start=start),
        GameRecord(GAME, ("d6",), start=GAME.start().play("d3").play("c5").play("f6")),
    ]
    digests = {digest_of_games(Games.of([one])) for one in records}
    assert len(digests) == 4
    pair = digest_of_games(Games.of(records[:2]))
    assert pair != digest_of_games(Games.of(records[1::-1]))
    assert pair == digest_of_games(Games.of(records[:2]))
