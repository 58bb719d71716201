"""Matches: pairs of games with colours exchanged, several at once, resumable.

Every finished game is one line of JSON, written before the next result counts: a stopped match goes
on where it was. The seed of a game depends only on the match's seed and the number of the pair, so
that a budget of simulations gives the same games however often the match is interrupted.
"""

from __future__ import annotations

import json
import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from katachi.agents.agent import Budget
from katachi.agents.catalogue import load_agent
from katachi.errors import KatachiError, shown
from katachi.games.catalogue import parse_game
from katachi.matches.game import play_game
from katachi.ratings import wilson_interval


@dataclass(frozen=True)
class MatchPlan:
    """Who plays whom, at what, how long. Agents and game by name, so that processes can load them.

    `opening_plies` random moves begin every pair, the same for both its games.
    """

    first: str
    second: str
    game: str
    budget: Budget
    pairs: int
    seed: int = 0
    opening_plies: int = 0


@dataclass(frozen=True)
class GameResult:
    """One counted game, seen from the first agent: 1 win, 0.5 draw, 0 loss."""

    pair: int
    first_is_black: bool
    points: float
    moves: tuple[str, ...]
    reason: str
    simulations_per_move: tuple[float, float]  # first agent, second agent


@dataclass(frozen=True)
class MatchScore:
    """The counts of a match, seen from the first agent."""

    wins: int
    losses: int
    draws: int
    wins_as_black: int
    games_as_black: int
    simulations_per_move: tuple[float, float]

    @property
    def games(self) -> int:
        """Counted games."""
        return self.wins + self.losses + self.draws

    @property
    def share(self) -> float:
        """Points per game."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson_interval(self.wins + self.draws / 2, self.games)

    def __str__(self) -> str:
        """One line."""
        low, high = self.interval
        return (
            f"{100 * self.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}] in {self.games} games "
            f"(+{self.wins} ={self.draws} -{self.losses})"
        )


def score_of(results: list[GameResult]) -> MatchScore:
    """Adds up results."""
    if not results:
        raise KatachiError("a match without games has no score")
    count = len(results)
    return MatchScore(
        wins=sum(result.points == 1 for result in results),
        losses=sum(result.points == 0 for result in results),
        draws=sum(result.points == 0.5 for result in results),
        wins_as_black=sum(result.points == 1 and result.first_is_black for result in results),
        games_as_black=sum(result.first_is_black for result in results),
        simulations_per_move=(
            sum(result.simulations_per_move[0] for result in results) / count,
            sum(result.simulations_per_move[1] for result in results) / count,
        ),
    )


def play_match(
    plan: MatchPlan,
    log: Path,
    *,
    processes: int = 1,
    progress: Callable[[GameResult], None] | None = None,
) -> list[GameResult]:
    """Plays what the log does not yet hold; returns all results, in order."""
    results = {(r.pair, r.first_is_black): r for r in read_log(plan, log)}
    missing = [
        (pair, first_is_black)
        for pair in range(plan.pairs)
        for first_is_black in (True, False)
        if (pair, first_is_black) not in results
    ]
    for result in _play_missing(plan, missing, processes):
        _append(log, plan, result)
        results[result.pair, result.first_is_black] = result
        if progress is not None:
            progress(result)
    return [results[key] for key in sorted(results) if key[0] < plan.pairs]


def _play_missing(
    plan: MatchPlan, missing: list[tuple[int, bool]], processes: int
) -> Iterator[GameResult]:
    if processes <= 1:
        for pair, first_is_black in missing:
            yield play_one(plan, pair, first_is_black=first_is_black)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        futures = [
            pool.submit(play_one, plan, pair, first_is_black=first_is_black)
            for pair, first_is_black in missing
        ]
        for future in as_completed(futures):
            yield future.result()


def play_one(plan: MatchPlan, pair: int, *, first_is_black: bool) -> GameResult:
    """One game of a match."""
    game = parse_game(plan.game)
    first, second = load_agent(plan.first), load_agent(plan.second)
    rng = random.Random(plan.seed * 1_000_003 + pair)
    opening: list[str] = []
    position = game.start()
    for _ in range(plan.opening_plies):
        if position.is_over:
            break
        opening.append(rng.choice(position.legal_moves))
        position = position.play(opening[-1])
    players = (first, second) if first_is_black else (second, first)
    seed = rng.getrandbits(40) * 2 + int(first_is_black)
    played = play_game(game, players, plan.budget, seed=seed, opening=tuple(opening))
    winner = played.outcome.winner
    points = 0.5 if winner is None else float((winner == "black") == first_is_black)
    rates = [
        total / moves if moves else 0.0
        for total, moves in zip(played.simulations, played.thinking_moves, strict=True)
    ]
    if not first_is_black:
        rates.reverse()
    return GameResult(
        pair, first_is_black, points, played.moves, played.outcome.reason, (rates[0], rates[1])
    )


def _heading(plan: MatchPlan) -> dict[str, object]:
    return {
        "first": plan.first,
        "second": plan.second,
        "game": plan.game,
        "simulations": plan.budget.simulations,
        "seconds": plan.budget.seconds,
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
    }


def read_log(plan: MatchPlan, log: Path) -> list[GameResult]:
    """The results so far; a last line cut off by a crash is dropped. Refuses another match's log."""
    if not log.exists():
        return []
    results = []
    lines = log.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            if number == len(lines):
                break
            raise KatachiError(f"{log}, line {number}: not JSON: {shown(line)}") from None
        if entry.pop("match") != _heading(plan):
            raise KatachiError(f"{log} belongs to another match")
        entry["moves"] = tuple(entry["moves"].split())
        entry["simulations_per_move"] = tuple(entry["simulations_per_move"])
        results.append(GameResult(**entry))
    return results


def _append(log: Path, plan: MatchPlan, result: GameResult) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    # A line cut off by a crash is ended first, so that it cannot swallow this one.
    torn = log.exists() and log.stat().st_size > 0 and not log.read_bytes().endswith(b"\n")
    if torn:
        kept = log.read_text(encoding="utf-8").splitlines()[:-1]
        log.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
    entry = {
        "match": _heading(plan),
        "pair": result.pair,
        "first_is_black": result.first_is_black,
        "points": result.points,
        "moves": " ".join(result.moves),
        "reason": result.reason,
        "simulations_per_move": [round(rate, 1) for rate in result.simulations_per_move],
    }
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
