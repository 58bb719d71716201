"""Finishes values of Othello: holds corrections back, rounds, fits the cuts of the search, writes the card.

    python experiments/values/finish.py BEFORE VALUES GAMES OUTPUT FILES... [--share S] [--round N]

VALUES are BEFORE with corrections by othello.py, of which a share counts: the fewer stones, the larger,
unless --share says one for all. GAMES are those that experiments/values/othello.py played: positions of
them show how well shallow searches foretell deep ones. FILES are the records; 4,000 games of them took part
in nothing and judge the values.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import katachi
from katachi.games.position import Position
from katachi.knowledge import PatternValues
from katachi.learning.values import ValueExamples, judge_values
from katachi.learning.values.prob_cuts import fit_prob_cuts
from katachi.records import Games, read

EMPTIES = (14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54)
DEEPEST = 9
# From so many stones on corrections count by so much (README.md says why).
SHARES = ((0, 0.8), (40, 0.7), (48, 0.5))


def main() -> None:
    """Rounds, fits, judges, saves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("values")
    parser.add_argument("games", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--share", type=float, help="of every correction")
    parser.add_argument("--round", type=int, default=16)
    parser.add_argument("--about", default="")
    options = parser.parse_args()
    before, values = (katachi.load_knowledge(one) for one in (options.before, options.values))
    assert isinstance(values, PatternValues)
    assert isinstance(before, PatternValues)
    shares = SHARES if options.share is None else ((0, options.share),)
    rounded = held_back(before, values, shares).quantised(options.round)
    found = fit_prob_cuts(rounded, groups_of(read(options.games)), deepest=DEEPEST)
    records = Games.joined([read(file) for file in options.files]).without_repeats()
    _, test = records.split(test=4000, seed=0)
    judged = judge_values(found, ValueExamples.of(test, found.game, threads=1), threads=1)
    card = msgspec.structs.replace(
        values.card,
        about=options.about or values.card.about,
        settings={**values.card.settings, "rounded_to": options.round},
        results=judged.figures,
    )
    replace(found, card=card).save(options.output, overwrite=True)
    print(options.output, options.output.stat().st_size, judged.figures)


def held_back(
    before: PatternValues, after: PatternValues, by_stones: Sequence[tuple[int, float]]
) -> PatternValues:
    """Between the two, by shares from numbers of stones on."""
    shares = np.array(
        [[share for first, share in by_stones if first <= stage][-1] for stage in before.stages]
    )

    def between(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        share = shares.reshape(-1, *(1,) * (one.ndim - 1))
        mixed: NDArray[Any] = np.rint(one + share * (other.astype(np.float64) - one))
        return mixed.astype(one.dtype)

    return replace(
        after,
        weights=between(before.weights, after.weights),
        constants=between(before.constants, after.constants),
        feature_weights=between(before.feature_weights, after.feature_weights),
    )


def groups_of(games: Games, count: int = 80, seed: int = 1) -> dict[int, Sequence[Position]]:
    """Positions with a choice of moves, by empty cells."""
    rng = random.Random(seed)
    groups: dict[int, Sequence[Position]] = {}
    for empties in EMPTIES:
        some: list[Position] = []
        while len(some) < count:
            record = games[rng.randrange(len(games))]
            position, left = record.game.start(), 60
            for move in record.moves:
                if left <= empties:
                    break
                position = position.play(move)
                left -= move != "pass"
            if left == empties and not position.is_over and len(position.legal_moves) > 1:
                assert isinstance(position, Position)
                some.append(position)
        groups[empties] = some
    return groups


if __name__ == "__main__":
    main()
