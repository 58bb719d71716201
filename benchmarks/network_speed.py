"""What a convolutional network costs: planes, positions a second by batch, simulations a second.

    python benchmarks/network_speed.py conv-othello8

One thread; the processor's time counts, not the clock, so that a busy computer says nearly the
same. Positions are those of random games of the network's board. Simulations are those of the agent
conv (bias by the network) from the start of the game with an empty tree, for several
`expansion.batch`; beside them, the same search without knowledge and with learned knowledge if some
is named.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from katachi import ExpansionSettings, Mcts, MctsSettings, Position, SelectionSettings
from katachi.knowledge import ConvolutionalNetwork, Knowledge, load_knowledge

ROUNDS = 3
BATCHES = (1, 8, 64)
POSITIONS = 1024
SIMULATIONS = 4000


def seconds_of(work: Callable[[], object]) -> float:
    """The least of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def evaluate_all(network: ConvolutionalNetwork, pieces: Sequence[NDArray[np.float32]]) -> None:
    """One call of the network a piece."""
    for piece in pieces:
        network.evaluate(piece)


def random_positions(network: ConvolutionalNetwork) -> list[Position]:
    """Positions of random games, in which somebody is to move."""
    rng = random.Random(1)
    found: list[Position] = []
    while len(found) < POSITIONS:
        position = network.game.start()
        while not position.is_over:
            found.append(position)
            position = position.play(rng.choice(position.legal_moves))
    rng.shuffle(found)
    return found[:POSITIONS]


def show_search(
    title: str,
    network: ConvolutionalNetwork,
    settings: MctsSettings,
    knowledge: Knowledge | None,
) -> None:
    """Simulations a second of one search."""

    def search() -> None:
        Mcts(network.game, settings, knowledge=knowledge).run(simulations=SIMULATIONS)

    print(f"{title:32} {SIMULATIONS / seconds_of(search):10,.0f} simulations/s")


def main() -> None:
    """Reads the arguments, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network")
    parser.add_argument("--knowledge", default="", help="learned knowledge to compare with")
    arguments = parser.parse_args()
    network = load_knowledge(arguments.network, ConvolutionalNetwork)
    print(network)
    positions = [position.core for position in random_positions(network)]
    encoding = seconds_of(lambda: network.planes.of(positions))
    print(f"{'planes alone':32} {POSITIONS / encoding:10,.0f} positions/s")
    planes = network.planes.of(positions)
    for batch in BATCHES:
        pieces = np.split(planes, range(batch, POSITIONS, batch))
        taken = seconds_of(partial(evaluate_all, network, pieces))
        print(f"{f'network, {batch} at once':32} {POSITIONS / taken:10,.0f} positions/s")
    show_search("search without knowledge", network, MctsSettings(), None)
    bias = SelectionSettings(bias="ikeda")
    if arguments.knowledge:
        learned = load_knowledge(arguments.knowledge)
        show_search(
            f"bias by {arguments.knowledge}", network, MctsSettings(selection=bias), learned
        )
    for batch in BATCHES:
        settings = MctsSettings(selection=bias, expansion=ExpansionSettings(batch=batch))
        show_search(f"bias by the network, batch {batch}", network, settings, network)


if __name__ == "__main__":
    main()
