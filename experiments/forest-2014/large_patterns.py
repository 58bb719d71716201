"""FOREST section 5.6 and table 5.9: what large patterns predict, alone and with other features.

python experiments/forest-2014/large_patterns.py FOLDER_OF_GO_GAMES --xi 10000 --phi 24898
python experiments/forest-2014/large_patterns.py FOLDER --tactics --learner fbt --save go19.knowledge

Takes the 19 x 19 collections (or `--size 9`), keeps 1000 games for testing, harvests patterns from
xi of the others and learns weights from phi of them, a tenth of the positions.
"""

from __future__ import annotations

import argparse
import resource
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi.features import FeatureSet, LargePatterns, parse_feature_set
from katachi.files.checkpoint import checkpoint_beside
from katachi.knowledge import FeatureWeights
from katachi.learning import Fbt, harvest_patterns, learn, predict
from katachi.records import Games, read

STAGE = 30


def main() -> None:
    """One instance: figures on standard output, as Markdown."""
    options = _options()
    began = time.perf_counter()
    games = _games(options.games, options.size)
    train, test = games.split(test=options.test, seed=options.seed)
    order = np.random.default_rng(options.seed).permutation(len(train))
    _note(f"{len(train):,} games to learn from, {len(test):,} to test on", began)

    if options.knowledge:
        knowledge = FeatureWeights.load(options.knowledge)
    else:
        knowledge = _learn(train, order, options, began)
    if options.half:
        knowledge = _halved(knowledge)
    found = predict(
        knowledge, test[:: options.test_every], stage_length=STAGE, threads=options.threads
    )
    _note(f"predicted {found.positions:,} positions", began)
    low, high = found.interval
    print(
        f"M(1) {100 * found.accuracy:.2f} %, M(10) {100 * found.within[9]:.1f} %, "
        f"MLE {found.mean_log_evidence:.4f} [{low:.4f}, {high:.4f}], blind guess {found.uniform:.4f}"
    )
    print("\n| moves | positions | M(1) | MLE |\n|---|---:|---:|---:|")
    for stage in found.stages:
        print(
            f"| {stage.first} to {stage.last} | {stage.positions:,} "
            f"| {100 * stage.accuracy:.1f} % | {stage.mean_log_evidence:.3f} |"
        )
    if options.save:
        _save(knowledge, games, found.results, options)


def _learn(
    train: Games, order: NDArray[np.int64], options: argparse.Namespace, began: float
) -> FeatureWeights:
    features: list[FeatureSet] = []
    if options.tactics:
        option = "" if options.history else "without-history\n"
        head = f"katachi-features 1 tactics\ngame go{options.size}\n"
        features.append(parse_feature_set(head + option))
    if options.xi:
        patterns = _patterns(train.take(np.sort(order[: options.xi])), options)
        features.append(patterns)
        _note(f"{len(patterns):,} patterns: {_by_size(patterns)}", began)

    if options.forest:
        features.append(parse_feature_set(options.forest.read_text("utf-8")))
    chosen = train.take(np.sort(order[: options.phi]))
    by_factors = options.learner == "fbt"
    learner = Fbt(factors=options.factors, rate=options.rate) if by_factors else options.learner
    knowledge = learn(
        chosen,
        features=features,
        learner=learner,
        parts=options.parts if by_factors else 1,
        loops=options.loops,
        share=options.share,
        whole_games=options.whole_games,
        seed=options.seed,
        about=options.about,
        threads=options.threads,
        progress=lambda point: _note(f"loop {point.loop}: {point.train:.4f}", began),
        checkpoint=options.save and checkpoint_beside(options.save),
    )
    _note(f"phi {len(chosen):,}: {knowledge.card.positions:,} positions learned", began)
    return knowledge


