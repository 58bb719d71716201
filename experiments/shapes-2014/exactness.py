"""What light evaluation costs in time and in exactness, beside full fits of the same shapes.

    python experiments/shapes-2014/exactness.py FOLDER_OF_WTHOR_FILES --class b1 --class c3

For each class a walk of random neighbours from the default shapes is evaluated twice, in one run:
lightly (the other classes stand still) and fully (games encoded, all classes fitted from strength
1). Seconds are of all threads together (processor time), so that a busy computer does not matter
much, and of the clock.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np

import katachi
from katachi.optimising import LightClass, LightData, LightSettings, ShapeProblem
from katachi.records import Games


def main() -> None:
    """One table row per class."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--class", dest="classes", action="append")
    parser.add_argument("--candidates", type=int, default=12)
    parser.add_argument("--train", type=int, default=14000)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    files = sorted(options.games.glob("WTH_*.wtb"))
    games = Games.joined([katachi.records.read(file) for file in files])
    train, test = games.split(test=options.test, train=options.train, seed=options.seed)
    shapes = katachi.features.shapes("othello-default")
    data = LightData(train, test, shapes.game, LightSettings())
    weights, _, _ = data.fit(shapes)
    print(
        "| class | moves | light cpu s | wall s | full cpu s | wall s | ratio cpu | sd of values |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    rows = []
    for target in options.classes or ["b1", "c1", "d1", "b2", "c2", "d2", "d3", "c3", "a1"]:
        light = LightClass.of(data, shapes, target, weights=weights)
        problem = ShapeProblem(light, threads=options.threads)
        problem.value(problem.start)
        rng = random.Random(f"{options.seed}/{target}")
        walk = [problem.start]
        for _ in range(options.candidates):
            walk.append(problem.neighbour(walk[-1], rng))
        timed = _Clock()
        lights = [problem.value(solution) for solution in walk[1:]]
        light_cpu, light_wall = timed.per(options.candidates)
        timed = _Clock()
        fulls = [
            data.fit(light.with_class(solution), threads=options.threads)[2]
            for solution in walk[1:]
        ]
        full_cpu, full_wall = timed.per(options.candidates)
        rows.append((target, np.array(lights), np.array(fulls)))
        print(
            f"| {target} | {light.core.team_count:,} | {light_cpu:.4f} | {light_wall:.4f} | "
            f"{full_cpu:.3f} | {full_wall:.3f} | {full_cpu / light_cpu:.0f} | "
            f"{np.std(fulls):.5f} |",
            flush=True,
        )
    print(
        "\n| class | light - full, mean | sd | sd of values | correlation |\n|---|---:|---:|---:|---:|"
    )
    for target, lights_, fulls_ in rows:
        difference = lights_ - fulls_
        print(
            f"| {target} | {difference.mean():+.6f} | {difference.std():.6f} | "
            f"{fulls_.std():.5f} | {np.corrcoef(lights_, fulls_)[0, 1]:.5f} |"
        )


class _Clock:
    """Processor and clock seconds since it was made."""

    def __init__(self) -> None:
        self._cpu, self._wall = time.process_time(), time.perf_counter()

    def per(self, count: int) -> tuple[float, float]:
        """Divided by a count."""
        cpu, wall = time.process_time() - self._cpu, time.perf_counter() - self._wall
        return cpu / count, wall / count


if __name__ == "__main__":
    main()
