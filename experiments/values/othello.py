"""Learns the values of Othello that ship: records, and own games that leave their paths.

python experiments/values/othello.py OUTPUT.knowledge FILES... [--games N] [--from NAME]

The values NAME play the own games. One half of them leaves a record after 4 to 40 plies by one to
three random moves, the other begins with one to twelve random moves; two players, one a ply deeper,
then play to the end. 4,000 records take no part in anything but the test. The cuts of the search are
fitted at last, on positions of test games, a third of them left by random moves.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

import katachi
from katachi.features.value_shapes import value_shapes
from katachi.games.position import Position
from katachi.knowledge import PatternValues
from katachi.learning.values import ValueExamples, ValueLearner, judge_values, learn_values
from katachi.learning.values.continuations import ContinuationPlan, continue_games
from katachi.learning.values.prob_cuts import fit_prob_cuts
from katachi.records import Games, read

EMPTIES = (14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54)


def main() -> None:
    """Plays, learns, fits, judges, saves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=50_000, help="pairs of own games of each kind")
    parser.add_argument("--from", dest="player", default="othello-values")
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--weight", type=int, default=1, help="how often own games count")
    parser.add_argument("--loops", type=int, default=16)
    parser.add_argument("--round", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    games = Games.joined([read(file) for file in options.files]).without_repeats()
    train, test = games.split(test=4000, seed=0)
    player = katachi.load_knowledge(options.player)
    assert isinstance(player, PatternValues)
    plans = (
        ContinuationPlan(depth=options.depth),
        ContinuationPlan(first_ply=0, last_ply=0, most_random=12, depth=options.depth),
    )
    own = [
        continue_games(player, train, options.games, plan, seed=seed, threads=options.threads)
        for seed, plan in enumerate(plans, 1)
    ]
    print("own positions", [len(one) for one in own], flush=True)
    game = player.game
    tested = ValueExamples.of(test, game, threads=options.threads)
    played = ValueExamples.joined(
        [
            continue_games(player, test, 1000, plan, seed=7 + seed, threads=options.threads)
            for seed, plan in enumerate(plans)
        ]
    )
    records = ValueExamples.of(train, game, threads=options.threads)
    examples = ValueExamples.joined([records, *(own * options.weight)])
    del records, own
    values = learn_values(
        examples,
        value_shapes("othello"),
        ValueLearner(l2=50),
        loops=options.loops,
        threads=options.threads,
        progress=lambda point: print(point.loop, point.train, flush=True),
    ).quantised(options.round)
    values = fit_prob_cuts(values, groups_of(test), deepest=9)
    for name, one in (("before", player), ("now", values)):
        for kind, positions in (("records", tested), ("own games", played)):
            found = judge_values(one, positions, threads=options.threads)
            print(name, kind, found.figures, flush=True)
    card = msgspec.structs.replace(
        values.card,
        about="Who is ahead in Othello, in discs: 12 shapes, 15 stages; records and own games.",
        games=len(train) + 4 * options.games,
        sources=tuple(f"{one.file} sha256:{one.sha256}" for one in train.provenance.sources),
        steps=(
            *train.provenance.steps,
            f"with {4 * options.games} own games by {options.player} to {options.depth} and "
            f"{options.depth + 1} plies (experiments/values/othello.py)",
        ),
        settings={**values.card.settings, "solve_from": 12, "rounded_to": options.round},
        tested_on="4,000 games of the same files kept by the split, seed 0; positions with at most "
        "12 empty cells by their exact values",
        results=judge_values(values, tested, threads=options.threads).figures,
    )
    replace(values, card=card).save(options.output, overwrite=True)
    print(options.output, options.output.stat().st_size)


def groups_of(games: Games, count: int = 80, seed: int = 3) -> dict[int, Sequence[Position]]:
    """Positions by empty cells; of every three one was left by two random moves four plies before."""
    rng = random.Random(seed)
    groups: dict[int, list[Position]] = {empties: [] for empties in EMPTIES}
    for empties, found in groups.items():
        while len(found) < count:
            record = games[rng.randrange(len(games))]
            strays = len(found) % 3 == 0
            position = record.game.start()
            plies = 60 - empties
            for ply in range(plies):
                if position.is_over:
                    break
                stray = (strays and ply >= plies - 4) or ply >= len(record.moves)
                moves = position.legal_moves
                wanted = rng.choice(moves) if stray else record.moves[ply]
                position = position.play(wanted if wanted in moves else rng.choice(moves))
            if isinstance(position, Position) and not position.is_over:
                found.append(position)
    return dict(groups)


if __name__ == "__main__":
    main()
