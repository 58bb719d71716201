"""Training of networks with a policy and a value head.

The loss of a position is the sum of

    policy   cross entropy of the taught shares among the legal moves
    value    cross entropy of the chance to win (a result, or a result and what a search said)
    owners   of each cell at the end, as KataGo has it (Wu 2019), weight `owners`
    margin   |points - margin|, rounded near 0 (Huber), weight `margin`

where each is known; the last two only shape the features. Layers are normalised by batches while they
learn (Ioffe and Szegedy 2015), which is folded into their weights at the end. The course of a training
is that of `trainer.py`; every position is seen in a random symmetry.

The weights know no size, so lessons of several sizes of a game may teach one network: a step sees
positions of one of them, and every position comes as often as any other. A training may also begin
with a network, of any size of the game.
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
from katachi.errors import InvalidSettings, KatachiError
from katachi.files.checkpoint import Checkpoint
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.knowledge import Card
from katachi.knowledge.networks import PolicyValueNetwork, library
from katachi.knowledge.networks.policy_value_weights import CEILING, PolicyValueWeights
from katachi.learning.networks.examples import place_symmetries
from katachi.learning.networks.policy_value_lessons import LessonBatch, Lessons
from katachi.learning.networks.trainer import (
    Course,
    Order,
    Trainer,
    TrainingState,
    check_ranges,
)
from katachi.records.digest import digest_of_games

CHECKPOINT = "katachi-policy-value-training 1"
# Margins are learned in units of so many points, near one.
POINTS = 10.0
# Positions that say how large the numbers of the layers of a network to start with are.
START = 512
# exp(log spread) at the start, in points.
FIRST_SPREAD = 10.0


@dataclass(frozen=True, kw_only=True)
class PolicyValueTraining(Course):
    """How a network is trained.

    `blocks` of two convolutions with `channels` each, a multiple of 16. `value`, `owners` and `margin`
    are the weights of these parts of the loss.
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
        check_ranges(
            self,
            {
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
            },
        )
        if self.channels % 16:
            raise InvalidSettings(f"channels must be a multiple of 16, not {self.channels}")


def train_policy_value_network(  # noqa: PLR0913 - keyword arguments with defaults
    game: Game,
    lessons: Sequence[Lessons],
    training: PolicyValueTraining | None = None,
    *,
    start: PolicyValueNetwork | None = None,
    about: str = "",
    threads: int | None = 1,
    checkpoint: Path | None = None,
    progress: Callable[[TrainingState], None] | None = None,
) -> PolicyValueNetwork:
    """Trains a network on the positions of some lessons, which may be of other sizes of the game.

    `start`: a network of the game, of any size, whose weights are the first ones. With `checkpoint`
    the state is kept there every minute and on Ctrl-C, and a training that finds it goes on from
    it; it is removed at the end.
    """
    training = training or PolicyValueTraining()
    torch = library("torch", what="training a network", extra="network-training")
    before = torch.get_num_threads()
    torch.set_num_threads(thread_count(threads))
    try:
        trainer = _Trainer(torch, game, lessons, training, checkpoint, start)
        trainer.run(progress)
    finally:
        torch.set_num_threads(before)
    if trainer.checkpoint is not None:
        trainer.checkpoint.remove()
    return PolicyValueNetwork(game, trainer.weights(), _card(lessons, training, about, trainer))


class _Board:
    """The lessons of one size, and the order in which their positions come."""

    def __init__(self, lessons: Sequence[Lessons], batch: int, seed: tuple[int, ...]) -> None:
        self.lessons = tuple(lessons)
        examples = self.lessons[0].examples
        useful = [some.useful() for some in self.lessons]
        self.which = np.repeat(np.arange(len(useful)), [len(some) for some in useful])
        self.positions = np.concatenate(useful)
        self.order = Order(len(self.positions), batch, seed)
        self.symmetries = place_symmetries(examples.game)
        planes = examples.planes
        self.cells = np.zeros((planes.side, planes.side), np.float32)
        self.cells.flat[np.array(planes.places(0))[: len(examples.game.topology.cells)]] = 1.0

    def batches(self, step: int, rng: np.random.Generator) -> list[LessonBatch]:
        """What the board teaches at its step, turned and mirrored at random."""
        found = []
        chosen = self.order[step]
        for number, some in enumerate(self.lessons):
            mine = chosen[self.which[chosen] == number]
            if len(mine):
                turns = rng.integers(len(self.symmetries), size=len(mine))
                found.append(some.batch(self.positions[mine]).transformed(self.symmetries, turns))
        return found


