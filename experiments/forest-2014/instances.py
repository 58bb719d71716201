r"""FOREST table 5.9: tactics, patterns and forest, alone and together, on the same positions.

    python experiments/forest-2014/instances.py WORK FILE...
    python experiments/forest-2014/instances.py WORK FILE... --fbt 6
    python experiments/forest-2014/instances.py WORK --table --figures FOLDER

Harvests patterns from xi games, grows a forest from rho games, encodes positions of phi games once
with all features and learns the weights of each instance from them (features that an instance does
not have keep strength 1). Test games are encoded once, too, some at a time, and predicted by all
instances, so that differences are paired. The folder WORK keeps patterns, trees, knowledge and
results; a stopped run goes on with what is missing.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.features import FeatureSet, Forest, LargePatterns, Tactics, parse_feature_set
from katachi.files.atomic_file import write_atomically
from katachi.knowledge import FeatureWeights
from katachi.knowledge.card import Card
from katachi.learning import (
    Fit,
    ForestPlan,
    Prediction,
    compare,
    fit_fbt,
    fit_mm,
    grow_forest,
    harvest_patterns,
)
from katachi.learning.competitions import Competitions
from katachi.learning.learn import to_knowledge
from katachi.learning.prediction import GAMES_AT_ONCE, JoinedPredictions, report
from katachi.records import Games, read
from katachi.showing.plot import Series, line_plot

STAGE = 30
AGNOSTIC = "tactics-without-history"
EVERYTHING = "tactics+patterns+forest"
FACTORIZED = f"{EVERYTHING}, factorized"
# M(1) in per cent, FOREST table 5.9; with patterns but no forest its phi is 32,000.
THESIS = {
    "tactics+patterns": 38.4,
    EVERYTHING: 38.3,
    "tactics+forest": 35.9,
    f"{AGNOSTIC}+patterns": 26.1,
    f"{AGNOSTIC}+forest": 25.0,
    "forest": 24.7,
    "patterns": 24.6,
    "tactics": 20.7,
    AGNOSTIC: 9.7,
}


class Clock:
    """Seconds of the clock and of the processors by step, and the largest memory."""

    def __init__(self, path: Path) -> None:
        """Steps of earlier runs are in the file."""
        self._path = path
        self.steps: dict[str, list[float]] = json.loads(path.read_text()) if path.exists() else {}
        self._began = time.monotonic(), time.process_time()

    def note(self, step: str) -> None:
        """What was done since the last note."""
        now = time.monotonic(), time.process_time()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        clock, processor = now[0] - self._began[0], now[1] - self._began[1]
        self.steps[step] = [round(clock, 1), round(processor, 1), round(memory, 2)]
        self._path.write_text(json.dumps(self.steps, indent=1))
        print(f"{step}: {clock:.0f} s, processor {processor:.0f} s, {memory:.2f} GB", flush=True)
        self._began = time.monotonic(), time.process_time()


class Instances:
    """The features of all instances side by side, and where each instance has its own."""

    def __init__(self, tactics: Tactics, patterns: LargePatterns, forest: Forest) -> None:
        """Tactics, patterns, forest, in this order."""
        self.features: tuple[FeatureSet, ...] = (tactics, patterns, forest)
        agnostic = Tactics(tactics.game, history=False)
        # Features by name: the set, and its first and last column of all.
        first = len(tactics.feature_names)
        self._sets: dict[str, tuple[FeatureSet, range]] = {
            "tactics": (tactics, range(first)),
            AGNOSTIC: (agnostic, range(len(agnostic.feature_names))),
            "patterns": (patterns, range(first, first + 1)),
            "forest": (forest, range(first + 1, first + 1 + len(forest.trees))),
        }

    def _columns(self, name: str) -> list[int]:
        return [column for part in name.split("+") for column in self._sets[part][1]]

    def kept(self, name: str, columns: int) -> list[int]:
        """Features that the instance does not have."""
        own = set(self._columns(name))
        return [column for column in range(columns) if column not in own]

    def levels(self, name: str, begins: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of the instance among all."""
        parts = [np.arange(begins[column], begins[column + 1]) for column in self._columns(name)]
        return np.concatenate(parts)

    def features_of(self, name: str) -> tuple[FeatureSet, ...]:
        """Its feature sets."""
        return tuple(self._sets[part][0] for part in name.split("+"))


