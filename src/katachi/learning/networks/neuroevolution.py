"""Neuro-evolution of the network of the agent neat (AGENTS 3.2.4; Stanley and Miikkulainen 2002).

neat-python evolves genomes; here they are judged, all boards at once, by the mean squared error
between the outputs and the values of the moves in the search, 0 for cells that cannot be played.
The library draws from Python's global random numbers: it gets them seeded, and they are put back.
"""

from __future__ import annotations

import copy
import importlib
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.knowledge import Card
from katachi.knowledge.networks import Node, PolicyNetwork, cells_inputs, seen_cells
from katachi.learning.networks.labels import Label, Question

Array = NDArray[np.float64]
# A child value only counts for a cell; the error on cells that cannot be played is that of 0.
HELD_OUT = 0.1


@dataclass(frozen=True)
class NeatTraining:
    """How networks evolve.

    `error`: enough. AGENTS stops at 0.1, which a network reaches that knows nothing but which
    cells are usually empty; 0 goes on to the last of the `generations`. `connections`: about so
    many at the start, straight from inputs to outputs.
    """

    population: int = 100
    generations: int = 200
    error: float = 0.0
    connections: int = 600
    seed: int = 0


# Rates of change are those of the examples of neat-python; sizes are filled in.
CONFIGURATION = """
[NEAT]
fitness_criterion = max
fitness_threshold = {threshold}
pop_size = {population}
reset_on_extinction = True
no_fitness_termination = False

[AcyclicGenome]
num_inputs = {cells}
num_outputs = {cells}
num_hidden = 0
feed_forward = True
initial_connection = partial_direct {share}
compatibility_disjoint_coefficient = 1.0
compatibility_weight_coefficient = 0.5
conn_add_prob = 0.5
conn_delete_prob = 0.2
node_add_prob = 0.2
node_delete_prob = 0.1
single_structural_mutation = False
structural_mutation_surer = default
activation_default = sigmoid
activation_options = sigmoid
activation_mutate_rate = 0.0
aggregation_default = sum
aggregation_options = sum
aggregation_mutate_rate = 0.0
bias_init_mean = 0.0
bias_init_stdev = 0.3
bias_init_type = gaussian
bias_max_value = 10.0
bias_min_value = -10.0
bias_mutate_power = 0.1
bias_mutate_rate = 0.3
bias_replace_rate = 0.02
response_init_mean = 1.0
response_init_stdev = 0.0
response_init_type = gaussian
response_max_value = 10.0
response_min_value = -10.0
response_mutate_power = 0.0
response_mutate_rate = 0.0
response_replace_rate = 0.0
weight_init_mean = 0.0
weight_init_stdev = 0.1
weight_init_type = gaussian
weight_max_value = 10.0
weight_min_value = -10.0
weight_mutate_power = 0.05
weight_mutate_rate = 0.3
weight_replace_rate = 0.02
enabled_default = True
enabled_mutate_rate = 0.01
enabled_rate_to_true_add = 0.0
enabled_rate_to_false_add = 0.0

[DefaultSpeciesSet]
compatibility_threshold = 3.0

[DefaultStagnation]
species_fitness_func = max
max_stagnation = 20
species_elitism = 2

[DefaultReproduction]
elitism = 2
survival_threshold = 0.2
min_species_size = 2
"""


def evolve_policy_network(
    game: Game,
    question: Question,
    labels: Sequence[Label],
    training: NeatTraining | None = None,
    *,
    progress: Callable[[int, float], None] | None = None,
) -> PolicyNetwork:
    """Evolves a network from labels; its card says how, and how well it does on held-out boards."""
    training = training or NeatTraining()
    if len(labels) < 20:
        raise KatachiError(f"{len(labels)} boards are too few to train with")
    neat = _library()
    inputs, targets, legal = boards_of(game, labels)
    order = np.random.default_rng(training.seed).permutation(len(labels))
    held = max(1, round(HELD_OUT * len(labels)))
    testing, learning = np.sort(order[:held]), np.sort(order[held:])
    cells = inputs.shape[1]
    generation = 0

    def judge(genomes: list[tuple[int, Any]], config: Any) -> None:  # noqa: ANN401
        nonlocal generation
        generation += 1
        for _, genome in genomes:
            nodes, outputs = nodes_of(genome, config)
            found = evaluate(nodes, outputs, inputs[learning])
            genome.fitness = -float(np.mean((found - targets[learning]) ** 2))
        if progress is not None:
            progress(generation, -max(genome.fitness for _, genome in genomes))

    with _seeded(training.seed):
        config = _configuration(neat, cells, training)
        best = neat.Population(config).run(judge, training.generations)
    nodes, outputs = nodes_of(best, config)
    network = PolicyNetwork(game, nodes, outputs)
    found = evaluate(nodes, outputs, inputs[testing])
    card = Card(
        about=f"neat for {game.name} {game.size}: strengths of moves on boards after random moves",
        made_by="katachi train neat",
        learner="neat-python",
        settings={
            "simulations": question.simulations,
            "boards": len(labels),
            "score_share": question.score_share,
            "population": training.population,
            "generations": generation,
            "connections at first": training.connections,
            "seed": training.seed,
        },
        positions=len(learning),
        sources=(f"random boards of {question.game}, seed {question.seed}",),
        tested_on=f"{held} boards held out",
        results={
            "error": round(-float(best.fitness), 6),
            "held-out error": round(float(np.mean((found - targets[testing]) ** 2)), 6),
            **_results(found, targets[testing], legal[testing]),
        },
    )
    return PolicyNetwork(game, network.nodes, network.outputs, card)


