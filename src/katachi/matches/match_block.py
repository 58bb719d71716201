"""The report of a match in the form that users of fastchess know."""

from __future__ import annotations

import math

from katachi.matches import MatchResult
from katachi.matches.figures import number, percent
from katachi.matches.ratings import (
    Estimate,
    Sprt,
    clopper_pearson_interval,
    elo_with_error,
    likelihood_of_superiority,
    normalized_elo_with_error,
)
from katachi.matches.ratings.counts import Counts, GameCounts, PairCounts
from katachi.matches.results import MatchScore

RULE = "-" * 50
A_MOVE = " a move"


def match_block(result: MatchResult) -> str:
    """A match that has at least one game."""
    plan, score = result.plan, result.score
    limits = " and ".join(dict.fromkeys(_limits(result, side) for side in (0, 1)))
    limits = limits.replace(A_MOVE, "", limits.count(A_MOVE) - 1)
    rules = plan.rules if plan.python_game is None else plan.game
    conditions = f"{limits}, {rules}, {plan.openings}, seed {plan.seed}"
    lines = [
        RULE,
        f"Results of {plan.first.name} vs {plan.second.name} ({conditions}):",
        *count_lines(score.games, score.pairs),
    ]
    if plan.sprt is not None:
        units: Counts = score.games if plan.sprt.model == "bayesian" else score.pairs
        lines.append(sprt_line(plan.sprt, units) + f" {result.decision}")
    lines += _notes(result, score)
    lines.append(RULE)
    return "\n".join(lines)


def standing_line(result: MatchResult) -> str:
    """A match as it stands, in one line; for matches under way."""
    if not result.results:
        failed = f", {len(result.voids)} failed" if result.voids else ""
        return f"no game has ended yet{failed}"
    score, test = result.score, result.plan.sprt
    units: Counts = score.pairs if score.pairs.pairs else score.games
    low, high = score.interval
    counts = score.games
    parts = [
        f"+{counts.wins} ={counts.draws} -{counts.losses}",
        f"{percent(score.share)} % ({percent(low)} to {percent(high)})",
        f"Elo {estimate(elo_with_error(units), 0)}",
    ]
    if test is not None:
        low, high = test.bounds
        ratio = test.log_likelihood_ratio(score.games if test.model == "bayesian" else units)
        parts.append(f"LLR {ratio:.2f} ({low:.2f}, {high:.2f})")
    if result.voids:
        parts.append(f"{len(result.voids)} failed")
    return ", ".join(parts)


def count_lines(games: GameCounts, pairs: PairCounts) -> list[str]:
    r"""The four lines that follow from counts alone; at least one game is needed.

    >>> pairs = PairCounts(177, 1629, 1526, 1557, 1780, 221)
    >>> print("\n".join(count_lines(GameCounts(3507, 6527, 3746), pairs)))
    Elo: 6.03 +/- 3.49, nElo: 10.01 +/- 5.80
    LOS: 99.96 %, DrawRatio: 44.75 %, PairsRatio: 1.11
    Games: 13780, Wins: 3746, Losses: 3507, Draws: 6527, Points: 7009.5 (50.87 %)
    Ptnml(0-2): [177, 1629, 3083, 1780, 221], WL/DD Ratio: 0.98
    """
    units: Counts = pairs if pairs.pairs else games
    places = ", ".join(map(str, pairs.frequencies))
    return [
        f"Elo: {estimate(elo_with_error(units))}, nElo: {estimate(normalized_elo_with_error(units))}",
        f"LOS: {percent(likelihood_of_superiority(units), 2)} %, "
        f"DrawRatio: {percent(pairs.even_share, 2)} %, PairsRatio: {number(pairs.pairs_ratio)}",
        f"Games: {games.games}, Wins: {games.wins}, Losses: {games.losses}, "
        f"Draws: {games.draws}, Points: {games.points:.1f} ({percent(games.share, 2)} %)",
        f"Ptnml(0-2): [{places}], WL/DD Ratio: {number(pairs.win_loss_to_draws)}",
    ]


