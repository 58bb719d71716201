"""A few rivals out of those that were checked: as strong as the player, and far from each other.

Rivals are to take between 35 and 65 % of the points. A share that was measured in some games is off
by chance, and the best-looking of many are off most; so the check asks for 40 to 60 %, which leaves
two standard errors of 400 games on each side. The first one chosen is the nearest to one half, each
further one the farthest from those already chosen, by the distance of equation 7.3. Whoever is not
even is not chosen, though there be fewer than wanted; the nearest to one half is, if nobody is
even.
"""

from __future__ import annotations

from collections.abc import Sequence

from katachi.optimising.rivals.individual import Genes

WANTED = (0.35, 0.65)
EVEN = (0.40, 0.60)


def is_even(share: float) -> bool:
    """Whether a checked share is near enough to one half."""
    return EVEN[0] <= share <= EVEN[1]


def distance(one: Genes, two: Genes) -> float:
    """The squared distance of the logarithms."""
    return sum((x - y) ** 2 for x, y in zip(one, two, strict=True))


def choose_varied(genes: Sequence[Genes], shares: Sequence[float], wanted: int) -> list[int]:
    """The places of those chosen, in the order of their choice."""
    by_closeness = sorted(range(len(genes)), key=lambda place: (abs(shares[place] - 0.5), place))
    even = [place for place in by_closeness if is_even(shares[place])] or by_closeness[:1]
    chosen = even[:1]
    while len(chosen) < min(wanted, len(even)):
        rest = [place for place in even if place not in chosen]
        chosen.append(
            max(rest, key=lambda place: min(distance(genes[place], genes[c]) for c in chosen))
        )
    return chosen
