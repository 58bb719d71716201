"""Training of convolutional networks on records: the played move against the other legal ones.

The loss is minus the logarithm of the probability of the played move among the legal moves, that is
minus the mean log evidence of Bradley-Terry knowledge. Every position is seen in a random symmetry.
Steps are Adam's (Kingma and Ba 2015) with decoupled decay of the weights, the rate rises for a
twentieth of the training and then falls to zero along a cosine (Loshchilov and Hutter 2017, 2019).

PyTorch computes gradients; nothing of it remains in the network. A checkpoint is a NumPy archive
without pickles: the same training goes on from there and gives the same network.
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
from katachi.errors import InvalidSettings
from katachi.files.checkpoint import Checkpoint, Standing
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.knowledge import Card
from katachi.knowledge.networks import ConvolutionalNetwork, Layers, library
from katachi.learning.networks.examples import Examples, place_symmetries
from katachi.records import Games
from katachi.records.digest import digest_of_games

CHECKPOINT = "katachi-policy-training 1"
WARM_UP = 0.05
# The loss that is told is a mean over about this many steps.
SMOOTHING = 50


@dataclass(frozen=True)
class PolicyTraining:
    """How a network is trained.

    `layers` convolutions with `channels` each. Every position of the games is seen `epochs` times,
    `batch` at a step. `rate` is the largest rate of learning.
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
        ranges = {
            "channels": (1, 512),
            "layers": (1, 64),
            "epochs": (1e-6, 1e6),
            "batch": (1, 65536),
            "rate": (1e-9, 1.0),
            "decay": (0.0, 1.0),
        }
        for name, (low, high) in ranges.items():
            if not low <= getattr(self, name) <= high:
                raise InvalidSettings(
                    f"{name} must be {low:g} to {high:g}, not {getattr(self, name)}"
                )

    def steps(self, positions: int) -> int:
        """How many steps a training takes."""
        return max(1, math.ceil(self.epochs * positions / self.batch))

    def rate_at(self, step: int, steps: int) -> float:
        """The rate of a step, counted from 0."""
        warm = max(1, round(WARM_UP * steps))
        if step < warm:
            return self.rate * (step + 1) / warm
        return self.rate * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


@dataclass(frozen=True)
class TrainingState:
    """How far a training is: steps done of all, and the mean loss of late."""

    step: int
    steps: int
    loss: float


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


class _Trainer:
    """The weights, Adam's moments and the step."""

    def __init__(
        self,
        torch: Any,  # noqa: ANN401 - a module
        examples: Examples,
        training: PolicyTraining,
        checkpoint: Path | None,
    ) -> None:
        self.torch = torch
        self.examples = examples
        self.training = training
        self.checkpoint = None
        if checkpoint is not None:
            self.checkpoint = Checkpoint(checkpoint, CHECKPOINT, _identity(examples, training))
        self.symmetries = place_symmetries(examples.game)
        self.steps = training.steps(len(examples))
        self.step = 0
        self.loss = math.nan
        self._whole = True  # not in the middle of a step
        self._order: tuple[int, NDArray[np.int64]] | None = None
        side, planes = examples.planes.side, len(examples.planes.names)
        rng = np.random.default_rng([training.seed, 0])
        start = _start(training, planes, side, rng)
        self.weights = {
            name: torch.tensor(array, requires_grad=True) for name, array in start.items()
        }
        self.optimizer = torch.optim.AdamW(
            list(self.weights.values()), lr=training.rate, weight_decay=training.decay
        )
        if self.checkpoint is not None:
            self._restore(self.checkpoint)

    def run(self, progress: Callable[[TrainingState], None] | None) -> None:
        try:
            while self.step < self.steps:
                self._advance()
                if progress is not None:
                    progress(TrainingState(self.step, self.steps, self.loss))
                if self.checkpoint is not None and self.checkpoint.is_due:
                    self._save()
        except KeyboardInterrupt:
            self._save()
            raise

    def _advance(self) -> None:
        torch = self.torch
        batch = self.examples.batch(self._positions(self.step))
        rng = np.random.default_rng([self.training.seed, 2, self.step])
        turns = rng.integers(len(self.symmetries), size=len(batch.chosen))
        batch = batch.transformed(self.symmetries, turns)
        for group in self.optimizer.param_groups:
            group["lr"] = self.training.rate_at(self.step, self.steps)
        self.optimizer.zero_grad()
        logits = self.logits(torch.from_numpy(batch.planes))
        logits = logits.masked_fill(torch.from_numpy(~batch.legal), -math.inf)
        loss = torch.nn.functional.cross_entropy(logits, torch.from_numpy(batch.chosen))
        loss.backward()
        self._whole = False
        self.optimizer.step()
        self.step += 1
        found = float(loss.detach())
        share = max(1 / self.step, 1 / SMOOTHING)
        self.loss = found if self.step == 1 else (1 - share) * self.loss + share * found
        self._whole = True

    def _positions(self, step: int) -> NDArray[np.int64]:
        """The positions of a step: each epoch goes through all of them in an order of its own."""
        count, batch = len(self.examples), self.training.batch
        wanted = np.arange(step * batch, (step + 1) * batch)
        found = np.empty(batch, np.int64)
        for epoch in np.unique(wanted // count):
            if self._order is None or self._order[0] != epoch:
                rng = np.random.default_rng([self.training.seed, 1, int(epoch)])
                self._order = (int(epoch), rng.permutation(count))
            here = wanted // count == epoch
            found[here] = self._order[1][wanted[here] % count]
        return found

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

    def _save(self) -> None:
        if self.checkpoint is None or self.step == 0 or not self._whole:
            return
        arrays: dict[str, NDArray[Any]] = {}
        for name, weight in self.weights.items():
            arrays[f"weight {name}"] = weight.detach().numpy()
            arrays[f"mean {name}"] = self.optimizer.state[weight]["exp_avg"].numpy()
            arrays[f"square {name}"] = self.optimizer.state[weight]["exp_avg_sq"].numpy()
        self.checkpoint.try_to_write(Standing({"step": self.step, "loss": self.loss}, arrays))

    def _restore(self, checkpoint: Checkpoint) -> None:
        kept = checkpoint.read()
        if kept is None:
            return
        try:
            step, loss = int(kept.head["step"]), float(kept.head["loss"])
            for name, weight in self.weights.items():
                self._restore_weight(kept.arrays, name, weight, step)
        except (ValueError, KeyError, TypeError) as error:
            raise checkpoint.damaged(error) from None
        self.step, self.loss = step, loss

    def _restore_weight(
        self,
        kept: dict[str, NDArray[Any]],
        name: str,
        weight: Any,  # noqa: ANN401 - a tensor
        step: int,
    ) -> None:
        torch = self.torch
        arrays = [kept[f"{kind} {name}"] for kind in ("weight", "mean", "square")]
        if any(array.shape != tuple(weight.shape) for array in arrays):
            raise ValueError(f"the array {name} has another shape")
        with torch.no_grad():
            weight.copy_(torch.from_numpy(arrays[0]))
        self.optimizer.state[weight] = {
            "step": torch.tensor(float(step)),
            "exp_avg": torch.from_numpy(arrays[1]),
            "exp_avg_sq": torch.from_numpy(arrays[2]),
        }


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
