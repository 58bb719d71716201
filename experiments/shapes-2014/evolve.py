"""SHAPES chapter 5, experiment 1: evolve the 25 default shapes on tournament games.

    python experiments/shapes-2014/evolve.py FOLDER_OF_WTHOR_FILES RUN_FOLDER --trials 2
    python experiments/shapes-2014/evolve.py FOLDER_OF_WTHOR_FILES RUN_FOLDER --trials 2 --heavy

The games are split by a seed into 65,000 for learning and 5,000 for testing, as heavy as the
thesis; the 14,000 and 1,000 games of light evaluations are taken from the 65,000, so that the test
games of the figures take no part in the evolution. The first command evolves and can be stopped and
started again; the second fits every stage heavily (20 loops) and prints a table beside the thesis'.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import katachi
from katachi.features import ShapeSet
from katachi.learning import fit_mm
from katachi.learning.competitions import Competitions
from katachi.optimising import (
    Annealing,
    EvolutionPlan,
    EvolutionProgress,
    LightData,
    LightSettings,
    evolve,
)
from katachi.records import Games

# SHAPES table 5.11: mean log evidence after each evolution, beginning with the default shapes.
THESIS = {
    "default": -1.47557,
    "b1": -1.45754,
    "c1": -1.44368,
    "d1": -1.43955,
    "b2": -1.43288,
    "c2": -1.42504,
    "d2": -1.40159,
    "d3": -1.39340,
    "c3": -1.38901,
    "a1": -1.38994,
}


def read_games(folder: Path) -> Games:
    """All years."""
    files = sorted(folder.glob("WTH_*.wtb"))
    return Games.joined([katachi.records.read(file) for file in files])


def heavy_value(shapes: ShapeSet, train: Games, test: Games, loops: int) -> float:
    """Test mean log evidence of all shapes fitted together."""
    learning = Competitions.of(train, [shapes])
    testing = Competitions.of(test, [shapes], encoder=learning.encoder)
    last = fit_mm(learning, testing, loops=loops).curve[-1].test
    assert last is not None
    return last


def main() -> None:
    """Evolves, or reports."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--trials", type=int, default=4)
    parser.add_argument("--gamma", type=float, default=0.999)
    parser.add_argument("--train", type=int, default=14000, help="games for light learning")
    parser.add_argument("--test", type=int, default=1000, help="games for light testing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="othello-default", help="shapes: a name or a file")
    parser.add_argument("--class", dest="classes", action="append", help="repeatable, in order")
    parser.add_argument("--heavy", action="store_true", help="fit every stage heavily")
    parser.add_argument("--heavy-train", type=int, default=65000)
    parser.add_argument("--heavy-test", type=int, default=5000)
    parser.add_argument("--heavy-loops", type=int, default=20)
    parser.add_argument("--last", action="store_true", help="with --heavy: first and last stage")
    options = parser.parse_args()
    games = read_games(options.games)
    train, test = games.split(test=5000, train=65000, seed=options.seed)
    light_train, light_test = train.split(test=options.test, train=options.train, seed=options.seed)
    shapes = katachi.features.shapes(options.start)
    plan = EvolutionPlan(
        method=Annealing(gamma=options.gamma),
        trials=options.trials,
        seed=options.seed,
        order=tuple(options.classes or ()),
    )
    if options.heavy:
        stages = list(THESIS)[-1:] if options.last else list(THESIS)[1:]
        heavy = (train[: options.heavy_train], test[: options.heavy_test])
        report(options.run, shapes, stages, lambda s: heavy_value(s, *heavy, options.heavy_loops))
        return
    began = time.monotonic()

    def tell(state: EvolutionProgress) -> None:
        if state.step % 100 == 0:
            print(
                f"{time.monotonic() - began:8.1f} s  {state.target} trial {state.trial} "
                f"step {state.step}/{state.steps}  {state.value:.5f}",
                flush=True,
            )

    data = LightData(light_train, light_test, shapes.game, LightSettings())
    result = evolve(data, shapes, plan, folder=options.run, progress=tell)
    for one in result.classes:
        print(f"{one.target}: {one.before:.5f} -> {one.after:.5f} ({one.gain:+.5f})")
    print(f"light gain {result.gain:+.5f}")


def report(
    run: Path, start: ShapeSet, stages: list[str], value: Callable[[ShapeSet], float]
) -> None:
    """Stages of a run, the default and the thesis' evolved shapes on the same games."""
    first = value(start)
    print(
        "| evolution | MLE here | gain here | MLE thesis | gain thesis |\n|---|---:|---:|---:|---:|"
    )
    print(f"| default | {first:.5f} | | {THESIS['default']:.5f} | |", flush=True)
    before, thesis = first, THESIS["default"]
    for target in stages:
        path = run / f"{target}.json"
        if not path.exists():
            break
        shapes = katachi.features.parse_feature_set(json.loads(path.read_text())["shapes"])
        assert isinstance(shapes, ShapeSet)
        after = value(shapes)
        print(
            f"| {target} | {after:.5f} | {after - before:+.5f} | {THESIS[target]:.5f} | "
            f"{THESIS[target] - thesis:+.5f} |",
            flush=True,
        )
        before, thesis = after, THESIS[target]
    print(f"\ntotal gain {before - first:+.5f}; thesis {thesis - THESIS['default']:+.5f}")
    evolved = value(katachi.features.shapes("othello-evolved"))
    print(f"the thesis' evolved shapes here: {evolved:.5f} ({evolved - first:+.5f})")


if __name__ == "__main__":
    main()
