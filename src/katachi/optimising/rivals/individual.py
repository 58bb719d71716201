"""Individuals of the evolution (SHAPES, appendix, "Input-Output model and tactical parameters").

An individual is an alpha-beta player of Othello with a fixed depth, the two rules of natural moves, and
the evaluation

    100 * discs + w1 * openness + w2 * mobility + w3 * stable discs        (differences, own - other;
                                                                            openness other - own)

Its three weights lie in [1, 10000] and are varied by their logarithms. The thesis draws the first ones
"randomly" from that range; here evenly by logarithm, as the crossover works, so that small weights occur too.
"""

from __future__ import annotations

import math
import random

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.search.alphabeta import AlphaBetaSettings, OthelloWeights

DISCS = 100
SMALLEST, LARGEST = 1, 10_000
LOGARITHMS = (math.log10(SMALLEST), math.log10(LARGEST))

# log10 of the weights of openness, mobility, stable discs
Genes = tuple[float, float, float]
NAMES = ("openness", "mobility", "stable")


def random_genes(rng: random.Random) -> Genes:
    """Evenly between the smallest and the largest logarithm."""
    return (rng.uniform(*LOGARITHMS), rng.uniform(*LOGARITHMS), rng.uniform(*LOGARITHMS))


def weights_of(genes: Genes) -> OthelloWeights:
    """The evaluation; weights are whole numbers.

    >>> weights_of((2.0, 0.0, 3.5))
    OthelloWeights(discs=100, mobility=1, openness=100, stable=3162, corners=0)
    """
    openness, mobility, stable = (min(LARGEST, max(SMALLEST, round(10**gene))) for gene in genes)
    return OthelloWeights(
        discs=DISCS, openness=openness, mobility=mobility, stable=stable, corners=0
    )


def settings_of(genes: Genes, depth: int) -> AlphaBetaSettings:
    """The search of an individual: its depth all through the game, no solver at the end."""
    return AlphaBetaSettings(depth=depth, endgame_empties=0, megabytes=1, othello=weights_of(genes))


def agent_of(genes: Genes, depth: int) -> AgentFile:
    """The individual as an agent for matches and for people."""
    return msgspec.structs.replace(
        AgentFile(kind="alphabeta", game="othello"),
        alphabeta=settings_of(genes, depth),
        natural=True,
    )


def varied_weights(agent: AgentFile) -> tuple[int, ...]:
    """The weights of an individual that evolved, in the order of `NAMES`."""
    return tuple(getattr(agent.alphabeta.othello, name) for name in NAMES)
