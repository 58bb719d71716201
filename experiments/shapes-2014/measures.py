"""Which counts foretell the gain of a changed shape? Neighbours of the default shapes, one by one.

    python experiments/shapes-2014/measures.py FOLDER_OF_WTHOR_FILES

From the default shapes of a class a walk takes random neighbours; those that lose less than 0.0005
are moved to. For each neighbour the difference of its light value to the current one is compared
with the difference of measures that need no learning: their correlation, and which share of all
gains is among the better 45 % of the candidates by the measure.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np

import katachi
from katachi.optimising import (
    ImportanceSettings,
    LightClass,
    LightData,
    LightSettings,
    ShapeProblem,
    importance_of_counts,
    leave_one_out,
)
from katachi.records import Games

REFUSED = 0.55
LARGEST_LOSS = 0.0005


def measures(appearances: list[float], wins: list[float], length: int) -> list[float]:
    """Importance as the thesis weighs it, its standard deviation alone, and leave-one-out."""
    found = importance_of_counts(appearances, wins, length, ImportanceSettings())
    return [found.importance, found.deviation, leave_one_out(appearances, wins)]


def main() -> None:
    """One table row per class."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--years", type=int, nargs="*", default=[2004, 2005])
    parser.add_argument("--neighbours", type=int, default=60)
    parser.add_argument("--train", type=int, default=1500)
    parser.add_argument("--test", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    files = [options.games / f"WTH_{year}.wtb" for year in options.years]
    games = Games.joined([katachi.records.read(file) for file in files])
    train, test = games.split(test=options.test, train=options.train, seed=options.seed)
    shapes = katachi.features.shapes("othello-default")
    data = LightData(train, test, shapes.game, LightSettings())
    weights, _, _ = data.fit(shapes)
    print("| class | importance | | deviation | | leave-one-out | |\n|---|" + "---:|" * 6)
    for target in ("b1", "c1", "d1", "b2", "c2", "d2", "d3", "c3", "a1"):
        light = LightClass.of(data, shapes, target, weights=weights)
        problem = ShapeProblem(light)
        counter = light.evaluation()
        rng = random.Random(options.seed)
        current = problem.start
        rows = []
        for _ in range(options.neighbours):
            candidate = problem.neighbour(current, rng)
            gain = problem.value(candidate) - problem.value(current)
            old, new = next((a, b) for a, b in zip(current, candidate, strict=True) if a != b)
            before = measures(*counter.counts(list(old)), len(old) + 1)
            after = measures(*counter.counts(list(new)), len(new) + 1)
            rows.append([gain, *(b - a for a, b in zip(before, after, strict=True))])
            if gain > -LARGEST_LOSS:
                current = candidate
        table = np.array(rows)
        gains = np.maximum(table[:, 0], 0.0)
        cells = []
        for column in table.T[1:]:
            kept = column >= np.quantile(column, REFUSED)
            cells += [
                f"{np.corrcoef(table[:, 0], column)[0, 1]:.2f}",
                f"{gains[kept].sum() / gains.sum():.2f}" if gains.any() else "\N{EN DASH}",
            ]
        print(f"| {target} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