def boards_of(game: Game, labels: Sequence[Label]) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Inputs, targets and which cells were moves, each [boards, cells], as the player sees them."""
    inputs = cells_inputs(game, [(label.cells, label.to_move) for label in labels])
    targets = np.zeros_like(inputs)
    legal = np.zeros(inputs.shape, bool)
    for row, label in enumerate(labels):
        seen = seen_cells(game, label.to_move)
        for move, value in label.moves.items():
            if move < inputs.shape[1]:
                targets[row, seen[move]] = value
                legal[row, seen[move]] = True
    return inputs, targets, legal


def nodes_of(genome: Any, config: Any) -> tuple[tuple[Node, ...], tuple[int, ...]]:  # noqa: ANN401
    """A genome as nodes in the order of evaluation, and the node of each output (-1: none).

    Nodes that lead to no output are left out, as in neat-python, whose own way takes time for every
    pair of a node and a connection.
    """
    settings = config.genome_config
    sources: dict[int, list[tuple[int, float]]] = {key: [] for key in genome.nodes}
    for (source, target), gene in genome.connections.items():
        if gene.enabled:
            sources[target].append((source, gene.weight))
    inputs = list(settings.input_keys)
    depth = dict.fromkeys(inputs, 0)
    # Depth first, with a stack: a node is finished when all its sources are.
    stack = list(settings.output_keys)
    while stack:
        key = stack[-1]
        waiting = [source for source, _ in sources.get(key, ()) if source not in depth]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        if key not in depth:
            depth[key] = 1 + max((depth[source] for source, _ in sources[key]), default=0)
    order = sorted((key for key in depth if depth[key]), key=lambda key: (depth[key], key))
    number = {key: place for place, key in enumerate([*inputs, *order])}
    nodes = tuple(
        Node(
            float(genome.nodes[key].bias),
            float(genome.nodes[key].response),
            tuple(sorted((number[source], float(weight)) for source, weight in sources[key])),
        )
        for key in order
    )
    return nodes, tuple(number[key] - len(inputs) for key in settings.output_keys)


def evaluate(nodes: Sequence[Node], outputs: Sequence[int], inputs: Array) -> Array:
    """The outputs of all boards, [boards, outputs]; layer by layer, as matrices."""
    boards, cells = inputs.shape
    values = np.zeros((boards, cells + len(nodes)))
    values[:, :cells] = inputs
    depth = [0] * (cells + len(nodes))
    for n, node in enumerate(nodes):
        depth[cells + n] = 1 + max((depth[source] for source, _ in node.edges), default=0)
    for level in range(1, max(depth, default=0) + 1):
        layer = [n for n in range(len(nodes)) if depth[cells + n] == level]
        weights = np.zeros((values.shape[1], len(layer)))
        for column, n in enumerate(layer):
            for source, weight in nodes[n].edges:
                weights[source, column] += weight * nodes[n].response
        biases = np.array([nodes[n].bias for n in layer])
        used = np.flatnonzero(weights.any(axis=1))
        z = np.clip(5.0 * (values[:, used] @ weights[used] + biases), -60.0, 60.0)
        values[:, [cells + n for n in layer]] = 1.0 / (1.0 + np.exp(-z))
    found = np.zeros((boards, len(outputs)))
    for column, n in enumerate(outputs):
        if n >= 0:
            found[:, column] = values[:, cells + n]
    return found


def _results(found: Array, wanted: Array, legal: NDArray[np.bool_]) -> dict[str, float]:
    """How the network's favourite compares with the moves of the search.

    `rank`: the share of the moves that the search likes less than the network's favourite; one half
    by chance.
    """
    ranks = []
    for row in np.flatnonzero(legal.sum(axis=1) > 1):
        moves = np.flatnonzero(legal[row])
        values = wanted[row, moves]
        favourite = values[np.argmax(found[row, moves])]
        better, equal = np.sum(values < favourite), np.sum(values == favourite) - 1
        ranks.append((better + equal / 2) / (len(moves) - 1))
    return {"rank of the favourite": round(float(np.mean(ranks)), 4) if ranks else 0.5}


def _library() -> Any:  # noqa: ANN401 - an extra without types
    try:
        return importlib.import_module("neat")
    except ImportError:
        raise KatachiError(
            'neuro-evolution needs neat-python: pip install "katachi[neat]"'
        ) from None


def _configuration(neat: Any, cells: int, training: NeatTraining) -> Any:  # noqa: ANN401
    """neat-python reads its settings from a file only."""
    text = CONFIGURATION.format(
        threshold=-training.error,
        population=training.population,
        cells=cells,
        share=f"{min(1.0, training.connections / cells**2):.6f}",
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "neat.ini"
        path.write_text(text, encoding="utf-8")
        return neat.Config(
            _genome_kind(neat),
            neat.DefaultReproduction,
            neat.DefaultSpeciesSet,
            neat.DefaultStagnation,
            str(path),
        )


def _genome_kind(neat: Any) -> Any:  # noqa: ANN401
    """A genome whose crossover does not look for cycles, which took most of the time.

    A child has connections of its fitter parent only, so it has no cycle that the parent lacks. The
    genomes are the same.
    """

    class AcyclicGenome(neat.DefaultGenome):  # type: ignore[misc]  # the library has no types
        def configure_crossover(self, parent1: Any, parent2: Any, config: Any) -> None:  # noqa: ANN401
            trusting = copy.copy(config)
            trusting.feed_forward = False
            super().configure_crossover(parent1, parent2, trusting)

    return AcyclicGenome


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    state = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(state)