def learn_instances(
    instances: Instances, train: Games, options: argparse.Namespace, clock: Clock
) -> None:
    """A knowledge file for each instance that has none yet."""
    missing = [name for name in options.instances if not file_of(options.work, name).exists()]
    factorized = options.fbt and not file_of(options.work, FACTORIZED).exists()
    if not missing and not factorized:
        return
    order = np.random.default_rng(options.seed + 1).permutation(len(train))
    chosen = train.take(np.sort(order[: options.phi]))
    learning = Competitions.of(
        chosen, instances.features, share=options.share, seed=options.seed, threads=options.threads
    )
    clock.note(f"encode {len(learning):,} positions")
    begins = np.concatenate(([0], np.cumsum(learning.encoder.level_counts))).astype(np.int64)
    columns = learning.encoder.feature_count
    for name in missing:
        fit = fit_mm(
            learning,
            loops=options.loops,
            kept=instances.kept(name, columns),
            threads=options.threads,
        )
        save(instances, name, fit, learning, begins, options)
        clock.note(f"learn {name}")
    if factorized:
        start = FeatureWeights.load(file_of(options.work, EVERYTHING)).weights.astype(np.float64)
        fit = fit_fbt(
            learning,
            loops=options.fbt,
            start=start,
            factors=options.factors,
            rate=options.rate,
            threads=options.threads,
            progress=lambda point: print(f"  {point.loop}: {point.train:.4f}", flush=True),
        )
        save(instances, FACTORIZED, fit, learning, begins, options)
        clock.note(f"learn {FACTORIZED}")


def file_of(work: Path, name: str) -> Path:
    """The knowledge of an instance."""
    return work / f"{name.replace(', ', '-')}.knowledge"


def save(  # noqa: PLR0913, PLR0917 - what a card says
    instances: Instances,
    name: str,
    fit: Fit,
    learning: Competitions,
    begins: NDArray[np.int64],
    options: argparse.Namespace,
) -> None:
    """The knowledge of one instance, cut out of that of all features."""
    whole = to_knowledge(fit, learning, Card())
    sets = name.partition(",")[0]
    levels = instances.levels(sets, begins)
    card = Card(
        about=f"FOREST table 5.9: {name}",
        learner="mm" if fit.factors is None else "fbt",
        settings={
            "xi": options.xi,
            "rho": options.rho,
            "phi": options.phi,
            "share": options.share,
            "loops": fit.loop,
        },
        games=learning.games,
        positions=len(learning),
        results={"train_mean_log_evidence": fit.curve[fit.loop].train},
    )
    factors = None if whole.factors is None else whole.factors[levels]
    FeatureWeights(
        instances.features_of(sets), whole.weights[levels], whole.appearances[levels], card, factors
    ).save(file_of(options.work, name), overwrite=True)


def moves_of(games: Games) -> list[bytes]:
    """What tells a game from others."""
    borders = zip(games.offsets[:-1], games.offsets[1:], strict=True)
    return [games.moves[begin:end].tobytes() for begin, end in borders]


def by_collection(test: Games, collections: dict[str, Games]) -> tuple[Games, dict[str, int]]:
    """The test games one collection after the other, and how many each has."""
    home = {moves: name for name, games in collections.items() for moves in moves_of(games)}
    names = np.array([home[moves] for moves in moves_of(test)])
    places = [np.flatnonzero(names == name) for name in collections]
    sizes = {name: len(own) for name, own in zip(collections, places, strict=True)}
    return test.take(np.concatenate(places)), sizes


def slices(collections: dict[str, int]) -> list[slice]:
    """Some games at a time, of one collection; inside a slice their order may change."""
    found = []
    end = 0
    for count in collections.values():
        begin, end = end, end + count
        firsts = range(begin, end, GAMES_AT_ONCE)
        found += [slice(first, min(first + GAMES_AT_ONCE, end)) for first in firsts]
    return found