def _halved(knowledge: FeatureWeights) -> FeatureWeights:
    """Numbers of half precision: a packed file of about half the size."""
    factors = knowledge.factors
    return replace(
        knowledge,
        weights=knowledge.weights.astype(np.float16).astype(np.float32),
        factors=None if factors is None else factors.astype(np.float16).astype(np.float32),
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path, help="a folder of *19x19.sgf.xz, or one file")
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--xi", type=int, default=10_000, help="games for patterns; 0: none")
    parser.add_argument("--phi", type=int, default=1_000_000, help="games for weights")
    parser.add_argument("--share", type=float, default=0.1, help="of the positions, for weights")
    parser.add_argument("--at-least", type=int, default=20)
    parser.add_argument("--largest", type=int, default=15)
    parser.add_argument("--all-moves", action="store_true", help="count every legal move")
    parser.add_argument("--harvest-share", type=float, default=1.0)
    parser.add_argument("--tactics", action="store_true", help="tactical features, too")
    parser.add_argument("--no-history", dest="history", action="store_false")
    parser.add_argument("--forest", type=Path, help="a forest, too (katachi forest grow)")
    parser.add_argument("--whole-games", action="store_true", help="shares of games")
    parser.add_argument("--learner", default="mm")
    parser.add_argument("--loops", type=int, default=20)
    parser.add_argument("--factors", type=int, default=5)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--test-every", type=int, default=1, help="every so many test games")
    parser.add_argument("--rate", type=float, default=0.05, help="of factorization")
    parser.add_argument(
        "--parts", type=int, default=1, help="shares that take turns, factorization"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--patterns", type=Path, help="harvested before, or written there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--about", default="")
    parser.add_argument("--knowledge", type=Path, help="learned before: only test it")
    parser.add_argument("--half", action="store_true", help="round numbers to half precision")
    parser.add_argument("--save", type=Path)
    return parser.parse_args()


def _games(path: Path, size: int) -> Games:
    if path.is_file():
        return read(path)
    files = sorted(path.glob(f"*_{size}x{size}.sgf.xz"))
    if not files:
        raise SystemExit(f"no file like *_{size}x{size}.sgf.xz in {path}")
    return Games.joined([read(file) for file in files])


def _patterns(games: Games, options: argparse.Namespace) -> LargePatterns:
    if options.patterns and options.patterns.exists():
        found = parse_feature_set(options.patterns.read_text("ascii"))
        assert isinstance(found, LargePatterns)
        return found
    found = harvest_patterns(
        games,
        sizes=(3, options.largest),
        at_least=options.at_least,
        all_moves=options.all_moves,
        share=options.harvest_share,
        seed=options.seed,
    )
    if options.patterns:
        options.patterns.write_text(found.text, "ascii")
    return found


def _by_size(patterns: LargePatterns) -> str:
    sizes = np.bincount([patterns.size(level) for level in range(1, len(patterns) + 1)])
    return ", ".join(f"{size}: {count:,}" for size, count in enumerate(sizes) if count)


def _note(sentence: str, began: float) -> None:
    """With the time, the processor's time and the largest memory so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"[{time.perf_counter() - began:.0f} s, cpu {used.ru_utime + used.ru_stime:.0f} s, "
        f"{used.ru_maxrss / 2**20:.2f} GB] {sentence}",
        flush=True,
    )


def _save(
    knowledge: FeatureWeights, games: Games, results: dict[str, float], options: argparse.Namespace
) -> None:
    card = msgspec.structs.replace(
        knowledge.card,
        about=options.about or knowledge.card.about,
        sources=tuple(f"{s.file} sha256:{s.sha256}" for s in games.provenance.sources),
        tested_on=(
            f"{len(range(0, options.test, options.test_every))} games of the same files, split with "
            f"seed {options.seed}"
        ),
        results={**knowledge.card.results, **results},
        settings={
            "xi": min(options.xi, len(games) - options.test),
            "at_least": options.at_least,
            "share": options.share,
            **knowledge.card.settings,
        },
    )
    knowledge.with_card(card).save(options.save, overwrite=True)
    if not options.knowledge and "interrupted" not in card.settings:
        checkpoint_beside(options.save).unlink(missing_ok=True)
    print(f"\nwritten: {options.save} ({options.save.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
