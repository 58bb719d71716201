"""Training of networks with a policy and a value head.

The loss of a position is the sum of

    policy   cross entropy of the taught shares among the legal moves
    value    cross entropy of the chance to win (a result, or a result and what a search said)
    owners   of each cell at the end, as KataGo has it (Wu 2019), weight `owners`
    margin   |points - margin|, rounded near 0 (Huber), weight `margin`

where each is known; the last two only shape the features. Layers are normalised by batches while they
learn (Ioffe and Szegedy 2015), which is folded into their weights at the end; steps, rates and
symmetries are those of `policy_training`. A checkpoint is a NumPy archive: the same training goes on
from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
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
from katachi.knowledge.networks import PolicyValueNetwork, library
from katachi.knowledge.networks.policy_value_weights import CEILING, PolicyValueWeights
from katachi.learning.networks.examples import place_symmetries
from katachi.learning.networks.policy_training import SMOOTHING, WARM_UP, TrainingState
from katachi.learning.networks.policy_value_lessons import LessonBatch, Lessons
from katachi.records.digest import digest_of_games

CHECKPOINT = "katachi-policy-value-training 1"
# Margins are learned in units of so many points, near one.
POINTS = 10.0
# exp(log spread) at the start, in points.
FIRST_SPREAD = 10.0


@dataclass(frozen=True)
class PolicyValueTraining:
    """How a network is trained.

    `blocks` of two convolutions with `channels` each, a multiple of 16. Every position is seen
    `epochs` times, `batch` at a step. `rate` is the largest rate of learning.
    """

    channels: int = 32
    blocks: int = 3
    hidden: int = 32
    epochs: float = 4.0
    batch: int = 256
    rate: float = 2e-3
    decay: float = 1e-3
    value: float = 1.0
    owners: float = 0.5
    margin: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        """Numbers must make sense."""
        ranges = {
            "channels": (16, 256),
            "blocks": (0, 64),
            "hidden": (1, 256),
            "epochs": (1e-6, 1e6),
            "batch": (2, 65536),
            "rate": (1e-9, 1.0),
            "decay": (0.0, 1.0),
            "value": (0.0, 1e3),
            "owners": (0.0, 1e3),
            "margin": (0.0, 1e3),
        }
        for name, (low, high) in ranges.items():
            if not low <= getattr(self, name) <= high:
                raise InvalidSettings(
                    f"{name} must be {low:g} to {high:g}, not {getattr(self, name)}"
                )
        if self.channels % 16:
            raise InvalidSettings(f"channels must be a multiple of 16, not {self.channels}")

    def steps(self, positions: int) -> int:
        """How many steps a training takes."""
        return max(1, math.ceil(self.epochs * positions / self.batch))

    def rate_at(self, step: int, steps: int) -> float:
        """The rate of a step, counted from 0."""
        warm = max(1, round(WARM_UP * steps))
        if step < warm:
            return self.rate * (step + 1) / warm
        return self.rate * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


def train_policy_value_network(  # noqa: PLR0913 - keyword arguments with defaults
    game: Game,
    lessons: Sequence[Lessons],
    training: PolicyValueTraining | None = None,
    *,
    about: str = "",
    threads: int | None = 1,
    checkpoint: Path | None = None,
    progress: Callable[[TrainingState], None] | None = None,
) -> PolicyValueNetwork:
    """Trains a network on the positions of some lessons.

    With `checkpoint` the state is kept there every minute and on Ctrl-C, and a training that finds
    it goes on from it; it is removed at the end.
    """
    training = training or PolicyValueTraining()
    torch = library("torch", what="training a network", extra="network-training")
    before = torch.get_num_threads()
    torch.set_num_threads(thread_count(threads))
    try:
        trainer = _Trainer(torch, game, lessons, training, checkpoint)
        trainer.run(progress)
    finally:
        torch.set_num_threads(before)
    if trainer.checkpoint is not None:
        trainer.checkpoint.remove()
    return PolicyValueNetwork(game, trainer.weights(), _card(lessons, training, about, trainer))


class _Trainer:
    """The network as PyTorch has it, the optimiser and the step."""

    def __init__(
        self,
        torch: Any,  # noqa: ANN401 - a module
        game: Game,
        lessons: Sequence[Lessons],
        training: PolicyValueTraining,
        checkpoint: Path | None,
    ) -> None:
        self.torch = torch
        self.lessons = tuple(lessons)
        self.training = training
        useful = [some.useful() for some in self.lessons]
        self.which = np.repeat(np.arange(len(useful)), [len(some) for some in useful])
        self.positions = np.concatenate(useful)
        self.steps = training.steps(len(self.positions))
        self.symmetries = place_symmetries(game)
        self.step = 0
        self.loss = math.nan
        self._whole = True  # not in the middle of a step
        self._order: tuple[int, NDArray[np.int64]] | None = None
        planes = self.lessons[0].examples.planes
        cells = np.zeros(planes.side**2, np.float32)
        cells[np.array(planes.places(0))[: len(game.topology.cells)]] = 1.0
        generator = torch.random.fork_rng()
        with generator:
            torch.manual_seed(training.seed)
            self.network = _module(torch, training, len(planes.names), cells, planes.side)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=training.rate, weight_decay=training.decay
        )
        self.checkpoint = None
        if checkpoint is not None:
            identity = {
                "game": str(game),
                "games": [digest_of_games(some.examples.games) for some in self.lessons],
                "taught": [(some.taught, some.shares, some.chances) for some in self.lessons],
                **asdict(training),
            }
            self.checkpoint = Checkpoint(checkpoint, CHECKPOINT, identity)
            self._restore(self.checkpoint)

    def run(self, progress: Callable[[TrainingState], None] | None) -> None:
        self.network.train()
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
        rng = np.random.default_rng([self.training.seed, 2, self.step])
        batches = []
        chosen = self._positions(self.step)
        for number, some in enumerate(self.lessons):
            mine = chosen[self.which[chosen] == number]
            if len(mine):
                turns = rng.integers(len(self.symmetries), size=len(mine))
                batches.append(some.batch(self.positions[mine]).transformed(self.symmetries, turns))
        for group in self.optimizer.param_groups:
            group["lr"] = self.training.rate_at(self.step, self.steps)
        self.optimizer.zero_grad()
        loss = self._loss(batches)
        loss.backward()
        self._whole = False
        self.torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        found = float(loss.detach())
        share = max(1 / self.step, 1 / SMOOTHING)
        self.loss = found if self.step == 1 else (1 - share) * self.loss + share * found
        self._whole = True

    def _loss(self, batches: Sequence[LessonBatch]) -> Any:  # noqa: ANN401 - a tensor
        torch, training = self.torch, self.training
        functional = torch.nn.functional

        def tensor(get: Callable[[LessonBatch], NDArray[Any]]) -> Any:  # noqa: ANN401 - a tensor
            return torch.from_numpy(np.concatenate([get(batch) for batch in batches]))

        logits, values, owners = self.network(tensor(lambda b: b.examples.planes))
        shares = tensor(lambda b: b.shares)
        told = logits.masked_fill(tensor(lambda b: ~b.examples.legal), -1e9)
        policy = -(shares * functional.log_softmax(told, dim=1)).sum(dim=1)
        policy = policy.sum() / (shares.sum() + 1e-6)

        def known(target: Any) -> Any:  # noqa: ANN401 - tensors
            return ~torch.isnan(target)

        def mean(loss: Any, where: Any) -> Any:  # noqa: ANN401 - tensors
            return loss[where].sum() / (where.sum() + 1e-6)

        chances, margins = tensor(lambda b: b.chances), tensor(lambda b: b.margins)
        lead = values[:, 0] - tensor(lambda b: b.handicaps)
        chance = functional.binary_cross_entropy_with_logits(
            lead / values[:, 1].exp(), torch.nan_to_num(chances), reduction="none"
        )
        points = functional.smooth_l1_loss(
            values[:, 0] / POINTS, torch.nan_to_num(margins) / POINTS, reduction="none"
        )
        owned = tensor(lambda b: b.owners[:, :-1])
        owning = functional.binary_cross_entropy_with_logits(
            owners, (torch.nan_to_num(owned) + 1) / 2, reduction="none"
        )
        return (
            policy
            + training.value * mean(chance, known(chances))
            + training.margin * mean(points, known(margins))
            + training.owners * mean(owning, known(owned))
        )

    def _positions(self, step: int) -> NDArray[np.int64]:
        """The positions of a step: each epoch goes through all of them in an order of its own."""
        count, batch = len(self.positions), self.training.batch
        wanted = np.arange(step * batch, (step + 1) * batch)
        found = np.empty(batch, np.int64)
        for epoch in np.unique(wanted // count):
            if self._order is None or self._order[0] != epoch:
                rng = np.random.default_rng([self.training.seed, 1, int(epoch)])
                self._order = (int(epoch), rng.permutation(count))
            here = wanted // count == epoch
            found[here] = self._order[1][wanted[here] % count]
        return found

    def weights(self) -> PolicyValueWeights:
        """The weights, normalisation folded in."""
        state = {name: one.detach().numpy() for name, one in self.network.state_dict().items()}
        return PolicyValueWeights.of(folded(state, self.training.blocks))

    def _save(self) -> None:
        if self.checkpoint is None or self.step == 0 or not self._whole:
            return
        arrays = {f"state {n}": one.numpy() for n, one in self.network.state_dict().items()}
        for name, weight in self.network.named_parameters():
            kept = self.optimizer.state[weight]
            arrays[f"mean {name}"] = kept["exp_avg"].numpy()
            arrays[f"square {name}"] = kept["exp_avg_sq"].numpy()
        self.checkpoint.try_to_write(Standing({"step": self.step, "loss": self.loss}, arrays))

    def _restore(self, checkpoint: Checkpoint) -> None:
        kept = checkpoint.read()
        if kept is None:
            return
        torch = self.torch
        try:
            step, loss = int(kept.head["step"]), float(kept.head["loss"])
            self.network.load_state_dict(
                {n: torch.from_numpy(kept.arrays[f"state {n}"]) for n in self.network.state_dict()}
            )
            for name, weight in self.network.named_parameters():
                moments = [kept.arrays[f"{kind} {name}"] for kind in ("mean", "square")]
                if any(one.shape != tuple(weight.shape) for one in moments):
                    raise ValueError(f"the array {name} has another shape")
                self.optimizer.state[weight] = {
                    "step": torch.tensor(float(step)),
                    "exp_avg": torch.from_numpy(moments[0]),
                    "exp_avg_sq": torch.from_numpy(moments[1]),
                }
        except (ValueError, KeyError, TypeError, RuntimeError) as error:
            raise checkpoint.damaged(error) from None
        self.step, self.loss = step, loss


def _module(
    torch: Any,  # noqa: ANN401 - a module
    training: PolicyValueTraining,
    planes: int,
    cells: NDArray[np.float32],
    side: int,
) -> Any:  # noqa: ANN401 - of PyTorch
    """The network while it learns: the graph of `PolicyValueWeights`, normalised, and owners."""
    nn, channels = torch.nn, training.channels

    def convolution(inputs: int) -> Any:  # noqa: ANN401 - of PyTorch
        return nn.Conv2d(inputs, channels, 3, padding=1, bias=False)

    class Network(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            mask = torch.from_numpy(cells).view(1, 1, side, side)
            self.register_buffer("board", mask, persistent=False)
            count = range(2 * training.blocks)
            self.input = convolution(planes)
            self.input_norm = nn.BatchNorm2d(channels)
            self.layers = nn.ModuleList([convolution(channels) for _ in count])
            self.norms = nn.ModuleList([nn.BatchNorm2d(channels) for _ in count])
            self.pools = nn.ModuleList(
                [nn.Linear(channels, channels, bias=False) for _ in range(training.blocks)]
            )
            self.policy = nn.Conv2d(channels, 1, 1)
            self.hidden = nn.Linear(channels, training.hidden)
            self.outputs = nn.Linear(training.hidden, 3)
            self.owners = nn.Conv2d(channels, 1, 1)
            # The branch of a block begins as nothing.
            for norm in self.norms[1::2]:
                nn.init.constant_(norm.weight, 0.2)
            for pool in self.pools:
                nn.init.zeros_(pool.weight)
            nn.init.zeros_(self.outputs.bias)
            with torch.no_grad():
                self.outputs.bias[1] = math.log(FIRST_SPREAD)
                self.outputs.weight[1:] *= 0.1

        def forward(self, x: Any) -> Any:  # noqa: ANN401 - tensors
            def clip(sums: Any) -> Any:  # noqa: ANN401 - tensors
                return torch.clamp(sums, 0.0, CEILING) * self.board

            def means(features: Any) -> Any:  # noqa: ANN401 - tensors
                return features.sum(dim=(2, 3)) / self.board.sum()

            x = clip(self.input_norm(self.input(x)))
            for number, pool in enumerate(self.pools):
                first, second = 2 * number, 2 * number + 1
                pooled = pool(means(x))[:, :, None, None]
                y = clip(self.norms[first](self.layers[first](x) + pooled))
                x = clip(x + self.norms[second](self.layers[second](y)))
            outputs = self.outputs(torch.relu(self.hidden(means(x))))
            logits = torch.cat([self.policy(x).flatten(1), outputs[:, 2:]], dim=1)
            spread = outputs[:, 1].clamp(-5.0, 10.0)
            values = torch.stack([POINTS * outputs[:, 0], spread], dim=1)
            return logits, values, self.owners(x).flatten(1)

    return Network()


def folded(state: dict[str, NDArray[np.float32]], blocks: int) -> dict[str, NDArray[np.float32]]:
    """The weights by name, as `PolicyValueWeights.of` wants them, without normalisation."""
    found = {}

    def fold(layer: str, norm: str, name: str, pool: str = "") -> None:
        scale = state[f"{norm}.weight"] / np.sqrt(state[f"{norm}.running_var"] + 1e-5)
        found[f"{name}.weights"] = state[f"{layer}.weight"] * scale[:, None, None, None]
        found[f"{name}.biases"] = state[f"{norm}.bias"] - state[f"{norm}.running_mean"] * scale
        if pool:
            found[f"{name}.pool"] = state[f"{pool}.weight"] * scale[:, None]

    fold("input", "input_norm", "input")
    for number in range(2 * blocks):
        pool = "" if number % 2 else f"pools.{number // 2}"
        fold(f"layers.{number}", f"norms.{number}", f"layer{number}", pool)
    for name in ("policy", "hidden", "outputs"):
        found[f"{name}.weights"] = state[f"{name}.weight"].copy()
        found[f"{name}.biases"] = state[f"{name}.bias"].copy()
    found["outputs.weights"][0] *= POINTS
    found["outputs.biases"][0] *= POINTS
    return {name: array.astype(np.float32) for name, array in found.items()}


def _card(
    lessons: Sequence[Lessons], training: PolicyValueTraining, about: str, trainer: _Trainer
) -> Card:
    provenances = [some.examples.games.provenance for some in lessons]
    return Card(
        about=about,
        made_by=f"katachi {__version__}",
        learner="AdamW",
        settings={
            **asdict(training),
            "steps": trainer.steps,
            "positions_seen": trainer.steps * training.batch,
        },
        games=sum(len(some.examples.games) for some in lessons),
        positions=len(trainer.positions),
        sources=tuple(
            f"{source.file} sha256:{source.sha256}" for one in provenances for source in one.sources
        ),
        steps=tuple(step for one in provenances for step in one.steps),
        results={"train_loss": round(trainer.loss, 6)},
    )