def test_instances(
    instances: Instances,
    test: Games,
    collections: dict[str, int],
    names: list[str],
    options: argparse.Namespace,
) -> dict[str, Prediction]:
    """Every test position is encoded once."""
    models = {}
    encoder: _core.Encoder | None = None
    parts: dict[str, list[_core.Predictions]] = {name: [] for name in names}
    for some in slices(collections):
        tested = Competitions.of(
            test[some],
            instances.features,
            first_game=some.start,
            threads=options.threads,
            encoder=encoder,
        )
        if encoder is None:
            encoder = tested.encoder
            begins = np.concatenate(([0], np.cumsum(encoder.level_counts))).astype(np.int64)
            for name in names:
                knowledge = FeatureWeights.load(file_of(options.work, name))
                gammas = np.ones(encoder.total_levels)
                gammas[instances.levels(name.partition(",")[0], begins)] = knowledge.gammas
                rows = np.zeros(0) if knowledge.factors is None else knowledge.factors.ravel()
                models[name] = gammas, rows.astype(np.float64)
        for name in names:
            gammas, rows = models[name]
            parts[name].append(
                _core.predict(tested.teams, gammas, threads=options.threads, factors=rows)
            )
    return {
        name: report(
            JoinedPredictions.of(found), games=len(test), forced_moves=False, stage_length=STAGE
        )
        for name, found in parts.items()
    }


def write_results(
    found: dict[str, Prediction],
    positions: int,
    collections: dict[str, int],
    options: argparse.Namespace,
) -> None:
    """One line of JSON for each instance, with its difference from the whole set."""
    lines = []
    borders = np.cumsum(list(collections.values()))
    for name, prediction in found.items():
        places = np.searchsorted(borders, prediction.game_numbers, side="right")
        row: dict[str, object] = {
            "instance": name,
            "xi": options.xi,
            "rho": options.rho,
            "trees": options.trees,
            "phi": options.phi,
            "share": options.share,
            "learning_positions": positions,
            "test_games": prediction.games,
            "test_positions": prediction.positions,
            "accuracy": prediction.accuracy,
            "within": prediction.within,
            "mle": prediction.mean_log_evidence,
            "mle_interval": prediction.interval,
            "collections": {
                own: float(prediction.first[places == number].mean())
                for number, own in enumerate(collections)
            },
            "stages": [msgspec.to_builtins(stage) for stage in prediction.stages],
        }
        if EVERYTHING in found and name != EVERYTHING:
            (difference,) = compare([found[EVERYTHING], prediction], measure="first")
            row["accuracy_less_everything"] = [difference.mean, *difference.interval]
        lines.append(json.dumps(row))
    write_atomically(options.work / "results.jsonl", "\n".join(lines).encode(), overwrite=True)


def print_table(work: Path) -> None:
    """Beside the thesis, and by stage."""
    rows = [json.loads(line) for line in (work / "results.jsonl").read_text().splitlines()]
    rows.sort(key=lambda row: -row["accuracy"])
    print("| features | M(1) | M(10) | MLE (95 %) | M(1) less all three (95 %) | thesis M(1) |")
    print("|---|---:|---:|---|---|---:|")
    for row in rows:
        low, high = row["mle_interval"]
        less = row.get("accuracy_less_everything")
        paired = (
            f"{100 * less[0]:+.2f} ({100 * less[1]:+.2f} to {100 * less[2]:+.2f})" if less else ""
        )
        print(
            f"| {row['instance'].replace('+', ', ')} | {100 * row['accuracy']:.1f} % | "
            f"{100 * row['within'][9]:.1f} % | {row['mle']:.3f} ({low:.3f} to {high:.3f}) | "
            f"{paired} | {THESIS.get(row['instance'], '')} |"
        )
    print("\nM(1) in per cent by collection\n")
    names = list(rows[0]["collections"])
    print("| features | " + " | ".join(names) + " |")
    print("|---|" + "---:|" * len(names))
    for row in rows:
        cells = [f"{100 * row['collections'][name]:.1f}" for name in names]
        print(f"| {row['instance'].replace('+', ', ')} | " + " | ".join(cells) + " |")
    print("\nM(1) in per cent by stage\n")
    stages = [stage for stage in rows[0]["stages"] if stage["last"] < 300]
    print("| features | " + " | ".join(f"{one['first']}-{one['last']}" for one in stages) + " |")
    print("|---|" + "---:|" * len(stages))
    for row in rows:
        cells = [f"{100 * stage['accuracy']:.1f}" for stage in row["stages"][: len(stages)]]
        print(f"| {row['instance'].replace('+', ', ')} | " + " | ".join(cells) + " |")
    print("\n| step | seconds | processor seconds | memory so far, GB |\n|---|---:|---:|---:|")
    for step, numbers in json.loads((work / "steps.json").read_text()).items():
        print(f"| {step} | {numbers[0]:,.0f} | {numbers[1]:,.0f} | {numbers[2]:.2f} |")


