"""MGG-best2 with BLX-alpha (SHAPES, appendix, "The genetic algorithm"; minimal generation gap).

    population <- N_pop random individuals
    repeat N_cycle times:
        two random parents
        N_child children: for every gene evenly from
            [min - alpha |x1 - x2|, max + alpha |x1 - x2|]     (BLX-alpha, Eshelman and Schaffer 1993;
                                                                on log10 of the weights)
        the two fittest of the family replace the parents

Genes outside of the range of weights are put on its border. The chance of a cycle comes from the seed
and its number alone, so that a stopped run goes on to the same end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from katachi.errors import InvalidSettings
from katachi.optimising.rivals.fitness import BETA, fitness, similarity
from katachi.optimising.rivals.individual import LOGARITHMS, Genes, random_genes


class MggSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The thesis gives alpha = 0.5 and names the numbers without their values."""

    population: int = 12
    children: int = 4
    cycles: int = 24
    alpha: float = 0.5
    beta: float = BETA
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses an evolution that cannot run."""
        if self.population < 2 or self.children < 1 or self.cycles < 0:
            raise InvalidSettings("an evolution needs two individuals and a child")
        if self.alpha < 0 or self.beta < 0:
            raise InvalidSettings("alpha and beta must not be negative")


class Individual(msgspec.Struct, frozen=True, kw_only=True):
    """Genes and the share of points they were measured to have."""

    genes: Genes
    share: float


class MggState(msgspec.Struct, frozen=True, kw_only=True):
    """An evolution between two cycles."""

    population: tuple[Individual, ...] = ()
    cycle: int = 0
    evaluations: int = 0


# The share of points of each of some genes.
Measure = Callable[[Sequence[Genes]], Sequence[float]]


def cross(one: Genes, two: Genes, alpha: float, rng: random.Random) -> Genes:
    """BLX-alpha: a child in the box around both parents, widened by alpha on every side."""
    child = []
    for x, y in zip(one, two, strict=True):
        room = alpha * abs(x - y)
        gene = rng.uniform(min(x, y) - room, max(x, y) + room)
        child.append(min(max(gene, LOGARITHMS[0]), LOGARITHMS[1]))
    return (child[0], child[1], child[2])


def first_population(settings: MggSettings, measure: Measure) -> MggState:
    """Random individuals, measured."""
    rng = random.Random(f"population {settings.seed}")
    genes = [random_genes(rng) for _ in range(settings.population)]
    shares = measure(genes)
    return MggState(
        population=tuple(
            Individual(genes=each, share=share) for each, share in zip(genes, shares, strict=True)
        ),
        evaluations=len(genes),
    )


def next_cycle(state: MggState, settings: MggSettings, measure: Measure) -> MggState:
    """One family: two parents, their children, and the two best in place of the parents."""
    rng = random.Random(f"cycle {settings.seed} {state.cycle}")
    places = rng.sample(range(len(state.population)), 2)
    parents = [state.population[place] for place in places]
    born = [
        cross(parents[0].genes, parents[1].genes, settings.alpha, rng)
        for _ in range(settings.children)
    ]
    shares = measure(born)
    everybody = [one.genes for one in state.population]
    family: list[tuple[Individual, int | None]] = list(zip(parents, places, strict=True))
    family += [
        (Individual(genes=genes, share=share), None)
        for genes, share in zip(born, shares, strict=True)
    ]

    def worth(member: tuple[Individual, int | None]) -> float:
        one, place = member
        similar = similarity(one.genes, everybody, itself=place)
        return fitness(one.share, similar, settings.beta)

    best = sorted(family, key=worth, reverse=True)[:2]
    population = list(state.population)
    for place, (one, _) in zip(places, best, strict=True):
        population[place] = one
    return MggState(
        population=tuple(population),
        cycle=state.cycle + 1,
        evaluations=state.evaluations + len(born),
    )
