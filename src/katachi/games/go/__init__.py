"""Go: all that is particular to the game."""

from katachi.games.go.game import Go, resumed
from katachi.games.go.handicap import free_handicap_points, handicap_points, most_handicap
from katachi.games.go.komi import LARGEST_KOMI, playable_komi

__all__ = [
    "LARGEST_KOMI",
    "Go",
    "free_handicap_points",
    "handicap_points",
    "most_handicap",
    "playable_komi",
    "resumed",
]
