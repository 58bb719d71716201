"""Large patterns in Hex and Havannah: what they predict alone, and beside tactical features.

python experiments/forest-2014/connection_patterns.py littlegolem_havannah.sgf --size 8 --at-least 10
python experiments/forest-2014/connection_patterns.py littlegolem_hex_13x13.sgf --size 13 --test 1000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from katachi.features import FeatureSet, Tactics
from katachi.games.game import Game
from katachi.knowledge import FeatureWeights
from katachi.learning import Prediction, harvest_patterns, learn, predict
from katachi.records import Games, read


def main() -> None:
    """A row for each combination of features; the last, with all of them, can be saved."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--at-least", type=int, default=20)
    parser.add_argument("--share", type=float, default=1.0, help="of the positions, for weights")
    parser.add_argument("--loops", type=int, default=12)
    parser.add_argument("--test", type=float, default=0.15, help="a share or a number of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    every = read(options.games)
    (board,) = (kind for kind in every.kinds if kind.size == options.size)
    games = every.of_game(board)
    test_games = options.test if options.test < 1 else int(options.test)
    train, test = games.split(test=test_games, seed=options.seed)
    patterns = harvest_patterns(train, at_least=options.at_least)
    tactics = Tactics(board)
    print(f"{board}: {len(train):,} games to learn from, {len(test):,} to test on")
    print(f"{len(patterns):,} patterns seen {options.at_least} times or more\n")
    print("| features | M(1) | MLE | 95 % | blind guess |\n|---|---:|---:|---|---:|")
    combinations: dict[str, list[FeatureSet]] = {
        "patterns": [patterns],
        "tactics": [tactics],
        "tactics, patterns": [tactics, patterns],
    }
    for name, features in combinations.items():
        knowledge = learn(train, features=features, loops=options.loops, share=options.share)
        found = predict(knowledge, test)
        low, high = found.interval
        print(
            f"| {name} | {100 * found.accuracy:.1f} % | {found.mean_log_evidence:.4f} "
            f"| {low:.4f} to {high:.4f} | {found.uniform:.4f} |",
            flush=True,
        )
    if options.save:
        _save(knowledge, board, games, found, options)


def _save(
    knowledge: FeatureWeights,
    board: Game,
    games: Games,
    found: Prediction,
    options: argparse.Namespace,
) -> None:
    about = f"{board.name} {board.size}: tactical features and large patterns, from {options.games.name}"
    card = msgspec.structs.replace(
        knowledge.card,
        about=about.capitalize(),
        sources=tuple(f"{s.file} sha256:{s.sha256}" for s in games.provenance.sources),
        tested_on=f"{found.games} games of the same file, seed {options.seed}",
        results={**knowledge.card.results, **found.results},
        settings={
            **knowledge.card.settings,
            "at_least": options.at_least,
            "share": options.share,
        },
    )
    knowledge.with_card(card).save(options.save, overwrite=True)


if __name__ == "__main__":
    main()
