"""A weakness that is right for one opponent: set by results, beginning with the one from records.

Players of another kind than the judge lose less by a bad-looking move than the agent does (a tree
search sees what the judge does not), so that an agent with their weakness may be too weak. Where
the player can play (a program), the weakness is corrected by rounds of games. The agent's share of
points is taken for

    share(mu) = 1 / (1 + exp(b (ln mu - m)))

and m and b are those that make all results so far most likely, with normal priors: m around the
first ln mu (deviation 1), b around 2 (deviation 1; duels of Othello had 1.5 to 3). The next round
is played at exp(m), where the share is one half. Ours; the thesis has no such step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.matches import (
    Contestant,
    MatchPlan,
    Openings,
    open_laboratory,
    parse_contestant,
    play_match,
)
from katachi.optimising.progress import Progress
from katachi.optimising.rivals.contests import imitating_agent
from katachi.optimising.rivals.duels import OPENING_PLIES
from katachi.search import Budget
from katachi.search.judge import JudgeSettings

ROUNDS = 6
ROUND_PAIRS = 10  # of games
SLOPE = 2.0
# Nobody is corrected to less: below, the agent plays its best nearly always.
SMALLEST = 0.01


class Round(NamedTuple):
    """What an agent of a weakness scored."""

    weakness: float
    share: float
    games: int


def even_weakness(first: float, played: Sequence[Round]) -> float:
    """Where the agent would score one half, from all rounds; `first` is what records say.

    >>> round(even_weakness(40.0, [Round(40.0, 0.5, 1000)]), 3)
    40.0
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - takes longer to import than all else

    start = math.log(max(first, SMALLEST))
    x = np.log([max(one.weakness, SMALLEST) for one in played])
    share = np.array([one.share for one in played])
    games = np.array([one.games for one in played], dtype=np.float64)

    def loss(parameters: NDArray[np.float64]) -> float:
        middle, slope = parameters
        z = slope * (x - middle)
        # -log of 1 / (1 + e^z), and of its complement
        surprise = share * np.logaddexp(0, z) + (1 - share) * np.logaddexp(0, -z)
        priors = (middle - start) ** 2 / 2 + (slope - SLOPE) ** 2 / 2
        return float(games @ surprise + priors)

    bounds = [(math.log(SMALLEST), math.log(1e6)), (0.25, 20.0)]
    found = minimize(loss, np.array([start, SLOPE]), method="L-BFGS-B", bounds=bounds)
    return float(math.exp(found.x[0]))


def calibrate(
    weakness: float,
    play: Callable[[float, int], tuple[float, int]],
    *,
    rounds: int = ROUNDS,
    known: Sequence[Round] = (),
) -> float:
    """The weakness at which the agent is even; `play(weakness, round)` gives its share and the games.

    `known`: results from before.
    """
    if rounds < 1:
        raise KatachiError("a calibration needs at least one round")
    played = list(known)
    for number in range(rounds):
        weak = even_weakness(weakness, played) if played else max(weakness, SMALLEST)
        played.append(Round(weak, *play(weak, number)))
    return even_weakness(weakness, played)


def calibrate_by_games(  # noqa: PLR0913 - keyword arguments with defaults
    weakness: float,
    judge: JudgeSettings,
    target: str | Contestant,
    game: str,
    *,
    seed: int = 0,
    pairs: int = ROUND_PAIRS,
    progress: Callable[[Progress], None] | None = None,
) -> float:
    """The weakness at which the agent and a program, NAME@BUDGET as text, are even.

    `pairs` of games a round.
    """
    player = parse_contestant(target) if isinstance(target, str) else target
    with open_laboratory(None) as laboratory:

        def play(weak: float, number: int) -> tuple[float, int]:
            if progress is not None:
                progress(Progress(number, ROUNDS, f"calibrating, weakness {weak:.4g}"))
            agent = Contestant("agent", imitating_agent(weak, judge), Budget(simulations=1))
            match = MatchPlan(
                agent,
                player,
                game,
                pairs,
                seed=seed * 1000 + number,
                openings=Openings("random", OPENING_PLIES),
            )
            score = play_match(match, laboratory).score
            return score.share, score.games.games

        return round(calibrate(weakness, play), 4)
