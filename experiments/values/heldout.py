"""How well a network and the search itself foretell results of games that took no part in learning.

python experiments/values/heldout.py littlegolem_hex_11x11.sgf --simulations 1000

The games that `katachi train network --test 0.05 --seed 1` kept; seven positions of each. The value of
the search is the mean of the root after so many simulations of the agent `hex`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import katachi
from katachi.agents import Budget, MctsAgent, load_agent
from katachi.games.outcome import COLORS
from katachi.knowledge.networks import PolicyValueNetwork

PLIES = (3, 7, 11, 15, 20, 25, 30)
TINY = 1e-4
# Factors of the logit among which the best is found.
FACTORS = np.linspace(0.2, 8.0, 80)


def log_losses(values: NDArray[np.float64], results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each position."""
    safe = np.clip(values, TINY, 1 - TINY)
    return -(results * np.log(safe) + (1 - results) * np.log(1 - safe))


def best_scaled(values: NDArray[np.float64], results: NDArray[np.float64]) -> float:
    """The log loss if all logits are multiplied by the factor that fits best."""
    safe = np.clip(values, TINY, 1 - TINY)
    logits = np.log(safe / (1 - safe))
    return min(float(log_losses(1 / (1 + np.exp(-f * logits)), results).mean()) for f in FACTORS)


def main() -> None:
    """Prints a line for the network and one for each number of simulations."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--network", default="network-hex11")
    parser.add_argument("--simulations", type=int, nargs="*", default=[1000])
    asked = parser.parse_args()
    network = katachi.load_knowledge(asked.network, PolicyValueNetwork)
    _, games = katachi.records.read(asked.records).split(test=0.05, seed=1)
    agent = load_agent("hex")
    assert isinstance(agent, MctsAgent)
    rows = []
    for number in range(len(games)):
        position = games.kinds[games.kind[number]].start()
        first, end = int(games.offsets[number]), int(games.offsets[number + 1])
        for ply, move in enumerate(games.moves[first:end]):
            if ply in PLIES:
                won = games.winner[number] == COLORS.index(position.to_move)
                row = [float(won), float(network.values([position])[0])]
                for simulations in asked.simulations:
                    agent.new_game(position.game, seed=1)
                    row.append(agent.think(position, Budget(simulations=simulations)).value)
                rows.append(row)
            position = position.play(position.game.moves[move])
    table = np.array(rows)
    results = table[:, 0]
    names = [asked.network, *(f"hex, {count} simulations" for count in asked.simulations)]
    for name, values in zip(names, table.T[1:], strict=True):
        losses = log_losses(values, results)
        error = losses.std() / np.sqrt(len(losses))
        print(
            f"{name}: log loss {losses.mean():.3f} +- {error:.3f}, "
            f"scaled {best_scaled(values, results):.3f}, {len(results)} positions"
        )


if __name__ == "__main__":
    main()
