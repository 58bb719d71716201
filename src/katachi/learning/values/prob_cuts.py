"""How well shallow searches with values foretell deep ones: what Multi-ProbCut needs (Buro 1997).

For pairs of depths and numbers of empty cells, score(deep) = slope * score(shallow) + offset is fitted
to positions of games; deeper pairs than were searched get the error of a model of those that were.
Searches to the end find results, not values: where that is cheap enough the pair of the whole way is measured
by solving, and longer ways get the error of the model times what was measured in excess of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from katachi.games.position import Position
from katachi.knowledge.pattern_values import PatternValues, ProbCut
from katachi.search.alphabeta import AlphaBeta, AlphaBetaSettings

LEAST_DEEP = 3
LARGEST_DEEP = 40
# Fewer positions say nothing about a deviation.
FEWEST = 20
# Up to so many empty cells the way to the end is measured; groups lie four cells apart, so pairs that
# are at most so many plies shorter may be asked about positions where they reach the end.
SOLVED = 18
REACH = 2


def shallow_of(deep: int) -> int:
    """About half as deep, and of the same parity: scores swing from ply to ply.

    >>> [shallow_of(deep) for deep in range(3, 13)]
    [1, 2, 3, 2, 3, 4, 5, 4, 5, 6]
    """
    return 2 * (deep // 4) + deep % 2


def fit_prob_cuts(
    values: PatternValues,
    groups: dict[int, Sequence[Position]],
    *,
    deepest: int = 8,
    progress: Callable[[int], None] | None = None,
) -> PatternValues:
    """The values with cuts fitted on positions, grouped by their number of empty cells."""
    search = AlphaBeta(
        values.game,
        AlphaBetaSettings(selectivity=0.0, endgame_empties=0, megabytes=64),
        knowledge=values,
    )
    measured: list[ProbCut] = []
    ends: list[ProbCut] = []
    for empties, positions in sorted(groups.items()):
        depths = range(1, min(deepest, empties - 2) + 1)
        scores = np.array(
            [[search.run(one, depth=depth).score for depth in depths] for one in positions],
            np.float64,
        )
        for deep in range(LEAST_DEEP, len(depths) + 1):
            shallow = shallow_of(deep)
            if len(positions) >= FEWEST:
                found = _line(scores[:, shallow - 1], scores[:, deep - 1])
                measured.append(ProbCut(empties, shallow, deep, *found))
        shallow = shallow_of(empties)
        if empties <= SOLVED and len(positions) >= FEWEST and empties > deepest >= shallow:
            results = np.array([search.solve(one).score for one in positions], np.float64)
            found = _line(scores[:, shallow - 1], results)
            ends.append(ProbCut(empties, shallow, empties, *found))
        if progress is not None:
            progress(empties)
    return replace(values, prob_cuts=tuple(_completed(measured, ends)))


def _line(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float, float]:
    slope, offset = np.polyfit(x, y, 1)
    error = float(np.std(y - slope * x - offset))
    return round(float(slope), 4), round(float(offset), 1), round(max(error, 1.0), 1)


def _completed(measured: Sequence[ProbCut], ends: Sequence[ProbCut]) -> list[ProbCut]:
    """With deeper pairs: ln error is linear in the logarithms of both depths, by empty cells."""
    if not measured:
        return []
    groups = sorted({cut.empties for cut in measured})
    design = [
        [np.log(cut.deep - cut.shallow), np.log(cut.shallow + 1), *_one_of(groups, cut.empties)]
        for cut in measured
    ]
    errors = np.log([cut.error for cut in measured])
    solution, *_ = np.linalg.lstsq(np.array(design), errors, rcond=None)

    def modelled(number: int, deep: int) -> float:
        shallow = shallow_of(deep)
        logarithm = (
            solution[0] * np.log(deep - shallow)
            + solution[1] * np.log(shallow + 1)
            + solution[2 + number]
        )
        return float(np.exp(logarithm))

    excess = [cut.error / modelled(groups.index(cut.empties), cut.deep) for cut in ends]
    at_the_end = max(1.0, float(np.mean(excess))) if excess else 1.0
    found = [*measured, *ends]
    for number, empties in enumerate(groups):
        known = {cut.deep for cut in found if cut.empties == empties}
        slopes = [cut.slope for cut in measured if cut.empties == empties]
        slope = round(float(np.mean(slopes[-2:])), 4)
        for deep in range(LEAST_DEEP, LARGEST_DEEP + 1):
            if deep in known:
                continue
            ends_there = deep >= empties - REACH
            error = modelled(number, deep) * (at_the_end if ends_there else 1.0)
            found.append(ProbCut(empties, shallow_of(deep), deep, slope, 0.0, round(error, 1)))
    return sorted(found, key=lambda cut: (cut.empties, cut.deep))


def _one_of(groups: Sequence[int], empties: int) -> list[float]:
    return [float(empties == one) for one in groups]
