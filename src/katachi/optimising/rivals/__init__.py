"""Rivals of the player's own strength (SHAPES, appendix): docs/methods/rivals.md.

>>> from katachi.optimising.rivals import closeness
>>> closeness(0.5)
1.0
"""

from katachi.optimising.rivals.calibration import (
    ROUNDS,
    Round,
    calibrate,
    calibrate_by_games,
    even_weakness,
)
from katachi.optimising.rivals.contests import imitating_agent
from katachi.optimising.rivals.duels import (
    DuelPlan,
    DuelSide,
    duel_counts,
    duel_shares,
    imitation,
    play_duels,
)
from katachi.optimising.rivals.evolution import (
    Individual,
    MggSettings,
    MggState,
    first_population,
    next_cycle,
)
from katachi.optimising.rivals.fitness import closeness, similarity
from katachi.optimising.rivals.following import (
    PlayedRival,
    Results,
    add_result,
    next_rival,
    read_results,
    results_path,
)
from katachi.optimising.rivals.individual import Genes, agent_of, settings_of, weights_of
from katachi.optimising.rivals.making import make_rival_set, make_rivals
from katachi.optimising.rivals.making_state import Checked, Making, MakingPlan
from katachi.optimising.rivals.rival_problem import RivalProblem, cross
from katachi.optimising.rivals.rival_set import Rival, RivalSet, read_rivals, save_rivals
from katachi.optimising.rivals.variety import WANTED, choose_varied, is_even
from katachi.optimising.rivals.weakness import (
    THESIS,
    Counting,
    Weakness,
    choose_player,
    counting_of,
    measure_weakness,
    seats_of,
)

__all__ = [
    "ROUNDS",
    "THESIS",
    "WANTED",
    "Checked",
    "Counting",
    "DuelPlan",
    "DuelSide",
    "Genes",
    "Individual",
    "Making",
    "MakingPlan",
    "MggSettings",
    "MggState",
    "PlayedRival",
    "Results",
    "Rival",
    "RivalProblem",
    "RivalSet",
    "Round",
    "Weakness",
    "add_result",
    "agent_of",
    "calibrate",
    "calibrate_by_games",
    "choose_player",
    "choose_varied",
    "closeness",
    "counting_of",
    "cross",
    "duel_counts",
    "duel_shares",
    "even_weakness",
    "first_population",
    "imitating_agent",
    "imitation",
    "is_even",
    "make_rival_set",
    "make_rivals",
    "measure_weakness",
    "next_cycle",
    "next_rival",
    "play_duels",
    "read_results",
    "read_rivals",
    "results_path",
    "save_rivals",
    "seats_of",
    "settings_of",
    "similarity",
    "weights_of",
]
