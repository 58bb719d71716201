"""Light evaluation, slowly: dictionaries, every position replayed, nothing kept or shared."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator

import katachi
from katachi.features import Shape
from katachi.records import Games
from reference.shapes import applies, level_of

# A candidate: whether it was played, its fixed strength, and the levels of the changing shapes.
Candidate = tuple[bool, float, tuple[int, ...]]
Strength = Callable[[katachi.Position, str], float]


# A level of another stage is another level.
APART = 10**9


def stage_of(position: katachi.Position, stages: int) -> int:
    stones = sum(position.at(cell) is not None for cell in position.game.topology.cells)
    return min(stages - 1, stones * stages // len(position.game.topology.cells))


def positions(
    games: Games, shapes: list[Shape], others: Strength, stages: int, first_ply: int
) -> Iterator[list[Candidate]]:
    game = games.game
    for record in games:
        position = game.start()
        for ply, played in enumerate(record.moves):
            moves = position.legal_moves
            if len(moves) > 1 and ply >= first_ply:
                apart = APART * stage_of(position, stages)
                row = []
                for move in moves:
                    levels: tuple[int, ...] = ()
                    if applies(game, move, shapes[0]):
                        levels = tuple(
                            apart + level_of(position, move, shape, color_symmetry=True)
                            for shape in shapes
                        )
                    row.append((move == played, others(position, move), levels))
                yield row
            position = position.play(played)


def light_value(
    train: Games,
    test: Games,
    shapes: list[Shape],
    others: Strength,
    *,
    loops: int,
    prior: tuple[float, float] = (1.0, 1.0),
    stages: int = 1,
    first_ply: int = 0,
) -> tuple[float, float]:
    """Mean log evidence in learning and test positions after the loops."""
    learning = list(positions(train, shapes, others, stages, first_ply))
    gammas: list[dict[int, float]] = [defaultdict(lambda: 1.0) for _ in shapes]

    def strength(candidate: Candidate) -> float:
        _, fixed, levels = candidate
        return fixed * math.prod(gammas[f][level] for f, level in enumerate(levels))

    def mean(rows: list[list[Candidate]]) -> float:
        total = 0.0
        for row in rows:
            evidence = sum(map(strength, row))
            total += sum(math.log(strength(c) / evidence) for c in row if c[0])
        return total / len(rows)

    # An unseen level is told by -1, so that its prior is applied as well.
    for table in gammas:
        table[-1] = 1.0
    for _ in range(loops):
        for feature, table in enumerate(gammas):
            wins: dict[int, float] = defaultdict(float)
            sums: dict[int, float] = defaultdict(float)
            sums[-1] = 0.0
            for row in learning:
                evidence = sum(map(strength, row))
                for candidate in row:
                    played, _, levels = candidate
                    if levels:
                        sums[levels[feature]] += strength(candidate) / evidence
                        wins[levels[feature]] += played
            for level, total in sums.items():
                old = table[level]
                losses = total / old + sum(prior) / (old + 1.0)
                if losses > 0:
                    table[level] = (wins[level] + prior[0]) / losses
    seen = [set(table) for table in gammas]
    testing = [
        [
            (played, fixed, tuple(lv if lv in seen[f] else -1 for f, lv in enumerate(levels)))
            for played, fixed, levels in row
        ]
        for row in positions(test, shapes, others, stages, first_ply)
    ]
    return mean(learning), mean(testing)