def sprt_line(test: Sprt, units: Counts) -> str:
    """The ratio, how far it has come to a bound, the bounds and the hypotheses.

    >>> sprt_line(Sprt(0, 3, 0.05, 0.10), PairCounts(177, 1629, 1526, 1557, 1780, 221))
    'LLR: 2.91 (100.8%) (-2.25, 2.89) [0.00, 3.00]'
    """
    ratio = test.log_likelihood_ratio(units)
    low, high = test.bounds
    way = ratio / high if ratio >= 0 else -ratio / low
    return (
        f"LLR: {ratio:.2f} ({100 * way:.1f}%) ({low:.2f}, {high:.2f}) "
        f"[{test.elo0:.2f}, {test.elo1:.2f}]"
    )


def estimate(value: Estimate, digits: int = 2) -> str:
    """A number with its error."""
    return f"{number(value.value, digits)} +/- {number(value.error, digits)}"


def _notes(result: MatchResult, score: MatchScore) -> list[str]:
    """What the block of fastchess does not say."""
    low, high = score.interval
    lines = [f"Share: {percent(score.share)} %, 95 % interval {percent(low)} to {percent(high)}"]
    if not math.isfinite(elo_with_error(score.games).error):
        low, high = clopper_pearson_interval(score.games.points, score.games.games)
        lines[0] += f", exact {percent(low)} to {percent(high)} (Elo has no error here)"
    sides = (score.as_black, score.as_white)
    shares = [percent(side.share) if side.games else number(math.nan) for side in sides]
    lines.append(f"As Black: {shares[0]} %, as White: {shares[1]} %")
    if any(score.simulations_per_move):
        ours, theirs = score.simulations_per_move
        lines.append(f"Simulations a move: {ours:,.0f} and {theirs:,.0f}")
    lines += [_time_line(score), *_told_lines(result)]
    for what, counts in (("on time", score.lost_on_time), ("by failures", score.forfeited)):
        if any(counts):
            names = (result.plan.first.name, result.plan.second.name)
            told = " and ".join(
                f"{n} by {name}" for n, name in zip(counts, names, strict=True) if n
            )
            lines.append(f"Lost {what}: {told}; counted as losses")
    if score.unique < score.games.games:
        lines.append(f"Different games: {score.unique} of {score.games.games}")
    if result.repeated_slots:
        lines.append(f"Played again after a failure: {len(result.repeated_slots)} games")
    if result.void_slots:
        lines.append(f"Void games: {len(result.void_slots)}, not counted")
    if result.played_on:
        lines.append(f"Played after the decision: {result.played_on}, not counted")
    return lines


def _limits(result: MatchResult, side: int) -> str:
    """The limits of one agent; a program that was told none has its own."""
    contestant = (result.plan.first, result.plan.second)[side]
    if contestant.agent.kind == "gtp" and told_of(result, side) == [""]:
        return f"own limits of {contestant.name}"
    budget = contestant.budget
    return str(budget) if budget.clock is not None else f"{budget}{A_MOVE}"


def told_of(result: MatchResult, side: int) -> list[str]:
    """What a program was told in the games of a match, as far as that was kept."""
    told = [game.told_in_order[side] for game in result.results if game.told_in_order is not None]
    return list(dict.fromkeys(told))


def _told_lines(result: MatchResult) -> list[str]:
    lines = []
    for side, contestant in enumerate((result.plan.first, result.plan.second)):
        if contestant.agent.kind == "gtp":
            lines += [
                f"{contestant.name} was told: {told}"
                if told
                else f"{contestant.name} was told no limit: it thinks as its own options say"
                for told in told_of(result, side)
            ]
    return lines


def _time_line(score: MatchScore) -> str:
    """Clock and processor time of both sides, in seconds a move."""
    kinds = [("clock", score.seconds_per_move)]
    if any(map(math.isfinite, score.processor_per_move)):
        kinds.append(("processor", score.processor_per_move))
    kinds.append(("longest move", score.longest_move))
    parts = [f"{name} {number(a, 3)} and {number(b, 3)}" for name, (a, b) in kinds]
    return f"Seconds a move: {', '.join(parts)}"
