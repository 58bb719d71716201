"""Rivals of the player's own strength (SHAPES, appendix): docs/methods/rivals.md.

>>> from katachi.rivals import closeness
>>> closeness(0.5)
1.0
"""

from katachi.rivals.calibration import ROUNDS, Round, calibrate, even_weakness
from katachi.rivals.duels import DuelPlan, DuelSide, duel_counts, duel_shares, imitation, play_duels
from katachi.rivals.fitness import closeness, fitness, similarity
from katachi.rivals.following import (
    PlayedRival,
    Results,
    add_result,
    next_rival,
    read_results,
    results_path,
)
from katachi.rivals.individual import Genes, agent_of, settings_of, weights_of
from katachi.rivals.making import Checked, Making, MakingPlan, imitating_agent, make_rivals
from katachi.rivals.mgg import (
    Individual,
    MggSettings,
    MggState,
    cross,
    first_population,
    next_cycle,
)
from katachi.rivals.rival_set import Rival, RivalSet, read_rivals, save_rivals
from katachi.rivals.variety import WANTED, choose_varied, is_even
from katachi.rivals.weakness import (
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
    "RivalSet",
    "Round",
    "Weakness",
    "add_result",
    "agent_of",
    "calibrate",
    "choose_player",
    "choose_varied",
    "closeness",
    "counting_of",
    "cross",
    "duel_counts",
    "duel_shares",
    "even_weakness",
    "first_population",
    "fitness",
    "imitating_agent",
    "imitation",
    "is_even",
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
