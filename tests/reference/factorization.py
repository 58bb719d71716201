"""Factorization Bradley-Terry, slow: the gradient of ln P(chosen) by the definition."""

from __future__ import annotations

import math

Team = list[int]  # levels, numbered through
Rows = dict[int, list[float]]  # by level: the weight, then the factors


def log_strength(team: Team, rows: Rows) -> float:
    """The weights, and the scalar product of the factors of every pair."""
    total = sum(rows[level][0] for level in team)
    for i, a in enumerate(team):
        for b in team[i + 1 :]:
            total += sum(x * y for x, y in zip(rows[a][1:], rows[b][1:], strict=True))
    return total


def log_probability(teams: list[Team], chosen: int, rows: Rows) -> float:
    """Of the chosen team."""
    strengths = [math.exp(log_strength(team, rows)) for team in teams]
    return math.log(strengths[chosen] / sum(strengths))


def one_step(
    teams: list[Team], chosen: int, rows: Rows, squares: Rows, *, rate: float, pull: float
) -> None:
    """AdaGrad along the derivative, which is taken by differences."""
    tiny = 1e-5
    gradients: Rows = {}
    for level in {level for team in teams for level in team}:
        gradients[level] = []
        for k, number in enumerate(rows[level]):
            values = []
            for moved in (number + tiny, number - tiny):
                rows[level][k] = moved
                values.append(log_probability(teams, chosen, rows))
            rows[level][k] = number
            gradients[level].append((values[0] - values[1]) / (2 * tiny) - pull * number)
    for level, gradient in gradients.items():
        for k, slope in enumerate(gradient):
            squares[level][k] += slope * slope
            rows[level][k] += rate * slope / math.sqrt(squares[level][k])
