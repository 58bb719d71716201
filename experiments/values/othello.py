"""Learns the values of Othello that ship, stage by stage from the end of the game.

    python experiments/values/othello.py FOLDER FILES... [--from NAME] [--games N] [--depth D]

Games leave the paths of records: 45 % begin with 2 to 16 random moves, 40 % with a record up to ply 4 to 48
and one to three random moves; searches of the values NAME to one to three plies play on, with up to 20 %
random moves; 15 % are records as they are. Then, from the last stage to the first, positions of the stage are
solved or searched to D plies with the values as they are by now, and what the values of this stage are
wrong by is learned from that. So a stage is taught by later ones that have been mended already, and no
label has the noise of a result. Games are played and labelled in pieces, and a run that was stopped (or
stopped itself after --minutes, with code 3) goes on with the first missing file of FOLDER; the values are
FOLDER/now.knowledge, to be finished by finish.py.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import katachi
from katachi.games.contract import PositionLike
from katachi.games.game import Game
from katachi.knowledge import PatternValues
from katachi.learning.values import ValueExamples, ValueLearner, learn_values
from katachi.learning.values.examples import some_of
from katachi.learning.values.judging import scores_and_values
from katachi.records import GameRecord, Games, read, write
from katachi.search.alphabeta import AlphaBeta, AlphaBetaSettings

CELLS = 64
# Up to so many empty cells positions are solved, and up to so many searched two plies deeper.
SOLVED = 14
DEEPER = 16
# The weight of the pull of a correction towards 0, in examples: the better of these on every tenth game.
PULLS = (3.0, 10.0, 30.0)
HELD_OUT = 10
LOOPS = 12
# Games of a piece.
PIECE = 2500


def main() -> None:
    """Plays once, then labels and learns stage by stage."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=45_000)
    parser.add_argument("--from", dest="player", default="othello-values")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--of-a-stage", type=int, default=2, help="positions a game and stage")
    parser.add_argument(
        "--strays", type=int, default=0, help="positions a game and stage after a random move"
    )
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--stages", type=int, nargs=2, default=(0, CELLS), help="first, last")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True, parents=True)
    until = time.monotonic() + 60 * options.minutes
    values = katachi.load_knowledge(options.player)
    assert isinstance(values, PatternValues)
    pieces = [options.folder / f"games-{n:03}.katachi" for n in range(-(-options.games // PIECE))]
    if not all(piece.exists() for piece in pieces):
        records = Games.joined([read(file) for file in options.files]).without_repeats()
        train, _ = records.split(test=4000, seed=0)
        for number, piece in enumerate(pieces):
            if not piece.exists():
                stop_in_time(until)
                rng = random.Random(f"{options.seed} {number}")
                write(Games.of([a_game(values, train, rng) for _ in range(PIECE)]), piece)
    games = [read(piece) for piece in pieces]
    now = options.folder / "now.knowledge"
    done = options.stages[1] + 1
    if now.exists():
        mended_so_far = katachi.load_knowledge(str(now))
        assert isinstance(mended_so_far, PatternValues)
        values = mended_so_far
        done = int(values.card.settings["taught_from"])
    ends = [*(stage - 1 for stage in values.stages[1:]), CELLS]
    for row in reversed(range(len(values.stages))):
        if options.stages[0] <= values.stages[row] < done:
            stage = (values.stages[row], ends[row])
            found: list[ValueExamples] = []
            for number, piece in enumerate(games):
                file = options.folder / f"labels-{stage[0]}-{number:03}.npz"
                if not file.exists():
                    stop_in_time(until)
                    rng = random.Random(f"{options.seed} {number} {stage[0]}")
                    arrays: dict[str, Any] = dict(labelled(piece, values, stage, options, rng))
                    part = file.with_suffix(".part.npz")
                    np.savez(part, **arrays)
                    part.rename(file)
                found.append(examples_of(piece, np.load(file), values.game, number * PIECE))
            values = mended(values, row, some_of_all(found))
            values.save(now, overwrite=True)


def stop_in_time(until: float) -> None:
    """Leaves the rest to another run."""
    if time.monotonic() > until:
        sys.exit(3)


def a_game(values: PatternValues, records: Games, rng: random.Random) -> GameRecord:
    """One game of a kind drawn by lot."""
    search = AlphaBeta(
        values.game, AlphaBetaSettings(depth=1, endgame_empties=0, megabytes=1), knowledge=values
    )
    kind, moves, stray = rng.random(), [], 0.0
    if kind >= 0.45:
        record = records[rng.randrange(len(records))]
        moves = list(record.moves[: rng.randint(4, 48) if kind < 0.85 else None])
    position = values.game.start().play_all(moves)
    randomly = rng.randint(2, 16) if kind < 0.45 else rng.randint(1, 3) if kind < 0.85 else 0
    if kind < 0.85:
        stray = rng.choice((0.05, 0.1, 0.2) if kind < 0.45 else (0.0, 0.05, 0.1))
    depth = rng.choice((1, 2, 2, 3))
    while not position.is_over:
        legal = position.legal_moves
        if len(legal) == 1 or randomly > 0 or rng.random() < stray:
            move = rng.choice(legal)
        else:
            found = search.run(position, depth=depth).move
            assert found is not None
            move = found
        randomly -= 1
        moves.append(move)
        position = position.play(move)
    return GameRecord(values.game, tuple(moves))


def labelled(
    games: Games,
    values: PatternValues,
    stage: tuple[int, int],
    options: argparse.Namespace,
    rng: random.Random,
) -> dict[str, NDArray[Any]]:
    """What some positions of a stage are worth: of games, and after a random move instead of theirs.

    games   int32 [positions]: of which game
    plies   int32 [positions]: how many of its moves are played
    strays  str [positions]: what is played then, or nothing
    replies str [positions]: a legal move there
    scores  float32 [positions]: what the position is worth to the mover, in discs
    """
    search = AlphaBeta(
        values.game, AlphaBetaSettings(depth=1, endgame_empties=0, megabytes=4), knowledge=values
    )
    found: list[tuple[int, int, str, str, float]] = []
    for number, record in enumerate(games):
        position, stones = record.game.start(), 4
        reached = []
        for ply, move in enumerate(record.moves):
            if stage[0] - 1 <= stones <= stage[1] and move != "pass":
                reached.append((ply, stones, position))
            position = position.play(move)
            stones += move != "pass"
        inside = [one for one in reached if stage[0] <= one[1]]
        for ply, stones, position in rng.sample(inside, min(len(inside), options.of_a_stage)):
            score = label(search, position, stones, options.depth)
            found.append((number, ply, "", record.moves[ply], score))
        before = [one for one in reached if one[1] < stage[1]]
        for _ in range(options.strays if before else 0):
            ply, stones, position = rng.choice(before)
            stray = rng.choice(position.legal_moves)
            position = position.play(stray)
            if position.is_over or position.legal_moves == ("pass",):
                continue
            score = label(search, position, stones + 1, options.depth)
            found.append((number, ply, stray, position.legal_moves[0], score))
    columns = zip(*found, strict=True)
    names = ("games", "plies", "strays", "replies", "scores")
    kinds = (np.int32, np.int32, str, str, np.float32)
    return {
        name: np.array(column, kind)
        for name, column, kind in zip(names, columns, kinds, strict=True)
    }


def label(search: AlphaBeta, position: PositionLike, stones: int, depth: int) -> float:
    """In discs, solved or searched."""
    empties = CELLS - stones
    deeper = 2 if empties <= DEEPER else 0
    return search.run(position, depth=empties if empties <= SOLVED else depth + deeper).score / 100


def examples_of(
    games: Games, labels: Mapping[str, NDArray[Any]], game: Game, first: int
) -> ValueExamples:
    """The labelled positions of a piece, whose first game has the number `first`."""
    records, chances = [], []
    for number, ply, stray, reply, score in zip(
        *(labels[name].tolist() for name in ("games", "plies", "strays", "replies", "scores")),
        strict=True,
    ):
        moves = (*games[number].moves[:ply], *((stray,) if stray else ()), reply)
        records.append(GameRecord(game, moves))
        chances.append(np.full(len(moves), np.nan, np.float32))
        chances[-1][-1] = (score + 1) / 2
    found = ValueExamples.with_chances(Games.of(records), game, np.concatenate(chances), threads=1)
    return replace(
        found, games=(labels["games"][found.games] + first).astype(np.uint32), chances=None
    )


def some_of_all(parts: Sequence[ValueExamples]) -> ValueExamples:
    """Several sets as one; numbers of games stay."""
    joined = ValueExamples.joined([replace(part, games=part.games * 0) for part in parts])
    stones = np.concatenate([part.stones for part in parts])
    games = np.concatenate([part.games for part in parts])
    return replace(joined, games=games[np.argsort(stones, kind="stable")])


def mended(values: PatternValues, row: int, examples: ValueExamples) -> PatternValues:
    """The values with a correction of one stage, learned from what they are wrong by there."""
    scores, _ = scores_and_values(values, examples, threads=1)
    wrong = replace(examples, scores=(examples.scores - scores / 100).astype(np.float32))
    held_out = wrong.games % HELD_OUT == 0
    train, test = some_of(wrong, ~held_out), some_of(wrong, held_out)
    trials = []
    for pull in PULLS:
        learner = ValueLearner(l2=pull, reach=0, stage_length=CELLS)
        found = learn_values(train, values.shapes, learner, loops=LOOPS, threads=1)
        said, _ = scores_and_values(found, test, threads=1)
        trials.append((float(np.sqrt(np.mean((said / 100 - test.scores) ** 2))), pull, found))
    error, pull, found = min(trials, key=lambda trial: trial[0])
    before = float(np.sqrt(np.mean(test.scores**2)))
    print(
        f"{values.stages[row]} stones: {len(wrong)} positions, error {before:.3f}, now {error:.3f}",
        flush=True,
    )
    weights, constants, features = (
        array.astype(np.int32)
        for array in (values.weights, values.constants, values.feature_weights)
    )
    weights[row] += found.weights[0]
    constants[row] += found.constants[0]
    features[row] += found.feature_weights[0]
    settings = {**values.card.settings, "taught_from": values.stages[row]}
    return replace(
        values,
        weights=np.clip(weights, -32767, 32767).astype(np.int16),
        constants=constants,
        feature_weights=features,
        card=msgspec.structs.replace(values.card, settings=settings),
    )


if __name__ == "__main__":
    main()
