"""Fitness of individuals (SHAPES, appendix, equations 7.1 to 7.3).

    f     = f_wr - beta * f_sim                                        (7.1)
    f_wr  = 4 (0.5 - |0.5 - wr|)^2                                     (7.2)
    f_sim = 1/n * sum over j != i of 1 / d2(i, j)                      (7.3)
    d2(i, j) = sum over the weights of (log10 w_i - log10 w_j)^2

wr is the share of points against the agent that imitates the player, n the number of individuals in
the population. Two with the same weights have no variety at all: their penalty is infinite. The
thesis does not give beta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from katachi.optimising.rivals.individual import Genes

BETA = 0.05


def closeness(share: float) -> float:
    """f_wr: 1 for half of the points, 0 for none or all of them.

    >>> closeness(0.5), closeness(0.25), closeness(1.0)
    (1.0, 0.25, 0.0)
    """
    return 4 * (0.5 - abs(0.5 - share)) ** 2


def similarity(genes: Genes, population: Sequence[Genes], *, itself: int | None = None) -> float:
    """f_sim of genes among a population; `itself` is their place in it, if they are part of it.

    >>> similarity((0, 0, 0), [(0, 0, 0), (1, 0, 0), (0, 2, 0)], itself=0)
    0.4166666666666667
    """
    total = 0.0
    for place, other in enumerate(population):
        if place == itself:
            continue
        distance = sum((one - two) ** 2 for one, two in zip(genes, other, strict=True))
        total += 1 / distance if distance else math.inf
    return total / len(population)
