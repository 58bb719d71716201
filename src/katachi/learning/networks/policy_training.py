"""Training of convolutional networks on records: the played move against the other legal ones.

The loss is minus the logarithm of the probability of the played move among the legal moves, that is
minus the mean log evidence of Bradley-Terry knowledge. Every position is seen in a random symmetry.
The course of a training is that of `trainer.py`. PyTorch computes gradients; nothing of it remains in
the network.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi import __version__
from katachi.files.checkpoint import Checkpoint
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.knowledge import Card
from katachi.knowledge.networks import ConvolutionalNetwork, Layers, library
from katachi.learning.networks.examples import Examples, place_symmetries
from katachi.learning.networks.trainer import (
    Course,
    Order,
    Trainer,
    TrainingState,
    check_ranges,
)
from katachi.records import Games
from katachi.records.digest import digest_of_games

CHECKPOINT = "katachi-policy-training 1"


@dataclass(frozen=True, kw_only=True)
class PolicyTraining(Course):
    """How a network is trained.

    `layers` convolutions with `channels` each.
    """

    channels: int = 32
    layers: int = 5
    epochs: float = 1.0
    batch: int = 256
    rate: float = 2e-3
    decay: float = 1e-4
    seed: int = 0

    def __post_init__(self) -> None:
        """Numbers must make sense."""
        check_ranges(
            self,
            {
                "channels": (1, 512),
                "layers": (1, 64),
                "epochs": (1e-6, 1e6),
                "batch": (1, 65536),
                "rate": (1e-9, 1.0),
                "decay": (0.0, 1.0),
            },
        )


def train_policy_network(  # noqa: PLR0913 - keyword arguments with defaults
    game: Game,
    games: Games,
    training: PolicyTraining | None = None,
    *,
    about: str = "",
    threads: int | None = 1,
    checkpoint: Path | None = None,
    progress: Callable[[TrainingState], None] | None = None,
) -> ConvolutionalNetwork:
    """Trains a network on all positions of games where there was a choice.

    With `checkpoint` the state is kept there every minute and on Ctrl-C, and a training that finds
    it goes on from it; it is removed at the end.
    """
    training = training or PolicyTraining()
    torch = library("torch", what="training a network", extra="network-training")
    library("onnx", what="training a network", extra="network-training")
    examples = Examples(game, games)
    before = torch.get_num_threads()
    torch.set_num_threads(thread_count(threads))
    try:
        trainer = _Trainer(torch, examples, training, checkpoint)
        trainer.run(progress)
    finally:
        torch.set_num_threads(before)
    if trainer.checkpoint is not None:
        trainer.checkpoint.remove()
    card = _card(games, examples, training, about, trainer)
    return ConvolutionalNetwork(game, trainer.layers().to_onnx(), card)


class _Trainer(Trainer):
    """The weights and the loss."""

    kept_as = "weight"

    def __init__(
        self,
        torch: Any,  # noqa: ANN401 - a module
        examples: Examples,
        training: PolicyTraining,
        checkpoint: Path | None,
    ) -> None:
        super().__init__(torch, training, training.steps(len(examples)))
        self.examples = examples
        self.training = training
        self.symmetries = place_symmetries(examples.game)
        self.order = Order(len(examples), training.batch, (training.seed, 1))
        side, planes = examples.planes.side, len(examples.planes.names)
        rng = np.random.default_rng([training.seed, 0])
        start = _start(training, planes, side, rng)
        self.weights = {
            name: torch.tensor(array, requires_grad=True) for name, array in start.items()
        }
        identity = _identity(examples, training)
        self.begin(Checkpoint(checkpoint, CHECKPOINT, identity) if checkpoint else None)

    def learned(self) -> dict[str, Any]:
        return self.weights

    def loss_of(self, step: int) -> Any:  # noqa: ANN401 - a tensor
        torch = self.torch
        batch = self.examples.batch(self.order[step])
        rng = np.random.default_rng([self.training.seed, 2, step])
        turns = rng.integers(len(self.symmetries), size=len(batch.chosen))
        batch = batch.transformed(self.symmetries, turns)
        logits = self.logits(torch.from_numpy(batch.planes))
        logits = logits.masked_fill(torch.from_numpy(~batch.legal), -math.inf)
        return torch.nn.functional.cross_entropy(logits, torch.from_numpy(batch.chosen))

    def logits(self, planes: Any) -> Any:  # noqa: ANN401 - tensors
        """float32 [positions, side * side + 1]; the same graph as `Layers.to_onnx`."""
        functional, weights = self.torch.nn.functional, self.weights
        features = planes
        for number in range(self.training.layers):
            features = functional.relu(
                functional.conv2d(
                    features,
                    weights[f"layer{number}.weights"],
                    weights[f"layer{number}.biases"],
                    padding=1,
                )
            )
        channels = self.training.channels
        cells = functional.conv2d(features, weights["cells.weights"].view(1, channels, 1, 1))
        cells = cells.flatten(1) + weights["cells.biases"].flatten()
        special = features.mean(dim=(2, 3)) @ weights["special.weights"][:, None]
        return self.torch.cat([cells, special + weights["special.bias"]], dim=1)

    def layers(self) -> Layers:
        """The weights as arrays."""
        arrays = {name: one.detach().numpy() for name, one in self.weights.items()}
        numbers = range(self.training.layers)
        return Layers(
            tuple((arrays[f"layer{n}.weights"], arrays[f"layer{n}.biases"]) for n in numbers),
            arrays["cells.weights"],
            arrays["cells.biases"],
            arrays["special.weights"],
            arrays["special.bias"],
        )


def _identity(examples: Examples, training: PolicyTraining) -> dict[str, object]:
    """What a checkpoint must agree with: settings and games."""
    return {
        "game": str(examples.game),
        "games": digest_of_games(examples.games),
        **asdict(training),
    }


def _start(
    training: PolicyTraining, planes: int, side: int, rng: np.random.Generator
) -> dict[str, NDArray[np.float32]]:
    """First weights: those of He et al. 2015 in the layers, nearly equal moves at the top."""
    arrays: dict[str, NDArray[Any]] = {}
    before, channels = planes, training.channels
    for number in range(training.layers):
        spread = math.sqrt(2 / (9 * before))
        arrays[f"layer{number}.weights"] = rng.normal(0, spread, (channels, before, 3, 3))
        arrays[f"layer{number}.biases"] = np.zeros(channels)
        before = channels
    arrays["cells.weights"] = rng.normal(0, 0.1 / math.sqrt(channels), channels)
    arrays["cells.biases"] = np.zeros((side, side))
    arrays["special.weights"] = np.zeros(channels)
    arrays["special.bias"] = np.zeros(1)
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def _card(
    games: Games, examples: Examples, training: PolicyTraining, about: str, trainer: _Trainer
) -> Card:
    provenance = games.provenance
    return Card(
        about=about,
        made_by=f"katachi {__version__}",
        learner="AdamW",
        settings={
            **asdict(training),
            "steps": trainer.steps,
            "positions_seen": trainer.steps * training.batch,
        },
        games=len(games),
        positions=len(examples),
        sources=tuple(f"{source.file} sha256:{source.sha256}" for source in provenance.sources),
        steps=tuple(provenance.steps),
        results={"train_mean_log_evidence": round(-trainer.loss, 6)},
    )
