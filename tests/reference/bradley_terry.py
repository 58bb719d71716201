"""Minorization-maximization, slowly: the formula of Coulom 2007 as it is printed."""

from __future__ import annotations

import math

# One competition: teams as lists of (feature, level), and the index of the winner.
Member = tuple[int, int]
Competition = tuple[list[list[Member]], int]


def strength(team: list[Member], gammas: dict[Member, float]) -> float:
    return math.prod(gammas[member] for member in team)


def one_pass(
    competitions: list[Competition],
    gammas: dict[Member, float],
    prior: tuple[float, float],
) -> None:
    """Updates all levels of feature 0, then of feature 1, ..."""
    wins, losses = prior
    for feature in sorted({feature for feature, _ in gammas}):
        changed = {}
        for member, gamma in gammas.items():
            if member[0] != feature:
                continue
            won = sum(member in teams[chosen] for teams, chosen in competitions)
            denominator = (wins + losses) / (gamma + 1)
            for teams, _ in competitions:
                evidence = sum(strength(team, gammas) for team in teams)
                mates = sum(
                    math.prod(gammas[other] for other in team if other != member)
                    for team in teams
                    if member in team
                )
                denominator += mates / evidence
            if denominator > 0:
                changed[member] = (won + wins) / denominator
        gammas.update(changed)


def mean_log_evidence(competitions: list[Competition], gammas: dict[Member, float]) -> float:
    total = 0.0
    for teams, chosen in competitions:
        evidence = sum(strength(team, gammas) for team in teams)
        total += math.log(strength(teams[chosen], gammas) / evidence)
    return total / len(competitions)
