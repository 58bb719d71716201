"""Games and matches between agents, and the laboratory that keeps them."""

from katachi.matches.adjudication import Adjudication
from katachi.matches.contestant import Contestant, parse_budget, parse_contestant
from katachi.matches.game import PlayedGame, Seat, VoidGame, play_game
from katachi.matches.game_text import game_of_text, text_of_game
from katachi.matches.laboratory import Laboratory
from katachi.matches.match import (
    MatchResult,
    Running,
    open_laboratory,
    play_match,
    play_matches,
    result_of,
)
from katachi.matches.openings import Openings, parse_openings
from katachi.matches.plan import MatchPlan, Slot
from katachi.matches.results import GameResult, MatchScore, VoidResult, score_of
from katachi.matches.stored_rows import StoredMatch

__all__ = [
    "Adjudication",
    "Contestant",
    "GameResult",
    "Laboratory",
    "MatchPlan",
    "MatchResult",
    "MatchScore",
    "Openings",
    "PlayedGame",
    "Running",
    "Seat",
    "Slot",
    "StoredMatch",
    "VoidGame",
    "VoidResult",
    "game_of_text",
    "open_laboratory",
    "parse_budget",
    "parse_contestant",
    "parse_openings",
    "play_game",
    "play_match",
    "play_matches",
    "result_of",
    "score_of",
    "text_of_game",
]
