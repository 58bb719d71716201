"""Matches of a laboratory as a page shows them, also while they are played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from katachi.errors import KatachiError
from katachi.matches import GameResult, Laboratory
from katachi.matches.laboratory import StoredMatch
from katachi.matches.ratings import elo_of_share, wilson_interval

ENDINGS = (".sqlite",)
MOST_GAMES = 2000


def laboratory_names(folder: Path) -> list[str]:
    """Files that may be laboratories."""
    return sorted(entry.name for entry in folder.iterdir() if entry.suffix in ENDINGS)


def laboratory_json(path: Path, match: int | None) -> dict[str, Any]:
    """All matches with their scores, or the games of one of them."""
    with Laboratory(path) as laboratory:
        stored = laboratory.matches()
        if match is None:
            return {"matches": [_scored(one, laboratory.results(one.id)) for one in stored]}
        chosen = next((one for one in stored if one.id == match), None)
        if chosen is None:
            raise KatachiError(f"the laboratory has no match {match}")
        results = laboratory.results(match)
        return {
            **_scored(chosen, results),
            "curve": _curve(results),
            "voids": [
                {"reason": void.reason, "culprit": void.culprit, "message": void.message}
                for void in laboratory.voids(match)
            ],
            "games": [_game(chosen, result) for result in results[-MOST_GAMES:]],
        }


def _scored(match: StoredMatch, results: list[GameResult]) -> dict[str, Any]:
    points = sum(result.points for result in results)
    games = len(results)
    low, high = wilson_interval(points, games) if games else (0.0, 1.0)
    share = points / games if games else 0.5
    return {
        "match": match.id,
        "first": match.first_name,
        "second": match.second_name,
        "game": match.game,
        "played": games,
        "share": share,
        "interval": [low, high],
        "elo": elo_of_share(share) if 0 < share < 1 else None,
    }


def _curve(results: list[GameResult]) -> list[list[float]]:
    """After each game: the share of the points so far, and its interval."""
    points = 0.0
    curve = []
    for number, result in enumerate(results, start=1):
        points += result.points
        curve.append([number, points / number, *wilson_interval(points, number)])
    step = max(1, len(curve) // 500)
    return curve[::step]


def _game(match: StoredMatch, result: GameResult) -> dict[str, Any]:
    first_is_black = result.slot.first_is_black
    names = (match.first_name, match.second_name)
    return {
        "game": match.game,
        "pair": result.slot.pair,
        "black": names[0] if first_is_black else names[1],
        "white": names[1] if first_is_black else names[0],
        "winner": result.winner or "",
        "reason": result.reason,
        "moves": list(result.moves),
    }
