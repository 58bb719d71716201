"""Learns the knowledge of moves that ships for Hex, Havannah and Go 9, and measures it.

python experiments/knowledge/learn.py hex OUTPUT.knowledge FILES...
python experiments/knowledge/learn.py othello OUTPUT.knowledge FILES... --shapes shapes.txt

Tactical features, large patterns (Othello: pattern shapes) and the stage of the game, with what
pairs of them add (factorization Bradley-Terry). Games of all sizes are learned from together; of
every size a part is kept for testing. What is shipped today can be measured on the same games with
--beside NAME.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.features import FeatureSet, Stages, Tactics, on_board, shapes
from katachi.games.game import Game
from katachi.knowledge import FeatureWeights, load_knowledge
from katachi.learning import CurvePoint, Fbt, Prediction, compare, harvest_patterns, learn, predict
from katachi.records import Games, read

FACTORS = 7  # with the weight they fill a vector register


@dataclass(frozen=True)
class Recipe:
    """`test`: games kept of a size, by size, else a tenth.

    `least`: rarer levels are forgotten. `shrink`: a weight seen n times is multiplied by
    n / (n + shrink[0]), its factors by n / (n + shrink[1]). `bits`: of numbers in the file.
    """

    size: int
    at_least: int
    loops: int
    least: int
    test: dict[int, float]
    seed: int = 1
    shrink: tuple[float, float] = (0.0, 0.0)
    bits: int = 7


# Othello's loops, least and shrink were chosen on games of the learning part.
RECIPES = {
    "othello": Recipe(
        8, at_least=0, loops=3, least=12, test={8: 0.1}, seed=15, shrink=(30, 60), bits=5
    ),
    "hex": Recipe(11, at_least=15, loops=7, least=5, test={11: 0.1, 13: 1000}),
    "havannah": Recipe(8, at_least=10, loops=8, least=3, test={8: 0.15}),
    "go": Recipe(9, at_least=10, loops=8, least=5, test={9: 400}),
}


def main() -> None:
    """Learns, measures, saves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=RECIPES)
    parser.add_argument("output", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--shapes", action="append", default=[], help="Othello: shape files")
    parser.add_argument("--beside", help="knowledge that is measured on the same games")
    parser.add_argument("--loops", type=int)
    parser.add_argument("--pull", type=float, default=1e-4)
    options = parser.parse_args()
    recipe = RECIPES[options.game]
    games = Games.joined([read(file) for file in options.files])
    board, train, tests = divided(games, recipe)
    features: list[FeatureSet] = [Tactics(board), Stages(board)]
    if options.shapes:
        features += [shapes(name) for name in options.shapes]
    else:
        features.append(on_board(harvest_patterns(train, at_least=recipe.at_least), board))
    print(f"{board}: {len(train):,} games to learn from", flush=True)

    def note(point: CurvePoint) -> None:
        print(f"  loop {point.loop}: {point.train:.4f}, test {point.test:.4f}", flush=True)

    learned = learn(
        train,
        features=features,
        learner=Fbt(factors=FACTORS, weight_pull=options.pull, factor_pull=options.pull),
        loops=options.loops or recipe.loops,
        test=tests[board.size],
        about=about(board, games),
        progress=note,
        checkpoint=options.output.with_suffix(".checkpoint"),
    )
    small = smaller(learned, recipe)
    results: dict[str, float] = {}
    for size, test in sorted(tests.items()):
        found = predict(on_size(small, test), test)
        whole = predict(on_size(learned, test), test)
        low, high = found.interval
        print(
            f"size {size}: {len(test)} games, MLE {found.mean_log_evidence:.4f} [{low:.4f}, {high:.4f}]"
            f" (before rounding {whole.mean_log_evidence:.4f}), M(1) {100 * found.accuracy:.2f} %,"
            f" blind guess {found.uniform:.4f}"
        )
        if size == board.size:
            results = {**results, **found.results}
        else:
            results[f"mean_log_evidence_on_{size}"] = found.mean_log_evidence
            results[f"accuracy_on_{size}"] = found.accuracy
        if options.beside:
            beside(options.beside, test, found)
    card = msgspec.structs.replace(
        small.card,
        tested_on=f"{', '.join(f'{len(t)} games of size {s}' for s, t in sorted(tests.items()))}, "
        f"seed {recipe.seed}",
        results={**small.card.results, **results},
        settings={**small.card.settings, "factors": FACTORS, "least_appearances": recipe.least},
    )
    small.with_card(card).save(options.output, overwrite=True)
    print(f"{options.output}: {options.output.stat().st_size:,} bytes")
    options.output.with_suffix(".checkpoint").unlink(missing_ok=True)


def divided(games: Games, recipe: Recipe) -> tuple[Game, Games, dict[int, Games]]:
    """The board, the games to learn from, and those to test on by size."""
    by_size: dict[int, list[Games]] = {}
    for kind in games.kinds:
        by_size.setdefault(kind.size, []).append(games.of_game(kind))
    learning, tests = [], {}
    for size, parts in by_size.items():
        every = Games.joined(parts) if len(parts) > 1 else parts[0]
        share = recipe.test.get(size, 0.1)
        train, tests[size] = every.split(test=share if share < 1 else int(share), seed=recipe.seed)
        learning.append(train)
    board = next(kind for kind in games.kinds if kind.size == recipe.size)
    return board, Games.joined(learning), tests


def on_size(knowledge: FeatureWeights, test: Games) -> FeatureWeights:
    """For the board of the test games."""
    return knowledge.on_board(test.kinds[0])


def smaller(knowledge: FeatureWeights, recipe: Recipe) -> FeatureWeights:
    """Without rare levels, and with numbers of few bits: a file a quarter as large."""
    rare = knowledge.appearances < recipe.least
    assert knowledge.factors is not None
    counts = knowledge.appearances.astype(np.float64)
    often, oftener = (counts / (counts + shrink + 1e-9) for shrink in recipe.shrink)
    weights = rounded((knowledge.weights * often).astype(np.float32), recipe.bits)
    factors = rounded((knowledge.factors * oftener[:, None]).astype(np.float32), recipe.bits)
    weights[rare], factors[rare] = 0, 0
    seen = np.where(rare, 0, knowledge.appearances).astype(np.uint32)
    return replace(knowledge, weights=weights, factors=factors, appearances=seen)


def rounded(numbers: NDArray[np.float32], bits: int) -> NDArray[np.float32]:
    """To so many bits behind the leading one: the rest is zero, which the archive packs well."""
    drop = 23 - bits
    whole = numbers.astype(np.float32).view(np.uint32).astype(np.uint64)
    kept = ((whole + (1 << (drop - 1))) >> drop) << drop
    return kept.astype(np.uint32).view(np.float32).copy()


def beside(name: str, test: Games, found: Prediction) -> None:
    """The gain over other knowledge on the same games, position by position."""
    other = load_knowledge(name, FeatureWeights)
    try:
        known = predict(on_size(other, test), test)
    except KatachiError as error:  # features of one size only
        print(f"  {name}: {error}")
        return
    (gain,) = compare([known, found])
    low, high = gain.interval
    print(
        f"  {name}: MLE {known.mean_log_evidence:.4f}, M(1) {100 * known.accuracy:.2f} %; "
        f"gain {gain.mean:+.4f} [{low:+.4f}, {high:+.4f}]"
    )


def about(board: Game, games: Games) -> str:
    """A sentence for the card."""
    sizes: Sequence[int] = sorted({kind.size for kind in games.kinds})
    listed = ", ".join(map(str, sizes))
    return (
        f"{board.name.capitalize()}: tactical features, patterns and the stage, with what pairs of them "
        f"add; learned from games on boards of size {listed}"
    )


if __name__ == "__main__":
    main()
