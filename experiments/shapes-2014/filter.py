"""Does the importance filter save light evaluations at equal results? Several runs of each kind.

    python experiments/shapes-2014/filter.py FOLDER_OF_WTHOR_FILES --runs 8

Each run anneals the shapes of some classes from the default; plain runs ask for every candidate's
value, filtered ones refuse a share of the candidates by importance. The final value is that of a
fit of all classes together on games that took no part in the evolution. The interval of the
difference of means is Welch's at 95 %.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy import stats

import katachi
from katachi.optimising import Annealing, EvolutionPlan, LightData, LightSettings, evolve
from katachi.optimising.shapes.shape_problem import MEASURES
from katachi.records import Games


def main() -> None:
    """Prints every run, then the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--train", type=int, default=2000)
    parser.add_argument("--test", type=int, default=500)
    parser.add_argument("--gamma", type=float, default=0.99)
    parser.add_argument("--refuse", type=float, default=0.6)
    parser.add_argument("--class", dest="classes", action="append")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    files = sorted(options.games.glob("WTH_*.wtb"))
    games = Games.joined([katachi.records.read(file) for file in files])
    every = options.train + options.test
    rest, judges = games.split(test=2000, train=every, seed=options.seed)
    train, test = rest.split(test=options.test, train=options.train, seed=options.seed)
    shapes = katachi.features.shapes("othello-default")
    data = LightData(train, test, shapes.game, LightSettings())
    judged = LightData(train, judges, shapes.game, LightSettings())
    order = tuple(options.classes or ("c2", "d2", "c3"))
    print(f"start: {judged.fit(shapes)[2]:.5f}")
    print("| measure | run | evaluations | refused | test MLE | other games' MLE |")
    print("|---|---:|---:|---:|---:|---:|", flush=True)
    found: dict[str, list[tuple[float, float, int]]] = {}
    for run in range(options.runs):
        for measure in ("none", *MEASURES):
            plan = EvolutionPlan(
                method=Annealing(
                    gamma=options.gamma, refuse=0.0 if measure == "none" else options.refuse
                ),
                measure=MEASURES[0] if measure == "none" else measure,
                trials=1,
                order=order,
                seed=options.seed * 1000 + run,
            )
            result = evolve(data, shapes, plan)
            trials = [trial for one in result.classes for trial in one.trials]
            evaluations = sum(trial.evaluations for trial in trials)
            skipped = sum(trial.skipped for trial in trials)
            value, other = result.classes[-1].after, judged.fit(result.shapes)[2]
            found.setdefault(measure, []).append((value, other, evaluations))
            print(
                f"| {measure} | {run} | {evaluations} | {skipped} | {value:.5f} | {other:.5f} |",
                flush=True,
            )
    plain = np.array(found["none"])
    for measure in MEASURES:
        filtered = np.array(found[measure])
        saved = 1 - filtered[:, 2].sum() / plain[:, 2].sum()
        print(f"\n{measure}: {saved:.1%} of the evaluations saved")
        for name, column in (("test", 0), ("other games", 1)):
            a, b = filtered[:, column], plain[:, column]
            interval = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
            print(
                f"{name}: plain {b.mean():.5f} (sd {b.std(ddof=1):.5f}), filtered {a.mean():.5f} "
                f"(sd {a.std(ddof=1):.5f}), difference {a.mean() - b.mean():+.5f} "
                f"[{interval.low:+.5f}, {interval.high:+.5f}]"
            )


if __name__ == "__main__":
    main()
