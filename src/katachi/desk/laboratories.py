"""Matches of a laboratory as a page shows them, also while they are played."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path
from typing import Any

from katachi.errors import KatachiError
from katachi.matches import GameResult, Laboratory, Slot, StoredMatch, score_of
from katachi.matches.ratings import Sprt, elo_with_error, wilson_interval
from katachi.matches.ratings.bradley_terry import Pairing, rate
from katachi.matches.results import counts_of, pair_counts_of

ENDINGS = (".sqlite",)
MOST_GAMES = 500
MOST_POINTS = 300  # of a curve
USUAL_TEST = Sprt(0, 30)


def laboratory_names(folder: Path) -> list[str]:
    """Files that may be laboratories."""
    return sorted(
        entry.name
        for entry in folder.iterdir()
        if entry.suffix in ENDINGS and entry.is_file() and not entry.name.startswith(".")
    )


def overview(path: Path) -> dict[str, Any]:
    """All matches with their scores, and for every game the ratings and the cross table."""
    with Laboratory(path, read_only=True) as laboratory:
        matches = [(one, laboratory.points(one.id)) for one in laboratory.matches()]
        voids = {one.id: len(laboratory.voids(one.id)) for one, _ in matches}
    by_game = defaultdict(list)
    for one, points in matches:
        by_game[one.game].append((one, points))
    return {
        "matches": [{**scored(one, points), "voids": voids[one.id]} for one, points in matches],
        "tables": [standings(game, found) for game, found in by_game.items() if len(found) > 1],
    }


def scored(match: StoredMatch, points: dict[Slot, float]) -> dict[str, Any]:
    """A match and its score, seen from the first agent."""
    games = len(points)
    total = sum(points.values())
    return {
        "match": match.id,
        "first": match.first_name,
        "second": match.second_name,
        "game": match.game,
        "budgets": [_budget(match.description[side]) for side in ("first", "second")],
        "played": games,
        "share": total / games if games else 0.5,
        "interval": list(wilson_interval(total, games)) if games else [0.0, 1.0],
        "elo": _elo(points) if games else [None, None],
    }


def _budget(side: object) -> str:
    if not isinstance(side, dict):
        return ""
    if "clock" in side:
        return f"clock {side['clock']}"
    if side.get("simulations"):
        return f"{side['simulations']} simulations"
    return f"{side.get('seconds', 0):g} s"


def _elo(points: dict[Slot, float]) -> list[float | None]:
    pairs = pair_counts_of(points)
    found = elo_with_error(pairs if pairs.pairs else counts_of(list(points.values())))
    return [_finite(found.value), _finite(found.error)]


def _finite(value: float) -> float | None:
    """JSON has no nan."""
    return value if math.isfinite(value) else None


def standings(game: str, matches: list[tuple[StoredMatch, dict[Slot, float]]]) -> dict[str, Any]:
    """Ratings of everybody who plays a game in this laboratory, and points against each other."""
    pairings = []
    cross: dict[str, dict[str, list[float]]] = defaultdict(dict)
    for match, points in matches:
        first, second = _labels(match)
        if first == second or not points:
            continue
        black = [value for slot, value in points.items() if slot.first_is_black]
        white = [1 - value for slot, value in points.items() if not slot.first_is_black]
        pairings += [Pairing(first, second, sum(black), len(black))] if black else []
        pairings += [Pairing(second, first, sum(white), len(white))] if white else []
        total, games = sum(points.values()), len(points)
        for one, other, value in ((first, second, total), (second, first, games - total)):
            sums = cross[one].setdefault(other, [0.0, 0])
            sums[0] += value
            sums[1] += games
    if not pairings:
        return {"game": game, "players": [], "cross": []}
    rated = rate(pairings).ratings
    names = [one.player for one in rated]
    names += [name for name in cross if name not in names]
    by_name = {one.player: one for one in rated}
    return {
        "game": game,
        "players": [
            {
                "name": name,
                "elo": _finite(by_name[name].elo.value) if name in by_name else None,
                "error": _finite(by_name[name].elo.error) if name in by_name else None,
                "points": sum(value for value, _ in cross[name].values()),
                "games": sum(count for _, count in cross[name].values()),
            }
            for name in names
        ],
        "cross": [[cross[one].get(other) for other in names] for one in names],
    }


def _labels(match: StoredMatch) -> tuple[str, str]:
    """Names with budgets: an agent with another budget is another player."""
    budgets = [_budget(match.description[side]) for side in ("first", "second")]
    return f"{match.first_name} ({budgets[0]})", f"{match.second_name} ({budgets[1]})"


def match_view(path: Path, number: int, test: Sprt | None = None) -> dict[str, Any]:
    """One match: score, curves, time use, games, void games with what was said before."""
    with Laboratory(path, read_only=True) as laboratory:
        stored = next((one for one in laboratory.matches() if one.id == number), None)
        if stored is None:
            raise KatachiError(f"the laboratory has no match {number}")
        results = laboratory.results(number)
        voids = laboratory.voids(number)
    points = {result.slot: result.points for result in results}
    test = test or USUAL_TEST
    return {
        **scored(stored, points),
        "test": str(test),
        "bounds": list(test.bounds),
        "curves": curves(points, test),
        "time": _time_use(results),
        "voids": [
            {
                "pair": void.slot.pair,
                "attempt": void.attempt,
                "reason": void.reason,
                "culprit": void.culprit,
                "message": void.message,
                "transcript": void.transcript[-4000:],
                "moves": list(void.moves),
            }
            for void in voids
        ],
        "games": [_game(stored, result) for result in results[-MOST_GAMES:]],
    }


def curves(points: dict[Slot, float], test: Sprt) -> list[list[float | None]]:
    """After some games each: how many, share with its interval, Elo with its error, LLR."""
    slots = sorted(points, key=lambda slot: (slot.pair, not slot.first_is_black))
    step = max(1, math.ceil(len(slots) / MOST_POINTS))
    found: list[list[float | None]] = []
    seen: dict[Slot, float] = {}
    for number, slot in enumerate(slots, start=1):
        seen[slot] = points[slot]
        if number % step and number < len(slots):
            continue
        total = sum(seen.values())
        low, high = wilson_interval(total, number)
        pairs = pair_counts_of(seen)
        ratio = test.log_likelihood_ratio(pairs) if pairs.pairs else 0.0
        found.append([number, total / number, low, high, *_elo(seen), ratio])
    return found


def _time_use(results: list[GameResult]) -> dict[str, Any]:
    if not results:
        return {}
    score = score_of(results)
    return {
        "seconds": list(score.seconds_per_move),
        "longest": list(score.longest_move),
        "simulations": list(score.simulations_per_move),
        "as_black": score.as_black.share if score.as_black.games else None,
        "as_white": score.as_white.share if score.as_white.games else None,
        "unique": score.unique,
    }


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