def _boards_of(lessons: Sequence[Lessons], training: PolicyValueTraining) -> list[_Board]:
    """The lessons by size, in the order in which the sizes are met."""
    by_side: dict[int, list[Lessons]] = {}
    for some in lessons:
        by_side.setdefault(some.examples.planes.side, []).append(some)
    return [
        _Board(mine, training.batch, (training.seed, 1, *([number] if number else [])))
        for number, mine in enumerate(by_side.values())
    ]


def _turns(positions: Sequence[int], steps: int, seed: int) -> NDArray[np.int64]:
    """int64 [steps]: the board of each step, each as often as its share of all positions says."""
    borders = np.rint(np.cumsum([0, *positions]) / sum(positions) * steps).astype(np.int64)
    turns = np.repeat(np.arange(len(positions)), np.diff(borders))
    return np.random.default_rng([seed, 3]).permutation(turns)


class _Trainer(Trainer):
    """The network as PyTorch has it, and the loss."""

    steepest = 5.0

    def __init__(  # noqa: PLR0913, PLR0917 - what makes a training
        self,
        torch: Any,  # noqa: ANN401 - a module
        game: Game,
        lessons: Sequence[Lessons],
        training: PolicyValueTraining,
        checkpoint: Path | None,
        start: PolicyValueNetwork | None = None,
    ) -> None:
        self.training = training
        self.boards = _boards_of(lessons, training)
        self.counts = [len(board.positions) for board in self.boards]
        super().__init__(torch, training, training.steps(sum(self.counts)))
        turns = _turns(self.counts, self.steps, training.seed)
        # Of every step: its board, and the number of the step among those of the board.
        self.turns = turns
        self.rounds = np.zeros(self.steps, np.int64)
        for number in range(len(self.boards)):
            mine = turns == number
            self.rounds[mine] = np.arange(mine.sum())
        planes = self.boards[0].lessons[0].examples.planes
        generator = torch.random.fork_rng()
        with generator:
            torch.manual_seed(training.seed)
            self.network = _module(torch, training, len(planes.names))
        # A place holds its channels side by side: a third faster.
        self.network.to(memory_format=torch.channels_last)
        self.network.train()
        if start is not None:
            self._start_with(start, game)
        identity: dict[str, object] = {
            "game": str(game),
            "games": [digest_of_games(some.examples.games) for some in lessons],
            "taught": [(some.taught, some.shares, some.chances) for some in lessons],
            **asdict(training),
        }
        if start is not None:
            identity["start"] = start.weights.arrays()
        self.begin(Checkpoint(checkpoint, CHECKPOINT, identity) if checkpoint else None)

    def learned(self) -> dict[str, Any]:
        return dict(self.network.named_parameters())

    def kept(self) -> dict[str, Any]:
        return dict(self.network.state_dict())

    def loss_of(self, step: int) -> Any:  # noqa: ANN401 - a tensor
        rng = np.random.default_rng([self.training.seed, 2, step])
        board = self.boards[self.turns[step]]
        return self._loss(board, board.batches(int(self.rounds[step]), rng))

    def _start_with(self, start: PolicyValueNetwork, game: Game) -> None:
        """Takes the weights of a network; normalisation changes nothing for the first positions."""
        training, weights = self.training, start.weights
        if start.game.name != game.name:
            raise KatachiError(
                f"the network to start with plays {start.game.name}, not {game.name}"
            )
        shape = (weights.channels, len(weights.layers) // 2, len(weights.hidden[1]))
        if shape != (training.channels, training.blocks, training.hidden):
            raise KatachiError(
                "the network to start with has {} channels, {} blocks and {} hidden units, not "
                "{}, {} and {}".format(*shape, training.channels, training.blocks, training.hidden)
            )
        unfold(self.torch, self.network, weights.floats(), training.blocks)
        board = self.boards[0]
        batch = self.boards[0].lessons[0].batch(board.positions[board.which == 0][:START])
        settle(self.torch, self.network, batch.examples.planes, board.cells)

    def _loss(self, board: _Board, batches: Sequence[LessonBatch]) -> Any:  # noqa: ANN401 - a tensor
        torch, training = self.torch, self.training
        functional = torch.nn.functional

        def tensor(get: Callable[[LessonBatch], NDArray[Any]]) -> Any:  # noqa: ANN401 - a tensor
            return torch.from_numpy(np.concatenate([get(batch) for batch in batches]))

        planes = tensor(lambda b: b.examples.planes).contiguous(memory_format=torch.channels_last)
        logits, values, owners = self.network(planes, torch.from_numpy(board.cells))
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

    def weights(self) -> PolicyValueWeights:
        """The weights, normalisation folded in."""
        state = {name: one.detach().numpy() for name, one in self.network.state_dict().items()}
        return PolicyValueWeights.of(folded(state, self.training.blocks))


def _module(
    torch: Any,  # noqa: ANN401 - a module
    training: PolicyValueTraining,
    planes: int,
) -> Any:  # noqa: ANN401 - of PyTorch
    """The network while it learns: the graph of `PolicyValueWeights`, normalised, and owners.

    Its second argument are the cells of the board, 1 in float32 [side, side].
    """
    nn, channels = torch.nn, training.channels

    def convolution(inputs: int) -> Any:  # noqa: ANN401 - of PyTorch
        return nn.Conv2d(inputs, channels, 3, padding=1, bias=False)

    class Network(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
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

        def forward(self, x: Any, cells: Any) -> Any:  # noqa: ANN401 - tensors
            def clip(sums: Any) -> Any:  # noqa: ANN401 - tensors
                return torch.clamp(sums, 0.0, CEILING) * cells

            def means(features: Any) -> Any:  # noqa: ANN401 - tensors
                return features.sum(dim=(2, 3)) / cells.sum()

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


def unfold(
    torch: Any,  # noqa: ANN401 - a module
    network: Any,  # noqa: ANN401 - of PyTorch
    floats: dict[str, NDArray[np.float32]],
    blocks: int,
) -> None:
    """Writes weights as `folded` gives them; biases of layers become those of their norms."""
    layers = [("input", network.input, network.input_norm)]
    layers += [
        (f"layer{number}", network.layers[number], network.norms[number])
        for number in range(2 * blocks)
    ]

    def write(tensor: Any, array: NDArray[np.float32]) -> None:  # noqa: ANN401 - a tensor
        tensor.copy_(torch.from_numpy(array).reshape(tensor.shape))

    with torch.no_grad():
        for name, layer, norm in layers:
            write(layer.weight, floats[f"{name}.weights"])
            write(norm.bias, floats[f"{name}.biases"])
        for number, pool in enumerate(network.pools):
            write(pool.weight, floats[f"layer{2 * number}.pool"])
        for name in ("policy", "hidden", "outputs"):
            write(getattr(network, name).weight, floats[f"{name}.weights"])
            write(getattr(network, name).bias, floats[f"{name}.biases"])
        network.outputs.weight[0] /= POINTS
        network.outputs.bias[0] /= POINTS


def settle(
    torch: Any,  # noqa: ANN401 - a module
    network: Any,  # noqa: ANN401 - of PyTorch
    planes: NDArray[np.float32],
    cells: NDArray[np.float32],
) -> None:
    """Gives every norm the mean and spread of what it sees, so that it undoes its own work."""

    def look(norm: Any, inputs: tuple[Any, ...]) -> None:  # noqa: ANN401 - of PyTorch
        mean = inputs[0].mean(dim=(0, 2, 3))
        spread = inputs[0].var(dim=(0, 2, 3), unbiased=False)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.add_(mean)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)

    norms = [network.input_norm, *network.norms]
    hooks = [norm.register_forward_pre_hook(look) for norm in norms]
    with torch.no_grad():
        network(torch.from_numpy(planes), torch.from_numpy(cells))
    for hook in hooks:
        hook.remove()


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
        positions=sum(trainer.counts),
        sources=tuple(
            f"{source.file} sha256:{source.sha256}" for one in provenances for source in one.sources
        ),
        steps=tuple(step for one in provenances for step in one.steps),
        results={"train_loss": round(trainer.loss, 6)},
    )
