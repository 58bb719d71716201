"""Training of convolutional networks; what needs PyTorch is skipped where it is not installed."""

from __future__ import annotations

import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from test_planes import random_game

import katachi
from katachi import KatachiError
from katachi.knowledge import ConvolutionalNetwork, load_knowledge
from katachi.learning.networks import (
    Examples,
    PolicyTraining,
    TrainingState,
    predict_with_network,
    train_policy_network,
)
from katachi.learning.networks import policy_training as module
from katachi.records import GameRecord, Games, write

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"
)

GAME = katachi.Hex(4)
SMALL = PolicyTraining(channels=8, layers=2, epochs=60, batch=16, rate=1e-2, seed=3)


def greedy_games(count: int) -> Games:
    """Games with a rule to learn: White answers the other games' moves at random, Black plays the
    first empty cell in the order of the alphabet."""
    records = []
    for seed in range(count):
        rng = np.random.default_rng(seed)
        position, played = GAME.start(), []
        while not position.is_over:
            legal = position.legal_moves
            move = legal[0] if position.to_move == "black" else legal[rng.integers(len(legal))]
            played.append(move)
            position = position.play(move)
        records.append(GameRecord(GAME, tuple(played)))
    return Games.of(records)


def test_the_rate_rises_and_falls() -> None:
    training = PolicyTraining(rate=0.1, epochs=2.0, batch=10)
    assert training.steps(1000) == 200
    rates = [training.rate_at(step, 200) for step in range(200)]
    assert rates[0] == pytest.approx(0.01)
    assert max(rates) == pytest.approx(0.1) == rates[9]
    assert rates == sorted(rates[:10]) + sorted(rates[10:], reverse=True)
    assert rates[-1] < 1e-4
    assert rates[105] == pytest.approx(0.05, abs=1e-3)


@pytest.mark.parametrize(
    "changes", [{"channels": 0}, {"layers": 0}, {"epochs": 0}, {"rate": 2}, {"epochs": math.nan}]
)
def test_settings_out_of_range_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(KatachiError, match=next(iter(changes))):
        PolicyTraining(**changes)  # type: ignore[arg-type]


def test_training_without_pytorch_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        KatachiError,
        match=r'training a network needs torch: pip install "katachi\[network-training\]"',
    ):
        train_policy_network(GAME, greedy_games(2))


@needs_torch
def test_the_loss_falls_and_the_rule_is_learned() -> None:
    states: list[TrainingState] = []
    network = train_policy_network(GAME, greedy_games(40), SMALL, progress=states.append)
    examples = Examples(GAME, greedy_games(40))
    assert len(states) == SMALL.steps(len(examples)) == states[-1].step
    assert states[-1].loss < 0.75 * states[0].loss
    # Half the moves follow the rule, the others are a guess among about ten.
    found = predict_with_network(network, greedy_games(60)[40:])
    assert found.mean_log_evidence > found.uniform + 0.4
    assert found.accuracy > 0.45
    card = network.card
    assert (card.games, card.positions, card.learner) == (40, len(examples), "AdamW")
    assert card.settings["channels"] == 8
    assert card.settings["positions_seen"] == 16 * states[-1].step
    assert card.results["train_mean_log_evidence"] == pytest.approx(-states[-1].loss, abs=1e-5)


@needs_torch
@pytest.mark.parametrize("game", [katachi.Othello(6), katachi.Havannah(3)], ids=str)
def test_the_exported_model_is_that_of_pytorch(game: katachi.Game) -> None:
    import torch

    games = Games.of([GameRecord(game, tuple(random_game(game, seed))) for seed in range(4)])
    examples = Examples(game, games)
    training = PolicyTraining(channels=7, layers=3, epochs=2, batch=8, rate=5e-3)
    trainer = module._Trainer(torch, examples, training, None)
    trainer.run(None)
    network = ConvolutionalNetwork(game, trainer.layers().to_onnx())
    planes = examples.batch(np.arange(20)).planes
    with torch.no_grad():
        wanted = trainer.logits(torch.from_numpy(planes)).numpy()
    assert np.abs(network.evaluate(planes) - wanted).max() < 1e-5


@needs_torch
def test_an_interrupted_training_goes_on_to_the_same_network(tmp_path: Path) -> None:
    games = greedy_games(10)
    training = PolicyTraining(channels=4, layers=2, epochs=6, batch=16, seed=1)
    whole = train_policy_network(GAME, games, training)
    checkpoint = tmp_path / "x.checkpoint"

    def stop(state: TrainingState) -> None:
        if state.step == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_policy_network(GAME, games, training, checkpoint=checkpoint, progress=stop)
    assert checkpoint.exists()
    steps: list[int] = []
    again = train_policy_network(
        GAME, games, training, checkpoint=checkpoint, progress=lambda s: steps.append(s.step)
    )
    assert steps[0] == 8
    assert again.model == whole.model
    assert not checkpoint.exists()


@needs_torch
def test_other_checkpoints_are_refused(tmp_path: Path) -> None:
    games = greedy_games(4)
    checkpoint = tmp_path / "x.checkpoint"

    def stop(_state: TrainingState) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_policy_network(GAME, games, SMALL, checkpoint=checkpoint, progress=stop)
    with pytest.raises(KatachiError, match="other settings or games"):
        train_policy_network(GAME, greedy_games(5), SMALL, checkpoint=checkpoint)
    with pytest.raises(KatachiError, match="other settings or games"):
        train_policy_network(GAME, games, PolicyTraining(), checkpoint=checkpoint)
    checkpoint.write_bytes(checkpoint.read_bytes()[:500])
    with pytest.raises(KatachiError, match=r"x\.checkpoint' is not a checkpoint"):
        train_policy_network(GAME, games, SMALL, checkpoint=checkpoint)


@needs_torch
def test_the_command_writes_a_network_that_predicts(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from katachi.cli import app

    records = tmp_path / "games.katachi"
    write(greedy_games(30), records)
    network = tmp_path / "mine.network"
    options = ["--channels", "4", "--layers", "2", "--epochs", "2", "--test", "6", "--seed", "2"]
    result = CliRunner().invoke(
        app, ["train", "conv", str(records), "--output", str(network), *options]
    )
    assert result.exit_code == 0, result.output
    card = load_knowledge(str(network)).card
    assert card.tested_on == "6 games of the same files, seed 2"
    assert 0 < card.results["accuracy"] < 1
    assert list(tmp_path.glob("*.checkpoint")) == []
    result = CliRunner().invoke(
        app, ["predict", str(network), "--games", str(records), "--test", "6", "--seed", "2"]
    )
    assert result.exit_code == 0, result.output
    assert f"{100 * card.results['accuracy']:.1f} %" in result.output
    result = CliRunner().invoke(app, ["train", "conv", str(records), "--output", "x.onnx"])
    assert result.exit_code == 2
    assert "must end with .network" in result.output
