"""A few rivals out of a population: near the player's strength, and far from each other.

Near is a measured share of points between 35 and 65 %; if fewer are wanted than that, the first is the
one nearest to one half, and each further one is the farthest from those already chosen, by the distance
of equation 7.3. If there are too few, the nearest to one half fill the places.
"""

from __future__ import annotations

from collections.abc import Sequence

from katachi.rivals.individual import Genes

NEAR = (0.35, 0.65)


def distance(one: Genes, two: Genes) -> float:
    """The squared distance of the logarithms."""
    return sum((x - y) ** 2 for x, y in zip(one, two, strict=True))


def choose_varied(genes: Sequence[Genes], shares: Sequence[float], wanted: int) -> list[int]:
    """The places of those chosen, in the order of their choice."""
    by_closeness = sorted(range(len(genes)), key=lambda place: (abs(shares[place] - 0.5), place))
    near = [place for place in by_closeness if NEAR[0] <= shares[place] <= NEAR[1]]
    if len(near) <= wanted:
        return by_closeness[: max(wanted, len(near))]
    chosen = near[:1]
    while len(chosen) < wanted:
        rest = [place for place in near if place not in chosen]
        chosen.append(
            max(rest, key=lambda place: min(distance(genes[place], genes[c]) for c in chosen))
        )
    return chosen