def draw_figures(work: Path, folder: Path) -> None:
    """M(x), and M(1) by stage, of the five best instances that the results have."""
    rows = [json.loads(line) for line in (work / "results.jsonl").read_text().splitlines()]
    rows = sorted(rows, key=lambda row: -row["accuracy"])[:5]
    curves, stages = [], []
    for row in rows:
        name = row["instance"].replace("+", ", ")
        curves.append(Series(name, [(k, 100 * m) for k, m in enumerate(row["within"], 1)]))
        middles = [
            ((stage["first"] + stage["last"] + 1) / 2, 100 * stage["accuracy"])
            for stage in row["stages"]
            if stage["last"] < 300
        ]
        stages.append(Series(name, middles))
    for file, title, across, series in (
        ("move-prediction.svg", "The played move is among the first x", "x", curves),
        ("stages.svg", "The played move is first", "moves played", stages),
    ):
        write_atomically(
            folder / file,
            line_plot(series, title=title, across=across, up="per cent"),
            overwrite=True,
        )


def make_patterns(games: Games, options: argparse.Namespace) -> LargePatterns:
    """From the file of an earlier run, if there is one."""
    path = options.patterns or options.work / "go.patterns"
    if path.exists():
        found = parse_feature_set(path.read_text("ascii"))
        assert isinstance(found, LargePatterns)
        return found
    order = np.random.default_rng(options.seed).permutation(len(games))
    found = harvest_patterns(games.take(np.sort(order[: options.xi])), threads=options.threads)
    path.write_text(found.text, "ascii")
    return found


def make_forest(games: Games, options: argparse.Namespace) -> Forest:
    """Trees that are in the folder are not grown again."""
    plan = ForestPlan(
        systems=tuple(options.systems.split("+")),
        trees=options.trees,
        games=options.rho,
        seed=options.seed,
    )
    grown = grow_forest(games, plan, state=options.work / "trees.json", threads=options.threads)
    (options.work / "go.forest").write_text(grown.forest.text, "utf-8")
    print(f"{sum(tree.leaf_count for tree in grown.forest.trees):,} leaves", flush=True)
    return grown.forest


def main() -> None:
    """Patterns, forest, weights, predictions, table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("work", type=Path)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--xi", type=int, default=10_000, help="games for patterns")
    parser.add_argument("--patterns", type=Path, help="harvested before")
    parser.add_argument("--systems", default="sg0+ig0")
    parser.add_argument("--trees", type=int, default=16, help="tau")
    parser.add_argument("--rho", type=int, default=3200, help="games for the forest")
    parser.add_argument("--phi", type=int, default=16_000, help="games for weights")
    parser.add_argument("--share", type=float, default=0.1, help="of the positions, for weights")
    parser.add_argument("--loops", type=int, default=20)
    parser.add_argument("--fbt", type=int, default=0, help="loops of factorization, too")
    parser.add_argument("--factors", type=int, default=5)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--test-every", type=int, default=1, help="every so many test games")
    parser.add_argument("--instances", nargs="*", default=list(THESIS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="only print the results")
    parser.add_argument("--figures", type=Path, help="a folder for figures of the results")
    options = parser.parse_args()
    if options.table:
        print_table(options.work)
        if options.figures:
            draw_figures(options.work, options.figures)
        return
    options.work.mkdir(parents=True, exist_ok=True)
    clock = Clock(options.work / "steps.json")
    collections = {file.name.partition(".")[0]: read(file) for file in options.files}
    games = Games.joined(list(collections.values()))
    train, test = games.split(test=options.test, seed=options.seed)
    test, sizes = by_collection(test[:: options.test_every], collections)
    clock.note("read")
    patterns = make_patterns(train, options)
    clock.note("harvest")
    forest = make_forest(train, options)
    clock.note("grow")
    instances = Instances(Tactics(games.kinds[0]), patterns, forest)
    learn_instances(instances, train, options, clock)
    names = [*options.instances, *([FACTORIZED] if options.fbt else [])]
    found = test_instances(instances, test, sizes, names, options)
    clock.note(f"test {len(names)} instances")
    positions = FeatureWeights.load(file_of(options.work, names[0])).card.positions
    write_results(found, positions, sizes, options)
    print_table(options.work)
    if options.figures:
        draw_figures(options.work, options.figures)


if __name__ == "__main__":
    main()
