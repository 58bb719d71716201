"""Rivals as a problem for optimisers: genes whose player is even with the agent (SHAPES, appendix).

The value of genes is f_wr (fitness.py), from their share of points; beside a population likeness is
taken off it. Crossing is BLX-alpha (Eshelman and Schaffer 1993) on log10 of the weights: for every
gene evenly from

    [min - alpha |x1 - x2|, max + alpha |x1 - x2|]

Genes outside of the range of weights are put on its border.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from katachi.errors import KatachiError, shown
from katachi.optimising.problem import Problem
from katachi.optimising.rivals.fitness import BETA, closeness, similarity
from katachi.optimising.rivals.individual import LOGARITHMS, Genes, random_genes

ALPHA = 0.5  # the thesis'
# The largest change of a gene by one step to a neighbour: a factor of about three.
STEP = 0.5

# The share of points of each of some genes.
Measure = Callable[[Sequence[Genes]], Sequence[float]]


class RivalProblem(Problem[Genes]):
    """`shares`: those measured, and those known from before, which stay as they are."""

    def __init__(
        self,
        measure: Measure,
        *,
        alpha: float = ALPHA,
        beta: float = BETA,
        shares: dict[Genes, float] | None = None,
    ) -> None:
        """`alpha`: how far children may lie outside of their parents; `beta`: how variety counts."""
        self._measure = measure
        self._alpha = alpha
        self._beta = beta
        self.shares = dict(shares or {})

    @property
    def start(self) -> Genes:
        """The middle of all."""
        middle = sum(LOGARITHMS) / 2
        return (middle, middle, middle)

    def value(self, solution: Genes) -> float:
        """Closeness to half of the points."""
        return self.values([solution])[0]

    def values(self, solutions: Sequence[Genes]) -> list[float]:
        """All in one measurement."""
        for genes, share in zip(solutions, self._measure(solutions), strict=True):
            self.shares.setdefault(genes, share)
        return [closeness(self.shares[genes]) for genes in solutions]

    def worth(
        self, solution: Genes, value: float, population: Sequence[Genes], place: int | None
    ) -> float:
        """F of equation 7.1: the value, less the likeness to the population."""
        return value - self._beta * similarity(solution, population, itself=place)

    def sample(self, rng: random.Random) -> Genes:
        """Evenly by logarithm."""
        return random_genes(rng)

    def neighbour(self, solution: Genes, rng: random.Random) -> Genes:
        """One gene changes."""
        moved = list(solution)
        moved[rng.randrange(len(moved))] += rng.uniform(-STEP, STEP)
        return self.at(moved)

    def cross(self, first: Genes, second: Genes, rng: random.Random) -> Genes:
        """BLX-alpha."""
        return cross(first, second, self._alpha, rng)

    def coordinates(self, solution: Genes) -> Genes:
        """The genes themselves."""
        return solution

    def at(self, point: Sequence[float]) -> Genes:
        """The nearest genes within their range."""
        one, two, three = (min(max(gene, LOGARITHMS[0]), LOGARITHMS[1]) for gene in point)
        return (one, two, three)

    def to_json(self, solution: Genes) -> list[float]:
        """Numbers."""
        return list(solution)

    def from_json(self, value: Any) -> Genes:  # noqa: ANN401 - whatever the file holds
        """Numbers back."""
        if not isinstance(value, list) or len(value) != 3:
            raise KatachiError(f"three genes were expected: {shown(value)}")
        return (float(value[0]), float(value[1]), float(value[2]))


def cross(one: Genes, two: Genes, alpha: float, rng: random.Random) -> Genes:
    """BLX-alpha: a child in the box around both parents, widened by alpha on every side."""
    child = []
    for x, y in zip(one, two, strict=True):
        room = alpha * abs(x - y)
        gene = rng.uniform(min(x, y) - room, max(x, y) + room)
        child.append(min(max(gene, LOGARITHMS[0]), LOGARITHMS[1]))
    return (child[0], child[1], child[2])
