"""Training of the network of the agent ann: a small perceptron, fitted by L-BFGS.

The targets are stretched so that they fill 0.1 .. 0.9 of the output (AGENTS 3.2.2: nearly all of
them lie in 0.45 .. 0.55). Training ends when the mean squared error on the stretched targets is
under 1e-4, or when the boards that were held out stop getting better; the weights that were best
there are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.knowledge import Card
from katachi.knowledge.networks import ValueNetwork, cells_inputs
from katachi.learning.networks.boards import depths_of, random_board
from katachi.learning.networks.labels import Label, Question

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ValueTraining:
    """How the network is fitted.

    `error`: enough (AGENTS: 1e-4). `patience`: steps without a better held-out error. `penalty`:
    times the mean square of the weights. `symmetries`: every board also turned and mirrored;
    AGENTS does not say.
    """

    error: float = 1e-4
    held_out: float = 0.1
    patience: int = 40
    steps: int = 1000
    penalty: float = 0.1
    symmetries: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        """Some boards must be left to train with, and some to test with."""
        if not 0 < self.held_out < 1:
            raise KatachiError(f"held_out must lie between 0 and 1, not {self.held_out}")


@dataclass(frozen=True)
class Shape:
    """Sizes of the network; its weights are one vector, layer by layer."""

    cells: int

    @property
    def hidden(self) -> int:
        """A third of the inputs."""
        return max(1, self.cells // 3)

    @property
    def count(self) -> int:
        """Of all weights."""
        return self.hidden * (self.cells + 2) + 1

    def layers(self, vector: Array) -> tuple[Array, Array, Array, float]:
        """Hidden weights, hidden biases, output weights, output bias."""
        h, n = self.hidden, self.cells
        ends = np.cumsum([h * n, h, h])
        first, biases, top, last = np.split(vector, ends)
        return first.reshape(h, n), biases, top, float(last[0])


def loss_and_gradient(
    vector: Array, shape: Shape, inputs: Array, targets: Array, penalty: float
) -> tuple[float, Array]:
    """Mean squared error plus the penalty, and its derivative by every weight."""
    from scipy.special import expit  # noqa: PLC0415 - takes longer to import than all else

    first, biases, top, last = shape.layers(vector)
    hidden = expit(inputs @ first.T + biases)
    output = expit(hidden @ top + last)
    difference = output - targets
    loss = float(np.mean(difference**2) + penalty * np.mean(vector**2))
    to_output = 2 / len(targets) * difference * output * (1 - output)
    to_hidden = np.outer(to_output, top) * hidden * (1 - hidden)
    gradient = np.concatenate(
        [
            (to_hidden.T @ inputs).ravel(),
            to_hidden.sum(axis=0),
            to_output @ hidden,
            [to_output.sum()],
        ]
    )
    return loss, gradient + 2 * penalty / len(vector) * vector


def train_value_network(
    game: Game,
    question: Question,
    labels: Sequence[Label],
    training: ValueTraining | None = None,
    *,
    progress: Callable[[int, float], None] | None = None,
) -> ValueNetwork:
    """Fits a network to labels; its card says how, and how well it does on held-out boards."""
    training = training or ValueTraining()
    if len(labels) < 20:
        raise KatachiError(f"{len(labels)} boards are too few to train with")
    rng = np.random.default_rng(training.seed)
    order = rng.permutation(len(labels))
    held = max(1, round(training.held_out * len(labels)))
    testing, learning = np.sort(order[:held]), np.sort(order[held:])
    inputs = cells_inputs(game, [(label.cells, label.to_move) for label in labels])
    values = np.array([label.value for label in labels])
    low, high = float(values[learning].min()), float(values[learning].max())
    margin = max(high - low, 1e-6) / 8  # 0.1 of 0.8 on either side
    low, high = low - margin, high + margin
    targets = (values - low) / (high - low)

    shape = Shape(inputs.shape[1])
    images = _images(game) if training.symmetries else [np.arange(shape.cells)]
    many = np.concatenate([_turned(inputs[learning], image) for image in images])
    many_targets = np.tile(targets[learning], len(images))
    best = _fit(
        shape, (many, many_targets), (inputs[testing], targets[testing]), training, progress
    )

    first, biases, top, last = shape.layers(best.vector)
    network = ValueNetwork(game, first, biases, top, last, low, high)
    card = Card(
        about=f"ann for {game.name} {game.size}: values of boards after random moves",
        made_by="katachi train ann",
        learner="L-BFGS",
        settings={
            "hidden": shape.hidden,
            "simulations": question.simulations,
            "boards": len(labels),
            "score_share": question.score_share,
            "symmetries": training.symmetries,
            "penalty": training.penalty,
            "seed": training.seed,
            "steps": best.steps,
        },
        positions=len(learning),
        sources=(f"random boards of {question.game}, seed {question.seed}",),
        tested_on=f"{held} boards held out",
        results=_results(network, question, labels, testing)
        | {"error": round(best.error, 6), "held-out error": round(best.held_out, 6)},
    )
    return ValueNetwork(game, first, biases, top, last, low, high, card)


@dataclass
class _Best:
    vector: Array
    held_out: float
    error: float
    steps: int


def _fit(
    shape: Shape,
    learning: tuple[Array, Array],
    testing: tuple[Array, Array],
    training: ValueTraining,
    progress: Callable[[int, float], None] | None,
) -> _Best:
    from scipy.optimize import minimize  # noqa: PLC0415 - takes longer to import than all else

    rng = np.random.default_rng(training.seed + 1)
    start = rng.normal(0, 1 / np.sqrt(shape.cells), shape.count)

    def error_of(vector: Array, boards: tuple[Array, Array]) -> float:
        return loss_and_gradient(vector, shape, *boards, 0.0)[0]

    best = _Best(start, error_of(start, testing), error_of(start, learning), 0)
    step = 0

    def look(vector: Array) -> None:
        nonlocal step
        step += 1
        held_out = error_of(vector, testing)
        if held_out < best.held_out:
            best.vector, best.held_out, best.steps = vector.copy(), held_out, step
        if progress is not None:
            progress(step, best.held_out)
        if step - best.steps >= training.patience or error_of(vector, learning) < training.error:
            raise StopIteration

    minimize(
        loss_and_gradient,
        start,
        args=(shape, *learning, training.penalty),
        jac=True,
        method="L-BFGS-B",
        callback=look,
        options={"maxiter": training.steps, "maxfun": 10 * training.steps},
    )
    best.error = error_of(best.vector, learning)
    return best


def _images(game: Game) -> list[NDArray[np.intp]]:
    """Where each cell goes, by symmetry.

    Inputs show every player the same goals already: an exchange of colours would add nothing.
    """
    every = game.topology.symmetries
    return [np.array(one.images, np.intp) for one in every if not one.exchanges_colors]


def _turned(inputs: Array, image: NDArray[np.intp]) -> Array:
    turned = np.empty_like(inputs)
    turned[:, image] = inputs
    return turned


def _results(
    network: ValueNetwork, question: Question, labels: Sequence[Label], testing: NDArray[np.intp]
) -> dict[str, float]:
    """On held-out boards: how values and the order of moves agree with the search.

    `kept`: how often the best move of the search is in the better half of the moves, as the
    network ranks them; one half by chance.
    """
    from scipy.stats import spearmanr  # noqa: PLC0415 - takes longer to import than all else

    game = network.game
    inputs = cells_inputs(game, [(labels[i].cells, labels[i].to_move) for i in testing])
    found = network.low + (network.high - network.low) * network.outputs(inputs)
    wanted = np.array([labels[i].value for i in testing])
    kept, agreement, boards = 0.0, [], 0
    depths = depths_of(game, question.seed)
    for i in testing:
        position = random_board(game, depths, question.seed, labels[i].board)
        moves = [m for m in labels[i].moves if m < len(position.stones)]
        if len(moves) < 4:
            continue
        after = [position.play(game.moves[m]) for m in moves]
        worth = -network.values(after)
        searched = np.array([labels[i].moves[m] for m in moves])
        kept += float(np.mean(worth < worth[int(np.argmax(searched))]) >= 0.5)
        if np.ptp(searched) > 0:
            agreement.append(float(spearmanr(worth, searched).statistic))
        boards += 1
    return {
        "correlation of values": round(float(np.corrcoef(found, wanted)[0, 1]), 4),
        "rank correlation of moves": round(float(np.mean(agreement)), 4) if agreement else 0.0,
        "best move in the better half": round(kept / boards, 4) if boards else 0.0,
    }
