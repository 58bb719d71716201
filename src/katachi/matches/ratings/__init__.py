"""Statistics of results: pure functions of counts, which know nothing of games."""

from katachi.matches.ratings.bradley_terry import Pairing, Rating, RatingList, rate
from katachi.matches.ratings.counts import GameCounts, PairCounts
from katachi.matches.ratings.elo import (
    Estimate,
    elo_of_share,
    elo_with_error,
    likelihood_of_superiority,
    normalized_elo_with_error,
    share_of_elo,
)
from katachi.matches.ratings.intervals import (
    clopper_pearson_interval,
    wilson_interval,
    wilson_interval_with_continuity,
)
from katachi.matches.ratings.sprt import Sprt, SprtDecision, parse_sprt

__all__ = [
    "Estimate",
    "GameCounts",
    "PairCounts",
    "Pairing",
    "Rating",
    "RatingList",
    "Sprt",
    "SprtDecision",
    "clopper_pearson_interval",
    "elo_of_share",
    "elo_with_error",
    "likelihood_of_superiority",
    "normalized_elo_with_error",
    "parse_sprt",
    "rate",
    "share_of_elo",
    "wilson_interval",
    "wilson_interval_with_continuity",
]
