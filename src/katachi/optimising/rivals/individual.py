"""Individuals of the evolution (SHAPES, appendix, "Input-Output model and tactical parameters").

An individual is an alpha-beta player with a fixed depth, the rules of natural moves, and an
evaluation of which three weights vary and the others are fixed, as the game says
(games/judging.py); the thesis has

    100 * discs + w1 * openness + w2 * mobility + w3 * stable discs        (differences, own -
    other;
                                                                            openness other - own)

The three lie in [1, 10000] and are varied by their logarithms. The thesis draws the first ones
"randomly" from that range; here evenly by logarithm, as the crossover works, so that small weights
occur too.
"""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.games.catalogue import games_by_name
from katachi.games.game import Game
from katachi.search.alphabeta import AlphaBetaSettings

SMALLEST, LARGEST = 1, 10_000
LOGARITHMS = (math.log10(SMALLEST), math.log10(LARGEST))

# log10 of the weights that vary
Genes = tuple[float, float, float]


def random_genes(rng: random.Random) -> Genes:
    """Evenly between the smallest and the largest logarithm."""
    return (rng.uniform(*LOGARITHMS), rng.uniform(*LOGARITHMS), rng.uniform(*LOGARITHMS))


def weights_of(game: Game, genes: Genes) -> dict[str, int]:
    """The weights of the evaluation by name; all are whole numbers.

    >>> import katachi
    >>> weights_of(katachi.Othello(), (2.0, 0.0, 3.5))
    {'discs': 100, 'corners': 0, 'openness': 100, 'mobility': 1, 'stable': 3162}
    """
    varied = (min(LARGEST, max(SMALLEST, round(10**gene))) for gene in genes)
    names = game.judging.varied_weights
    return {**dict(game.judging.fixed_weights), **dict(zip(names, varied, strict=True))}


def settings_of(game: Game, genes: Genes, depth: int) -> AlphaBetaSettings:
    """The search of an individual: its depth all through the game, no solver at the end."""
    plain = AlphaBetaSettings(depth=depth, endgame_empties=0, megabytes=1)
    # The settings have the weights of every game under its name.
    evaluation = msgspec.structs.replace(getattr(plain, game.name), **weights_of(game, genes))
    changes: dict[str, Any] = {game.name: evaluation}
    return msgspec.structs.replace(plain, **changes)


def agent_of(game: Game, genes: Genes, depth: int) -> AgentFile:
    """The individual as an agent for matches and for people."""
    return msgspec.structs.replace(
        AgentFile(kind="alphabeta", game=game.name),
        alphabeta=settings_of(game, genes, depth),
        natural=True,
    )


def varied_weights(agent: AgentFile) -> dict[str, int]:
    """The weights of an individual that evolved, by name."""
    names = games_by_name[agent.game].judging.varied_weights
    return {name: getattr(getattr(agent.alphabeta, agent.game), name) for name in names}
