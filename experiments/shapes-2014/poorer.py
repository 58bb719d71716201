"""SHAPES 5.4 (figure 5.7): eight evolutions with few resources, how much do they differ?

    python experiments/shapes-2014/poorer.py FOLDER_OF_WTHOR_FILES RUN_FOLDER

As the thesis: 10,000 learning and 1,000 test games, 3 loops, one annealing a class with gamma 0.995
(460 steps), eight runs with other seeds. After each class all shapes are fitted together (20 loops)
with the 10,000 games, and tested on 5,000 games that take no part in the evolution. A stopped run
goes on with the same command. Prints a table in Markdown and writes `poorer.json` and `poorer.svg`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import katachi
from katachi.features import ShapeSet
from katachi.features.shape import parse_shape
from katachi.files.atomic_file import write_atomically
from katachi.learning import fit_mm
from katachi.learning.competitions import Competitions
from katachi.optimising import Annealing, EvolutionPlan, LightData, LightSettings, evolve
from katachi.optimising.shapes.light import target_of
from katachi.records import Games
from katachi.showing.plot import Series, line_plot

HEAVY_TEST = 5000
LOOPS = 20


def value(shapes: ShapeSet, train: Games, test: Games) -> float:
    """Test mean log evidence of all shapes fitted together."""
    learning = Competitions.of(train, [shapes])
    testing = Competitions.of(test, [shapes], encoder=learning.encoder)
    last = fit_mm(learning, testing, loops=LOOPS).curve[-1].test
    assert last is not None
    return last


def main() -> None:
    """Runs, fits, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--train", type=int, default=10_000)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--gamma", type=float, default=0.995)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    files = sorted(options.games.glob("WTH_*.wtb"))
    games = Games.joined([katachi.records.read(file) for file in files])
    rest, unseen = games.split(test=HEAVY_TEST, seed=1)
    train, test = rest.split(test=options.test, train=options.train, seed=2)
    start = katachi.features.shapes("othello-default")
    data = LightData(train, test, start.game, LightSettings(loops=3))
    begin = value(start, train, unseen)
    curves: dict[str, list[float]] = {}
    for run in range(1, options.runs + 1):
        folder = options.folder / f"run-{run}"
        done = folder / "values.json"
        if done.exists():
            curves[str(run)] = json.loads(done.read_text(encoding="utf-8"))
            continue
        plan = EvolutionPlan(method=Annealing(gamma=options.gamma), trials=1, seed=run)
        shapes, values = start, [begin]
        for one in evolve(data, start, plan, folder=folder, threads=1).classes:
            kept = [shape for shape in shapes.shapes if target_of(shape) != one.target]
            new = [parse_shape(start.game, line) for line in one.new]
            shapes = start.with_shapes((*kept, *new))
            values.append(value(shapes, train, unseen))
        write_atomically(done, json.dumps(values) + "\n", overwrite=True)
        curves[str(run)] = values
        print(f"run {run}: " + " ".join(f"{figure:.4f}" for figure in values), flush=True)
    ends = sorted(values[-1] for values in curves.values())
    print(f"default {begin:.4f}; worst {ends[0]:.4f}, best {ends[-1]:.4f}, {len(ends)} runs")
    text = json.dumps({"default": begin, "runs": curves}, indent=1) + "\n"
    write_atomically(options.folder / "poorer.json", text, overwrite=True)
    plot = line_plot(
        [Series(f"run {run}", list(enumerate(values))) for run, values in curves.items()],
        title="Evolutions with few resources",
        across="classes evolved",
        up="test MLE",
    )
    write_atomically(options.folder / "poorer.svg", plot, overwrite=True)


if __name__ == "__main__":
    main()
