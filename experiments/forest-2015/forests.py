r"""Decision forests: which query system, which criterion, how much data (FOREST 5.7 to 5.10).

    python experiments/forest-2015/forests.py RESULTS.jsonl FILE... --systems sg0 --criteria wwls wss
    python experiments/forest-2015/forests.py RESULTS.jsonl FILE... --systems sg0+ig0 --trees 16 \
        --grow 3200 --train 16000
    python experiments/forest-2015/forests.py RESULTS.jsonl FILE... --systems sg0 --beside around

For every combination of systems and criteria: a forest is grown, its weights are learned (with those
of other features, if asked for) and measured on test games. One line of JSON for each; those that are
in the file already are left out, so that a stopped run goes on. `--table` prints the file, sorted by
M(1), with differences from its best row: the same test positions, 95 % intervals by games.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path

import numpy as np

from katachi.commands.record_files import features_by_name
from katachi.competitions import Competitions
from katachi.features import FeatureSet, Forest
from katachi.learning import CRITERIA, ForestPlan, Prediction, grow_forest, learn, predict
from katachi.learning.prediction import NORMAL_95
from katachi.records import Games, read


def depth_variance(forest: Forest, competitions: Competitions) -> float:
    """The variance of the queries that a descent asks, over the teams of the competitions."""
    counts = competitions.teams.appearances()
    begin = 0
    first = second = total = 0.0
    for tree in forest.trees:
        depths = np.array(tree.depths, dtype=np.float64)
        seen = counts[begin : begin + len(depths)]
        first += float(seen @ depths)
        second += float(seen @ depths**2)
        total += float(seen.sum())
        begin += len(depths)
    return second / total - (first / total) ** 2


def by_game(found: Prediction) -> dict[str, list[float]]:
    """Sums over the positions of each test game, for paired differences."""
    _, places = np.unique(found.game_numbers, return_inverse=True)
    return {
        "positions": np.bincount(places).tolist(),
        "first": np.bincount(places, weights=found.first).round(3).tolist(),
    }


def difference(
    row: dict[str, dict[str, list[float]]], best: dict[str, dict[str, list[float]]]
) -> str:
    """M(1) less that of the best row, in per cent with its 95 % interval."""
    counts = np.array(row["by_game"]["positions"])
    if row is best or not np.array_equal(counts, best["by_game"]["positions"]):
        return ""
    delta = np.array(row["by_game"]["first"]) - np.array(best["by_game"]["first"])
    mean = delta.sum() / counts.sum()
    spread = delta - mean * counts
    error = np.sqrt((spread**2).sum() * counts.size / (counts.size - 1)) / counts.sum()
    return f"{100 * mean:+.2f} \u00b1 {100 * NORMAL_95 * error:.2f}"


def measure(
    train: Games, test: Games, plan: ForestPlan, options: argparse.Namespace
) -> dict[str, object]:
    """Grows, learns and tests one forest."""
    game = train.kinds[0]
    seconds: dict[str, float] = {}
    processor: dict[str, float] = {}
    began = time.monotonic(), time.process_time()

    def note(step: str) -> None:
        nonlocal began
        now = time.monotonic(), time.process_time()
        seconds[step], processor[step] = now[0] - began[0], now[1] - began[1]
        began = now

    features: list[FeatureSet] = []
    facts: dict[str, object] = {}
    if plan.systems:
        grown = grow_forest(train, plan, threads=options.threads)
        features.append(grown.forest)
        descents = sum(tree.descents for tree in grown.trees)
        facts["leaves"] = sum(tree.leaf_count for tree in grown.forest.trees)
        facts["branched"] = sum(tree.branched for tree in grown.trees) / descents
        facts["cut"] = sum(tree.cut for tree in grown.trees) / descents
        facts["statistics_mb"] = max(tree.bytes for tree in grown.trees) / 1e6
        if options.keep:
            Path(options.keep).write_text(grown.forest.text, "utf-8")
    note("grow")
    features += features_by_name(options.beside, f"{game.name}{game.size}")
    order = np.random.default_rng(plan.seed + 1).permutation(len(train))[: options.train]
    chosen = train.take(order)
    learning = Competitions.of(
        chosen, features, share=options.share, seed=plan.seed, merge=False, threads=options.threads
    )
    note("encode")
    knowledge = learn(
        learning, loops=options.loops, threads=options.threads, prior_wins=options.prior_wins
    )
    note("learn")
    found = predict(knowledge, test, threads=options.threads)
    note("test")
    if plan.systems:
        forest = features[0]
        assert isinstance(forest, Forest)
        leaves = int(sum(tree.leaf_count for tree in forest.trees))
        facts["variance_ln_weight"] = float(np.var(knowledge.weights[:leaves]))
        facts["variance_depth"] = depth_variance(forest, learning)
    if options.save:
        knowledge.save(options.save, overwrite=True)
    low, high = found.interval
    return {
        "accuracy": found.accuracy,
        "mle": found.mean_log_evidence,
        "mle_interval": [low, high],
        "within": list(found.within),
        "by_game": by_game(found),
        "test_positions": found.positions,
        "learning_positions": len(learning),
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "seconds": {key: round(value, 1) for key, value in seconds.items()},
        "processor_seconds": {key: round(value, 1) for key, value in processor.items()},
        **facts,
    }


def print_table(path: Path) -> None:
    """All lines of the file."""
    print(
        "| systems | criterion | tau | rho | phi | beside | leaves | M(1) | less the best | MLE | VLW "
        "| depth var | processor s |"
    )
    print("|---|---|---:|---:|---:|---|---:|---:|---|---:|---:|---:|---:|")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rows.sort(key=lambda row: -row["accuracy"])
    for row in rows:
        key = row["key"]
        print(
            f"| {key['systems'] or 'none'} | {key['criterion']} | {key['trees']} | {key['grow']} | "
            f"{key['train']} | {' '.join(key['beside'])} | {row.get('leaves', 0)} | "
            f"{100 * row['accuracy']:.1f} % | {difference(row, rows[0])} | {row['mle']:.3f} | "
            f"{row.get('variance_ln_weight', 0):.3f} | {row.get('variance_depth', 0):.1f} | "
            f"{sum(row['processor_seconds'].values()):.0f} |"
        )


def main() -> None:
    """One combination after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--systems", nargs="*", default=["sg0"], help="sg0, or sg0+ig0; none")
    parser.add_argument("--criteria", nargs="*", default=["wwls"], help="or all")
    parser.add_argument("--trees", type=int, default=8, help="tau")
    parser.add_argument("--grow", type=int, default=500, help="rho")
    parser.add_argument("--train", type=int, default=4000, help="phi")
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--test-share", type=int, default=1, help="every so many test games")
    parser.add_argument("--loops", type=int, default=20)
    parser.add_argument("--prior-wins", type=float, default=1.0)
    parser.add_argument("--beside", nargs="*", default=[], help="other features")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", default="", help="write the forest here")
    parser.add_argument("--save", default="", help="write the knowledge here")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if options.table:
        print_table(options.results)
        return
    games = Games.joined([read(file) for file in options.files])
    train, test = games.split(test=options.test, seed=options.seed)
    test = test[:: options.test_share]
    known = set()
    if options.results.exists():
        known = {
            json.dumps(json.loads(line)["key"], sort_keys=True)
            for line in options.results.read_text("utf-8").splitlines()
        }
    criteria = CRITERIA if options.criteria == ["all"] else options.criteria
    for systems in options.systems:
        for criterion in criteria:
            plan = ForestPlan(
                systems=() if systems == "none" else tuple(systems.split("+")),
                criterion=criterion,
                trees=options.trees,
                games=options.grow,
                seed=options.seed,
            )
            key = {
                "systems": "" if systems == "none" else systems,
                "criterion": criterion,
                "trees": options.trees,
                "grow": options.grow,
                "train": options.train,
                "test": len(test),
                "share": options.share,
                "loops": options.loops,
                "prior_wins": options.prior_wins,
                "beside": options.beside,
                "seed": options.seed,
                "files": [file.name for file in options.files],
            }
            if json.dumps(key, sort_keys=True) in known:
                continue
            row = {"key": key, **measure(train, test, plan, options)}
            with options.results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(
                f"{systems} {criterion}: M(1) {row['accuracy']:.4f}, MLE {row['mle']:.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
