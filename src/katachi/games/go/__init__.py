"""Go: all that is particular to the game."""

from katachi.games.go.game import LARGEST_KOMI, Go, playable_komi, resumed
from katachi.games.go.handicap import free_handicap_points, handicap_points, most_handicap

__all__ = [
    "LARGEST_KOMI",
    "Go",
    "free_handicap_points",
    "handicap_points",
    "most_handicap",
    "playable_komi",
    "resumed",
]
