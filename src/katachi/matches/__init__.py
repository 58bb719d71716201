"""Games and matches between agents."""

from katachi.matches.game import PlayedGame, play_game
from katachi.matches.match import GameResult, MatchPlan, MatchScore, play_match, score_of

__all__ = [
    "GameResult",
    "MatchPlan",
    "MatchScore",
    "PlayedGame",
    "play_game",
    "play_match",
    "score_of",
]
