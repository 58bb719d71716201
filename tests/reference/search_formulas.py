"""Selection, one child at a time: the formulas of the papers in double precision.

A child is given by what `Mcts.tree` reports of it. N is the number of visits of the node, that is
of all its children together, n, v, H the child's visits, mean value and strength.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from katachi import MoveStatistics
from katachi.search import SelectionSettings

# Scores of the core are single precision.
TOLERANCE = 1e-4

# The worst and the best result that a proof leaves open: 0 loss, 1 draw, 2 win.
BOUNDS = {
    "unknown": (0, 2),
    "loss": (0, 0),
    "draw": (1, 1),
    "win": (2, 2),
    "at_most_draw": (0, 1),
    "at_least_draw": (1, 2),
}


@dataclass(frozen=True)
class Amaf:
    """All moves as first: how often, and with which mean value."""

    visits: float
    value: float


def widening_thresholds(rules: SelectionSettings, children: int) -> list[float]:
    """t(1) = 0, t(k+1) = t(k) + start growth^(k-1) (Coulom 2007)."""
    thresholds = [0.0]
    for k in range(1, children):
        thresholds.append(
            thresholds[-1] + rules.widening_start * rules.widening_growth ** (k - 1.0)
        )
    return thresholds


def open_children(rules: SelectionSettings, children: int, parent: int) -> int:
    """How many of the children, strongest first, may be looked at after N visits."""
    if not rules.widening:
        return children
    return sum(threshold <= parent for threshold in widening_thresholds(rules, children))


def counts(line: MoveStatistics) -> tuple[float, float]:
    """Visits and sum of values with the initial ones (HAVANNAH 3.2)."""
    visits = line.visits + line.initial_visits
    return visits, line.visits * line.value + line.initial_value


def own_value(line: MoveStatistics, rules: SelectionSettings) -> float:
    visits, total = counts(line)
    if visits > 0:
        return total / visits
    return 1.0 if math.isinf(rules.first_play_urgency) else rules.first_play_urgency


def exploration(line: MoveStatistics, rules: SelectionSettings, parent: int) -> float:
    visits, _ = counts(line)
    log_parent = math.log(max(parent, 1))
    ratio = log_parent / max(visits, 1)
    if rules.formula == "uct":
        return rules.exploration * math.sqrt(ratio)
    if rules.formula == "uct_two":
        return rules.exploration * math.sqrt(2 * ratio)
    if rules.formula == "ucb1_tuned":
        mean = min(max(own_value(line, rules), 0.0), 1.0)  # initial values may be above 1
        variance = mean * (1 - mean) + math.sqrt(2 * ratio)
        return rules.exploration * math.sqrt(ratio * min(0.25, variance))
    assert rules.formula == "puct"
    return rules.exploration * line.strength * math.sqrt(max(parent, 1)) / (1 + visits)


def amaf_share(line: MoveStatistics, rules: SelectionSettings, amaf: Amaf) -> float:
    """The weight a of AMAF beside the own value; none without an observation."""
    if rules.rave == "none" or amaf.visits == 0:
        return 0.0
    n, _ = counts(line)
    m = amaf.visits
    if rules.rave == "hand_selected":
        return rules.rave_equivalence / (rules.rave_equivalence + n)
    return m / (n + m + 4 * n * m * rules.rave_bias**2)


def score(
    line: MoveStatistics,
    rules: SelectionSettings,
    parent: int,
    *,
    amaf: Amaf | None = None,
    history: float = 0.5,
    certain: int = 0,
) -> float:
    """What selection maximises.

    `amaf` is that of the node GRAVE refers to, the child's own if None; `history` the win rate of
    the move over the whole search; `certain` the result that the node has in any case (0 loss,
    1 draw): a child that cannot be better is not looked at.
    """
    if rules.solver and BOUNDS[line.proof][1] <= certain:
        return -math.inf
    n, _ = counts(line)
    n_p = max(parent, 1)
    amaf = amaf or Amaf(line.amaf_visits, line.amaf_value)
    a = amaf_share(line, rules, amaf)
    value = (1 - a) * own_value(line, rules) + a * amaf.value
    explore = exploration(line, rules, parent)
    strength, weight = line.strength, rules.bias_weight
    if rules.bias == "none":
        total = value + explore
    elif rules.bias == "simple":
        total = value + explore + weight * strength / max(n, 1)
    elif rules.bias == "chaslot":  # SHAPES 2.2: no term of UCB
        total = value + (rules.bias_constant + weight / math.log(2 + n)) * strength
    elif rules.bias == "huang":  # SHAPES 2.3: a weighs the whole of UCB
        total = value + (1 - a) * explore + weight * strength / n_p
    else:
        assert rules.bias == "ikeda"
        fading = math.sqrt(rules.bias_horizon / (n_p + rules.bias_horizon))
        total = value + explore + weight * fading * strength
    if rules.history_weight > 0:
        losses = line.visits * (1 - line.value)
        total += history * rules.history_weight / (losses + 1)
    return total
